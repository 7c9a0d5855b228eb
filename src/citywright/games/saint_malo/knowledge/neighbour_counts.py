"""Counting the neighbours of all spaces of a city at once: each mask holds one binary digit of the counts."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.games.saint_malo.rules.spaces import CITY


def with_neighbours(spaces: i64) -> i64:
    """These spaces and all around them."""
    row: i64 = spaces | spaces << 1 | spaces >> 1
    return (row | row << 8 | row >> 8) & CITY


class NeighbourCounts:
    """How many of some pieces stand round every space: a count is written in binary across four masks."""

    __slots__ = ("eights", "fours", "ones", "pieces", "twos")

    def __init__(self) -> None:
        self.pieces: i64 = 0  # counted last
        self.ones: i64 = 0
        self.twos: i64 = 0
        self.fours: i64 = 0
        self.eights: i64 = 0

    def count(self, pieces: i64) -> None:
        """Count anew, unless these pieces were counted last."""
        if pieces == self.pieces:
            return
        ones: i64 = 0
        twos: i64 = 0
        fours: i64 = 0
        eights: i64 = 0
        for direction in range(i64(8)):
            near: i64 = shifted(pieces, direction)
            carry_to_twos: i64 = ones & near
            ones ^= near
            carry_to_fours: i64 = twos & carry_to_twos
            twos ^= carry_to_twos
            eights |= fours & carry_to_fours
            fours ^= carry_to_fours
        self.pieces = pieces
        self.ones = ones
        self.twos = twos
        self.fours = fours
        self.eights = eights

    def highest(self, spaces: i64) -> i64:
        """The highest count at one of these spaces."""
        return highest_count(
            self.ones & spaces, self.twos & spaces, self.fours & spaces, self.eights & spaces
        )

    def four_or_more(self) -> i64:
        """The spaces where the count is four or more."""
        return self.fours | self.eights


class KindCounts:
    """How many kinds of person stand round every space or on it, likewise; there are never eight."""

    __slots__ = ("fours", "ones", "twos")

    def __init__(self) -> None:
        self.ones: i64 = 0
        self.twos: i64 = 0
        self.fours: i64 = 0

    def clear(self) -> None:
        """Begin with no kind."""
        self.ones = 0
        self.twos = 0
        self.fours = 0

    def add(self, persons: i64) -> None:
        """One more kind: its persons stand on these spaces."""
        near: i64 = with_neighbours(persons)
        carry_to_twos: i64 = self.ones & near
        self.ones ^= near
        self.fours |= self.twos & carry_to_twos
        self.twos ^= carry_to_twos

    def highest(self, spaces: i64) -> i64:
        """The highest count at one of these spaces."""
        return highest_count(self.ones & spaces, self.twos & spaces, self.fours & spaces, 0)


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
