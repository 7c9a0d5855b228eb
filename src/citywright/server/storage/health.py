"""Whether the database can be read and written. It is tried, not guessed: a full disk can still be read."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.storage.database import Database

FRESH = 2.0  # seconds for which all who ask are told the same
PATIENCE = 3.0  # seconds the database may take

NOT_READ = "the database cannot be read"
NOT_WRITTEN = "the database cannot be written"
TOO_SLOW = "the database does not answer in time"

_WRITE = text(
    "INSERT INTO house (name, value) VALUES ('health', :now) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

log = logging.getLogger(__name__)


class Health:
    """Tries the database, one try at a time for everybody who asks."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[None] | None = None
        self._found = ""
        self._tried = float("-inf")

    async def failing(self) -> str:
        """What does not work, in words for the host; nothing if all does."""
        if self._task is None:
            if time.monotonic() - self._tried < FRESH:
                return self._found
            self._task = asyncio.create_task(self._try(), name="health")
        done, _ = await asyncio.wait({self._task}, timeout=PATIENCE)
        return self._found if done else TOO_SLOW

    async def stop(self) -> None:
        """Give up a try that is not finished."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _try(self) -> None:
        """Read, then write a row of its own; the write is on the disk when it returns, like any other."""
        failing = NOT_READ
        try:
            await self._database.ping()
            failing = NOT_WRITTEN
            async with self._database.write() as connection:
                await connection.execute(_WRITE, {"now": str(now_ms())})
            failing = ""
        except (SQLAlchemyError, OSError) as error:
            log.error("the database failed when its health was looked at", exc_info=error)
        finally:
            self._found, self._tried, self._task = failing, time.monotonic(), None
