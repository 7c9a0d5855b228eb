"""A server in a thread of this process: its clock can be put forward, and its settings are free."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from citywright.lab.faults.server_process import start_forking
from citywright.server.app import create_app, spare
from citywright.server.http import limits
from citywright.server.run import config_for
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.worker import Worker
from tests.server.server_process import free_port

Worker.start_method = "forkserver"  # from a process that has imported everything: they are there at once


class ServerThread:
    """The application under uvicorn, as serve.py runs it, but without limits unless a test sets them."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        chosen = {
            "bot_pace": 0.0,
            "bot_budget": 0.05,
            "sweep_seconds": 0.5,
            "bot_workers": 1,
            "limits": 0.0,
            "analyses": False,  # they take a process and seconds of their own
        } | settings
        self.settings = Settings(database=database, port=self.port, **chosen)
        start_forking()
        self._app = create_app(self.settings)
        self.services: Services = self._app.services
        config = config_for(
            self._app, self.settings, port=self.port, log_level="error", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None  # its own, once it runs

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self._server.serve()

    def start(self) -> ServerThread:
        self._thread.start()
        until = time.monotonic() + 60
        while not self._server.started:
            assert self._thread.is_alive(), "the server ended before it had started"
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.02)
        return self

    @property
    def is_idle(self) -> bool:
        """Have all connections ended, and all requests with what follows their answers?"""
        state = self._server.server_state
        return not (state.connections or state.tasks)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(60)  # a worker that has just been started is waited for
        if not self._thread.is_alive():
            spare.append(self._app)


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[ServerThread]:
    """A server on a new SQLite database."""
    server = ServerThread(f"sqlite:///{folder / 'inside.sqlite3'}", **settings).start()
    try:
        yield server
    finally:
        server.stop()


def never_refill(monkeypatch: pytest.MonkeyPatch, what: str, at_once: int) -> None:
    """A limit that is reached after so many uses, however slow the machine is: nothing is given back."""
    assert what in limits.ALLOWED
    monkeypatch.setitem(limits.ALLOWED, what, (at_once, 0))


def wait_until(condition: Any, seconds: float = 60.0, every: float = 0.05) -> None:
    """Wait until something is true; what is dear to ask is asked seldom."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came true"
        time.sleep(every)
