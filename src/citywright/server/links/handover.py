"""Live connections are handed to the process where their table is at home: who looks at a table meets in one
process, which then draws and tells everything once.

Nothing depends on it: every process can serve every table, and does if a connection cannot be handed over.
The parent passes the connection itself, with what was read from it, from one process to the other.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import selectors
import socket
import sys
from collections.abc import Callable

LONGEST = 60_000  # bytes that were read from a connection; whoever sends more at once is served where it is
KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
_LIVE = re.compile(rb"GET /(?:t|api/tables)/([^/ ?]{1,64})/(?:live|stream)[ ?]")


def table_of(data: bytes) -> bytes | None:
    """The table whose live page or stream a request opens, from its first bytes."""
    found = _LIVE.match(data)
    return None if found is None else found[1]


def home_of(table: bytes, places: list[int]) -> int:
    """The place of a table; all agree, and when one falls out only its own tables move."""
    return max(places, key=lambda place: hashlib.blake2b(b"%d %s" % (place, table), digest_size=8).digest())


# --- in the parent --------------------------------------------------------------------


class Switchboard:
    """Takes connections from processes and hands each to the one where its table is at home."""

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        self._lines: dict[socket.socket, int] = {}  # to each process, and its place
        self._open: dict[int, socket.socket] = {}  # by place: the line to the process that serves there now

    def admit(self, place: int) -> tuple[socket.socket, socket.socket]:
        """A new process at a place: the parent's end of its line, and the one to be handed to it."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, KIND)
        ours.setblocking(False)
        self._lines[ours] = place
        self._selector.register(ours, selectors.EVENT_READ, lambda _: self._pass_on(ours))
        return ours, theirs

    def open(self, line: socket.socket) -> None:
        """A process serves from now on."""
        if line in self._lines:
            self._open[self._lines[line]] = line

    def close(self, line: socket.socket) -> None:
        """A process takes no more connections."""
        place = self._lines.get(line)
        if place is not None and self._open.get(place) is line:
            del self._open[place]

    def dismiss(self, line: socket.socket) -> None:
        """A process has ended."""
        self.close(line)
        if self._lines.pop(line, None) is not None:
            self._selector.unregister(line)
            line.close()

    def _pass_on(self, line: socket.socket) -> None:
        try:
            data, files, _, _ = socket.recv_fds(line, LONGEST, 1)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        if not data:
            self.dismiss(line)
        for file in files:  # at most one
            self._hand(data, file, line)
            os.close(file)

    def _hand(self, data: bytes, file: int, source: socket.socket) -> None:
        """Hand a connection to its home or, if that has too much to do, back to where it came from."""
        table, places = table_of(data), sorted(self._open)
        home = [] if table is None or not places else [self._open[home_of(table, places)]]
        for line in (*home, source):
            try:
                socket.send_fds(line, [data], [file])
            except OSError:
                continue  # if nobody takes it the page opens another
            else:
                return


# --- in a server process --------------------------------------------------------------


class Handover:
    """Hands connections over, and takes those that are handed to this process."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        line.setblocking(False)

    def give(self, transport: asyncio.Transport, data: bytes) -> bool:
        """Hand over a connection by whose first bytes a table is opened; returns whether that was done."""
        if len(data) > LONGEST or table_of(data) is None:
            return False
        try:
            socket.send_fds(self._line, [data], [transport.get_extra_info("socket").fileno()])
        except OSError:  # the parent is busy, or has ended
            return False
        transport.abort()  # it is only left: the connection stays open
        return True

    def take(self, serve: Callable[[socket.socket, bytes], None]) -> None:
        """From now on `serve` is called with every connection that is handed to this process."""
        asyncio.get_running_loop().add_reader(self._line.fileno(), self._receive, serve)

    def stop(self) -> None:
        """Take no more."""
        asyncio.get_running_loop().remove_reader(self._line.fileno())

    def _receive(self, serve: Callable[[socket.socket, bytes], None]) -> None:
        try:
            data, files, _, _ = socket.recv_fds(self._line, LONGEST, 1)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        if not data:
            self.stop()
        for file in files:
            taken = socket.socket(fileno=file)
            taken.setblocking(False)
            serve(taken, data)
