"""The ring, the workers and the castle: MS-10 to MS-12, MS-20, MS-21, MS-53, MS-70, MS-71."""

import pytest

from citywright.games.milestones.rules.material import RING_NAMES
from tests.games.milestones.table import Table, named, points_of


def test_ms_10_twelve_fields_in_a_ring():
    table = Table().begin()
    ring = [*[f"path {path}" for path in range(1, 9)], "trading house", "building office", "mill", "castle"]
    assert table.options_of("go") == ring
    assert ["castle", *ring] == RING_NAMES


def test_ms_11_a_turn_is_exactly_two_moves():
    table = Table(3).begin()
    seats = []
    for _ in range(4):
        seats.append(table.state.seat)
        table.play(table.options()[0])
    assert seats == [0, 0, 1, 1]
    assert (table.state.seat, table.state.turns()) == (2, 3)


@pytest.mark.parametrize("position", range(12))
def test_ms_11_a_move_past_the_castle_is_not_offered(position):
    table = Table().begin().at(RING_NAMES[position])
    assert table.options_of("go") == RING_NAMES[position + 1 :]


def test_ms_11_from_the_castle_a_whole_lap():
    table = Table().begin()
    table.play("go castle")
    assert table.board(0).ring_field == 0
    assert table.options_of("go")[0] == "path 1"


def test_ms_12_goods_come_by_themselves_and_an_empty_or_covered_field_gives_nothing():
    table = Table().begin().path("stone1 - x - - - - -").goods()
    events = table.play("go path 2")
    assert not named(events, "goods")
    assert not named(table.play("go path 3"), "goods")
    assert table.stock(0) == {}


def test_ms_12_a_building_where_nothing_can_be_done_asks_nothing():
    table = Table().begin().path("stone2 wood1 - - - - - -").goods(grain=1)
    table.play("go trading house", "go building office")
    assert table.state.seat == 1
    table.play("go mill")
    assert table.state.moves_left == 1


def test_ms_12_building_is_optional():
    table = Table().begin().visit("building office", stone=1, sand=1)
    assert table.options()[0] == "done"
    table.play("done")
    assert table.stock(0) == {"stone": 1, "sand": 1}


def test_ms_20_passing_two_like_workers():
    table = Table().begin().path("wood1 stone2 wood3 grain4 wood5 - - -").goods()
    event = named(table.play("go path 5"), "goods")[0]
    assert event.args == (1, 3)
    assert table.stock(0) == {"wood": 3}


def test_ms_20_coins_are_told_as_coins():
    table = Table().begin().path("coin1 coin2 - - - - - -").goods()
    assert named(table.play("go path 2"), "goods")[0].coins == 2


def test_ms_21_each_of_them_with_a_bonus_tile_gives_a_point():
    table = Table().begin().path("wood1* stone2* wood3* wood4 - - - -").goods()
    assert points_of(table.play("go path 4"), "workers with bonus") == 2
    assert table.board(0).points == 2


def test_ms_53_a_bonus_tile_never_gives_goods():
    table = Table().begin().path("sand1* - - - - - - -").goods()
    table.play("go path 1")
    assert table.stock(0) == {"sand": 1}


def test_ms_70_reduce_to_three_by_own_choice():
    table = Table().begin().path("stone1 stone2 stone3 - - - - -")
    table.visit("castle", stone=1, grain=2, coin=2)
    assert table.options() == ["give stone", "give grain", "give coin"]
    assert named(table.play("give coin"), "goods given up")[0].coins == -1
    table.play("give stone")
    assert table.options_of("give") == []
    assert table.stock(0) == {"grain": 2, "coin": 1}


def test_ms_70_three_goods_are_kept():
    table = Table().begin().path("stone1 stone2 - - - - - -").visit("castle", coin=3)
    assert table.stock(0) == {"coin": 3}
    assert table.state.moves_left == 1


def test_ms_71_one_visible_worker_is_covered():
    table = Table().begin().path("stone1 x stone2 - - wood7 - -").visit("castle")
    assert table.options() == ["cover 1", "cover 3", "cover 6"]
    table.play("cover 3")
    assert table.shown(0) == "stone1 x x - - wood7 - -"
    assert table.state.moves_left == 1


def test_ms_71_of_only_two_workers_none_is_covered():
    table = Table().begin().path("stone1 x - - - wood7 - -").visit("castle")
    assert table.shown(0) == "stone1 x - - - wood7 - -"
    assert table.options_of("cover") == []


def test_ms_71_goods_first_then_the_worker():
    table = Table().begin().path("stone1 stone2 stone3 - - - - -").visit("castle", coin=4)
    table.play("give coin")
    assert table.options() == ["cover 1", "cover 2", "cover 3"]
