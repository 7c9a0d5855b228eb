"""Material and set-up: SM-1 to SM-7."""

import pytest

from citywright.engine.bits import popcount
from citywright.engine.state import CHANCE, LOT
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.material import FACE_NAMES
from citywright.games.saint_malo.rules.spaces import CITY, INNER, OUTER, SIDES
from tests.games.saint_malo.table import Table, mask_of, points_of


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_sm_1_two_to_five_play_with_a_city_each(seats):
    table = Table(seats)
    assert table.state.seats() == seats == len(table.state.cities)
    assert (GAME.min_seats, GAME.max_seats) == (2, 5)


@pytest.mark.parametrize("seats", [1, 6])
def test_sm_1_no_other_number_plays(seats):
    with pytest.raises(ValueError, match=f"2 to 5 seats, not {seats}"):
        GAME.new_state(seats, 0, GAME.default_layout)


def test_sm_2_a_die_has_six_faces():
    assert len(set(FACE_NAMES)) == 6
    table = Table()
    table.play("roll log log log log log", "keep 1 2 3 4")
    assert [GAME.format_action(code) for code, _ in table.state.chance_outcomes()] == [
        f"roll {face}" for face in FACE_NAMES
    ]


def test_sm_3_the_city_has_twenty_outer_and_twenty_five_inner_spaces():
    assert (popcount(CITY), popcount(OUTER), popcount(INNER)) == (45, 20, 25)
    assert OUTER & INNER == 0
    assert [popcount(side) for side in SIDES] == [5, 5, 5, 5]
    assert CITY & mask_of("a1 g1 a7 g7") == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_sm_4_what_a_player_begins_with(seat):
    city = Table().city(seat)
    assert (city.coins, city.logs, city.points, city.lost_cannons) == (3, 2, 0, 0)
    assert city.pieces[material.CRATES] == mask_of("b2 c2 b3 b4")
    assert popcount(city.empty) == 41
    assert GAME.default_layout.board.cannons == 6


def test_sm_5_the_start_player_is_chosen_and_play_goes_round():
    table = Table(3, start=1)
    order = []
    for _ in range(6):
        table.rolled("log log log log log")
        order.append(table.state.actor())
        table.play("pass")
    assert order == [1, 2, 0, 1, 2, 0]
    assert [event.args for event in table.events if event.name == "turn"][-2:] == [(2,), (3,)]


def test_sm_5_the_start_player_is_drawn_by_lot():
    table = Table(3, start=LOT)
    assert table.state.actor() == CHANCE
    assert table.state.turns() == 0
    outcomes = [(GAME.format_action(code), weight) for code, weight in table.state.chance_outcomes()]
    assert outcomes == [("start A", 1), ("start B", 1), ("start C", 1)]
    table.play("start C", "roll log log log log log")
    assert table.state.actor() == 2
    assert table.state.turns() == 1


@pytest.mark.parametrize("start", [-2, 3])
def test_sm_5_nobody_else_can_begin(start):
    with pytest.raises(ValueError, match=f"from 0 to 2 or LOT, not {start}"):
        GAME.new_state(3, start, GAME.default_layout)


@pytest.mark.parametrize(
    ("built", "last", "coins", "points"),
    [
        ("g2 g3 g4 g5", "g6", 2, 0),
        ("b7 c7 d7 e7", "f7", 0, 3),
        ("a2 a3 a4 a6", "a5", 2, 0),
    ],
)
def test_sm_6_right_bottom_and_left_give_coins_and_points(built, last, coins, points):
    table = Table().draw("wall", built).rolled("wall log log log log")
    events = table.play("use wall 1", f"place {last}")
    assert (table.city().coins, table.city().points) == (3 + coins, points)
    assert points_of(events, "wall bonus") == [points]


def test_sm_6_the_top_gives_a_person_of_level_one_to_three():
    table = Table().draw("wall", "b1 c1 d1 e1").rolled("wall log log log log")
    table.play("use wall 1", "place f1")
    assert set(table.options()) == {
        "done",
        "bonus citizen",
        "bonus soldier",
        "bonus priest",
        "bonus architect",
        "bonus merchant",
    }


def test_sm_7_no_upper_limits_and_totals_below_zero():
    table = Table().rich(coins=998, logs=997).rolled("log log log log log")
    table.city().points = 500
    table.play("use log 5")
    assert (table.city().coins, table.city().logs) == (996, 1002)
    table.state.cities[1].lost_cannons = 6
    table.state.cities[1].coins = 0
    table.state.cities[1].logs = 0
    table.rolled("head log log log log")
    table.fill("house", but="d4", seat=1)
    table.play("use head 1 citizen", "place d4")
    assert table.state.scores() == [500 + 498 + 1002, 1 + 5 - 30]
