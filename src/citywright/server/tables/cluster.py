"""Several server processes on one database: they publish over Redis which tables have changed.

A message holds only table, epoch and ply; a process that has the table in memory reads its rows again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets

from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.errors import Refusal
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

START_PATIENCE = 30.0  # seconds until Redis has confirmed the subscription

log = logging.getLogger(__name__)


class Cluster:
    """This process's link to the others. It is subscribed before the first request is served."""

    def __init__(self, tables: TableService, url: str, channel: str) -> None:
        self._tables = tables
        self._channel = channel
        self._redis = Redis.from_url(url)
        self._name = secrets.token_hex(8)
        self._tasks: set[asyncio.Task[None]] = set()
        self._changed: asyncio.Queue[Table] = asyncio.Queue()

    async def start(self) -> None:
        """Subscribe, then begin to publish."""
        listening = asyncio.Event()
        self._tasks = {asyncio.create_task(self._listen(listening)), asyncio.create_task(self._publish())}
        async with asyncio.timeout(START_PATIENCE):
            await listening.wait()
        self._tables.on_move.append(self._changed.put_nowait)

    async def stop(self) -> None:
        """End the connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _publish(self) -> None:
        while True:
            table = await self._changed.get()
            epoch, ply = table.at
            try:
                await self._redis.publish(self._channel, f"{self._name} {table.id} {epoch} {ply}")
            except (RedisError, OSError) as error:
                log.warning("the change of table %s could not be published: %s", table.id, error)

    async def _listen(self, listening: asyncio.Event) -> None:
        pause = 0.2
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(self._channel)
                    await self._catch_up()  # messages may have been missed before
                    async for message in pubsub.listen():
                        pause = 0.2
                        if message["type"] == "subscribe":
                            listening.set()
                        elif message["type"] == "message":
                            await self._receive(message["data"].decode())
            except (RedisError, OSError) as error:
                log.warning("Redis does not answer (%s); trying again in %.1f s", error, pause)
            await asyncio.sleep(pause)
            pause = min(10.0, 2 * pause)

    async def _receive(self, message: str) -> None:
        sender, table_id, epoch, ply = message.split(" ")
        table = self._tables.cached(table_id)
        if sender == self._name or table is None:
            return
        # Read again even at the same position: somebody may have sat down.
        log.debug("table %s is at %s.%s elsewhere", table_id, epoch, ply)
        await self._reload(table)

    async def _catch_up(self) -> None:
        for table in self._tables.watched():
            await self._reload(table)

    async def _reload(self, table: Table) -> None:
        table.is_stale = True
        if table.viewers:
            try:
                await self._tables.reload(table)
            except (Refusal, SQLAlchemyError, OSError) as error:
                log.warning("table %s could not be read: %s", table.id, error)
