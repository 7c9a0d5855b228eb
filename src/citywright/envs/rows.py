"""Observations of positions that are in no batch: what a search or a bot gives to a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from mypy_extensions import i16
from numpy.typing import NDArray

from citywright.engine.arrays import Encoder
from citywright.engine.state import State
from citywright.engine.vecs import vec


class Rows:
    """Room for so many observations. `array` shows them, a row each; the next `write` fills it anew."""

    def __init__(self, encoder: Encoder, count: int = 1) -> None:
        self.encoder = encoder
        self._numbers: vec[i16] = vec[i16]([0] * (count * int(encoder.size)))
        numbers: Any = self._numbers
        self.array: NDArray[np.int16] = np.frombuffer(numbers, np.int16).reshape(count, -1)
        codes: Any = encoder.index_of
        self._index_of: NDArray[np.int64] = np.frombuffer(codes, np.int64)

    def write(self, state: State, seat: int, place: int = 0) -> None:
        """Write what a seat knows of a position."""
        self.encoder.write(state, seat, self._numbers, place * self.encoder.size)

    def write_all(self, states: Sequence[State]) -> NDArray[np.int16]:
        """What whoever acts knows of each position; where nobody does, what the first seat knows."""
        for place, state in enumerate(states):
            self.write(state, max(state.actor(), 0), place)
        return self.array[: len(states)]

    def legal(self, state: State) -> NDArray[np.int64]:
        """The indices of the legal actions, in the order of the codes."""
        return self._index_of[state.legal_actions()]
