"""Material and set-up: MS-1 to MS-6."""

import pytest

from citywright.engine.state import CHANCE, LOT
from citywright.games.milestones import GAME, new_state
from citywright.games.milestones.audit import audit
from citywright.games.milestones.notation import format_field
from citywright.games.milestones.rules.grid import LINES, corners, line_fields
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, named


def test_ms_1_two_to_four_play_and_goods_never_run_out():
    assert (GAME.min_seats, GAME.max_seats) == (2, 4)
    assert [new_state(seats, 0, GAME.default_layout).seats() for seats in (2, 3, 4)] == [2, 3, 4]
    table = Table().begin().path("stone1 stone1 stone1 stone1 stone1 stone1 stone1 stone1")
    table.goods(stone=40, coin=30)
    table.play("go path 8")
    assert table.stock(0) == {"stone": 48, "coin": 30}


def test_ms_2_the_material():
    board = GAME.default_layout.board
    assert (board.sections, board.markets, board.houses, board.sacks) == (24, 12, 12, 12)
    assert [board.bonus_tiles >> 4 * kind & 15 for kind in range(5)] == [3, 3, 3, 3, 3]
    assert board.tile_count == 35
    assert len(set(board.tiles)) == 35


def test_ms_2_covers_never_run_out():
    table = Table().begin()
    for _ in range(30):
        table.path("stone1 stone1 stone1 - - - - -").visit("castle")
        table.play("cover 1")
        assert table.state.seat == 0
    assert table.shown(0) == "x stone1 stone1 - - - - -"


def test_ms_3_the_map():
    state = new_state(2, 0, GAME.default_layout)
    shown = view(state, CHANCE)
    names = {field.name for field in shown.fields}
    lines = [line_fields(line) for line in range(LINES) if line_fields(line)]
    on_map = [line for line in lines if {format_field(field) for field in line} <= names]
    assert (len(shown.fields), len(on_map), len(shown.plots)) == (74, 187, 114)
    assert {field.number for field in shown.fields if field.name != "b1"} == {1, 2, 3, 4, 5}
    assert [(field.name, field.number) for field in shown.fields if field.piece == "market"] == [("b1", 0)]
    assert shown.supplies["markets"] == 11
    assert sum(plot.bush for plot in shown.plots) == 15
    assert all(set(plot.corners) <= names for plot in shown.plots)


def test_ms_3_each_bush_gets_a_bonus_tile_drawn_at_random():
    table = Table()
    assert [(code & 7, weight) for code, weight in table.state.chance_outcomes()] == [
        (k, 3) for k in range(5)
    ]
    table.play("bonus a2 a3 b2 coin", "bonus a4 a5 b4 coin", "bonus a6 a7 b6 coin")
    assert table.options_of("bonus") == [f"a8 a9 b8 {kind}" for kind in ("stone", "wood", "sand", "grain")]
    assert table.state.chance_total() == 12
    table.deal()
    laid = [plot.bonus for plot in view(table.state, CHANCE).plots if plot.bush]
    assert sorted(laid, key=str) == sorted(["stone", "wood", "sand", "grain", "coin"] * 3)
    assert all(plot.bonus is None for plot in view(table.state, CHANCE).plots if not plot.bush)


def test_ms_4_castle_one_coin_no_points():
    table = Table(4)
    for seat in range(4):
        assert (table.board(seat).ring_field, table.board(seat).points) == (0, 0)
        assert table.stock(seat) == {"coin": 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ms_5_display_and_start_tiles(seats):
    table = Table(seats)
    for _ in range(15):
        table.play(table.options()[0])
    assert table.state.chance_total() == 35
    table.play("reveal wood4 wood4")
    assert table.state.chance_total() == 34
    assert "reveal wood4 wood4" not in table.options()
    table.deal()
    shown = view(table.state, CHANCE)
    assert len(shown.display) == 5
    assert len(shown.start_tiles) == 2 * seats + 1
    assert shown.stack == 35 - 5 - 2 * seats - 1


def test_ms_5_the_start_player_is_drawn_by_lot():
    table = Table(3, LOT)
    assert table.state.actor() == CHANCE
    assert table.state.chance_outcomes() == [(64, 1), (65, 1), (66, 1)]
    assert named(table.play("start B"), "start player")[0].seat == 1
    assert table.state.start == 1


def test_ms_5_the_draft_goes_against_the_turn_order_and_the_start_player_has_three():
    table = Table(4, 1)
    table.deal()
    order = []
    sizes = []
    for _ in range(8):
        order.append(table.state.seat)
        sizes.append(len(table.options_of("take")))
        events = table.play(table.options()[0])
    assert order == [0, 0, 3, 3, 2, 2, 1, 1]
    assert sizes == [9, 8, 7, 6, 5, 4, 3, 2]
    assert len(named(events, "tile out of the game")) == 1
    assert table.state.start_tiles == 0
    assert audit(table.state) == []


def test_ms_6_all_place_in_the_order_of_the_draft_and_the_start_player_begins():
    table = Table(3, 2)
    table.deal()
    for _ in range(6):
        table.play(table.options()[0])
    assert view(table.state, 1).placing == view(table.state, 1).boards[1].taken[0]
    order = []
    for _ in range(3):
        order.append(table.state.seat)
        table.play("place 3 4", "place 7 8")
    assert order == [1, 0, 2]
    assert (table.state.seat, table.state.turns()) == (2, 1)
    assert table.shown(1).split(" ")[:2] == ["-", "-"]
    table.play("go path 1", "go path 2", "go path 1", "go path 2")
    assert table.state.seat == 1


def test_ms_6_tiles_lie_on_two_neighbouring_fields_not_over_each_other():
    table = Table()
    table.deal()
    table.play("take stone5 wood5", "take wood1 coin2", "take wood2 grain3", "take wood2 stone3")
    assert table.options() == [f"place {path} {path + 1}" for path in range(1, 8)]
    table.play("place 3 4")
    assert table.options_of("place") == ["1 2", "5 6", "6 7", "7 8"]
    table.play("place 1 2")
    assert table.shown(1) == "wood1 coin2 stone5 wood5 - - - -"


def test_corners_of_a_plot_that_is_not_on_the_grid():
    assert corners(14) == []
