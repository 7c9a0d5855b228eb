"""Where the cards of a hand lie: a rack in which every kind of card has a place of its own.

A view does not tell which cards have just been played. So a card lies where its kind belongs, and elsewhere
only if another card lies there: what leaves the hand leaves its place empty, and seldom does another move.
How large a card is depends on how many kinds are held, in a few steps.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import NamedTuple

from citywright.engine.view import seat_number
from citywright.games.mauerbauer.view import MauerbauerView

Box = tuple[float, float, float, float]  # left, top, width, height
PLAYING = ("play card", "play second card", "play last card", "play last second card")


class Grid(NamedTuple):
    """The places for cards: so many beside and below each other."""

    columns: int
    rows: int
    gap: float

    @property
    def room(self) -> int:
        """How many cards it holds."""
        return self.columns * self.rows


# The first that is large enough. With more than three rows the hand also needs the strip below it.
GRIDS = (Grid(4, 2, 5), Grid(4, 3, 4), Grid(7, 3, 3), Grid(8, 3, 0), Grid(8, 4, 0))
CROWDED = GRIDS[-2].room  # more kinds than that are four rows


def grid_of(number: int) -> Grid:
    """The grid for so many kinds of cards."""
    return next(grid for grid in GRIDS if number <= grid.room)


@lru_cache(256)
def boxes(grid: Grid, room: Box) -> tuple[Box, ...]:
    """All places of a grid, row by row."""
    left, top, width, height = room
    wide = (width - (grid.columns - 1) * grid.gap) / grid.columns
    high = (height - (grid.rows - 1) * grid.gap) / grid.rows
    return tuple(
        (
            round(left + k % grid.columns * (wide + grid.gap), 1),
            round(top + k // grid.columns * (high + grid.gap), 1),
            round(wide, 1),
            round(high, 1),
        )
        for k in range(grid.room)
    )


# Those that stay in a hand longest, as bots play, choose their places first: a card that leaves moves only
# such as have chosen after it.
CHOOSING = (
    *("size7", "outside-water", "outside-white", "region1", "outside-grey", "outside-black"),
    *("outside-walls", "city-pink", "region3", "size3", "city-yellow", "outside-towers", "city-blue"),
    *("city-green", "outside-green", "city-red", "outside-yellow", "outside-blue", "outside-pink"),
    *("size2", "city-palaces", "city-grey", "closed-cities", "outside-red", "size1", "region2"),
    *("city-white", "city-black", "city-towers", "city-colours"),
)


@lru_cache(512)
def _wanted(kind: str, number: int) -> tuple[int, ...]:
    """All of so many places in the order in which a kind takes them, its own first.

    Kinds with the same place of their own go on in other directions: so they seldom meet again."""
    order = CHOOSING.index(kind)
    strides = [stride for stride in range(1, number) if gcd(stride, number) == 1]
    stride = strides[order // number % len(strides)]
    return tuple((order + stride * k) % number for k in range(number))


@lru_cache(1024)
def places(kinds: tuple[str, ...], number: int) -> tuple[int, ...]:
    """In which of so many places each kind of a hand lies."""
    found: dict[str, int] = {}
    for kind in sorted(kinds, key=CHOOSING.index):
        found[kind] = next(place for place in _wanted(kind, number) if place not in found.values())
    return tuple(found[kind] for kind in kinds)


def kinds_at_first(view: MauerbauerView) -> int:
    """How many kinds the viewer held when scoring or exchanging began: more once cards have been laid.

    Two may have been played, and of a kind of which one is left; the view does not tell.
    """
    return len(view.hand) + (view.owed if view.phase == "exchange cards" else _has_laid(view))


def _has_laid(view: MauerbauerView) -> bool:
    """Has the viewer played or discarded a card for the city that is scored?"""
    if view.phase not in PLAYING or view.seat == "*" or view.active is None or view.actor is None:
        return False
    if view.actor == view.seat:
        return view.phase.endswith("second card")
    first, seats = seat_number(view.active), len(view.scores)
    own, other = [(seat_number(seat) - first) % seats for seat in (view.seat, view.actor)]
    return own < other
