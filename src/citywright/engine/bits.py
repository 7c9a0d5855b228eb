"""Counts and selects the bits of a mask below 2**63."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec

# Bit 62 is left out: masks are shifted right by one before, and a constant of 2**62 or more would be a slow
# Python integer in the compiled code.
ONES: Final = 0x1555555555555555
PAIRS: Final = 0x3333333333333333
NIBBLES: Final = 0x0F0F0F0F0F0F0F0F


def bit(position: i64) -> i64:
    """The mask with this one bit. mypyc makes `1 << position` a 32-bit shift: shift a variable instead."""
    mask: i64 = 1
    mask <<= position
    return mask


def bits_per_byte(mask: i64) -> i64:
    """How many bits are set in each byte; the counts stand in the bytes of the result."""
    mask -= mask >> 1 & ONES
    mask = (mask & PAIRS) + (mask >> 2 & PAIRS)
    return mask + (mask >> 4) & NIBBLES


def popcount(mask: i64) -> i64:
    """How many bits are set."""
    mask = bits_per_byte(mask)
    mask += mask >> 32
    mask += mask >> 16
    return mask + (mask >> 8) & 127


def nth_bit(mask: i64, n: i64) -> i64:
    """Position of the n-th (from 0) set bit; there must be one."""
    counts: i64 = bits_per_byte(mask)
    position: i64 = 0
    while n >= counts & 127:
        n -= counts & 127
        counts >>= 8
        position += 8
    mask >>= position
    for _ in range(n):
        mask &= mask - 1
    while mask & 1 == 0:
        mask >>= 1
        position += 1
    return position


def lowest_bit(mask: i64) -> i64:
    """Position of the lowest set bit; there must be one."""
    return popcount((mask & -mask) - 1)


def write_bits(codes: vec[i64], at: i64, mask: i64, base: i64) -> i64:
    """Write base + position for every set bit, lowest first, from `at` on; returns where that ends."""
    while mask:
        codes[at] = base + popcount((mask & -mask) - 1)
        mask &= mask - 1
        at += 1
    return at


def append_bits(actions: list[int], mask: i64, base: i64) -> None:
    """Append base + position for every set bit, lowest first: turns a mask into a list of actions."""
    while mask:
        actions.append(base + popcount((mask & -mask) - 1))
        mask &= mask - 1
