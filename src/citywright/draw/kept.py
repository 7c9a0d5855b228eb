"""What a picture that is drawn after every move was last drawn from: what has the same inputs is not drawn
again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")


class Kept:
    """The last drawing of each piece of one picture, with its inputs."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[tuple[object, ...], Any]] = {}

    def again(self, piece: str, inputs: tuple[object, ...], draw: Callable[[], Made]) -> Made:
        """The piece; as it was if `inputs`, which must be all it depends on, are what they were."""
        last = self._made.get(piece)
        if last is not None and last[0] == inputs:  # quick: what did not change is mostly the same object
            made: Made = last[1]
            return made
        made = draw()
        self._made[piece] = inputs, made
        return made
