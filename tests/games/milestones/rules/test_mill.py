"""The mill: MS-60 and MS-61."""

from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, named, occupied, points_of


def test_ms_60_two_grain_for_a_sack_on_a_market_without_one():
    table = Table().begin().road("b1 b2 b3").market("b3").visit("mill", grain=5)
    assert table.options_of("deliver") == ["b1", "b3"]
    table.play("deliver b1", "count a1", "count a2")
    assert table.options_of("deliver") == ["b3"]
    assert [field.name for field in view(table.state, 0).fields if field.sack] == ["b1"]
    table.play("deliver b3", "count a3", "count a4")
    assert table.options() == ["done"]
    assert table.stock(0) == {"grain": 1, "coin": 2}


def test_ms_60_not_with_one_grain_and_not_without_sacks():
    table = Table().begin().visit("mill", grain=1)
    assert table.options_of("deliver") == []
    table.state.land.sacks_left = 0
    assert table.visit("mill", grain=2).options_of("deliver") == []


def test_ms_61_two_free_numbers_of_the_players_choice_and_a_coin():
    table = Table().begin().visit("mill", grain=2)
    events = table.play("deliver b1")
    assert named(events, "delivery")[0].coins == 1
    assert table.options() == ["count a1", "count a2", "count b2", "count c1", "count c2"]
    assert view(table.state, 0).building.market == "b1"
    assert view(table.state, 0).building.counts_left == 2
    assert points_of(table.play("count c1")) == 2
    assert table.options() == ["count a1", "count a2", "count b2", "count c2"]
    assert points_of(table.play("count c2")) == 1
    assert table.options() == ["done"]
    assert table.board(0).points == 3


def test_ms_61_if_two_are_free_there_is_nothing_to_choose():
    table = occupied(Table().begin(), "a1", "c1", "b2").visit("mill", grain=2)
    assert points_of(table.play("deliver b1"), "deliveries") == 2 + 1
    assert table.options() == ["done"]


def test_ms_61_if_one_is_free_that_one_if_none_only_the_coin():
    table = occupied(Table().begin(), "a1", "c1", "b2", "c2").visit("mill", grain=2)
    assert points_of(table.play("deliver b1"), "deliveries") == 2
    table = occupied(Table().begin(), "a1", "a2", "c1", "b2", "c2").visit("mill", grain=2)
    assert points_of(table.play("deliver b1")) == 0
    assert table.stock(0) == {"coin": 1}


def test_ms_61_fields_in_the_lower_half_of_the_map_count_too():
    table = Table().begin().road("b1 c1 d1", "d1 e1 e2", "e2 e3 f3").market("e2").visit("mill", grain=2)
    table.play("deliver e2")
    assert table.options() == ["count d1", "count d2", "count f1", "count f2"]
    assert points_of(table.play("count f2", "count f1"), "deliveries") == 4 + 2
    table = Table().begin().road("b1 c1 d1", "d1 e1 e2", "e2 e3 f3").market("e2")
    occupied(table, "d1", "d2").visit("mill", grain=2)
    assert points_of(table.play("deliver e2"), "deliveries") == 4 + 2
