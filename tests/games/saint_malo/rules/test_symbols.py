"""The symbols: SM-30 to SM-36."""

from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.spaces import largest_group, spaces_in_groups
from tests.games.saint_malo.table import Table, mask_of, points_of


def test_sm_30_a_delivery_costs_two_coins_in_all():
    table = Table().rolled("log log log log crate")
    events = table.play("use log 4")
    assert (table.city().coins, table.city().logs) == (1, 6)
    assert ("delivery", -2, (4,)) in [(event.name, event.coins, event.args) for event in events]


def test_sm_30_turned_dice_are_paid_first():
    table = Table().rich(3).rolled("log crate crate crate crate")
    assert [words for words in table.options() if "log" in words] == ["use log 1"]
    table = Table().rich(4).rolled("log crate crate crate crate")
    table.play("use log 2")
    assert (table.city().coins, table.city().logs) == (0, 4)


def test_sm_30_no_delivery_without_two_coins():
    table = Table().rich(1).rolled("log log log log log")
    assert table.options() == ["pass"]


def test_sm_31_the_crates_of_a_turn_are_one_connected_group():
    table = Table().rolled("crate crate crate log log")
    table.play("use crate 3", "place e4")
    assert table.spaces() == {"e3", "e5", "d4", "f4"}
    table.play("place e5")
    assert table.spaces() == {"e3", "d4", "f4", "d5", "f5", "e6"}
    table.play("place f5")
    assert table.city().pieces[material.CRATES] == mask_of("b2 c2 b3 b4 e4 e5 f5")


def test_sm_31_older_crates_do_not_bridge_a_gap():
    table = Table().rolled("crate crate log log log")
    table.play("use crate 2", "place d2")
    assert table.spaces() == {"d1", "d3", "e2"}
    assert "c3" not in table.spaces()


def test_sm_31_older_crates_may_be_touched_but_need_not():
    table = Table().rolled("crate log log log log")
    table.play("use crate 1")
    assert {"c3", "f6"} <= table.spaces()


def test_sm_31_the_first_crate_goes_where_all_fit():
    table = Table().fill("house", but="c3 c4 e5 e6 f6 g2").rolled("crate crate crate log log")
    table.play("use crate 3")
    assert table.spaces() == {"e5", "e6", "f6"}
    table.play("place e5")
    assert table.spaces() == {"e6"}
    table.play("place e6", "place f6")
    assert table.state.seat == 1


def test_sm_31_groups_are_counted_edge_to_edge():
    assert largest_group(mask_of("c3 d4 e5"), 5) == 1
    assert largest_group(mask_of("c3 e5 e6 f6"), 5) == 3
    assert largest_group(mask_of("c3 e5 e6 f6"), 2) == 2
    assert largest_group(0, 5) == 0
    assert spaces_in_groups(mask_of("c3 e5 e6 f6 b1 c1"), 2) == mask_of("e5 e6 f6 b1 c1")
    assert spaces_in_groups(mask_of("c3 e5"), 1) == mask_of("c3 e5")


def test_sm_32_walls_stand_on_any_outer_spaces():
    table = Table().rolled("wall wall wall log log")
    table.play("use wall 3", "place b1", "place e7", "place g3")
    assert table.city().pieces[material.WALLS] == mask_of("b1 e7 g3")


def test_sm_33_the_bonus_comes_before_the_remaining_walls():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall wall wall log log")
    table.play("use wall 3", "place f1")
    assert "bonus citizen" in table.options()
    table.play("bonus merchant", "place c3")
    assert table.city().coins == 3 + 4
    table.play("place a2", "place a3")
    assert table.city().defence() == 2
    assert table.state.seat == 1


def test_sm_33_a_turn_may_complete_two_sides():
    table = Table().draw("wall", "b7 c7 d7 e7 g2 g3 g4 g5").rolled("wall wall log log log")
    events = table.play("use wall 2", "place f7", "place g6")
    assert [(event.points, event.coins) for event in events if event.name == "wall bonus"] == [(3, 0), (0, 2)]
    assert table.city().defence() == 4


def test_sm_33_walls_without_an_outer_space_are_lost():
    table = Table().draw("wall", "b1 c1 d1 e1").draw("house", "a2 a3 a4 a5 a6 b7 c7 d7 e7 f7 g2 g3 g4 g5")
    table.rolled("wall wall log log log")
    assert "use wall 2" in table.options()
    table.play("use wall 2", "place f1", "bonus citizen", "place g6")
    assert table.state.seat == 1
    assert table.city().pieces[material.WALLS] == mask_of("b1 c1 d1 e1 f1")


def test_sm_34_the_bonus_person_may_be_an_architect_who_builds_before_the_walls_go_on():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall wall log log log")
    events = table.play("use wall 2", "place f1", "bonus architect", "place f2", "place g2", "place g3")
    assert points_of(events, "houses") == [3, 3]
    assert table.city().pieces[material.HOUSES] == mask_of("g2 g3")
    assert mask_of(" ".join(table.spaces())) == mask_of("a2 a3 a4 a5 a6 b7 c7 d7 e7 f7 g4 g5 g6")
    table.play("place a2")
    assert table.state.seat == 1


def test_sm_34_building_may_end_early_and_the_walls_go_on():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall wall log log log")
    table.play("use wall 2", "place f1", "bonus architect", "place f2", "place g2", "done")
    assert table.state.houses_left == 0
    assert table.state.group == 0
    table.play("place a2")
    assert (table.city().logs, table.state.seat) == (1, 1)


def test_sm_34_the_bonus_person_may_be_declined():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall wall log log log")
    table.play("use wall 2", "place f1", "done")
    assert "a2" in table.spaces()
    table.play("place a2")
    assert table.state.seat == 1


def test_sm_34_the_bonus_person_is_lost_without_an_empty_space():
    table = Table().draw("wall", "b1 c1 d1 e1").fill("house", but="f1").rolled("wall log log log log")
    events = table.play("use wall 1", "place f1")
    assert points_of(events, "wall bonus") == [0]
    assert table.state.seat == 1
    assert table.city().empty == 0


def test_sm_34_the_bonus_person_has_all_effects():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall log log log log")
    table.play("use wall 1", "place f1", "bonus merchant", "place c3")
    assert table.city().pieces[material.MERCHANT] == mask_of("c3")
    assert table.city().coins == 7


def test_sm_35_one_church_with_the_number_of_crosses():
    table = Table().rich(coins=3, logs=0).rolled("cross cross cross log log")
    events = table.play("use cross 3", "place d1")
    assert (
        table.city().pieces[material.CHURCHES] == table.city().pieces[material.CHURCHES + 3] == mask_of("d1")
    )
    assert [event.args for event in events if event.name == "church"] == [(3, 3)]
    assert (table.city().coins, table.city().logs) == (3, 0)


def test_sm_36_one_person_of_the_level_of_the_heads_used():
    table = Table().rich(0).rolled("head head head head head")
    assert [words for words in table.options() if words != "pass"] == [
        "use head 1 citizen",
        "use head 2 soldier",
        "use head 2 priest",
        "use head 3 architect",
        "use head 3 merchant",
        "use head 4 juggler",
        "use head 5 noble",
    ]
    table.play("use head 5 noble")
    assert len(table.spaces()) == 41
