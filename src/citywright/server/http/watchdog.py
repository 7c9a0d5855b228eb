"""Notices when the event loop stands still, and says by what: everybody waits meanwhile.

A small thread asks the loop for a sign of life. While none comes it looks which functions the loop's thread
is in. Their names are logged, nothing of what they are given.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import PurePath
from types import FrameType

LIMIT = 0.1  # seconds
EVERY = 0.05  # seconds between two questions, and between two looks while there is no answer
DEEPEST = 8  # functions that are named, the innermost ones

log = logging.getLogger("citywright.slow")


class Watchdog:
    """Watches one event loop. `on_blocked` is told how many seconds it stood still."""

    def __init__(self, on_blocked: Callable[[float], None], limit: float = LIMIT) -> None:
        self._on_blocked = on_blocked
        self._limit = limit
        self._ends = threading.Event()
        self._answer = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Watch the running loop."""
        watched = asyncio.get_running_loop(), threading.get_ident()
        self._thread = threading.Thread(target=self._watch, args=watched, name="watchdog", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Watch no more."""
        self._ends.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, 5.0)

    def _watch(self, loop: asyncio.AbstractEventLoop, thread: int) -> None:
        while not self._ends.wait(EVERY):
            self._answer.clear()
            asked, worked = time.monotonic(), time.process_time()
            try:
                loop.call_soon_threadsafe(self._answer.set)
            except RuntimeError:  # the loop is closed
                return
            if self._answer.wait(self._limit):
                continue
            places: Counter[str] = Counter()
            while not self._ends.is_set():
                places[place_of(sys._current_frames().get(thread))] += 1
                if self._answer.wait(EVERY):
                    self._tell(time.monotonic() - asked, time.process_time() - worked, places)
                    break

    def _tell(self, seconds: float, worked: float, places: Counter[str]) -> None:
        self._on_blocked(seconds)
        facts = {"ms": round(1000 * seconds, 1), "cpu_ms": round(1000 * worked, 1)}
        log.warning("everybody had to wait: the event loop stood still", extra=facts | {"in": _most(places)})


def _most(places: Counter[str]) -> str:
    return places.most_common(1)[0][0]


def place_of(frame: FrameType | None) -> str:
    """The functions a thread is in, the innermost last."""
    names: list[str] = []
    while frame is not None and len(names) < DEEPEST:
        code = frame.f_code
        names.append(f"{PurePath(code.co_filename).stem}.{code.co_qualname}")
        frame = frame.f_back
    return " > ".join(reversed(names))
