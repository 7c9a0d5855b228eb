"""The other server processes on the same database, as far as this one has heard of them.

Which of them are alive, where their bots think, and who is connected to them. Knows no transport.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterable

SILENCE = 2.0  # seconds after which a process that was not heard of is taken for dead

At = tuple[int, int]  # epoch and ply


class Node:
    """Another process: what it has told last."""

    def __init__(self) -> None:
        self.heard = 0.0
        self.attending: dict[str, At] = {}  # the tables where its bots think, and at which position
        self.present: dict[str, frozenset[int]] = {}  # by table: the seats whose people are connected to it
        self.open: dict[str, int] = {}  # by client or guest: how many live pages and streams it holds open


class Nodes:
    """All processes but this one. Where only one serves the database there are none."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self.is_alone = True  # no other process can be there
        self.is_linked = False  # the others can be heard
        self.linked_at = 0.0  # since when, by time.monotonic()
        self.attending: dict[str, At] = {}  # the same of this process
        self._others: dict[str, Node] = {}

    def names(self) -> list[str]:
        """All that are known."""
        return list(self._others)

    @property
    def has_listened(self) -> bool:
        """Would every living process have been heard by now? Who has just come takes nobody for dead."""
        return self.is_alone or (self.is_linked and time.monotonic() > self.linked_at + 2 * SILENCE)

    def hear(self, name: str) -> tuple[Node, bool]:
        """The process that has just spoken, and whether it is a new one."""
        is_new = name not in self._others
        node = self._others.setdefault(name, Node())
        node.heard = time.monotonic()
        return node, is_new

    def lose(self, name: str) -> set[str]:
        """A process has ended: returns the tables its people were connected to."""
        node = self._others.pop(name, None)
        return set() if node is None else set(node.present)

    def silent(self) -> list[str]:
        """The processes that have not been heard of for too long."""
        since = time.monotonic() - SILENCE
        return [name for name, node in self._others.items() if node.heard < since]

    def present(self, table_id: str) -> frozenset[int]:
        """The seats of a table whose people are connected to other processes."""
        nowhere: Iterable[int] = frozenset()
        return frozenset().union(*(node.present.get(table_id, nowhere) for node in self._others.values()))

    def attends(self, table_id: str, at: At) -> bool:
        """Does a bot in another process think about this position, or a later one?"""
        return any(node.attending.get(table_id, (-1, -1)) >= at for node in self._others.values())

    def is_alive(self, name: str) -> bool:
        """Is this the name of a process that serves the database now, as far as one can know?"""
        return name == self.name or name in self._others

    def opened(self, who: str) -> int:
        """How many live pages and streams a client or a guest holds open at other processes."""
        return sum(node.open.get(who, 0) for node in self._others.values())

    # --- who does what only one should do ---------------------------------------------
    # Every process works out the same order of all that live. Should two think they are first (they cannot
    # hear each other), the database lets one of them do it: an order saves work, it protects nothing.

    def rank(self, task: str) -> int:
        """How many other processes come before this one in a task; for a table, its id."""
        own = _weight(self.name, task)
        return sum(_weight(name, task) > own for name in self._others)

    def is_first(self, task: str) -> bool:
        """Is it this process that does a task?"""
        return self.rank(task) == 0


def _weight(name: str, task: str) -> bytes:
    return hashlib.blake2b(f"{name} {task}".encode(), digest_size=8).digest()
