"""Connections before they are requests: how many may be open, and how long one may keep the server waiting.

A connection waits for its client while a request is not there to its end, while an answer is not taken, and
between requests. Each costs an open file, and a client needs nothing to open hundreds. So those that have
waited longest are closed when there are too many; limits per client come later, when there is a request.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol as HttpProtocol  # whatever else is installed

log = logging.getLogger(__name__)

MOST_FILES = 65_536  # no server of one process needs more
FEW_FILES = 4096  # the host is warned below
FILES_UNKNOWN = 1024  # taken for the limit where the system does not tell
OWN_FILES = 64  # database, listener, pipes
WORKER_FILES = 8  # for each worker process
MOST_WAITING_OF_CLIENT = 200  # a school behind one address; the browser of one person needs six
PATIENCE = 30.0  # seconds
NEWCOMER_PATIENCE = 1.5  # seconds for a first request when the server ends
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n"
    b"Content-Length: 31\r\nConnection: close\r\n\r\nthere are too many connections\n"
)


def allow_open_files() -> int:
    """Let this process open as many files as it may; returns how many."""
    if sys.platform == "win32":
        return FILES_UNKNOWN
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):  # some systems allow less than they say
            log.warning("the limit of open files cannot be raised")
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


class Connections:
    """All connections of a process: how many there may be, and those that wait for their client."""

    def __init__(self, files: int, workers: int, scale: float) -> None:
        """`files` may be open at once; `scale` is how generous limits per client are, 0: there are none."""
        self._files = files
        self.backlog = max(8, min(1024, files // 16))
        # What the event loop accepts in one go is open before it is counted, and closed a little later.
        self.most = max(16, files - OWN_FILES - WORKER_FILES * workers - 3 * self.backlog)
        self._most_waiting = max(8, self.most // 2)
        self._most_of_client = max(8, round(scale * MOST_WAITING_OF_CLIENT)) if scale else self.most
        self._waiting: OrderedDict[Connection, float] = OrderedDict()  # since when, oldest first
        self._of_client: dict[str, OrderedDict[Connection, None]] = {}
        self._sweep: asyncio.TimerHandle | None = None

    def warn_if_few(self) -> None:
        """Tell the host if only few people can be served."""
        if self._files < FEW_FILES:
            log.warning(
                "at most %d pages can be open at once: raise the limit of open files, "
                "with LimitNOFILE in the unit of the service or with ulimit -n",
                self.most,
            )

    def wait_for(self, connection: Connection) -> None:
        """A connection waits for its client from now on; if too many do, others are closed."""
        loop = asyncio.get_running_loop()
        if connection in self._waiting:
            return
        self._waiting[connection] = loop.time()
        if connection.client_name:
            of_client = self._of_client.setdefault(connection.client_name, OrderedDict())
            of_client[connection] = None
            if len(of_client) > self._most_of_client:
                next(iter(of_client)).end()
        if len(self._waiting) > self._most_waiting:
            self.end_oldest()
        if self._sweep is None:
            self._sweep = loop.call_later(1.0, self._end_overdue, loop)

    def forget(self, connection: Connection) -> None:
        """A connection waits no more."""
        if self._waiting.pop(connection, None) is None:
            return
        if connection.client_name:
            of_client = self._of_client[connection.client_name]
            del of_client[connection]
            if not of_client:
                del self._of_client[connection.client_name]

    def end_oldest(self) -> bool:
        """Close the connection that has waited longest, if one waits."""
        for connection in self._waiting:
            connection.end()
            return True
        return False

    async def serve_newcomers(self) -> None:
        """Nobody new is let in: wait for the first request of those who were let in a moment ago."""
        loop = asyncio.get_running_loop()
        for _ in range(round(NEWCOMER_PATIENCE / 0.05)):
            await asyncio.sleep(0.05)  # also for those the event loop is just letting in
            since = loop.time() - NEWCOMER_PATIENCE
            if not any(began > since and it.has_not_asked for it, began in self._waiting.items()):
                return

    def _end_overdue(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting and loop.time() - next(iter(self._waiting.values())) > PATIENCE:
            self.end_oldest()
        self._sweep = loop.call_later(1.0, self._end_overdue, loop) if self._waiting else None


class ForgivingTransport:
    """A transport of uvloop that ignores what is written to a client that has gone, as asyncio does."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send something, if there is still somebody to send it to."""
        if not self._transport.is_closing():
            self._transport.write(data)


class Connection(HttpProtocol):
    """A connection that is noted while it waits for its client."""

    book: Connections
    give: Callable[[asyncio.Transport, bytes], bool] | None = None  # hands connections to other processes
    taken: bytes | None = None  # what another process has read from it before it was handed over
    client_name = ""  # the address; empty behind a proxy, where it says nothing about who asks

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if type(transport).__module__.startswith("uvloop"):
            transport = ForgivingTransport(transport)  # type: ignore[assignment]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.client_name = "" if host in _proxies(str(self.config.forwarded_allow_ips)) else host
        if len(self.connections) > self.book.most and not self.book.end_oldest():
            transport.write(BUSY)
            transport.close()
            log.warning("a connection was turned away: there are too many")
        self.note()
        if self.taken is not None:
            self.data_received(self.taken)

    def data_received(self, data: bytes) -> None:
        if self.give is not None and self.taken is None:
            self.taken = b""  # only what comes first can be handed over
            if self.give(self.transport, data):
                return
        super().data_received(data)
        self.note()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.note()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.note()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.book.forget(self)  # something was taken: its time begins anew
        self.note()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.book.forget(self)

    @property
    def has_not_asked(self) -> bool:
        """Has no request come, not even its beginning?"""
        cycle: object = self.cycle
        return cycle is None

    def note(self) -> None:
        """Note whether it is the client's turn now."""
        cycle = self.cycle
        if self.transport.get_protocol() is not self:
            self.book.forget(self)  # it has become a live connection
        elif cycle is None or cycle.response_complete or cycle.more_body or self.flow.write_paused:
            self.book.wait_for(self)
        else:
            self.book.forget(self)

    def end(self) -> None:
        """Close it at once, whether or not the client takes what is still to be sent."""
        self.book.forget(self)
        self.transport.abort()


@cache
def _proxies(allowed: str) -> Any:
    """The machines whose word uvicorn takes for who asks."""
    return ProxyHeadersMiddleware(None, allowed).trusted_hosts  # type: ignore[arg-type]


def protocol_for(
    book: Connections, give: Callable[[asyncio.Transport, bytes], bool] | None = None
) -> type[Any]:
    """The protocol class with which uvicorn serves the connections of one process."""
    return type("BookedConnection", (Connection,), {"book": book, "give": give})
