"""Bit counting and selecting, against Python's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citywright.engine.bits import append_bits, bits_per_byte, lowest_bit, nth_bit, popcount

MASKS = st.integers(0, (1 << 63) - 1)


@given(MASKS)
def test_popcount(mask):
    assert popcount(mask) == mask.bit_count()


@given(MASKS)
def test_bits_per_byte(mask):
    counts = bits_per_byte(mask)
    assert [counts >> 8 * i & 255 for i in range(8)] == [(mask >> 8 * i & 255).bit_count() for i in range(8)]


@given(MASKS.filter(bool))
def test_bits_are_selected_and_listed(mask):
    positions = [i for i in range(63) if mask >> i & 1]
    assert [nth_bit(mask, n) for n in range(len(positions))] == positions
    assert lowest_bit(mask) == positions[0]
    actions: list[int] = [5]
    append_bits(actions, mask, 100)
    assert actions == [5, *(100 + position for position in positions)]


@pytest.mark.parametrize("mask", [1 << 62, (1 << 63) - 1])
def test_the_highest_bit(mask):
    assert nth_bit(mask, popcount(mask) - 1) == 62
