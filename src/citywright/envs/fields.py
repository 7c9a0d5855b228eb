"""The fields of an observation by name, and the whole of it as numbers between 0 and 1."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from citywright.engine.arrays import HIGHEST, LOWEST, Encoder, Field


class Fields:
    """Where each field of an observation stands. Works on one row or on any number of them."""

    def __init__(self, encoder: Encoder) -> None:
        self.version = int(encoder.version)
        self.size = int(encoder.size)
        self.all: tuple[Field, ...] = tuple(encoder.fields)
        self.slices: dict[str, slice] = {}
        start = 0
        for field in self.all:
            self.slices[field.name] = slice(start, start + field.size())
            start += field.size()

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.all if field.name == name)

    def low(self) -> NDArray[np.int16]:
        """The least number in each place."""
        return np.concatenate([np.full(field.size(), field.low, np.int16) for field in self.all])

    def high(self) -> NDArray[np.int16]:
        """The greatest number in each place."""
        return np.concatenate([np.full(field.size(), field.high, np.int16) for field in self.all])

    def unpack(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Every field by its name, in its shape; views of the observations, not copies."""
        rows = np.asarray(observations)
        return {
            field.name: rows[..., self.slices[field.name]].reshape((*rows.shape[:-1], *field.shape))
            for field in self.all
        }

    def scaled(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """For neural networks: labels one-hot, amounts with limits scaled to 0 … 1, others by a logarithm."""
        rows = np.asarray(observations)
        parts = [_scaled(rows[..., self.slices[field.name]], field) for field in self.all]
        return np.concatenate(parts, axis=-1)

    def scaled_size(self) -> int:
        """How many numbers `scaled` makes of one observation."""
        return int(self.scaled(np.zeros(self.size, np.int16)).shape[-1])


def _scaled(rows: NDArray[Any], field: Field) -> NDArray[np.float32]:
    if field.labels:
        labels = np.arange(field.low, field.high + 1, dtype=np.int16)
        marks: NDArray[np.float32] = (rows[..., None] == labels).astype(np.float32)
        return marks.reshape(*rows.shape[:-1], -1)
    numbers = rows.astype(np.float32)
    if field.high == HIGHEST or field.low == LOWEST:
        logarithms = np.sign(numbers) * np.log1p(np.abs(numbers)) / np.float32(5)  # 148 becomes 1
        return logarithms.astype(np.float32)
    return (numbers - np.float32(field.low)) / np.float32(field.high - field.low)
