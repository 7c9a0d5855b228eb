"""The end: SM-60 to SM-63."""

import pytest

from citywright.engine.state import OVER
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.rules.ending import has_turn_left
from tests.games.saint_malo.table import Table, points_of

NO_LUCK = "swords swords swords swords log"


def test_sm_60_the_round_is_played_to_its_end():
    table = Table(3, start=1).fill("house", but="d4", seat=1)
    table.rolled("head log log log log").play("use head 1 citizen", "place d4")
    assert table.state.actor() != OVER
    table.passed(2)
    assert table.state.actor() == OVER
    assert table.state.turns() == 3
    assert table.state.standing().reason == "full city"


def test_sm_60_the_last_player_of_a_round_ends_it_at_once():
    table = Table(2).fill("house", but="d4", seat=1)
    table.passed(1).rolled("head log log log log").play("use head 1 citizen", "place d4")
    assert table.state.actor() == OVER
    assert table.state.legal_actions() == []


@pytest.mark.parametrize("seats", [2, 5])
def test_sm_60_three_passed_rounds_end_the_game(seats):
    table = Table(seats).passed(3 * seats - 1)
    assert table.state.actor() != OVER
    table.passed(1)
    assert table.state.actor() == OVER
    assert table.state.standing().reason == "passes"


def test_sm_60_only_whole_rounds_in_a_row_count():
    table = Table(2).rolled("head log log log log")
    table.play("use head 1 citizen", "place d4")
    table.passed(6)  # B, then two whole rounds, then A
    assert table.state.actor() != OVER
    table.passed(1)
    assert table.state.actor() == OVER
    assert table.state.turns() == 8


def test_sm_60_a_use_breaks_the_row():
    table = Table(2).passed(5).rolled("head log log log log")
    table.play("use head 1 citizen", "place d4")
    table.passed(5)
    assert table.state.actor() != OVER
    table.passed(1)
    assert table.state.actor() == OVER


def test_sm_60_who_still_has_a_turn():
    table = Table(3, start=1).fill("house", but="d4", seat=1).rolled("head log log log log")
    assert [has_turn_left(table.state, seat) for seat in range(3)] == [True, True, True]
    table.play("use head 1 citizen", "place d4")
    assert [has_turn_left(table.state, seat) for seat in range(3)] == [True, False, True]
    table.passed(1)
    assert [has_turn_left(table.state, seat) for seat in range(3)] == [True, False, False]


def test_sm_61_the_final_points():
    table = (
        Table(2).rich(coins=7, logs=4, seat=1).draw("church 1", "c3", seat=1).draw("church 2", "c4", seat=1)
    )
    table.fill("house", but="d4", seat=1)
    table.state.cities[1].lost_cannons = 2
    table.state.cities[1].points = 10
    table.rich(coins=1, logs=0).passed(1).rolled("head log log log log")
    before = table.state.scores()
    events = table.play("use head 1 citizen", "place d4")
    assert before == [0, 10]
    assert table.state.scores() == [0, 10 + 1 + 5 + 3 + 4 + 4 - 10]
    assert points_of(events, "full city") == [0, 5]
    assert points_of(events, "coins") == [0, 3]
    assert points_of(events, "logs") == [0, 4]
    assert points_of(events, "churches") == [0, 4]
    assert points_of(events, "cannons") == [0, -10]


@pytest.mark.parametrize(
    ("churches", "points"),
    [
        ("", 0),
        ("1", 1),
        ("1 2", 4),
        ("1 2 3", 8),
        ("1 2 3 4", 13),
        ("1 2 3 4 5", 20),
        ("2 3 4 5", 0),
        ("1 1 3", 2),
    ],
)
def test_sm_62_church_series(churches, points):
    table = Table()
    for number, space in zip(churches.split(), ["c3", "d3", "e3", "c4", "d4"], strict=False):
        table.draw(f"church {number}", space)
    assert table.city().church_points(GAME.default_layout.board.series) == points


def ended(table: Table) -> Table:
    """Passed to the end."""
    while table.state.actor() != OVER:
        table.passed(1)
    return table


def test_sm_63_most_points_win():
    table = Table(3)
    for seat, points in enumerate([5, 9, 7]):
        table.city(seat).points = points
    assert ended(table).state.standing().ranks == [3, 1, 2]


def test_sm_63_a_tie_goes_to_more_empty_spaces():
    table = Table(2).draw("crate", "e4")
    assert ended(table).state.standing().ranks == [2, 1]


def test_sm_63_still_tied_the_victory_is_shared():
    assert ended(Table(2)).state.standing().ranks == [1, 1]
