"""One live connection: a bounded queue of frames and the task that sends them. A slow one delays nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from citywright.engine.state import CHANCE
from citywright.server.errors import Refusal
from citywright.server.tables.table import Table

Send = Callable[[bytes], Awaitable[None]]


class TooSlow(Exception):
    """The viewer sends requests faster than it takes the answers."""


class Viewer:
    """Who is watching (a seat, or CHANCE for a spectator), in which language, and what is still to be sent.

    A viewer that falls behind loses its queue and is sent the whole page once it reads again.
    """

    def __init__(self, table: Table, seat: int, lang: str, limit: int, *, reads_lines: bool = False) -> None:
        self.table = table
        self.seat = seat if seat >= 0 else CHANCE
        self.lang = lang
        self.key = f"viewer {id(self)}"
        self.on_gone: Callable[[Refusal], None] = lambda _: None  # the table is there no more
        self._limit = limit
        self._reads_lines = reads_lines  # does the page take several frames in one message, one a line?
        self._frames: deque[tuple[bytes, bool]] = deque()  # frame, is it an answer
        self._wake = asyncio.Event()
        self._lags = False
        self._is_idle: asyncio.Event | None = None  # set once everything was sent, if anybody waits for it

    def push(self, frame: bytes) -> None:
        """Send a frame as soon as possible."""
        if self._lags:
            return
        if len(self._frames) >= self._limit:
            self._frames = deque(kept for kept in self._frames if kept[1])
            self._lags = True
        else:
            self._frames.append((frame, False))
        self._wake.set()

    def answer(self, frame: bytes) -> None:
        """Send the answer to a request; answers are never dropped."""
        if len(self._frames) >= 4 * self._limit:
            raise TooSlow
        self._frames.append((frame, True))
        self._wake.set()

    async def run(self, send: Send, whole_page: Callable[[], bytes]) -> None:
        """Send for ever; `whole_page` gives the frame with the whole page."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._lags:
                self._lags = False
                await send(whole_page())
            while self._frames:
                if self._reads_lines:
                    frames = [frame for frame, _ in self._frames]
                    self._frames.clear()
                    await send(b"\n".join(frames))
                else:
                    await send(self._frames.popleft()[0])
            if self._is_idle is not None:
                self._is_idle.set()

    async def flush(self, seconds: float) -> None:
        """Wait until everything was sent, but not for ever."""
        self._is_idle = asyncio.Event()
        self._wake.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_idle.wait()
