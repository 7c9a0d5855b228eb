"""Deletes old tables, records, boards, layouts, events, calls and guests, by the rule in docs/hosting.md."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, String, delete, exists, func, or_, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.storage.database import Database
from citywright.server.storage.schema import (
    accounts,
    boards,
    calls,
    event_players,
    event_tables,
    events,
    guests,
    layouts,
    letters,
    moves,
    records,
    reports,
    sanctions,
    seats,
    sessions,
    tables,
    used_promises,
)
from citywright.server.storage.tries import forgotten_tries

log = logging.getLogger(__name__)

BeforeExpiry = Callable[[Sequence[str], Sequence[ColumnElement[bool]]], Awaitable[None]]

DAY = 24 * 3600 * 1000
UNPLAYED = 7 * DAY  # a table nobody has played at
STILL = 90 * DAY  # a running table where nothing has happened
FINISHED = 365 * DAY  # a finished table, a record, a private layout or an event, of nobody with an account
TOLD = 30 * DAY  # what somebody was told
GONE = 90 * DAY  # a guest without an account and without a seat, since the last session began
HOUR = 3600.0
MOST_LOOKED_AT = 2000  # rows of a kind in an hour
MOST_AT_ONCE = 20  # rows in one transaction, each with all that belongs to it
PAUSE = 0.02  # seconds between two transactions


# --- what is to be deleted -------------------------------------------------------------

_played = select(func.max(moves.c.time)).where(moves.c.table_id == tables.c.id).scalar_subquery()
_by_hand = exists().where(moves.c.table_id == tables.c.id, moves.c.actor >= 0)
_is_kept = exists().where(seats.c.table_id == tables.c.id, seats.c.guest_id == accounts.c.guest_id)
_is_seated = exists().where(seats.c.guest_id == guests.c.id)
_is_of_event = exists().where(event_tables.c.table_id == tables.c.id, event_tables.c.ended.is_(None))
_is_sanctioned = exists().where(sanctions.c.guest_id == guests.c.id)
_is_known = exists().where(accounts.c.guest_id == guests.c.id)


def still_tables(now: int) -> list[ColumnElement[bool]]:
    """The running tables to delete."""
    is_unplayed = ~_by_hand & (tables.c.created < now - UNPLAYED)
    is_still = func.coalesce(_played, tables.c.created) < now - STILL
    is_old = tables.c.created < now - UNPLAYED
    return [tables.c.ended.is_(None), is_old, or_(is_unplayed, is_still), ~_is_of_event]


def old_tables(now: int) -> list[ColumnElement[bool]]:
    """The finished tables to delete."""
    return [tables.c.ended < now - FINISHED, tables.c.is_settled, ~_is_kept]


def old_records(now: int) -> list[ColumnElement[bool]]:
    """The uploads to delete."""
    of_account = exists().where(accounts.c.guest_id == records.c.guest_id)
    return [records.c.created < now - FINISHED, ~of_account]


def old_boards(now: int) -> list[ColumnElement[bool]]:
    """The analysis boards to delete."""
    of_account = exists().where(accounts.c.guest_id == boards.c.guest_id)
    return [boards.c.changed < now - FINISHED, ~of_account]


def old_layouts(now: int) -> list[ColumnElement[bool]]:
    """The layouts to delete; those on the public shelf stay."""
    of_account = exists().where(accounts.c.guest_id == layouts.c.guest_id)
    return [layouts.c.created < now - FINISHED, ~layouts.c.is_public, ~of_account]


def old_events(now: int) -> list[ColumnElement[bool]]:
    """The events to delete."""
    made = exists().where(accounts.c.guest_id == events.c.guest_id)
    plays = exists().where(
        event_players.c.event_id == events.c.id, accounts.c.guest_id == event_players.c.guest_id
    )
    return [events.c.ended < now - FINISHED, ~made, ~plays]


def gone_guests(now: int) -> list[ColumnElement[bool]]:
    """The guests to delete."""
    is_fresh = exists().where(sessions.c.guest_id == guests.c.id, sessions.c.created > now - GONE)
    return [guests.c.created < now - GONE, ~_is_seated, ~_is_known, ~_is_sanctioned, ~is_fresh]


class Walk:
    """Goes through the rows of a kind by their age, some each time, and begins anew after the last one.

    Most old rows stay: who looked at all of them every time would look at more with every year.
    """

    def __init__(self, age: Column[Any], key: Column[Any]) -> None:
        self.key = key
        self._age = age
        self._first: tuple[int, Any] = (-1, "" if isinstance(key.type, String) else -1)
        self._after = self._first

    def next_rows(self, older_than: int) -> Select[Any]:
        """The query for the next rows: age and key."""
        place = tuple_(self._age, self.key)
        rows = select(self._age, self.key).where(self._age < older_than, place > tuple_(*self._after))
        return rows.order_by(self._age, self.key).limit(MOST_LOOKED_AT)

    def go_on(self, rows: Sequence[Any]) -> list[Any]:
        """Take the rows that were found; returns their keys."""
        self._after = tuple(rows[-1]) if len(rows) == MOST_LOOKED_AT else self._first
        return [key for _, key in rows]


class Retention:
    """The task that deletes. `is_watched` protects a table; `on_delete` hears of each that is gone."""

    def __init__(
        self,
        database: Database,
        is_watched: Callable[[str], bool],
        on_delete: Callable[[str], None],
        is_ours: Callable[[], bool] = lambda: True,
        before_expiry: BeforeExpiry | None = None,
    ) -> None:
        """`is_ours` says whether it is this process, of several, that deletes. `before_expiry` hears of
        running tables that are to be deleted, and by which rule.
        """
        self._database = database
        self._is_ours = is_ours
        self._is_watched = is_watched
        self._on_delete = on_delete
        self._before_expiry = before_expiry
        self._task: asyncio.Task[None] | None = None
        self._tables = Walk(tables.c.ended, tables.c.id)
        self._records = Walk(records.c.created, records.c.id)
        self._boards = Walk(boards.c.changed, boards.c.id)
        self._layouts = Walk(layouts.c.created, layouts.c.id)
        self._calls = Walk(calls.c.created, calls.c.id)
        self._events = Walk(events.c.created, events.c.id)
        self._guests = Walk(guests.c.created, guests.c.id)

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
            if not self._is_ours():
                continue
            try:
                await self.delete_expired()
            except (SQLAlchemyError, OSError) as error:
                log.warning("deleting old rows failed: %s", error)

    async def delete_expired(self) -> dict[str, int]:
        """Delete what the rule names, as far as it was looked at; returns how much of each kind."""
        now = now_ms()
        running = select(tables.c.id).where(*still_tables(now)).limit(MOST_LOOKED_AT)
        async with self._database.read() as connection:
            still = list((await connection.execute(running)).scalars())
        deleted = {
            "tables": await self._delete_still(still, still_tables(now)),
            "records": await self._delete(self._records, now - FINISHED, old_records(now)),
            "boards": await self._delete(self._boards, now - FINISHED, old_boards(now)),
            "layouts": await self._delete(self._layouts, now - FINISHED, old_layouts(now)),
            "events": await self._delete(self._events, now - FINISHED, old_events(now)),
            "guests": 0,
        }
        old = await self._next(self._tables, now - FINISHED)
        deleted["tables"] += await self._delete_tables(old, old_tables(now))
        deleted["guests"] = await self._delete(self._guests, now - GONE, gone_guests(now))
        deleted["calls"] = await self._delete(self._calls, now - TOLD, [calls.c.created < now - TOLD])
        async with self._database.write() as connection:
            await connection.execute(forgotten_tries(now))
            await connection.execute(delete(used_promises).where(used_promises.c.used < now - DAY))
            for age in (reports.c.handled, letters.c.created):
                await connection.execute(delete(age.table).where(age < now - FINISHED))
        log.info("deleted: %s", deleted)
        return deleted

    async def _next(self, walk: Walk, older_than: int) -> list[Any]:
        async with self._database.read() as connection:
            return walk.go_on((await connection.execute(walk.next_rows(older_than))).all())

    async def _delete_still(self, ids: list[str], rule: list[ColumnElement[bool]]) -> int:
        deleted = 0
        for first in range(0, len(ids), MOST_AT_ONCE):
            some = [
                table_id for table_id in ids[first : first + MOST_AT_ONCE] if not self._is_watched(table_id)
            ]
            if self._before_expiry is not None:
                async with self._database.read() as connection:
                    played = select(tables.c.id).where(tables.c.id.in_(some), _by_hand)
                    begun = list((await connection.execute(played)).scalars())
                await self._before_expiry(begun, rule)
            deleted += await self._delete_tables(some, rule)
        return deleted

    async def _delete_tables(self, ids: list[str], rule: list[ColumnElement[bool]]) -> int:
        ids = [table_id for table_id in ids if not self._is_watched(table_id)]
        deleted = await self._delete_some(tables.c.id, ids, rule)
        for table_id in deleted:
            self._on_delete(table_id)
        return len(deleted)

    async def _delete(self, walk: Walk, older_than: int, rule: list[ColumnElement[bool]]) -> int:
        return len(await self._delete_some(walk.key, await self._next(walk, older_than), rule))

    async def _delete_some(
        self, key: Column[Any], keys: list[Any], rule: list[ColumnElement[bool]]
    ) -> list[Any]:
        """Those of the rows that the rule still names: few at once, so that no move waits long for it."""
        deleted: list[Any] = []
        for first in range(0, len(keys), MOST_AT_ONCE):
            some = keys[first : first + MOST_AT_ONCE]
            chosen = delete(key.table).where(key.in_(some), *rule).returning(key)
            async with self._database.write() as connection:
                deleted += (await connection.execute(chosen)).scalars()
            await asyncio.sleep(PAUSE)
        return deleted
