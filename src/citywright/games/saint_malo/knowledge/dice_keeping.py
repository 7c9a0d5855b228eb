"""Which dice to keep, exactly: five dice of six faces as 252 multisets, and the 462 of up to five dice.

A multiset is worth the mean of itself with one more die, down from five dice; a roll is worth the best
multiset that can be kept from it. Knows nothing of what the dice buy.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules.dice import face_of
from citywright.games.saint_malo.rules.material import DICE_COUNT, FACE_COUNT

MULTISETS: Final = 462  # of none to five dice, fewer dice first
FIRST_OF_FIVE: Final = 210  # the first of the 252 multisets of five dice


def _multisets() -> list[tuple[int, ...]]:
    """How often each face is in it, for every multiset."""
    return [
        tuple([faces.count(face) for face in range(FACE_COUNT)])
        for size in range(DICE_COUNT + 1)
        for faces in combinations_with_replacement(range(FACE_COUNT), size)
    ]


def _packed(counts: tuple[int, ...]) -> int:
    """Counts as `symbol_counts` of the rules packs them."""
    return sum([count << 4 * face for face, count in enumerate(counts)])


_ALL: Final = _multisets()
_NUMBER: Final = {counts: number for number, counts in enumerate(_ALL)}


def _changed_by(step: int) -> list[int]:
    """For each multiset and face the one with a die more or less, -1 if there is none."""
    table = []
    for counts in _ALL:
        for face in range(FACE_COUNT):
            changed = list(counts)
            changed[face] += step
            table.append(_NUMBER.get(tuple(changed), -1))
    return table


_ONE_LESS: Final = _changed_by(-1)

COUNTS: Final[vec[i64]] = vec[i64]([_packed(counts) for counts in _ALL])
ONE_MORE: Final[vec[i64]] = vec[i64](_changed_by(1))
# The multisets with a die less, one list after the other, and where the list of each begins.
ONE_LESS: Final[vec[i64]] = vec[i64]([fewer for fewer in _ONE_LESS if fewer >= 0])
ONE_LESS_AT: Final[vec[i64]] = vec[i64](
    [sum([fewer >= 0 for fewer in _ONE_LESS[: kept * FACE_COUNT]]) for kept in range(MULTISETS + 1)]
)


class KeepTable:
    """The values of all multisets with one and with two rolls to come."""

    def __init__(self) -> None:
        # Of five dice: what they buy. Filled by the plan.
        self.final: vec[float] = vec[float]([0.0] * MULTISETS)
        self.once: vec[float] = vec[float]([0.0] * MULTISETS)  # keep these, roll the others once
        self.twice: vec[float] = vec[float]([0.0] * MULTISETS)  # and once more after that
        self.thrice: vec[float] = vec[float]([0.0] * MULTISETS)
        self.best: vec[float] = vec[float]([0.0] * MULTISETS)  # of what can be kept of these

    def work_out(self) -> None:
        """From `final` to `once` and `twice`."""
        self._expect(self.final, self.once)
        self._choose(self.once)
        self._expect(self.best, self.twice)

    def turn_value(self) -> float:
        """The value of a turn before its first roll."""
        self._choose(self.twice)  # of all five dice that is the best of one more roll: never too much
        self._expect(self.best, self.thrice)
        return self.thrice[0]

    def _choose(self, values: vec[float]) -> None:
        """Into `best`: the best that can be kept of each multiset."""
        best = self.best
        for kept in range(i64(MULTISETS)):
            value: float = values[kept]
            for place in range(ONE_LESS_AT[kept], ONE_LESS_AT[kept + 1]):
                fewer: float = best[ONE_LESS[place]]
                if fewer > value:
                    value = fewer
            best[kept] = value

    def _expect(self, after: vec[float], expected: vec[float]) -> None:
        """Into `expected`: the mean of `after` over all rolls of the dice that are not kept."""
        for kept in range(i64(MULTISETS - 1), i64(-1), -1):
            if kept >= FIRST_OF_FIVE:
                expected[kept] = after[kept]
            else:
                total: float = 0.0
                for face in range(i64(FACE_COUNT)):
                    total += expected[ONE_MORE[kept * FACE_COUNT + face]]
                expected[kept] = total / 6.0

    def keep_value(self, dice: i64, keep: i64, rolls_left: i64) -> float:
        """The value of keeping the dice of the mask `keep`, with this many rolls to come; all five: stop."""
        kept: i64 = 0
        for die in range(i64(DICE_COUNT)):
            if keep >> die & 1:
                kept = ONE_MORE[kept * FACE_COUNT + face_of(dice, die)]
        if rolls_left == 2 and kept < FIRST_OF_FIVE:
            return self.twice[kept]
        return self.once[kept]
