"""The trading house: MS-30 to MS-34."""

import pytest

from citywright.engine.state import CHANCE
from tests.games.milestones.table import Table, named


@pytest.mark.parametrize(
    ("path", "coins"),
    [
        ("stone1 coin3 - stone5 wood5 coin5 grain6 -", 1),
        ("- - - - - - - -", 1),
        ("stone8 x - - stone8 - - -", 1),
        ("stone2 wood1 - - - - - -", 0),
        ("stone1 - wood5 x - sand4 grain8 -", 0),
        ("x x - - - - grain8 sand7", 0),
    ],
)
def test_ms_30_falling_numbers_stop_income_equal_ones_and_gaps_do_not(path, coins):
    table = Table().begin().path(path).goods()
    events = table.play("go trading house")
    assert table.stock(0).get("coin", 0) == coins
    assert len(named(events, "income")) == coins


def test_ms_31_at_most_one_tile_and_everything_in_any_order():
    table = Table().begin().path("stone2 wood1 - - - - - -")
    table.visit("trading house", coin=9, stone=2)
    table.play("buy wood", f"hire {table.options_of('hire')[0]}", "place 5 6", "sell stone stone")
    assert table.options_of("hire") == []
    assert table.options_of("buy") == ["stone", "wood", "sand", "grain"]
    table.play("buy sand", "done")
    assert table.stock(0) == {"wood": 1, "sand": 1, "coin": 4}
    table.visit("trading house", coin=2)
    assert table.options_of("hire")


def test_ms_32_two_coins_for_a_tile_placed_on_any_neighbouring_fields():
    table = Table().begin().path("stone2 wood1 x - - - - -").visit("trading house", coin=2)
    tile = table.options_of("hire")[0]
    events = table.play(f"hire {tile}")
    assert named(events, "hire")[0].coins == -2
    assert table.stock(0) == {}
    assert table.options() == [f"place {path} {path + 1}" for path in range(1, 8)]
    table.play("place 2 3")
    assert table.shown(0) == f"stone2 {tile} - - - - -"


def test_ms_32_the_display_is_refilled_from_the_stack_while_it_lasts():
    table = Table().begin().path("stone2 wood1 - - - - - -").visit("trading house", coin=2)
    first = table.options_of("hire")
    left = table.state.chance_total()
    table.play(f"hire {first[0]}", "place 1 2")
    assert table.state.actor() == CHANCE
    assert table.state.chance_total() == left
    table.play("reveal coin8 sand8")
    table.play("done").clear()
    table.visit("trading house", coin=2)
    assert sorted(table.options_of("hire")) == sorted([*first[1:], "coin8 sand8"])
    table.play("done")
    table.state.stack = 0
    table.visit("trading house", coin=2).play(f"hire {first[1]}", "place 1 2")
    assert table.options() == ["done"]
    assert table.state.display.bit_count() == 4


def test_ms_32_one_coin_hires_nobody():
    table = Table().begin().path("stone2 wood1 - - - - - -").visit("trading house", coin=1, stone=2)
    assert table.options() == ["done", "sell stone stone"]


def test_ms_33_two_coins_for_one_good_as_often_as_wanted():
    table = Table().begin().path("stone2 wood1 - - - - - -").visit("trading house", coin=5)
    assert named(table.play("buy grain"), "buy")[0].coins == -2
    table.play("buy grain")
    assert table.options() == ["done", "sell grain grain"]
    assert table.stock(0) == {"grain": 2, "coin": 1}


def test_ms_34_any_two_goods_for_a_coin_alike_or_not():
    table = Table().begin().path("stone2 wood1 - - - - - -").visit("trading house", stone=2, sand=1, grain=1)
    assert table.options_of("sell") == ["stone stone", "stone sand", "stone grain", "sand grain"]
    assert named(table.play("sell stone grain"), "sell")[0].coins == 1
    table.play("sell stone sand")
    assert table.stock(0) == {"coin": 2}


def test_ms_34_coins_are_neither_bought_nor_sold():
    table = Table().begin().path("stone2 wood1 - - - - - -").visit("trading house", coin=6)
    assert "coin" not in " ".join(table.options_of("buy") + table.options_of("sell"))
