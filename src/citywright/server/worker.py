"""A process that works beside the server: nothing dear may run where everybody is answered."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import TypeVar

from citywright.catalogue import games
from citywright.server.spans import THINKING, span

log = logging.getLogger(__name__)
Result = TypeVar("Result")


class TooLong(Exception):
    """The work took longer than it may."""


class Worker:
    """One worker process; it is started when it is first needed, and again should it die."""

    start_method = "spawn"  # it shares nothing with the server, on every system

    def __init__(self, seconds: float = 0.0, nice: int = 0) -> None:
        self.jobs = 0  # that it has not finished
        self._nice = nice  # how far it stands back behind everything else, up to 19
        self._seconds = seconds  # that one job may take; 0: no limit
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        """Run a function in the process."""
        self.jobs += 1
        try:
            for _ in range(2):
                pool, loop = self._running(), asyncio.get_running_loop()
                try:  # a pool whose process died while it was idle refuses the job at once
                    job = loop.run_in_executor(pool, _run_limited, self._seconds, work, *arguments)
                    with span(THINKING):
                        return await job
                except BrokenProcessPool:
                    log.warning("a worker process died; starting a new one")
                    if self._pool is pool:
                        self._pool = None
            raise RuntimeError("a worker process died twice over one request")
        finally:
            self.jobs -= 1

    def warm_up(self) -> None:
        """Start the process now, if it is not running."""
        if self._pool is None:
            self._running().submit(games)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context(self.start_method), _set_up, (self._nice,))
        return self._pool

    async def close(self) -> None:
        """End the process; what it is working on is finished first."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


# --- in the process -------------------------------------------------------------------


def _set_up(nice: int) -> None:
    """A worker leaves interrupts to the server, and does not outlive it even if that was killed."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _stop_work)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _run_limited(seconds: float, work: Callable[..., Result], *arguments: object) -> Result:
    """Do the work; TooLong after so many seconds, where the platform has alarms (all but Windows)."""
    if not seconds or not hasattr(signal, "setitimer"):
        return work(*arguments)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return work(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _stop_work(_signal: int, _frame: object) -> None:
    raise TooLong


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        time.sleep(0.1)
        os._exit(0)
