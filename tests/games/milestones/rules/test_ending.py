"""The end: MS-80 to MS-83."""

import pytest

from citywright.engine.state import CHANCE, OVER
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, finished, named, points_of

NOTHING = "- - - - - - - -"


@pytest.mark.parametrize(("seats", "mark"), [(2, 67), (3, 59), (4, 51)])
def test_ms_80_reaching_the_mark_triggers_the_end(seats, mark):
    table = Table(seats).begin().path("wood1* - - - - - - -")
    table.board().points = mark - 2
    table.play("go path 1")
    assert table.state.end_seat == -1
    table = Table(seats).begin().path("wood1* - - - - - - -")
    table.board().points = mark - 1
    events = table.play("go path 1")
    assert named(events, "end triggered")[0].seat == 0
    assert view(table.state, 0).end_mark == mark
    assert view(table.state, 0).end_triggered_by == "A"


def test_ms_80_passing_the_mark_triggers_it_too():
    table = Table().begin()
    table.board().points = 65
    table.visit("mill", grain=2).play("deliver b1", "count c1")
    assert table.state.end_seat == 0
    assert (table.board(0).points, table.state.counts_left) == (67, 1)


def last_tile() -> Table:
    """One tile is left in the display, and none in the stack."""
    table = Table(3).begin().path("stone2 wood1 - - - - - -")
    table.state.stack = 0
    table.state.display &= -table.state.display
    return table.visit("trading house", coin=4)


def test_ms_80_the_last_tile_of_the_display_ends_the_game():
    table = last_tile()
    events = table.play(f"hire {table.options_of('hire')[0]}", "place 1 2", "done")
    assert len(named(events, "end triggered")) == 1
    table.play("go mill", *["go path 1", "go path 2"] * 2)
    assert table.state.actor() == OVER
    assert table.state.standing().reason == "tiles"


def test_ms_80_with_one_tile_left_after_it_the_game_goes_on():
    table = Table(3).begin().path("stone2 wood1 - - - - - -")
    table.state.stack = 0
    table.visit("trading house", coin=4)
    table.play(f"hire {table.options_of('hire')[0]}", "place 1 2")
    assert table.state.end_seat == -1


def test_ms_80_only_the_first_trigger_counts():
    table = last_tile()
    table.board().points = 58
    events = table.play(f"hire {table.options_of('hire')[0]}", "place 1 2", "done")
    table.path("wood1* - - - - - - -").at("castle")
    assert not named(table.play("go path 1"), "end triggered")
    assert len(named(events, "end triggered")) == 1
    table.path("wood1* - - - - - - -")
    table.board().points = 70
    table.play("go path 1", "go path 2", "go path 1", "go path 2")
    assert table.state.standing().reason == "tiles"


def test_ms_81_who_triggers_the_end_in_the_first_move_still_has_the_second():
    table = Table(3, 1).begin()
    table.board().points = 58
    table.visit("building office", stone=2, sand=2)
    table.play("road b1", "milestone b2", "end b3")
    table.leave()
    table.play("road b3", "milestone b4", "end b5")  # the rest of the move
    table.leave().play("done")
    assert table.state.seat == 1
    table.play("go mill")
    order = []
    for _ in range(4):
        order.append(table.state.seat)
        table.play(table.options()[0])
    assert order == [2, 2, 0, 0]
    assert table.state.actor() == OVER
    assert table.state.standing().reason == "points"


def test_ms_81_others_have_one_turn_whoever_triggers():
    table = Table(4, 2).begin()
    table.play("go path 1", "go path 2").clear()
    assert table.state.seat == 3
    table.path("wood1* - - - - - - -")
    table.board().points = 50
    table.play("go path 1", "go path 2", *["go path 1", "go path 2"] * 2)
    assert table.state.seat == 2
    table.play("go path 3", "go path 4")
    assert table.state.actor() == OVER


def test_ms_82_the_highest_total_alone_gets_five():
    table = finished("stone1 stone1", "stone5 -", "- -")
    assert [table.board(seat).points for seat in range(3)] == [5, 0, 0]
    event = named(table.events, "majorities")[0]
    assert (event.seat, event.points, event.args) == (0, 5, (0, 2))


def test_ms_82_a_bonus_tile_counts_double():
    table = finished("stone1* -", "stone5 -", "stone1 -")
    assert [table.board(seat).points for seat in range(3)] == [5, 0, 0]


def test_ms_82_several_highest_get_two_each():
    table = finished("stone1 -", "stone5 -", "- -", "stone2 -")
    assert [table.board(seat).points for seat in range(4)] == [2, 2, 0, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ms_82_all_equal_majorities_score_nothing_also_with_two_players(seats):
    table = finished(*["stone1 wood1"] * seats)
    assert [table.board(seat).points for seat in range(seats)] == [0] * seats
    assert points_of(table.events, "majorities") == 0


def test_ms_82_each_kind_is_scored():
    table = finished("stone1 wood1", "sand1 grain1", "coin1 coin1")
    assert [table.board(seat).points for seat in range(3)] == [10, 10, 5]


def test_ms_83_most_points_then_goods_then_shared():
    table = finished(NOTHING[:3], NOTHING[:3], NOTHING[:3], points=(60, 60, 59))
    assert table.state.standing().ranks == [1, 1, 3]
    table.goods(1, coin=1)
    assert table.state.standing().ranks == [2, 1, 3]
    table.goods(0, stone=1)
    assert table.state.standing().ranks == [1, 1, 3]
    table.goods(2, grain=3)
    assert table.state.standing().ranks == [1, 1, 3]
    shown = view(table.state, CHANCE)
    assert (shown.actor, shown.ranks, shown.reason, shown.phase) == (None, [1, 1, 3], "points", "over")
