"""How a server goes: live pages are told, after what they have asked for was carried out and answered.

A page that is told reconnects at once and quietly; one that is cut off has to find out by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 2.0  # seconds all pages together have


class Departure:
    """The live pages of this process, and its end."""

    def __init__(self) -> None:
        self._to_tell: set[Callable[[], None]] = set()
        self._is_leaving = False
        self._all_gone = asyncio.Event()

    @contextmanager
    def watch(self, tell: Callable[[], None]) -> Iterator[None]:
        """Have `tell` called when the server goes; at once if it is already going."""
        self._to_tell.add(tell)
        if self._is_leaving:
            tell()
        try:
            yield
        finally:
            self._to_tell.discard(tell)
            if not self._to_tell:
                self._all_gone.set()

    async def begin(self) -> None:
        """Tell all pages, and wait until they have been served to the end, or for two seconds."""
        self._is_leaving = True
        for tell in list(self._to_tell):
            tell()
        if self._to_tell:
            self._all_gone.clear()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._all_gone.wait()
            except TimeoutError:
                return  # who does not listen is cut off
