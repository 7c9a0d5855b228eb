"""The audit finds what a test breaks."""

from collections.abc import Callable

import pytest

from citywright.games.milestones.audit import audit
from citywright.games.milestones.rules import masks
from citywright.games.milestones.rules.state import MilestonesState
from tests.games.milestones.table import Table

B1, B2, B3, C3 = 16, 17, 18, 34


def put(mask: int, number: int) -> Callable[[MilestonesState], None]:
    return lambda state: state.land.put(mask, number)


def drop(mask: int, number: int) -> Callable[[MilestonesState], None]:
    return lambda state: state.land.drop(mask, number)


def assign(name: str, value: int) -> Callable[[MilestonesState], None]:
    return lambda state: setattr(state, name, value)


def board(name: str, value: int) -> Callable[[MilestonesState], None]:
    return lambda state: setattr(state.player_boards[0], name, value)


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (put(masks.LINES, 13), "a road piece lies outside the map"),
        (put(masks.LINES, 64), "the roads have a loop or do not hang together"),
        (put(masks.LINES, B2 + 256), "3 road pieces meet at b2"),
        (put(masks.MILESTONES, B3), "1 road pieces meet at b3"),
        (put(masks.MARKETS, B2), "a milestone or market stands where it cannot"),
        (drop(masks.MILESTONES, B2), "no milestone between b1 and b2"),
        (drop(masks.UNTOUCHED, C3), "the mask of untouched is wrong"),
        (drop(masks.MIDDLES, C3), "the mask of middles is wrong"),
        (put(masks.ENDS, C3), "the mask of ends is wrong"),
        (drop(masks.STARTS, B3), "the mask of starts is wrong"),
        (put(masks.BORDERED, 40), "the mask of bordered is wrong"),
        (put(masks.HOUSES, 1), "a house without a road at a2 a3 b2"),
        (put(masks.SACKS, B3), "a sack lies where no market is"),
        (put(masks.SACKS, B1), "1 sacks on the map and 12 in the supply are not 12"),
        (lambda state: state.land.take_tile(0), "2 bonus tiles of stone"),
        (lambda state: assign("stack", state.stack | state.display)(state), "a tile is in two places"),
        (
            lambda state: assign("display", state.display & state.display - 1)(state),
            "the display is not full",
        ),
        (board("workers", 0x0102), "seat 0: numbers and workers differ"),
        (board("workers", 0x0101), "seat 0: two workers on one path field"),
        (board("numbers", 9), "seat 0: numbers and workers differ"),
        (board("bonus", 8), "seat 0: a bonus tile without a worker"),
        (board("goods", -1), "seat 0: goods"),
        (board("ring_field", 12), "seat 0: position 12"),
        (board("first_tile", 0), "a start tile was never placed"),
        (board("points", 70), "the end mark is passed, but the end was not triggered"),
        (assign("road_start", B1), "road start at the wrong time"),
        (assign("offered_bushes", 1), "offered bonus tiles at the wrong time"),
    ],
)
def test_what_is_broken_is_found(damage, problem):
    table = Table().begin().road("b1 b2 b3")
    assert audit(table.state) == []
    damage(table.state)
    assert any(problem in reported for reported in audit(table.state)), audit(table.state)


def test_a_cover_on_a_visible_worker():
    table = Table()
    table.deal()
    while "go path 1" not in table.options():
        table.play(table.options()[-1])
    assert audit(table.state) == []
    table.board().covers = 255
    assert "seat 0: a cover on a visible worker" in audit(table.state)


def test_a_worker_that_is_not_printed():
    table = Table().begin().path("stone1 stone1 stone1 stone1 stone1 stone1 stone1 stone1")
    assert audit(table.state) == ["a worker is visible more often than printed"]


def test_a_half_built_section_is_sound():
    table = Table().begin().road("b1 b2 b3").visit("building office", stone=1, sand=1)
    table.play("road b3", "milestone b4")
    assert audit(table.state) == []
