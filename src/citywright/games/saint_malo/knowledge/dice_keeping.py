"""Which dice to keep, exactly: five dice of six faces as 252 multisets, and the 462 of up to five dice.

A multiset is worth the mean of itself with one more die, down from five dice; a roll is worth the best
multiset that can be kept from it. Knows nothing of what the dice buy.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec

FACES: Final = 6
DICE: Final = 5
KEPT: Final = 462  # multisets of none to five dice, fewer dice first
ROLLED_AT: Final = 210  # the first of the 252 of five dice


def _multisets() -> list[tuple[int, ...]]:
    return [
        tuple([faces.count(face) for face in range(FACES)])
        for size in range(DICE + 1)
        for faces in combinations_with_replacement(range(FACES), size)
    ]


def _packed(counts: tuple[int, ...]) -> int:
    """Counts as `codes.symbol_counts` packs them."""
    return sum([count << 4 * face for face, count in enumerate(counts)])


_ALL: Final = _multisets()
_NUMBER: Final = {counts: number for number, counts in enumerate(_ALL)}


def _neighbours(step: int) -> list[int]:
    """For each multiset and face the one with a die more or less, -1 if there is none."""
    table = []
    for counts in _ALL:
        for face in range(FACES):
            changed = list(counts)
            changed[face] += step
            table.append(_NUMBER.get(tuple(changed), -1))
    return table


_FEWER: Final = _neighbours(-1)

COUNTS: Final[vec[i64]] = vec[i64]([_packed(counts) for counts in _ALL])
WITH: Final[vec[i64]] = vec[i64](_neighbours(1))
# The multisets with a die less, one list after the other, and where the list of each begins.
WITHOUT: Final[vec[i64]] = vec[i64]([fewer for fewer in _FEWER if fewer >= 0])
WITHOUT_AT: Final[vec[i64]] = vec[i64](
    [sum([fewer >= 0 for fewer in _FEWER[: kept * FACES]]) for kept in range(KEPT + 1)]
)


class KeepTable:
    """The values of all multisets with one and with two rolls to come."""

    def __init__(self) -> None:
        self.final: vec[float] = vec[float]([0.0] * KEPT)  # of five dice: what they buy; filled by the plan
        self.once: vec[float] = vec[float]([0.0] * KEPT)  # keep these, roll the others once
        self.twice: vec[float] = vec[float]([0.0] * KEPT)  # and once more after that
        self.first: vec[float] = vec[float]([0.0] * KEPT)
        self.best: vec[float] = vec[float]([0.0] * KEPT)

    def work_out(self) -> None:
        """From `final` to `once` and `twice`."""
        self._expect(self.final, self.once)
        self._choose(self.once)
        self._expect(self.best, self.twice)

    def turn_value(self) -> float:
        """The value of a turn before its first roll."""
        self._choose(self.twice)  # of all five dice that is the best of one more roll: never too much
        self._expect(self.best, self.first)
        return self.first[0]

    def _choose(self, values: vec[float]) -> None:
        """Into `best`: the best that can be kept of each multiset."""
        best = self.best
        for kept in range(i64(KEPT)):
            value: float = values[kept]
            for place in range(WITHOUT_AT[kept], WITHOUT_AT[kept + 1]):
                fewer: float = best[WITHOUT[place]]
                if fewer > value:
                    value = fewer
            best[kept] = value

    def _expect(self, after: vec[float], expected: vec[float]) -> None:
        kept: i64 = KEPT - 1
        while kept >= 0:
            if kept >= ROLLED_AT:
                expected[kept] = after[kept]
            else:
                total: float = 0.0
                for face in range(i64(FACES)):
                    total += expected[WITH[kept * FACES + face]]
                expected[kept] = total / 6.0
            kept -= 1

    def keep_value(self, dice: i64, keep: i64, rolls_left: i64) -> float:
        """The value of keeping the dice of the mask `keep`, with this many rolls to come; all five: stop."""
        number: i64 = 0
        for die in range(i64(DICE)):
            if keep >> die & 1:
                number = WITH[number * FACES + (dice >> 3 * die & 7)]
        if rolls_left == 2 and number < ROLLED_AT:
            return self.twice[number]
        return self.once[number]
