"""Using the dice: SM-20 to SM-27."""

import pytest

from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.spaces import CITY, OUTER
from tests.games.saint_malo.table import Table, mask_of


def test_sm_20_one_of_five_symbols_or_a_pass():
    table = Table().rich(2).rolled("log crate wall cross head")
    assert {words.split()[1] for words in table.options() if words != "pass"} == {
        "log",
        "crate",
        "wall",
        "cross",
        "head",
    }


def test_sm_20_passing_is_always_possible_and_costs_nothing():
    table = Table().rich(0).rolled("swords swords swords swords swords")
    assert table.options() == ["pass"]
    before = (table.city().coins, table.city().logs, table.city().empty)
    table.play("pass")
    assert (table.city().coins, table.city().logs, table.city().empty) == before
    assert table.state.seat == 1


def test_sm_21_turned_dice_cost_two_coins_each():
    table = Table().rich(5).rolled("crate wall head cross log")
    assert "use crate 3" in table.options()
    assert "use crate 4" not in table.options()
    events = table.play("use crate 3")
    assert table.city().coins == 1
    assert [(event.name, event.coins, event.args) for event in events] == [("turned dice", -4, (1, 2))]


def test_sm_22_swords_are_never_turned():
    table = Table().rich(100).rolled("swords swords swords crate crate")
    assert "use crate 2" in table.options()
    assert "use crate 3" not in table.options()
    assert "use cross 2" in table.options()
    assert "use cross 3" not in table.options()
    assert not [words for words in table.options() if "swords" in words]


def test_sm_22_not_even_after_the_sixth_attack():
    table = Table().rich(100)
    table.state.crossed_boxes = 24
    table.rolled("swords crate crate crate crate")
    assert "use crate 4" in table.options()
    assert "use crate 5" not in table.options()


def test_sm_23_fewer_dice_than_show_the_symbol():
    table = Table().rich(0).rolled("cross cross cross cross log")
    assert [words for words in table.options() if words.startswith("use cross")] == [
        "use cross 1",
        "use cross 2",
        "use cross 3",
        "use cross 4",
    ]
    table.play("use cross 2", "place d4")
    assert table.city().coins == 0


def test_sm_23_turning_without_a_die_that_shows_the_symbol():
    table = Table().rich(4).rolled("log log log log swords")
    table.play("use head 2 soldier", "place d4")
    assert table.city().coins == 0


def test_sm_23_only_numbers_that_fit_are_offered():
    table = Table().fill("house", but="c3 c4 e5").rolled("crate crate crate crate crate")
    assert [words for words in table.options() if "crate" in words] == ["use crate 1", "use crate 2"]
    table = Table().draw("house", "b1 c1 d1 e1 f1 a2 a3 a4 a5 a6 g2 g3 g4 g5 g6 b7 c7 d7")
    table.rolled("wall wall wall wall wall")
    assert [words for words in table.options() if "wall" in words] == ["use wall 1", "use wall 2"]


@pytest.mark.parametrize(
    ("faces", "action"),
    [
        ("cross cross cross log log", "use cross 2"),
        ("head head head head log", "use head 1 citizen"),
        ("log log log crate crate", "use log 2"),
    ],
)
def test_sm_24_the_dice_are_not_split(faces, action):
    table = Table().rolled(faces)
    table.play(action)
    if "log" not in action:
        table.play("place d4")
    assert table.state.seat == 1


def test_sm_24_walls_are_one_each_per_die():
    table = Table().rolled("wall wall log log log")
    table.play("use wall 2", "place b1", "place g4")
    assert table.city().pieces[material.WALLS] == mask_of("b1 g4")
    assert table.state.seat == 1


def test_sm_25_only_empty_spaces_and_what_is_drawn_stays():
    table = Table().draw("citizen", "d4").rolled("head log log log log")
    table.play("use head 1 citizen")
    assert table.spaces().isdisjoint({"d4", "b2", "c2", "b3", "b4"})
    assert len(table.spaces()) == 40


def test_sm_26_outer_spaces_take_anything_inner_spaces_no_walls():
    table = Table().rolled("wall cross head crate log")
    walls = Table().rolled("wall cross head crate log")
    walls.play("use wall 1")
    assert mask_of(" ".join(walls.spaces())) == OUTER
    for action in ("use crate 1", "use cross 1", "use head 1 citizen"):
        other = Table().rolled("wall cross head crate log")
        other.play(action)
        assert mask_of(" ".join(other.spaces())) == CITY ^ other.city().pieces[material.CRATES]
    assert "use wall 1" in table.options()


def test_sm_26_houses_stand_on_outer_and_inner_spaces():
    table = Table().rolled("head head head log log")
    table.play("use head 3 architect", "place f2")
    assert {"e1", "f1", "g2", "g3", "e2", "e3"} <= table.spaces()


def test_sm_27_anything_else_destroys_a_side():
    table = Table().draw("wall", "b7 c7 d7 e7").rolled("head log log log log")
    table.play("use head 1 citizen", "place f7")
    assert table.city().defence() == 0
    assert table.city().points == 1
    whole = Table().draw("wall", "b7 c7 d7 e7 f7")
    assert whole.city().defence() == 2
