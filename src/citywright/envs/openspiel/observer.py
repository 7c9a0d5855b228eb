"""What a player knows of a position, as numbers and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from mypy_extensions import i16
from numpy.typing import NDArray

from citywright.engine.arrays import Field
from citywright.engine.vecs import vec
from citywright.envs.openspiel.state import SpielState
from citywright.envs.openspiel.tables import Tables


class SpielObserver:
    """An observer as OpenSpiel's games in Python have it.

    Its `tensor` is the row that the game's encoder writes, its `dict` has the fields of that by their names.
    Its text is, with perfect recall, all that the player has seen; without, the fields in words.
    """

    def __init__(self, tables: Tables, is_scaled: bool, has_recall: bool) -> None:
        self._tables = tables
        self._is_scaled = is_scaled
        self._has_recall = has_recall
        fields = tables.fields
        self._row = vec[i16]([0] * fields.size)
        self._numbers: NDArray[np.int16] = np.frombuffer(self._row, np.int16)  # type: ignore[call-overload]
        self.tensor: NDArray[np.float32]
        self.dict: dict[str, NDArray[np.float32]]
        if is_scaled:
            self.tensor = np.zeros(fields.scaled_size(), np.float32)
            self.dict = {"observation": self.tensor}
        else:
            self.tensor = np.zeros(fields.size, np.float32)
            self.dict = {
                field.name: self.tensor[fields.slices[field.name]].reshape(field.shape or (1,))
                for field in fields.all
            }

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` and `dict` with what a player knows."""
        self._write(state, player)
        self.tensor[:] = self._tables.fields.scaled(self._numbers) if self._is_scaled else self._numbers

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows, as text."""
        if self._has_recall:
            self._check(player)
            return state.play.record(player)
        self._write(state, player)
        fields = self._tables.fields.unpack(self._numbers)
        return "\n".join(_in_words(field, fields[field.name]) for field in self._tables.fields.all)

    def _write(self, state: SpielState, player: int) -> None:
        self._check(player)
        self._tables.encoder.write(state.play.state, player, self._row, 0)

    def _check(self, player: int) -> None:
        if not 0 <= player < self._tables.players:
            raise ValueError(f"players go from 0 to {self._tables.players - 1}, not {player}")


def _in_words(field: Field, numbers: NDArray[np.int16]) -> str:
    flat = numbers.ravel().tolist()
    words = [field.labels[number - field.low] for number in flat] if field.labels else map(str, flat)
    return f"{field.name}: {', '.join(words)}"


def new_observer(
    tables: Tables, is_scaled: bool, kind: pyspiel.IIGObservationType | None, params: Mapping[str, Any] | None
) -> SpielObserver | None:
    """An observer of some kind; None, as OpenSpiel has it, for a kind that there is not."""
    if params:
        raise ValueError(f"observers have no parameters; there were {', '.join(params)}")
    if kind is None:
        return SpielObserver(tables, is_scaled, has_recall=False)
    is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    if not kind.public_info or (tables.game.has_secrets and not is_own):
        return None
    return SpielObserver(tables, is_scaled, has_recall=kind.perfect_recall)
