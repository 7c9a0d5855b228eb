"""The builder: where it builds, what it plays, and the figures it must show."""

import pytest

from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import LOT, OVER
from citywright.games.mauerbauer import GAME, new_state
from citywright.games.mauerbauer.knowledge.policies import Builder
from tests.games.mauerbauer.table import TRIANGLE, Table


def choose(table: Table, seed: int = 1) -> str:
    seen = table.state.observe(table.state.actor())
    return GAME.format_action(Builder().choose(seen, Rng(seed)))


def test_the_first_wall_is_anywhere():
    table = Table()
    assert len({choose(table, seed) for seed in range(400)}) > 100


def test_half_of_the_walls_go_between_two_towers():
    table = Table()
    table.walls("c4 c5", "c4 d4")
    walls = [choose(table, seed) for seed in range(2000)]
    towers = {"c4", "c5", "d4"}
    assert all(towers & set(wall.split()) for wall in walls)
    beside = len([line for line in table.options() if towers & set(line.split())])
    between = sum(wall == "wall c5 d4" for wall in walls) / len(walls)
    assert abs(between - (0.5 + 0.5 / beside)) < 0.05


def test_it_plays_its_best_card_and_a_second_only_if_it_is_good():
    table = Table(2, hands=("size2 city-towers size1 city-white size3 size7",))
    table.walls(*TRIANGLE[:2])
    table.wall(TRIANGLE[2])
    assert choose(table) == "play size1"
    table.play("play size1")
    assert choose(table) == "play city-white"  # six points for three white towers
    table.play("play city-white")
    assert table.state.actor() == 1


def test_a_second_card_below_four_points_stays():
    table = Table(2, hands=("size1 city-towers outside-walls size2 size3 size7", "size2 size3 size7"))
    table.walls(*TRIANGLE[:2], towers="grey black")
    table.wall(TRIANGLE[2])
    table.play("play size1")
    assert choose(table) == "stop"


def test_under_the_first_rules_it_stops_with_an_empty_hand():
    table = Table(2, rules_version=1)
    table.walls(*TRIANGLE[:2])
    table.wall(TRIANGLE[2])
    while table.state.cards.hand_size(0) > 1:
        table.state.cards.lay(0, table.state.cards.hand(0).bit_length() - 1)
    table.first()
    assert choose(table) == "stop"


def test_without_a_city_it_plays_only_what_needs_none():
    table = Table(2, hands=("size1 size2 outside-walls city-towers", "size1"))
    table.state.land.walls = 1
    for words in ("wall c4 d4", "dice red red white", *["tower c4 white", "tower d4 white"]):
        table.state.apply(GAME.parse_action(words))
    while table.phase.endswith("house"):
        table.state.apply(table.state.legal_actions()[0])
    for words in ("city none", "play outside-walls", "stop", "city none", "stop"):
        assert words in ("city none", choose(table))
        table.state.apply(GAME.parse_action(words))
    assert table.state.actor() == OVER


def test_it_exchanges_nothing():
    table = Table(2)
    table.walls(*TRIANGLE[:2])
    table.wall(TRIANGLE[2])
    table.first()
    table.play("stop")
    table.first()
    table.play("stop")
    table.first(2)
    assert choose(table) == "done"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_figures_of_the_builder(seats):
    """About 39 turns, 17 scorings and 77 / 79 / 83 points a player, within a tenth."""
    games, turns, scorings, points = 25, 0, 0, 0
    for seed in range(games):
        state = new_state(seats, LOT, GAME.default_layout)
        state.trace = []
        play(state, [Builder()] * seats, Rng(seed), Rng(1000 + seed), GAME.ply_limit)
        assert state.actor() == OVER
        turns += state.turns()
        scorings += sum(event.name == "close" for event in state.trace)
        points += sum(state.scores())
    assert turns / games == pytest.approx(39, rel=0.1)
    assert scorings / games == pytest.approx(17, rel=0.1)
    assert points / games / seats == pytest.approx({2: 77, 3: 79, 4: 83}[seats], rel=0.1)


def test_random_play_hardly_closes_a_city():
    """20 turns, 0.2 to 0.3 scorings; all games end by towers."""
    turns, scorings, reasons = 0, 0, set()
    for seed in range(100):
        state = new_state(3, LOT, GAME.default_layout)
        state.trace = []
        play(state, [GAME.policy("random")] * 3, Rng(seed), Rng(seed + 500), GAME.ply_limit)
        turns += state.turns()
        scorings += sum(event.name == "close" for event in state.trace)
        reasons.add(state.standing().reason)
    assert 18 <= turns / 100 <= 22
    assert scorings / 100 <= 0.5
    assert reasons == {"towers"}
