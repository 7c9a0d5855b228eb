"""Several server processes on one machine, and their parent: it starts them, and another when one dies.

Each has a socket at the same port, among which Linux spreads connections evenly; from one socket for all,
whoever is quicker would take most of them. The parent serves nobody. Where nothing else carries messages
between the processes (SQLite without Redis) it passes those on as well.
"""

from __future__ import annotations

import asyncio
import logging
import os
import selectors
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import uvicorn

from citywright.server.app import create_app
from citywright.server.http.listening import inherited_listener, new_listener
from citywright.server.http.logs import set_up_logs
from citywright.server.links.handover import Handover, Switchboard
from citywright.server.links.hub import Hub
from citywright.server.run import GRACE, Server, config_for, tell_address
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.startup import NotReady, load_games, make_ready

END_PATIENCE = GRACE + 12.0  # seconds a process has to end before it is killed
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0  # seconds before a process is started again
LAST_REQUESTS = 0.3  # seconds between accepting no more connections and closing those where nothing is asked
STEADY = 10.0  # seconds a process has to live for its end not to be taken for its start's fault

log = logging.getLogger(__name__)


def serve_with_workers(settings: Settings, *, browse: bool = False, log_level: str = "warning") -> None:
    """Serve by several processes until interrupted; raises NotReady if they cannot start."""
    asyncio.run(make_ready(settings))
    inherited = inherited_listener()
    first = inherited or new_listener(settings.host, settings.port)  # fails if somebody else listens there
    settings = msgspec.structs.replace(settings, port=first.getsockname()[1])
    listen: Callable[[], socket.socket] = first.dup
    if sys.platform == "linux" and inherited is None:
        first.close()
        listen = partial(new_listener, settings.host, settings.port, is_shared=True)
    Parent(settings, listen, log_level, partial(tell_address, settings, settings.port, browse=browse)).run()


class Child:
    """One server process, as its parent sees it."""

    def __init__(
        self, process: Any, place: int, listener: socket.socket, line: socket.socket, ready: Connection
    ) -> None:
        self.process = process
        self.place = place  # among the processes: a number that one which replaces it takes over
        self.line = line  # to the switchboard
        self.listener = listener  # kept open for a process that replaces this one: nobody is turned away
        self.ready = ready
        self.is_ready = False
        self.started = time.monotonic()
        self.replaces: Child | None = None  # the process that ends when this one is ready
        self.is_leaving = False  # it was told to end


class Parent:
    """Starts the server processes, watches them, and ends with them."""

    def __init__(
        self,
        settings: Settings,
        listen: Callable[[], socket.socket],
        log_level: str,
        on_ready: Callable[[], None],
    ) -> None:
        each = max(1, settings.bot_workers // settings.workers)  # they share the cores
        self._settings = msgspec.structs.replace(settings, bot_workers=each)
        self._listen = listen
        self._log_level = log_level
        self._on_ready: Callable[[], None] | None = on_ready
        self._selector = selectors.DefaultSelector()
        self._hub = None if settings.redis or settings.is_postgresql else Hub(self._selector)
        self._switchboard = Switchboard(self._selector)
        self._children: list[Child] = []
        self._to_replace: list[Child] = []  # by processes that load the program anew, one after the other
        self._starts: list[float] = []  # when processes are to be started
        self._pause = FIRST_PAUSE
        self._killed_at: float | None = None  # when those are killed that have not ended; None: all go on
        self._signals: list[int] = []

    def run(self) -> None:
        """Serve until a signal ends it; raises NotReady if a process does not start in the beginning."""
        waking, woken = socket.socketpair()
        for end in (waking, woken):
            end.setblocking(False)
        signal.set_wakeup_fd(waking.fileno())
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda number, _: self._signals.append(number))
        self._selector.register(woken, selectors.EVENT_READ, lambda _: woken.recv(4096))
        try:
            for _ in range(self._settings.workers):
                self._start()
            while self._children or self._killed_at is None:
                for key, events in self._selector.select(self._time_until_next()):
                    key.data(events)
                self._heed_signals()
                self._look_after()
        finally:
            for child in self._children:
                child.process.kill()

    # --- starting ---------------------------------------------------------------------

    def _start(self, replaces: Child | None = None) -> None:
        context = get_context("spawn")
        ready, say_ready = context.Pipe(duplex=False)
        if replaces is None:
            taken = {child.place for child in self._children}
            place = min(set(range(self._settings.workers)) - taken)
            listener = self._listen()
        else:
            place, listener = replaces.place, replaces.listener
        ours, theirs = self._switchboard.admit(place)
        hub = None if self._hub is None else self._hub.admit(lambda: self._kill_stuck(child))
        arguments = (self._settings, listener, theirs, hub, say_ready, self._log_level)
        process = context.Process(target=run_worker, args=arguments, name="server process")
        process.start()
        for handed in (say_ready, theirs, hub):
            if handed is not None:
                handed.close()
        child = Child(process, place, listener, ours, ready)
        child.replaces = replaces
        self._children.append(child)
        self._selector.register(ready, selectors.EVENT_READ, lambda _: self._note_ready(child))
        self._selector.register(process.sentinel, selectors.EVENT_READ, lambda _: self._note_end(child))

    def _note_ready(self, child: Child) -> None:
        self._selector.unregister(child.ready)
        try:
            child.ready.recv()
            child.is_ready = True
        except EOFError:
            pass  # it has ended, as its sentinel says
        child.ready.close()
        if not child.is_ready:
            return
        self._switchboard.open(child.line)
        if self._on_ready is None and child.replaces is None:
            log.warning("a server process has started again")
        if child.replaces is not None:
            self._terminate(child.replaces)
            child.replaces = None
        if self._on_ready is not None and all(one.is_ready for one in self._children):
            self._on_ready()
            self._on_ready = None

    def _note_end(self, child: Child) -> None:
        self._selector.unregister(child.process.sentinel)
        if not child.ready.closed:
            self._selector.unregister(child.ready)
            child.ready.close()
        child.process.join()
        status = child.process.exitcode
        child.process.close()
        self._children.remove(child)
        self._switchboard.dismiss(child.line)
        if child.is_leaving or self._killed_at is not None:
            return
        if self._on_ready is not None:
            raise NotReady(f"a server process could not start (status {status}); its log says why")
        if child.replaces is not None:
            log.error("a new server process did not start (status %d): the old ones go on", status)
            self._to_replace.clear()
            return
        if child in self._to_replace:
            self._to_replace.remove(child)
        for other in self._children:
            if other.replaces is child:  # it is there, or will be, in place of this one
                other.replaces = None
                return
        child.listener.close()  # whoever comes now is served by others
        self._pause = FIRST_PAUSE if _age(child) > STEADY else min(LONGEST_PAUSE, 2 * self._pause)
        log.error("a server process ended (status %d): another starts in %.1f s", status, self._pause)
        self._starts.append(time.monotonic() + self._pause)

    def _kill_stuck(self, child: Child) -> None:
        log.error("a server process does not answer: it is killed")
        with suppress(ValueError):  # it has ended
            child.process.kill()

    # --- ending -----------------------------------------------------------------------

    def _heed_signals(self) -> None:
        while self._signals:
            number = self._signals.pop(0)
            if number == signal.SIGHUP and self._killed_at is None and self._on_ready is None:
                log.warning("all server processes are replaced, one after the other")
                self._to_replace = [child for child in self._children if child.replaces is None]
            elif number in (signal.SIGTERM, signal.SIGINT):
                is_second = self._killed_at is not None and number == signal.SIGINT
                self._killed_at = time.monotonic() + (0.0 if is_second else END_PATIENCE)
                for child in self._children:
                    child.listener.close()
                    self._terminate(child)

    def _terminate(self, child: Child) -> None:
        child.is_leaving = True
        self._switchboard.close(child.line)
        with suppress(ValueError):  # it has ended
            child.process.terminate()

    def _look_after(self) -> None:
        """Do what its time has come for."""
        now = time.monotonic()
        if self._killed_at is not None:
            if now >= self._killed_at:
                for child in self._children:
                    child.process.kill()
            return
        for start in [start for start in self._starts if start <= now]:
            self._starts.remove(start)
            self._start()
        if self._to_replace and not any(one.replaces or one.is_leaving for one in self._children):
            self._start(replaces=self._to_replace.pop(0))

    def _time_until_next(self) -> float | None:
        times = self._starts if self._killed_at is None else [self._killed_at]
        return max(0.0, min(times) - time.monotonic()) if times else None


def _age(child: Child) -> float:
    return time.monotonic() - child.started


# --- in a server process --------------------------------------------------------------


class WorkerServer(Server):
    """Leaves Ctrl-C, which reaches all processes of a terminal, to its parent, and newcomers to others."""

    def __init__(
        self, config: uvicorn.Config, services: Services, on_ready: Callable[[], None], handover: Handover
    ) -> None:
        super().__init__(config, services, on_ready)
        self._handover = handover
        self._taking: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._handover.take(self._take)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await asyncio.sleep(LAST_REQUESTS)  # of connections it has accepted, and not heard yet
        self._handover.stop()
        await super().shutdown(sockets)

    def _take(self, taken: socket.socket, data: bytes) -> None:
        """Serve a connection that another process has accepted."""
        kind: Any = self.config.http_protocol_class  # made as uvicorn does for those it accepts
        protocol = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.taken = data
        serving = asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, taken)
        task = asyncio.ensure_future(serving)
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)

    def handle_exit(self, sig: int, frame: Any) -> None:
        if sig != signal.SIGINT:
            super().handle_exit(sig, frame)


def run_worker(
    settings: Settings,
    listener: socket.socket,
    switchboard: socket.socket,
    hub: socket.socket | None,
    ready: Connection,
    log_level: str,
) -> None:
    """Serve until the parent says that it is enough, or has died."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    set_up_logs(log_level)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    handover = Handover(switchboard)
    app = create_app(settings, hub)
    load_games()
    config = config_for(app, settings, handover, log_level="warning", timeout_graceful_shutdown=GRACE)
    WorkerServer(config, app.services, lambda: ready.send(True), handover).run(sockets=[listener])


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
