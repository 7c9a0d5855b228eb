"""Counts the points of tables that were last played at by a version that kept none, for the lists.

Looks through all tables once, some at a time and between other work; how far it has come is in the database.
Each table without points is replayed. Until then a list shows it without them.
"""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import case, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.errors import Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.schema import house, moves, tables
from citywright.server.tables.table import format_points, read_table

AT_ONCE = 500  # tables looked at by one query
PAUSES = 4  # times as long as the work before
AFTER_A_FAULT = 10.0  # seconds
PROGRESS = "points counted"  # its row in `house`: up to which table
ALL = "all"

_last = select(case((moves.c.points.is_(None), 1))).where(moves.c.table_id == tables.c.id)
_lacks_points = _last.order_by(moves.c.ply.desc()).limit(1).scalar_subquery() == 1  # no move: it lacks none

log = logging.getLogger(__name__)


class OldPoints:
    """The task that counts; it ends when all are counted. Two processes may both count a table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to count."""
        self._task = asyncio.create_task(self._run(), name="old points")

    async def stop(self) -> None:
        """Count no more; the next process goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.count_all()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the points of old tables could not be counted: %s", error)
                await asyncio.sleep(AFTER_A_FAULT)
            else:
                return

    async def count_all(self) -> int:
        """Count what has not been counted, running tables first; returns how many tables lacked points."""
        query = select(house.c.value).where(house.c.name == PROGRESS)
        async with self._database.read() as connection:
            looked_at = (await connection.execute(query)).scalar_one_or_none()
        if looked_at == ALL:
            return 0
        running = select(tables.c.id).where(tables.c.ended.is_(None), _lacks_points)
        async with self._database.read() as connection:
            ids = list((await connection.execute(running)).scalars())
        await self._count(ids)
        counted = len(ids)
        while looked_at != ALL:
            started = time.monotonic()
            some = select(tables.c.id, _lacks_points.label("lacks")).where(tables.c.id > (looked_at or ""))
            async with self._database.read() as connection:
                rows = (await connection.execute(some.order_by(tables.c.id).limit(AT_ONCE))).all()
            await asyncio.sleep(PAUSES * (time.monotonic() - started))
            ids = [row.id for row in rows if row.lacks]
            await self._count(ids)
            counted += len(ids)
            looked_at = rows[-1].id if len(rows) == AT_ONCE else ALL
            await self._note(looked_at)
        return counted

    async def _count(self, table_ids: list[str]) -> None:
        for table_id in table_ids:
            started = time.monotonic()
            try:
                async with self._database.read() as connection:
                    match = (await connection.run_sync(read_table, table_id)).match
            except Refusal:  # deleted, or a game that this server does not know
                continue
            is_last = (moves.c.table_id == table_id) & (moves.c.ply == match.ply - 1)
            points = format_points(match.state.scores())
            async with self._database.write() as connection:
                lacking = update(moves).where(is_last, moves.c.points.is_(None))
                await connection.execute(lacking.values(points=points))
            await asyncio.sleep(PAUSES * (time.monotonic() - started))

    async def _note(self, looked_at: str) -> None:
        first = self._database.insert_if_absent(house).values(name=PROGRESS, value=looked_at)
        async with self._database.write() as connection:
            if (await connection.execute(first)).rowcount == 0:
                there = update(house).where(house.c.name == PROGRESS)
                await connection.execute(there.values(value=looked_at))
