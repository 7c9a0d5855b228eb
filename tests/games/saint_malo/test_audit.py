"""The audit finds what a test breaks."""

import pytest

from citywright.games.saint_malo.audit import audit
from citywright.games.saint_malo.rules import material, phases
from tests.games.saint_malo.table import Table, mask_of


def sound() -> Table:
    table = Table(2).rolled("head head head log log")
    assert audit(table.state) == []
    return table


def breaking(kind: int, spaces: str) -> Table:
    """A piece where there is something already."""
    table = sound()
    table.city().pieces[kind] |= mask_of(spaces)
    return table


def test_two_things_in_a_space():
    assert "seat 0: two things at ['d4']" in audit(breaking(material.CITIZEN, "d4").state)


def test_a_space_that_has_gone():
    table = sound()
    table.city(1).empty ^= mask_of("d4")
    assert audit(table.state) == ["seat 1: the pieces and empty spaces do not make up the city: ['d4']"]


def test_churches_without_a_number():
    assert "seat 0: the numbered churches are not all the churches" in audit(
        breaking(material.CHURCHES, "d4").state
    )


def test_walls_inside():
    table = sound().draw("wall", "d4")
    assert audit(table.state) == ["seat 0: walls on inner spaces: ['d4']"]


def test_a_printed_crate_has_gone():
    table = sound()
    table.city().pieces[material.CRATES] ^= mask_of("b2")
    assert "seat 0: a printed crate has gone" in audit(table.state)


def test_houses_without_an_architect():
    table = sound().draw("house", "d4")
    table.city().points = 3
    assert audit(table.state) == ["seat 0: more than three houses for each architect"]


@pytest.mark.parametrize(("coins", "logs"), [(-1, 0), (0, -1)])
def test_debts(coins, logs):
    assert audit(sound().rich(coins, logs).state) == [f"seat 0: {coins} coins and {logs} logs"]


def test_more_cannons_lost_than_attacks():
    table = sound()
    table.city().lost_cannons = 1
    assert audit(table.state) == ["seat 0: 1 cannons lost in 0 attacks"]


@pytest.mark.parametrize("points", [-1, 9])
def test_points_that_no_piece_brought(points):
    table = sound().draw("priest", "d4")
    table.city().points = points
    assert audit(table.state) == [f"seat 0: {points} points; the city tells of 0 to 8"]


def test_a_defence_that_is_not_drawn(monkeypatch):
    table = sound()
    monkeypatch.setattr(type(table.city()), "complete_sides", lambda city: 1)
    assert audit(table.state) == ["seat 0: a defence of 2", "seat 1: a defence of 2"]


def test_a_seat_out_of_turn():
    table = sound()
    table.state.seat = 1
    assert audit(table.state) == ["seat 1 cannot have turn 1 when seat 0 began"]


def test_too_many_boxes():
    table = sound()
    table.state.crossed_boxes = 25
    assert audit(table.state) == ["25 pirate boxes of 24 are crossed"]


def test_spaces_offered_that_are_not_empty():
    table = sound()
    table.play("use head 1 citizen")
    table.state.allowed = mask_of("b2")
    assert "the next piece may go to ['b2']" in audit(table.state)[0]


def test_spaces_offered_for_nothing():
    table = sound()
    table.state.allowed = mask_of("d4")
    assert audit(table.state) == ["['d4'] are offered although nothing is to be placed"]


def test_an_end_without_a_reason():
    table = sound()
    table.state.phase = phases.GAME_OVER
    for seat in (0, 1):
        table.city(seat).points = 1 + 2
    assert audit(table.state) == ["the game is over without a full city and without three passed rounds"]


def test_walls_and_houses_are_counted():
    table = sound().draw("wall", "b7 c7 d7 e7 f7").draw("architect", "d4").draw("house", "d5")
    assert audit(table.state) == ["seat 0: 0 points; the city tells of 6 to 6"]
