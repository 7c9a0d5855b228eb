"""What was made lately, by what it was made from. Not compiled: it holds anything."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Recent(Generic[Made]):
    """Like `functools.lru_cache` for things whose key is small and whose making needs more than the key.

    What it gives is shared: nobody may change it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: dict[Hashable, Made] = {}

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made for this key; made now if that is long ago or never was."""
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= self._most:
                with suppress(KeyError, RuntimeError):  # another thread makes room as well
                    del self._made[next(iter(self._made))]
            found = self._made[key] = make()
        return found
