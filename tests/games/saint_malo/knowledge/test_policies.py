"""The simple players, and the figures that follow from the rules."""

import pytest

from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import LOT
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.knowledge.policies import MATCHES, Collector, Settler, tally_turns
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.state import new_state
from tests.games.saint_malo import dice_figures as figures
from tests.games.saint_malo.table import Table, mask_of

BOARD = GAME.default_layout.board
RNG = Rng(1)


def chosen(policy: Collector | Settler, table: Table) -> str:
    return GAME.format_action(policy.choose(table.state, RNG))


def played(names: list[str], seed: int) -> list[int]:
    """The scores of one game between policies."""
    state = GAME.new_state(len(names), LOT, GAME.default_layout)
    game = play(state, [GAME.policy(name) for name in names], Rng(seed), RNG, GAME.ply_limit)
    assert not game.aborted
    return state.scores()


def test_the_ledger_of_figures_is_what_the_rules_say():
    assert round(5 * figures.MATCH, 3) == 2.106
    assert [round(figures.at_least(number), 3) for number in range(1, 6)] == [
        0.935,
        0.699,
        0.355,
        0.104,
        0.013,
    ]
    assert round(5 * figures.SWORDS_LEFT, 3) == 0.579
    assert round(2 / (5 * figures.SWORDS_LEFT), 1) == 3.5  # rounds between attacks


def test_collectors_show_the_figures():
    assert figures.check_figures(BOARD, turns=20_000, tolerance=0.0, errors=4.0) == []


def test_figures_that_are_off_are_told(monkeypatch):
    monkeypatch.setattr(figures, "MATCH", 0.5)
    problems = figures.check_figures(BOARD, turns=2_000, tolerance=0.0, errors=4.0)
    assert problems[0].startswith("mean matching dice: 2.")
    assert problems[0].endswith("in 2000 turns instead of 2.5000")


def test_a_tally_counts_every_turn():
    tally = tally_turns(BOARD, 500, material.HEAD, 3)
    assert sum(tally[:6]) == 500


def test_a_collector_keeps_its_symbol_and_uses_what_it_has():
    table = Table()
    table.play("roll crate log crate swords head")
    assert chosen(Collector(), table) == "keep 1 3"
    table.play("stop")
    assert chosen(Collector(), table) == "use crate 2"
    assert chosen(Collector(material.HEAD), table) == "use head 1 citizen"
    table.play("use crate 2")
    assert chosen(Collector(), table) == "place b1"


def test_a_collector_stops_with_five_and_passes_with_none():
    table = Table()
    table.play("roll crate crate crate crate crate")
    assert chosen(Collector(), table) == "stop"
    table.play("stop")
    assert chosen(Collector(material.HEAD), table) == "pass"


def test_a_collector_of_walls_declines_the_person():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall log log log log")
    table.play("use wall 1", "place f1")
    assert chosen(Collector(), table) == "done"


def test_chances_of_matching_dice_sum_to_one():
    for rolls in range(3):
        for dice in range(6):
            row = 36 * rolls + 6 * dice
            assert 9994 <= sum(MATCHES[row : row + 6]) <= 10_000


@pytest.mark.parametrize(
    ("faces", "keep"),
    [
        ("head head head head log", "keep 1 2 3 4"),
        ("head head head head head", "stop"),
        ("wall log wall swords wall", "keep 1 3 5"),
    ],
)
def test_a_settler_keeps_what_promises_most(faces, keep):
    table = Table().rich(coins=0, logs=0)
    table.state.crossed_boxes = 24  # no attack to come that a soldier could turn
    table.play(f"roll {faces}")
    assert chosen(Settler(), table) == keep


@pytest.mark.parametrize(
    ("faces", "use"),
    [
        ("head head head head head", "use head 5 noble"),
        ("cross swords swords swords swords", "use cross 1"),
        ("head head head log swords", "use head 3 architect"),
        ("swords swords swords swords swords", "pass"),
        ("log log log log swords", "use log 3"),
        ("crate crate crate swords swords", "use crate 3"),
    ],
)
def test_a_settler_uses_the_dice_well(faces, use):
    table = Table().rich(coins=2, logs=1 if "log log" in faces else 2).rolled(faces)
    assert chosen(Settler(), table) == use


def test_a_settler_completes_a_side():
    table = Table().draw("wall", "b7 c7 d7 e7").rich(0).rolled("wall wall log log swords")
    assert chosen(Settler(), table) == "use wall 2"
    table.play("use wall 2")
    assert chosen(Settler(), table) == "place f7"


def test_a_settler_wants_a_soldier_who_turns_the_next_attack():
    table = Table().rich(0).rolled("head head crate swords swords")
    assert chosen(Settler(), table) == "use head 2 soldier"
    table.state.crossed_boxes = 24
    assert chosen(Settler(), table) == "use head 1 citizen"


def test_a_settler_puts_persons_where_they_gain_most():
    table = Table().draw("church 1", "e5 f5").rich(0).rolled("head head log log log")
    table.play("use head 2 priest")
    space = chosen(Settler(), table).removeprefix("place ")
    assert mask_of(space) & mask_of("e4 f4 e6 f6")
    table = Table().rich(0, logs=0).rolled("head head head log log")
    table.play("use head 3 merchant")
    assert chosen(Settler(), table) == "place c3"


def test_a_settler_takes_a_bonus_person_and_builds():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall log log log log")
    table.play("use wall 1", "place f1")
    assert chosen(Settler(), table) == "bonus architect"
    table.play("bonus architect")
    table.play(chosen(Settler(), table))
    assert chosen(Settler(), table).startswith("place ")


def test_settlers_build_cities_and_beat_random_players():
    scores = [played(["settler", "random"], seed) for seed in range(12)]
    assert all(settler > other for settler, other in scores)
    assert sum(settler for settler, _ in scores) / 12 > 20


def test_collectors_fill_their_cities_with_crates():
    assert all(score < 10 for score in played(["collector"] * 3, 1))


def test_settlers_place_every_kind_of_piece():
    placed = set()
    for seed in range(8):
        state = new_state(5, LOT, BOARD)
        play(state, [Settler()] * 5, Rng(seed), RNG, GAME.ply_limit)
        placed |= {kind for kind in range(material.PIECE_KINDS) for city in state.cities if city.pieces[kind]}
    assert placed >= set(range(material.CHURCHES + 1))
