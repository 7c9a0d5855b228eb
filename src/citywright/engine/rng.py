"""A small seeded random generator (sfc32), the same pure and compiled. Tables use the dealer instead."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

MASK32: Final = 0xFFFFFFFF


@final
class Rng:
    """128 bits of state in four 32-bit words. The same seed always gives the same stream."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, seed: i64) -> None:
        self.a: i64 = seed & MASK32
        self.b: i64 = seed >> 32 & 0x7FFFFFFF
        self.c: i64 = 0x9E3779B9
        self.counter: i64 = 1
        for _ in range(12):
            self.next32()

    def next32(self) -> i64:
        """The next 32 random bits."""
        result: i64 = self.a + self.b + self.counter & MASK32
        b: i64 = self.b
        c: i64 = self.c
        self.counter = self.counter + 1 & MASK32
        self.a = b ^ b >> 9
        self.b = c + (c << 3) & MASK32
        self.c = (c << 21 & MASK32 | c >> 11) + result & MASK32
        return result

    def below(self, n: i64) -> i64:
        """A number 0..n-1 for n up to 2**31 (bias below n / 2**32)."""
        return self.next32() * n >> 32

    def fork(self) -> Rng:
        """A new generator, seeded from this one."""
        return Rng(self.fork_seed())

    def fork_seed(self) -> i64:
        """The seed of the generator that `fork` gives: with it another process can make the same one."""
        return self.next32() << 31 | self.next32() >> 1

    def unit(self) -> float:
        """A float in [0, 1)."""
        return float(self.next32()) / 4294967296.0
