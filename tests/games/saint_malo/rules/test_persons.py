"""Persons: SM-40 to SM-47."""

from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.spaces import around
from tests.games.saint_malo.table import Table, mask_of, points_of

FIVE_HEADS = "head head head head head"


def test_sm_40_a_citizen_brings_one_point():
    table = Table().rolled(FIVE_HEADS)
    events = table.play("use head 1 citizen", "place d4")
    assert points_of(events, "citizens") == [1]
    assert table.state.scores() == [1, 0]


def test_sm_41_a_soldier_defends_for_ever():
    table = Table().rolled(FIVE_HEADS)
    table.play("use head 2 soldier", "place d4")
    assert table.city().defence() == 1
    table.passed(2)
    assert table.city().defence() == 1
    assert table.state.scores() == [0, 0]


def test_sm_42_a_priest_counts_the_churches_around_him():
    table = Table().draw("church 1", "c3 d3").draw("church 4", "e5 f6").rolled(FIVE_HEADS)
    events = table.play("use head 2 priest", "place d4")
    assert points_of(events, "priests") == [3]


def test_sm_42_later_churches_do_not_count():
    table = Table().rolled(FIVE_HEADS)
    table.play("use head 2 priest", "place d4")
    table.passed().rolled("cross log log log log").play("use cross 1", "place d5")
    assert table.state.scores() == [0, 0]


def test_sm_43_up_to_three_logs_become_houses_of_three_points():
    table = Table().rich(coins=0, logs=5).rolled(FIVE_HEADS)
    events = table.play("use head 3 architect", "place e4", "place f5", "place f6", "place e6")
    assert points_of(events, "houses") == [3, 3, 3]
    assert (table.city().logs, table.city().coins, table.city().points) == (2, 0, 9)
    assert table.state.seat == 1


def test_sm_43_the_first_house_touches_the_architect_the_others_a_house():
    table = Table().rich(logs=3).rolled(FIVE_HEADS)
    table.play("use head 3 architect", "place e4")
    assert table.spaces() == {"d3", "e3", "f3", "d4", "f4", "d5", "e5", "f5"}
    table.play("place f5")
    assert table.spaces() == {"f4", "g5", "e5", "f6"}


def test_sm_43_older_houses_do_not_bridge_a_gap():
    table = Table().rich(logs=3).draw("house", "f5").rolled(FIVE_HEADS)
    table.play("use head 3 architect", "place e4")
    assert "f6" not in table.spaces()
    table.play("place e5")
    assert table.spaces() == {"d5", "e6"}


def test_sm_43_none_may_be_built_and_none_without_logs():
    table = Table().rich(logs=2).rolled(FIVE_HEADS)
    table.play("use head 3 architect", "place e4", "done")
    assert (table.city().logs, table.city().points, table.state.seat) == (2, 0, 1)
    table = Table().rich(logs=0).rolled(FIVE_HEADS)
    table.play("use head 3 architect", "place e4")
    assert table.state.seat == 1


def test_sm_43_building_ends_when_there_is_no_room():
    table = Table().rich(logs=3).fill("citizen", but="d4 d5").rolled(FIVE_HEADS)
    table.play("use head 3 architect", "place d4", "place d5")
    assert table.city().pieces[material.HOUSES] == mask_of("d5")
    assert table.state.seat == 1
    table = Table().rich(logs=3).fill("citizen", but="d4 f6").rolled(FIVE_HEADS)
    table.play("use head 3 architect", "place d4")
    assert table.state.seat == 1


def test_sm_44_a_merchant_brings_a_coin_for_each_crate_around_printed_ones_too():
    table = Table().draw("crate", "d3").rolled(FIVE_HEADS)
    events = table.play("use head 3 merchant", "place c3")
    assert table.city().coins == 3 + 5
    assert [event.coins for event in events if event.name == "merchants"] == [5]


def test_sm_44_crates_serve_again_but_later_ones_do_not_count():
    table = Table().rolled(FIVE_HEADS)
    table.play("use head 3 merchant", "place c3")
    table.passed().rolled("crate log log log log").play("use crate 1", "place d3")
    assert table.city().coins == 7
    table.passed().rolled(FIVE_HEADS).play("use head 3 merchant", "place c4")
    assert table.city().coins == 7 + 3


def test_sm_45_a_juggler_counts_kinds_of_person():
    table = Table().draw("citizen", "c3 d3").draw("noble", "e3").draw("juggler", "c4").draw("soldier", "f6")
    table.rolled(FIVE_HEADS)
    events = table.play("use head 4 juggler", "place d4")
    assert points_of(events, "jugglers") == [6]


def test_sm_46_a_noble_brings_seven_points():
    table = Table().rolled(FIVE_HEADS)
    events = table.play("use head 5 noble", "place g4")
    assert points_of(events, "nobles") == [7]


def test_sm_47_up_to_eight_spaces_are_around():
    assert around(mask_of("d4")) == mask_of("c3 d3 e3 c4 e4 c5 d5 e5")
    assert around(mask_of("g4")) == mask_of("f3 g3 f4 f5 g5")
    assert around(mask_of("b2")) == mask_of("b1 c1 a2 c2 a3 b3 c3")


def test_sm_47_a_tower_does_not_come_between():
    assert around(mask_of("b1")) & mask_of("a2")
    assert around(mask_of("g6")) & mask_of("f7")
    table = Table().draw("church 1", "a2").rolled(FIVE_HEADS)
    assert points_of(table.play("use head 2 priest", "place b1"), "priests") == [1]
