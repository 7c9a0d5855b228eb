"""Packed counts: several small counts in one number, one byte each, by colour, region or seat."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit


def count_of(packed: i64, index: i64) -> i64:
    """One of the packed counts."""
    return packed >> 8 * index & 255


def one(index: i64) -> i64:
    """A packed count of one piece."""
    return bit(8 * index)


def total(packed: i64) -> i64:
    """The sum of all packed counts."""
    result: i64 = 0
    while packed:
        result += packed & 255
        packed >>= 8
    return result


def present(packed: i64) -> i64:
    """A mask of the counts that are not zero."""
    mask: i64 = 0
    index: i64 = 0
    while packed:
        if packed & 255:
            mask |= bit(index)
        packed >>= 8
        index += 1
    return mask
