"""Who is about: has somebody whom others follow been here in the last minutes, at whichever process?

A process notes now and then who has asked it for something or has a live page open. What nobody would be
shown is not written down.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.http.limits import Limits
from citywright.server.storage.blocked import AT_ONCE
from citywright.server.storage.database import Database
from citywright.server.storage.schema import follows, last_seen

EVERY = 20.0  # seconds between two notes
RECENT = 2 * 60_000  # milliseconds for which somebody counts as about

log = logging.getLogger(__name__)


class About:
    """Notes who is about."""

    def __init__(self, database: Database, limits: Limits) -> None:
        self._database = database
        self._limits = limits
        self._seen: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to note."""
        self._task = asyncio.create_task(self._run(), name="who is about")

    async def stop(self) -> None:
        """Note no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def saw(self, guest_id: str) -> None:
        """A guest has asked for something."""
        self._seen.add(guest_id)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.note()
            except (SQLAlchemyError, OSError) as error:
                log.warning("who is about could not be noted: %s", error)
            except Exception:  # a fault of ours: it must not end the task
                log.exception("who is about could not be noted")

    async def note(self) -> None:
        """Write down who was seen since this was done last, as far as anybody follows them."""
        seen = list(self._seen.union(self._limits.guests_here()))
        self._seen.clear()
        followed = await self._database.ask(lambda reading: _followed(reading, seen)) if seen else []
        if followed:
            await self._database.transact(lambda writing: self._write(writing, followed))

    def _write(self, connection: Connection, people: Sequence[str]) -> None:
        now = now_ms()
        for guest_id in people:
            first = self._database.insert_if_absent(last_seen).values(guest_id=guest_id, seen=now)
            if connection.execute(first).rowcount == 0:
                own = last_seen.c.guest_id == guest_id
                connection.execute(update(last_seen).where(own).values(seen=now))


def _followed(connection: Connection, people: Sequence[str]) -> list[str]:
    """Those of these people whom somebody follows, in one order: two processes never wait for each other."""
    found: set[str] = set()
    for first in range(0, len(people), AT_ONCE):
        some = people[first : first + AT_ONCE]
        query = select(follows.c.followed_id).where(follows.c.followed_id.in_(some)).distinct()
        found.update(connection.execute(query).scalars())
    return sorted(found)
