"""Pirates: SM-50 to SM-54."""

import pytest

from tests.games.saint_malo.table import Table

SWORDS = "swords swords swords swords swords"


def attacks(table: Table) -> list[tuple[int, ...]]:
    """Row and strength of every attack so far."""
    return [event.args for event in table.events if event.name == "attack"]


def test_sm_50_swords_cross_boxes_after_the_turn():
    table = Table().rolled("swords swords head head log")
    assert table.state.crossed_boxes == 0
    table.play("use head 2 soldier")
    assert table.state.crossed_boxes == 0
    table.play("place d4")
    assert table.state.crossed_boxes == 2
    assert [event.args for event in table.events if event.name == "swords"] == [(2, 2)]


def test_sm_50_a_soldier_of_this_turn_helps_against_the_attack_it_brings():
    table = Table()
    table.state.crossed_boxes = 3
    table.rolled("swords head head log log").play("use head 2 soldier", "place d4")
    assert attacks(table) == [(0, 1)]
    assert [city.lost_cannons for city in table.state.cities] == [0, 1]


def test_sm_50_swords_count_when_the_turn_is_passed():
    assert Table().passed(1, "swords log log log log").state.crossed_boxes == 1


@pytest.mark.parametrize(("seats", "row"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_sm_51_boxes_and_strengths(seats, row):
    table = Table(seats)
    crossed = []
    while table.state.crossed_boxes < 6 * row:
        before = len(attacks(table))
        table.rolled("swords log log log log")
        table.play("use log 1" if "use log 1" in table.options() else "pass")
        table.rich(20, seat=table.state.seat)
        if len(attacks(table)) > before:
            crossed.append(table.state.crossed_boxes)
    assert crossed == [row * number for number in range(1, 7)]
    assert attacks(table) == list(enumerate([1, 3, 6, 8, 10, 12]))


def test_sm_52_all_players_are_attacked():
    table = Table(3)
    table.state.crossed_boxes = 5
    table.passed(1, "swords log log log log")
    assert [city.lost_cannons for city in table.state.cities] == [1, 1, 1]
    assert [event.seat for event in table.events if event.name == "lost cannon"] == [0, 1, 2]


def test_sm_52_surplus_swords_may_bring_a_second_attack():
    table = Table()
    table.state.crossed_boxes = 3
    table.passed(1, SWORDS)
    assert table.state.crossed_boxes == 8
    assert attacks(table) == [(0, 1), (1, 3)]
    assert table.city().lost_cannons == 2


def test_sm_53_equal_defence_is_safe():
    table = Table()
    table.draw("soldier", "d4").draw("wall", "b1 c1 d1 e1 f1")
    table.draw("wall", "b1 c1 d1 e1 f1", seat=1)
    table.state.crossed_boxes = 7
    table.passed(1, "swords log log log log")
    assert attacks(table) == [(1, 3)]
    assert [city.lost_cannons for city in table.state.cities] == [0, 1]
    assert [(event.seat, event.args) for event in table.events if event.name == "repelled"] == [
        (0, (1, 3, 3))
    ]


def test_sm_54_after_the_sixth_attack_swords_do_nothing():
    table = Table()
    table.state.crossed_boxes = 23
    table.passed(1, SWORDS)
    assert attacks(table) == [(5, 12)]
    assert table.state.crossed_boxes == 24
    table.passed(1, SWORDS)
    assert table.state.crossed_boxes == 24
    assert attacks(table) == [(5, 12)]
    assert len([event for event in table.events if event.name == "swords"]) == 1
