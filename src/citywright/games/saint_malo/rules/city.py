"""The city plan as bit masks, the numbers printed on the boards, and one player's city.

A space is the bit 8 * row + column, counted from the top left: the eighth column is never used, so that
shifts do not wrap. Knows nothing of turns.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules.codes import (
    CHURCHES,
    CRATES,
    PERSON_KINDS,
    PIECE_KINDS,
    SOLDIER,
    WALLS,
)

# SM-3: seven by seven spaces without the corners, which are towers.
TOP: Final = 0b00111110
BOTTOM: Final = 0b00111110 << 48
LEFT: Final = 0x0000010101010100
RIGHT: Final = LEFT << 6
OUTER: Final = TOP | BOTTOM | LEFT | RIGHT
INNER: Final = 0x00003E3E3E3E3E00
CITY: Final = OUTER | INNER

SIDES: Final[vec[i64]] = vec[i64]([TOP, RIGHT, BOTTOM, LEFT])


def beside(spaces: i64) -> i64:
    """The spaces that share an edge with one of these (and these, where they touch each other)."""
    return (spaces << 1 | spaces >> 1 | spaces << 8 | spaces >> 8) & CITY


def around(space: i64) -> i64:
    """The up to eight spaces around one space; a tower in between does not block (SM-47)."""
    row: i64 = space | space << 1 | space >> 1
    return (row | row << 8 | row >> 8) & CITY ^ space


def group_at(space: i64, empty: i64) -> i64:
    """The connected group of empty spaces that `space`, one of them, belongs to."""
    group: i64 = space
    grown: i64 = (group | beside(group)) & empty
    while grown != group:
        group = grown
        grown = (group | beside(group)) & empty
    return group


def largest_group(empty: i64, limit: i64) -> i64:
    """The size of the largest connected group of empty spaces, or `limit` if it is larger."""
    largest: i64 = 0
    while empty:
        group: i64 = empty & -empty
        grown: i64 = (group | beside(group)) & empty
        while grown != group:
            group = grown
            if popcount(group) >= limit:
                return limit
            grown = (group | beside(group)) & empty
        largest = max(largest, popcount(group))
        empty ^= group
    return largest


def roomy_spaces(empty: i64, size: i64) -> i64:
    """The empty spaces that lie in a connected group of at least `size` empty spaces."""
    if size == 1:
        return empty
    roomy: i64 = 0
    while empty:
        group: i64 = group_at(empty & -empty, empty)
        if popcount(group) >= size:
            roomy |= group
        empty ^= group
    return roomy


class Board:
    """What is printed: the numbers of a layout as the rules need them. Never changes; all states share it."""

    __slots__ = (
        "bonus_amounts",
        "bonuses",
        "boxes",
        "cannons",
        "coins",
        "crates",
        "logs",
        "series",
        "strengths",
    )

    def __init__(
        self,
        crates: i64,
        coins: i64,
        logs: i64,
        cannons: i64,
        bonuses: list[int],
        bonus_amounts: list[int],
        strengths: list[int],
        boxes: list[int],
        series: list[int],
    ) -> None:
        self.crates: i64 = crates  # SM-4: the pre-printed ones
        self.coins: i64 = coins
        self.logs: i64 = logs
        self.cannons: i64 = cannons
        self.bonuses: vec[i64] = vec[i64](bonuses)  # SM-6, by side
        self.bonus_amounts: vec[i64] = vec[i64](bonus_amounts)
        self.strengths: vec[i64] = vec[i64](strengths)  # SM-51, by row
        self.boxes: vec[i64] = vec[i64](boxes)  # SM-51, boxes in a row by number of seats
        self.series: vec[i64] = vec[i64](series)  # SM-62, by the last number of a series, 0 for none


NO_PIECES: Final[vec[i64]] = vec[i64]([0] * PIECE_KINDS)


class City:
    """One player's board: masks of what is drawn where, and what is in store."""

    __slots__ = ("cannons", "coins", "empty", "logs", "pieces", "points")

    def __init__(self) -> None:
        self.pieces: vec[i64] = NO_PIECES
        self.empty: i64 = 0
        self.coins: i64 = 0  # SM-7: none of these has an upper limit
        self.logs: i64 = 0
        self.points: i64 = 0
        self.cannons: i64 = 0  # lost ones

    def clone(self) -> City:
        """An independent copy."""
        copy = City()
        copy.pieces = self.pieces[:]
        copy.empty = self.empty
        copy.coins = self.coins
        copy.logs = self.logs
        copy.points = self.points
        copy.cannons = self.cannons
        return copy

    def draw(self, kind: i64, space: i64) -> None:
        """Draw a piece into an empty space, where it stays (SM-25)."""
        self.pieces[kind] |= space
        self.empty ^= space

    def complete_sides(self) -> i64:
        """How many sides are five walls. A side with anything else in it never is (SM-27)."""
        walls: i64 = self.pieces[WALLS]
        sides: i64 = 0
        for side in range(i64(4)):
            if walls & SIDES[side] == SIDES[side]:
                sides += 1
        return sides

    def defence(self) -> i64:
        """SM-53: the soldiers, and two for every complete side."""
        return popcount(self.pieces[SOLDIER]) + 2 * self.complete_sides()

    def kinds_within(self, spaces: i64) -> i64:
        """How many kinds of person stand on these spaces."""
        kinds: i64 = 0
        for kind in range(i64(PERSON_KINDS)):
            if self.pieces[kind] & spaces:
                kinds += 1
        return kinds

    def church_points(self, series: vec[i64], extra: i64 = 0) -> i64:
        """SM-62: every series runs from 1 as far as there are churches; `extra` is one more to imagine."""
        points: i64 = 0
        reaching: i64 = 45  # how many series come up to this number
        for number in range(i64(1), i64(6)):
            churches: i64 = popcount(self.pieces[CHURCHES + number])
            if number == extra:
                churches += 1
            reaching = min(reaching, churches)
            points += reaching * (series[number] - series[number - 1])
        return points


def new_city(board: Board) -> City:
    """A city as it is printed (SM-4)."""
    city = City()
    city.pieces = NO_PIECES[:]
    city.empty = CITY
    city.draw(CRATES, board.crates)
    city.coins = board.coins
    city.logs = board.logs
    return city
