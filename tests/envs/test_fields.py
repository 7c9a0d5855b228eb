"""Observations by the names of their fields, and as numbers between 0 and 1."""

from __future__ import annotations

import numpy as np
import pytest

from citywright.engine.arrays import HIGHEST, LOWEST
from citywright.envs.batch import Batch
from tests.envs.plays import SEATS


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_fields_are_views_of_the_observations(name: str, seats: int) -> None:
    batch = Batch(name, 3, seats=seats)
    for _ in range(50):
        batch.step(batch.sample())
    parts = batch.fields.unpack(batch.observations)
    assert list(parts) == [field.name for field in batch.fields.all]
    for field in batch.fields.all:
        part = parts[field.name]
        assert part.shape == (3, *field.shape)
        assert np.shares_memory(part, batch.observations)
        assert np.array_equal(part.reshape(3, -1), batch.observations[:, batch.fields.slices[field.name]])
        assert batch.fields[field.name] is field
    alone = batch.fields.unpack(batch.observations[1])
    for key, part in alone.items():
        assert np.array_equal(part, parts[key][1])


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_bounds_are_those_of_the_fields(name: str, seats: int) -> None:
    fields = Batch(name, 1, seats=seats).fields
    low, high = fields.unpack(fields.low()), fields.unpack(fields.high())
    for field in fields.all:
        assert (low[field.name] == field.low).all()
        assert (high[field.name] == field.high).all()
    assert (fields.low() < fields.high()).all()  # what is always the same tells nothing


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_scaled(name: str, seats: int) -> None:
    batch = Batch(name, 4, seats=seats)
    fields = batch.fields
    for _ in range(50):
        batch.step(batch.sample())
    scaled = fields.scaled(batch.observations)
    assert scaled.dtype == np.float32
    assert scaled.shape == (4, fields.scaled_size())
    assert np.array_equal(fields.scaled(batch.observations[2]), scaled[2])
    parts = fields.unpack(batch.observations)
    start = 0
    for field in fields.all:
        size = field.size() * (len(field.labels) or 1)
        part = scaled[:, start : start + size]
        start += size
        numbers = parts[field.name].reshape(4, -1)
        if field.labels:
            marks = part.reshape(4, field.size(), len(field.labels))
            assert (marks.sum(axis=-1) == 1).all()
            assert np.array_equal(marks.argmax(axis=-1) + field.low, numbers)
        elif field.high == HIGHEST or field.low == LOWEST:
            assert ((part > 0) == (numbers > 0)).all()
            assert ((part < 0) == (numbers < 0)).all()
        else:
            assert (part >= 0).all()
            assert (part <= 1).all()
            assert np.allclose(part * (field.high - field.low) + field.low, numbers)
    assert start == fields.scaled_size()
