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


class Nodes:
    """All processes but this one. Where only one serves the database there are none."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self.is_alone = True  # no other process can be there
        self.is_linked = False  # the others can be heard
        self.attending: dict[str, At] = {}  # the same of this process
        self._others: dict[str, Node] = {}

    def names(self) -> list[str]:
        """All that are known."""
        return list(self._others)

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

    def rank(self, table_id: str) -> int:
        """How many other processes come before this one in looking after a table; all agree on the order."""
        own = _weight(self.name, table_id)
        return sum(_weight(name, table_id) > own for name in self._others)


def _weight(name: str, table_id: str) -> bytes:
    return hashlib.blake2b(f"{name} {table_id}".encode(), digest_size=8).digest()
