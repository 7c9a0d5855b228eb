"""Counting neighbours of all spaces of a city at once: one bit of the count in each mask."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.games.saint_malo.rules.city import CITY


def spread_out(mask: i64) -> i64:
    """These spaces and all around them."""
    row: i64 = mask | mask << 1 | mask >> 1
    return (row | row << 8 | row >> 8) & CITY


class Crowd:
    """How many of the spaces of a mask lie round every space, written in binary across four masks."""

    __slots__ = ("eights", "fours", "mask", "ones", "twos")

    def __init__(self) -> None:
        self.mask: i64 = 0
        self.ones: i64 = 0
        self.twos: i64 = 0
        self.fours: i64 = 0
        self.eights: i64 = 0

    def gather(self, mask: i64) -> None:
        """Count anew, unless it is the mask counted last."""
        if mask == self.mask:
            return
        ones: i64 = 0
        twos: i64 = 0
        fours: i64 = 0
        eights: i64 = 0
        for direction in range(i64(8)):
            near: i64 = shifted(mask, direction)
            carry: i64 = ones & near
            ones ^= near
            more: i64 = twos & carry
            twos ^= carry
            eights |= fours & more
            fours ^= more
        self.mask = mask
        self.ones = ones
        self.twos = twos
        self.fours = fours
        self.eights = eights

    def most(self, spaces: i64) -> i64:
        """The highest count at one of these spaces."""
        return highest_count(
            self.ones & spaces, self.twos & spaces, self.fours & spaces, self.eights & spaces
        )

    def four_or_more(self) -> i64:
        """The spaces where it is four or more."""
        return self.fours | self.eights


def shifted(mask: i64, direction: i64) -> i64:
    """The mask moved by one space in one of eight directions."""
    if direction == 0:
        return mask << 1
    if direction == 1:
        return mask >> 1
    if direction == 2:
        return mask << 8
    if direction == 3:
        return mask >> 8
    if direction == 4:
        return mask << 9
    if direction == 5:
        return mask >> 9
    if direction == 6:
        return mask << 7
    return mask >> 7


def highest_count(ones: i64, twos: i64, fours: i64, eights: i64) -> i64:
    """The largest number written across the masks at any one space."""
    if eights:
        return 8
    count: i64 = 0
    if fours:
        count = 4
        twos &= fours
        ones &= fours
    if twos:
        count += 2
        ones &= twos
    if ones:
        count += 1
    return count
