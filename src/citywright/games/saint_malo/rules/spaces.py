"""The spaces of a city as bit masks: inside and outside, neighbours and connected groups.

A space is the bit 8 * row + column, counted from the top left: the eighth column is never used, so that
shifts do not wrap. Knows nothing of pieces or turns.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import material

# SM-3: seven by seven spaces without the corners, which are towers.
TOP: Final = 0b00111110
BOTTOM: Final = 0b00111110 << 48
LEFT: Final = 0x0000010101010100
RIGHT: Final = LEFT << 6
OUTER: Final = TOP | BOTTOM | LEFT | RIGHT
INNER: Final = 0x00003E3E3E3E3E00
CITY: Final = OUTER | INNER

SIDES: Final[vec[i64]] = vec[i64]([TOP, RIGHT, BOTTOM, LEFT])
NO_SIDE: Final = -1


def side_of(space: i64) -> i64:
    """The side an outer space belongs to, NO_SIDE for an inner space."""
    for side in range(i64(material.SIDE_COUNT)):
        if SIDES[side] & space:
            return side
    return NO_SIDE


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


def spaces_in_groups(empty: i64, size: i64) -> i64:
    """The empty spaces that lie in a connected group of at least `size` empty spaces."""
    if size == 1:
        return empty
    large: i64 = 0
    while empty:
        group: i64 = group_at(empty & -empty, empty)
        if popcount(group) >= size:
            large |= group
        empty ^= group
    return large
