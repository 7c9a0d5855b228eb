"""The end of the game: MB-40 to MB-43."""

import pytest

from citywright.engine.state import OVER
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules import counts
from tests.games.mauerbauer.table import MIXED, TRIANGLE, Table, points_of


def quick(table: Table, *lines: str) -> None:
    """Walls on a map whose supply a test has shrunk: without the audit, first options, no joins."""
    for line in lines:
        table.state.apply(GAME.parse_action(f"wall {line}"))
        while table.phase in ("roll", "place tower", "place other tower", "place house", "place other house"):
            table.state.apply(GAME.parse_action(table.options()[0]))


def closed_city(seats: int = 2, hands: tuple[str, ...] = ()) -> Table:
    """One closed city, and seat A's turn."""
    table = Table(seats, hands)
    table.walls(*TRIANGLE)
    while table.state.turn_seat:
        table.walls(f"g{table.state.turn} g{table.state.turn + 1}")
    return table


@pytest.mark.parametrize(
    ("piece", "reason"), [("walls", "walls"), ("towers", "towers"), ("houses", "houses")]
)
def test_mb_40_the_last_piece_ends_the_game_with_the_turn(piece, reason):
    table = Table()
    setattr(table.state.land, piece, 1)
    quick(table, "c4 d4")
    assert table.phase == "choose city"
    for _ in range(2):
        for words in ("city none", "stop"):
            table.state.apply(GAME.parse_action(words))
    assert table.state.actor() == OVER
    assert table.state.standing().reason == reason
    assert table.state.turns() == 1


def test_mb_40_the_last_palace():
    table = Table()
    table.state.land.palaces = counts.one(0)
    for line in ("a1 a2", "a1 b1", "a2 b1"):
        table.state.apply(GAME.parse_action(f"wall {line}"))
        for _ in range(6):
            if table.phase in ("place wall", "play card"):
                break
            red = [words for words in table.options() if words.startswith(("dice red red", "house"))]
            table.state.apply(GAME.parse_action((red or table.options())[0]))
    assert table.phase == "play card"
    assert table.state.land.palaces == 0
    finish(table)
    assert table.state.standing().reason == "palaces"


def finish(table: Table) -> list[str]:
    """Play to the end with what comes first, without the audit; returns the phases passed."""
    phases = []
    while table.state.actor() != OVER:
        phases.append(table.phase)
        table.state.apply(GAME.parse_action(table.options()[0]))
    return phases


def test_mb_40_pieces_that_come_back_do_not_undo_it():
    """The last wall closes a city and frees a wall inside it: the game ends all the same."""
    table = Table()
    table.walls("c4 d4", *("c4 c5", "c5 d5", "d5 e5", "e4 e5", "d3 e4"))
    table.state.land.walls = 1
    quick(table, "c4 d3")
    assert table.state.land.walls == 1
    finish(table)
    assert table.state.standing().reason == "walls"


def test_mb_40_the_first_reason_stands():
    table = Table()
    table.state.land.walls = 1
    table.state.land.houses = counts.one(2)
    quick(table, "c4 d4")
    finish(table)
    assert table.state.standing().reason == "walls"


def test_mb_41_a_city_closed_by_the_last_wall_is_scored_without_exchange():
    table = Table()
    table.walls(*TRIANGLE[:2])
    table.state.land.walls = 1
    quick(table, TRIANGLE[2])
    phases = finish(table)
    assert "play card" in phases
    assert phases.count("draw cards") == 2  # MB-32: cards are drawn
    assert not {"exchange cards", "choose city"} & set(phases)
    assert table.state.standing().reason == "walls"


def test_mb_42_each_may_choose_a_city_and_play_for_it():
    table = closed_city(hands=("size1 outside-towers", "size1 city-towers outside-walls"))
    cards = [table.hand(seat) for seat in range(2)]
    table.state.land.walls = 1
    quick(table, "e4 e5")
    assert (table.phase, table.state.actor()) == ("choose city", 0)
    assert table.options() == ["city none", "city 1"]
    table.state.apply(GAME.parse_action("city 1"))
    assert "stop" in table.options()
    assert f"play {cards[0][0]}" in table.options()
    assert not [words for words in table.options() if words.startswith("discard")]
    finish(table)
    assert sum(table.state.cards.hand_size(seat) for seat in range(2)) < sum(map(len, cards))


def test_mb_42_two_cards_of_both_families_and_no_drawing():
    table = closed_city(hands=("size1 outside-towers outside-water",))
    table.state.land.walls = 1
    quick(table, "e4 e5")
    scores = table.state.scores()
    assert "outside-towers" in table.hand(0)
    size = table.state.cards.hand_size(0)
    table.state.trace = []
    for words in ("city 1", "play outside-towers", "play outside-water"):
        assert words in table.options()
        table.state.apply(GAME.parse_action(words))
    expected = {"outside towers": table.worth("outside-towers"), "water": table.worth("outside-water")}
    assert points_of(table.state.trace, 0) == expected
    assert table.state.scores()[0] == scores[0] + sum(expected.values())
    assert table.state.cards.hand_size(0) == size - 2
    assert (table.phase, table.state.actor()) == ("choose city", 1)


def test_mb_42_without_a_city_only_other_cards_score():
    table = Table(hands=("city-towers outside-walls",))
    table.state.land.walls = 1
    quick(table, "c4 d4")
    assert table.options() == ["city none"]
    table.state.apply(GAME.parse_action("city none"))
    assert table.options() == ["play outside-walls", "stop"]
    for words in ("play outside-walls", "stop"):
        table.state.apply(GAME.parse_action(words))
    assert table.state.scores() == [1, 0]


def test_mb_42_playing_none_is_allowed():
    table = Table()
    table.state.land.walls = 1
    quick(table, "c4 d4")
    for words in ("city none", "stop", "city none", "stop"):
        table.state.apply(GAME.parse_action(words))
    assert table.state.actor() == OVER
    assert table.state.cards.hand_size(0) == 6


def test_mb_42_an_empty_hand_is_passed_over():
    table = Table()
    for kind in range(30):
        while table.state.cards.held(0, kind):
            table.state.cards.lay(0, kind)
    table.state.land.walls = 1
    quick(table, "c4 d4")
    assert (table.phase, table.state.actor()) == ("choose city", 1)


def test_mb_43_points_then_cards_then_shared():
    table = Table(4)
    table.state.land.walls = 1
    quick(table, "c4 d4")
    finish(table)
    state = table.state
    state.points = 5 | 7 << 12 | 7 << 24 | 7 << 36
    state.cards.kept = 0
    state.cards.drawn = 6 | 4 << 8 | 3 << 16 | 4 << 24
    assert state.standing().ranks == [4, 1, 3, 1]


def test_mb_11_no_free_line_is_left():
    """28 walls all around the rim close the whole map as one city."""
    table = Table()
    rim = [f"a{n} a{n + 1}" for n in range(1, 9)] + [f"g{n} g{n + 1}" for n in range(1, 9)]
    for upper, lower in ("ab", "bc", "cd", "de", "ef", "fg"):
        rim.append(f"{upper}1 {lower}1")
        east = {"a": 9, "c": 9, "e": 9, "g": 9}
        rim.append(f"{upper}{east.get(upper, 8)} {lower}{east.get(lower, 8)}")
    assert len(rim) == 28
    table.walls(*rim[:-1], houses=MIXED)
    table.wall(rim[-1], MIXED)
    assert table.size(1) == 90
    assert table.phase == "play card"
    assert "last turn" in [event.name for event in table.events]
    table.settle()
    assert table.state.standing().reason == "lines"
    assert {"close", "last turn", "end"} <= {event.name for event in table.events}
