"""Deadlines: when a player's time for a decision is over, a bot plays for them until they return.

The clock of a decision starts with the move before it, or when the player sat down or returned.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.queries import waiting_seats
from citywright.server.storage.schema import seats, tables
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Seat, Table
from citywright.server.tables.terms import Terms

log = logging.getLogger(__name__)

TICK = 0.25  # seconds between two checks of the deadlines


class Timed(Protocol):
    """What a deadline depends on; a table and its summary both have it."""

    @property
    def actor(self) -> int: ...
    @property
    def moved(self) -> int: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def terms(self) -> Terms: ...


def deadline_of(table: Timed) -> int | None:
    """When the decision that is awaited must be made; None if there is no time limit."""
    if not table.terms.pace or table.actor < 0 or table.seats[table.actor].playing_bot is not None:
        return None
    return max(table.moved, table.seats[table.actor].since or 0) + 1000 * table.terms.pace


class Deadlines:
    """Watches the deadlines of all tables and lets bots play for those who are too late."""

    def __init__(
        self, tables: TableService, actions: PlayerActions, database: Database, settings: Settings
    ) -> None:
        self._tables = tables
        self._actions = actions
        self._database = database
        self._sweep_seconds = settings.sweep_seconds
        self._deadlines: dict[str, int] = {}  # by table
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to watch, also the tables that the last process left behind."""
        self._tables.on_move.append(self.watch)
        self._tasks = {asyncio.create_task(self._tick()), asyncio.create_task(self._sweep())}

    async def stop(self) -> None:
        """Watch no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def watch(self, table: Table) -> None:
        """Note the deadline of a table that has changed."""
        deadline = deadline_of(table)
        if deadline is None:
            self._deadlines.pop(table.id, None)
        else:
            self._deadlines[table.id] = deadline

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            time = now_ms()
            for table_id in [id_ for id_, deadline in self._deadlines.items() if deadline <= time]:
                try:
                    await self._check(await self._tables.find(table_id))
                except (Refusal, SQLAlchemyError, OSError) as error:
                    self._deadlines.pop(table_id, None)  # the sweep finds the table again, if it still exists
                    log.warning("the deadline of a table could not be checked: %s", error)

    async def _check(self, table: Table) -> None:
        self.watch(table)  # another process may have changed the table
        deadline = deadline_of(table)
        if deadline is not None and deadline <= now_ms():
            await self._actions.set_deputy(table, table.actor, usual_bot(table.game), table.match.ply)

    async def _sweep(self) -> None:
        """Now and then read every deadline from the database."""
        while True:
            try:
                for table_id, deadline in await self._read_deadlines():
                    self._deadlines.setdefault(table_id, deadline)
            except (SQLAlchemyError, OSError) as error:
                log.warning("the deadlines could not be read: %s", error)
            await asyncio.sleep(self._sweep_seconds)

    async def _read_deadlines(self) -> list[tuple[str, int]]:
        """The tables where a person has a time limit, and when it is over at the earliest."""
        query = waiting_seats().where(tables.c.pace > 0, seats.c.bot.is_(None), seats.c.deputy.is_(None))
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return [(row.table_id, row.time + 1000 * row.pace) for row in rows]
