"""Deletes old tables, records and guests once an hour, by the rule in docs/hosting.md."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import Select, delete, exists, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.storage.database import Database
from citywright.server.storage.schema import accounts, guests, moves, records, seats, sessions, tables

log = logging.getLogger(__name__)

DAY = 24 * 3600 * 1000
UNPLAYED = 7 * DAY  # a table nobody has played at
STILL = 90 * DAY  # a running table where nothing has happened
FINISHED = 365 * DAY  # a finished table, or an upload, of nobody with an account
GONE = 90 * DAY  # a guest without an account and without a seat, since the last session began
HOUR = 3600.0
MOST_AT_ONCE = 500


def expired_tables(now: int) -> Select[Any]:
    """The tables to delete."""
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
    """The task that deletes. `is_watched` protects a table; `on_delete` hears of each that is gone."""

    def __init__(
        self, database: Database, is_watched: Callable[[str], bool], on_delete: Callable[[str], None]
    ) -> None:
        self._database = database
        self._is_watched = is_watched
        self._on_delete = on_delete
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look once an hour, for the first time after one."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def stop(self) -> None:
        """Delete nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(HOUR)
            try:
                await self.delete_expired()
            except (SQLAlchemyError, OSError) as error:
                log.warning("deleting old rows failed: %s", error)

    async def delete_expired(self) -> dict[str, int]:
        """Delete what the rule names; returns how much of each kind."""
        now = now_ms()
        async with self._database.write() as connection:
            ids = list((await connection.execute(expired_tables(now))).scalars())
            ids = [table_id for table_id in ids if not self._is_watched(table_id)]
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
            self._on_delete(table_id)
        deleted = {"tables": len(ids), "records": uploads.rowcount, "guests": strangers.rowcount}
        log.info("deleted: %s", deleted)
        return deleted
