"""The hub in the parent of several server processes: whatever one of them says, all of them hear.

It passes lines on and reads none of them. Runs without an event loop of asyncio: the parent waits for its
children, for signals and for these lines in one place.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable

MOST_WAITING = 16_000_000  # bytes a process may leave unread before it is taken for stuck
AT_ONCE = 262_144


class Member:
    """The hub's end of the line to one process."""

    def __init__(self, line: socket.socket, on_stuck: Callable[[], None]) -> None:
        self.line = line
        self.on_stuck = on_stuck
        self.begun = b""  # a message whose end has not come yet
        self.waiting = bytearray()  # what the process has not read yet


class Hub:
    """Repeats the lines of every member to all members. `on_stuck` is told of one that does not read."""

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        self._members: set[Member] = set()

    def admit(self, on_stuck: Callable[[], None]) -> socket.socket:
        """A new member: returns its end of the line, to be handed to its process."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        member = Member(ours, on_stuck)
        self._members.add(member)
        self._selector.register(ours, selectors.EVENT_READ, lambda events: self._serve(member, events))
        return theirs

    def close(self) -> None:
        """End every line."""
        for member in list(self._members):
            self._dismiss(member)

    def _serve(self, member: Member, events: int) -> None:
        try:
            if events & selectors.EVENT_WRITE:
                self._flush(member)
            if events & selectors.EVENT_READ:
                data = member.line.recv(AT_ONCE)
                if not data:
                    self._dismiss(member)
                    return
                whole, _, member.begun = (member.begun + data).rpartition(b"\n")
                if whole:
                    self._repeat(whole + b"\n")
        except BlockingIOError:
            pass
        except OSError:  # the process has ended
            self._dismiss(member)

    def _repeat(self, lines: bytes) -> None:
        for member in list(self._members):
            member.waiting += lines
            try:
                self._flush(member)
            except OSError:
                self._dismiss(member)

    def _flush(self, member: Member) -> None:
        """Send what the process takes now; the rest waits until it has read."""
        try:
            while member.waiting:
                sent = member.line.send(member.waiting[:AT_ONCE])
                del member.waiting[:sent]
        except BlockingIOError:
            pass
        if len(member.waiting) > MOST_WAITING:
            self._dismiss(member)
            member.on_stuck()
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if member.waiting else 0)
        key = self._selector.get_key(member.line)
        if key.events != wanted:
            self._selector.modify(member.line, wanted, key.data)

    def _dismiss(self, member: Member) -> None:
        if member in self._members:
            self._members.discard(member)
            self._selector.unregister(member.line)
            member.line.close()
