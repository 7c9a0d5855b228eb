"""One player's city: what is drawn where and what is in store. Knows nothing of turns."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.board import Board
from citywright.games.saint_malo.rules.spaces import CITY, SIDES

NO_PIECES: Final[vec[i64]] = vec[i64]([0] * material.PIECE_KINDS)
SIDE_DEFENCE: Final = 2  # SM-53


class City:
    """Masks of what is drawn, and numbers of what is in store."""

    __slots__ = ("coins", "empty", "logs", "lost_cannons", "pieces", "points")

    def __init__(self) -> None:
        self.pieces: vec[i64] = NO_PIECES  # a mask of spaces for every kind of piece
        self.empty: i64 = 0  # the spaces without a piece
        self.coins: i64 = 0  # SM-7: none of these has an upper limit
        self.logs: i64 = 0
        self.points: i64 = 0
        self.lost_cannons: i64 = 0

    def clone(self) -> City:
        """An independent copy."""
        copy = City()
        copy.pieces = self.pieces[:]
        copy.empty = self.empty
        copy.coins = self.coins
        copy.logs = self.logs
        copy.points = self.points
        copy.lost_cannons = self.lost_cannons
        return copy

    def snapshot(self) -> list[int]:
        """Everything about the city as numbers."""
        numbers: list[int] = list(self.pieces)
        numbers.extend([self.empty, self.coins, self.logs, self.points, self.lost_cannons])
        return numbers

    def draw(self, kind: i64, spaces: i64) -> None:
        """Draw pieces into empty spaces, where they stay (SM-25)."""
        self.pieces[kind] |= spaces
        self.empty ^= spaces
        if kind > material.CHURCHES:
            self.pieces[material.CHURCHES] |= spaces

    def wipe(self, kind: i64, spaces: i64) -> None:
        """Undo `draw`: for plans that try something, never in play."""
        self.pieces[kind] ^= spaces
        self.empty ^= spaces
        if kind > material.CHURCHES:
            self.pieces[material.CHURCHES] ^= spaces

    # --- walls and defence ----------------------------------------------------------

    def is_complete(self, side: i64) -> bool:
        """SM-33: are there five walls in the side?"""
        return self.pieces[material.WALLS] & SIDES[side] == SIDES[side]

    def can_complete(self, side: i64) -> bool:
        """SM-27: can there still be five walls, or are there already? Anything else in a side destroys it."""
        return (self.pieces[material.WALLS] | self.empty) & SIDES[side] == SIDES[side]

    def complete_sides(self) -> i64:
        """How many sides are complete."""
        sides: i64 = 0
        for side in range(i64(material.SIDE_COUNT)):
            if self.is_complete(side):
                sides += 1
        return sides

    def defence(self) -> i64:
        """SM-53: the soldiers, and two for every complete side."""
        return popcount(self.pieces[material.SOLDIER]) + SIDE_DEFENCE * self.complete_sides()

    # --- persons and churches -------------------------------------------------------

    def kinds_within(self, spaces: i64) -> i64:
        """How many kinds of person stand on these spaces."""
        kinds: i64 = 0
        for kind in range(i64(material.PERSON_KINDS)):
            if self.pieces[kind] & spaces:
                kinds += 1
        return kinds

    def church_points(self, series: vec[i64], extra: i64 = 0) -> i64:
        """SM-62: every series runs from 1 as far as there are churches; `extra` is one more to imagine."""
        points: i64 = 0
        unbroken: i64 = 45  # how many series come up to this number: at most one for each space
        for number in range(i64(1), i64(material.HIGHEST_CHURCH + 1)):
            churches: i64 = popcount(self.pieces[material.CHURCHES + number])
            if number == extra:
                churches += 1
            unbroken = min(unbroken, churches)
            points += unbroken * (series[number] - series[number - 1])
        return points


def new_city(board: Board) -> City:
    """A city as it is printed (SM-4)."""
    city = City()
    city.pieces = NO_PIECES[:]
    city.empty = CITY
    city.draw(material.CRATES, board.crates)
    city.coins = board.coins
    city.logs = board.logs
    return city
