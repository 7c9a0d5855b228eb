"""Clears away what nobody touches, by the rule in docs/hosting.md. Runs once an hour; finds, then deletes."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from sqlalchemy import Select, delete, exists, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.storage.database import Database
from citywright.server.storage.schema import accounts, guests, moves, records, seats, sessions, tables
from citywright.server.tables.service import TableService

log = logging.getLogger(__name__)

DAY = 24 * 3600 * 1000
UNPLAYED = 7 * DAY  # a table nobody has played at
STILL = 90 * DAY  # a running table where nothing has happened
FINISHED = 365 * DAY  # a finished table, or an upload, of nobody with an account
GONE = 90 * DAY  # a guest without an account and without a seat, since the last session began
HOUR = 3600.0
MOST_AT_ONCE = 500


def forgotten_tables(now: int) -> Select[Any]:
    """The tables to clear away."""
    played = select(func.max(moves.c.time)).where(moves.c.table_id == tables.c.id).scalar_subquery()
    by_hand = exists().where(moves.c.table_id == tables.c.id, moves.c.actor >= 0)
    kept = exists().where(seats.c.table_id == tables.c.id, seats.c.guest_id == accounts.c.guest_id)
    last = func.coalesce(played, tables.c.created)
    return (
        select(tables.c.id)
        .where(
            or_(
                tables.c.ended.is_(None) & ~by_hand & (tables.c.created < now - UNPLAYED),
                tables.c.ended.is_(None) & (last < now - STILL),
                tables.c.ended.is_not(None) & (tables.c.ended < now - FINISHED) & ~kept,
            )
        )
        .limit(MOST_AT_ONCE)
    )


class Retention:
    """The task that clears away."""

    def __init__(self, store: Database, tables: TableService) -> None:
        self._store = store
        self._tables = tables
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look once an hour, for the first time after one."""
        self._task = asyncio.create_task(self._run(), name="tidy")

    async def stop(self) -> None:
        """Leave everything as it is."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(HOUR)
            try:
                await self.clear()
            except (SQLAlchemyError, OSError) as error:
                log.warning("clearing away failed: %s", error)

    async def clear(self) -> dict[str, int]:
        """Clear away what the rule names; returns how much."""
        now = now_ms()
        async with self._store.write() as connection:
            ids = list((await connection.execute(forgotten_tables(now))).scalars())
            ids = [id_ for id_ in ids if not (table := self._tables.cached(id_)) or not table.viewers]
            await connection.execute(delete(tables).where(tables.c.id.in_(ids)))
            with_account = select(accounts.c.guest_id)
            old = records.c.created < now - FINISHED
            nobody = or_(records.c.guest_id.is_(None), records.c.guest_id.not_in(with_account))
            uploads = await connection.execute(delete(records).where(old, nobody))
            seated = exists().where(seats.c.guest_id == guests.c.id)
            known = exists().where(accounts.c.guest_id == guests.c.id)
            fresh = exists().where(sessions.c.guest_id == guests.c.id, sessions.c.created > now - GONE)
            strangers = await connection.execute(
                delete(guests).where(~seated, ~known, ~fresh, guests.c.created < now - GONE)
            )
        for table_id in ids:
            self._tables.forget(table_id)
        gone = {"tables": len(ids), "records": uploads.rowcount, "guests": strangers.rowcount}
        log.info("cleared away: %s", gone)
        return gone
