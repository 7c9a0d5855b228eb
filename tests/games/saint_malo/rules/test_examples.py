"""The worked examples: SM-X1 to SM-X7."""

from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.audit import series_points
from tests.games.saint_malo.table import Table, points_of

FIVE_HEADS = "head head head head head"


def test_sm_x1_churches():
    table = Table()
    table.draw("church 1", "d2 e2 f2").draw("church 2", "d3 e3").draw("church 3", "f3")
    table.draw("church 4", "d4").draw("church 5", "e4 f4")
    assert table.city().church_points(GAME.default_layout.board.series) == 25
    assert series_points([3, 2, 1, 1, 2], [0, 1, 4, 8, 13, 20]) == 25


def test_sm_x2_two_merchants():
    table = Table().draw("crate", "d3 e3 f3 d4 f4 d5 f5").rolled(FIVE_HEADS)
    table.play("use head 3 merchant", "place e4")
    assert table.city().coins == 3 + 7
    table.passed().rolled(FIVE_HEADS).play("use head 3 merchant", "place e5")
    assert table.city().coins == 3 + 7 + 4


def test_sm_x3_two_jugglers():
    table = Table().draw("merchant", "d3").draw("architect", "f3 e4").draw("soldier", "f4").rolled(FIVE_HEADS)
    assert points_of(table.play("use head 4 juggler", "place e3"), "jugglers") == [6]
    table.passed().rolled(FIVE_HEADS)
    assert points_of(table.play("use head 4 juggler", "place d4"), "jugglers") == [6]


def test_sm_x4_a_row_is_finished_and_the_next_begun():
    table = Table(4)
    table.state.crossed_boxes = 8 + 8 + 7
    table.rolled("swords swords swords wall head").play("use wall 2", "place b1", "place c1")
    assert table.city().coins == 1
    assert [event.args for event in table.events if event.name == "attack"] == [(2, 6)]
    assert [city.lost_cannons for city in table.state.cities] == [1, 1, 1, 1]
    assert table.state.crossed_boxes == 3 * 8 + 2


def test_sm_x5_turning_dice():
    table = Table().rich(4).rolled("crate crate wall head swords")
    assert [words for words in table.options() if "crate" in words] == [
        "use crate 1",
        "use crate 2",
        "use crate 3",
        "use crate 4",
    ]
    table.play("use crate 4", "place d4", "place e4", "place e5", "place d5")
    assert table.city().coins == 0
    assert table.state.crossed_boxes == 1


def test_sm_x6_a_soldier_and_a_side():
    assert Table().draw("soldier", "d4").draw("wall", "b7 c7 d7 e7 f7").city().defence() == 3


def test_sm_x7_an_architect_and_two_houses():
    table = Table().rolled("head head head head log")
    events = table.play("use head 3 architect", "place d4", "place e5", "place e6")
    assert points_of(events, "houses") == [3, 3]
    assert (table.city().points, table.city().logs) == (6, 0)
    assert table.state.seat == 1
