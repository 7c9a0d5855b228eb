"""What may be done now, as a few runs of codes: one list for all who ask, and one draw without a list."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import append_bits, nth_bit, popcount, write_bits
from citywright.engine.vecs import vec

RUNS: Final = 32  # more than any decision needs


class Options:
    """Runs of codes in ascending order. A run is a base and a mask of what is added to it."""

    __slots__ = ("bases", "masks", "runs", "total")

    def __init__(self) -> None:
        self.bases: vec[i64] = vec[i64]([0] * RUNS)
        self.masks: vec[i64] = vec[i64]([0] * RUNS)
        self.runs: i64 = 0
        self.total: i64 = 0

    def clear(self) -> None:
        """Nothing may be done."""
        self.runs = 0
        self.total = 0

    def add(self, base: i64, mask: i64) -> None:
        """One more run, behind all others."""
        if mask:
            self.bases[self.runs] = base
            self.masks[self.runs] = mask
            self.runs += 1
            self.total += popcount(mask)

    def nth(self, n: i64) -> i64:
        """The n-th code (from 0) of all."""
        run: i64 = 0
        while True:
            mask: i64 = self.masks[run]
            count: i64 = popcount(mask)
            if n < count:
                return self.bases[run] + nth_bit(mask, n)
            n -= count
            run += 1

    def write(self, codes: vec[i64], at: i64) -> i64:
        """All codes into a table from `at` on; returns how many."""
        for run in range(self.runs):
            at = write_bits(codes, at, self.masks[run], self.bases[run])
        return self.total

    def listed(self) -> list[int]:
        """All codes."""
        actions: list[int] = []
        for run in range(self.runs):
            append_bits(actions, self.masks[run], self.bases[run])
        return actions
