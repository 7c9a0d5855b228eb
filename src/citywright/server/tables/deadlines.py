"""Nobody waits for ever: out of time, or when a player leaves, a bot plays until that player returns.

The clock of a decision begins with the move before it, or when the player sat down or returned.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, Refusal
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.queries import waiting_seats
from citywright.server.storage.schema import seats, tables
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

log = logging.getLogger(__name__)

TICK = 0.25  # seconds between looks at the clocks
PATIENCE = 120_000  # milliseconds before a bot may be called in for somebody who is not there


def deadline_of(table: Table) -> int | None:
    """When the decision that is awaited must be made; None if no clock runs."""
    actor = table.match.actor
    if not table.terms.pace or actor < 0 or table.seats[actor].mind is not None:
        return None
    return max(table.moved, table.seats[actor].since or 0) + 1000 * table.terms.pace


def callable_from(table: Table) -> int | None:
    """From when on others may call a bot in for the seat to act; None if they may not."""
    actor = table.match.actor
    if actor < 0 or table.seats[actor].mind is not None or actor in table.present():
        return None
    if table.seats[actor].is_open:
        return 0
    return max(table.moved, table.seats[actor].since or 0) + PATIENCE


class Deadlines:
    """Watches the clocks of all tables and appoints deputies."""

    def __init__(self, tables: TableService, store: Database, settings: Settings) -> None:
        self._tables = tables
        self._store = store
        self._sweep_seconds = settings.sweep_seconds
        self._deadlines: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to watch, also over what the last process left."""
        self._tables.on_move.append(self.watch)
        self._tasks = {asyncio.create_task(self._tick()), asyncio.create_task(self._sweep())}

    async def stop(self) -> None:
        """Watch no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def watch(self, table: Table) -> None:
        """Start or stop the clock of a table that has changed."""
        deadline = deadline_of(table)
        if deadline is None:
            self._deadlines.pop(table.id, None)
        else:
            self._deadlines[table.id] = deadline

    # --- deputies ---------------------------------------------------------------------

    async def leave(self, table: Table, seat: int) -> None:
        """A player leaves or concedes: a bot plays the seat from now on."""
        if table.match.over:
            raise Refusal(ILLEGAL, "the game is over")
        await self._set_deputy(table, seat, usual_bot(table.game))

    async def come_back(self, table: Table, seat: int) -> None:
        """The player takes the seat over again."""
        await self._set_deputy(table, seat, None)

    async def player_acts(self, table: Table, seat: int) -> None:
        """Whoever acts has returned."""
        if table.seats[seat].deputy is not None:
            await self.come_back(table, seat)

    async def call_deputy(self, table: Table) -> None:
        """Others call a bot in for the seat to act, whose player is not there."""
        since = callable_from(table)
        if since is None:
            raise Refusal(FORBIDDEN, "a bot can be called in only for someone who is to act and not there")
        if now_ms() < since:
            wait = PATIENCE // 1000
            raise Refusal(FORBIDDEN, "wait {n} seconds before you call a bot in for someone", n=wait)
        await self._set_deputy(table, table.match.actor, usual_bot(table.game))

    async def _set_deputy(self, table: Table, seat: int, deputy: str | None, ply: int | None = None) -> None:
        """Write down who decides for a seat; with `ply` only if the table still waits there."""
        async with table.lock:
            await self._tables.refresh(table)
            if ply is not None and (table.match.ply != ply or table.seats[seat].deputy is not None):
                return
            changed = {"deputy": deputy} if deputy is not None else {"deputy": None, "since": now_ms()}
            async with self._store.write() as connection:
                await connection.execute(
                    update(seats)
                    .where(seats.c.table_id == table.id, seats.c.seat == seat, seats.c.bot.is_(None))
                    .values(changed)
                )
        await self._tables.reload(table)
        self._tables.announce(table)

    # --- clocks -----------------------------------------------------------------------

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            time = now_ms()
            for table_id in [id_ for id_, deadline in self._deadlines.items() if deadline <= time]:
                try:
                    await self._out_of_time(await self._tables.find(table_id))
                except (Refusal, SQLAlchemyError, OSError) as error:
                    self._deadlines.pop(table_id, None)  # the sweep finds it again, if it is still there
                    log.warning("the clock of a table could not be heeded: %s", error)

    async def _out_of_time(self, table: Table) -> None:
        self.watch(table)  # on another node something may have happened
        deadline = deadline_of(table)
        if deadline is not None and deadline <= now_ms():
            await self._set_deputy(table, table.match.actor, usual_bot(table.game), table.match.ply)

    async def _sweep(self) -> None:
        """Now and then read every running clock from the database."""
        while True:
            try:
                for table_id, deadline in await self._running():
                    self._deadlines.setdefault(table_id, deadline)
            except (SQLAlchemyError, OSError) as error:
                log.warning("the clocks could not be read: %s", error)
            await asyncio.sleep(self._sweep_seconds)

    async def _running(self) -> list[tuple[str, int]]:
        """The tables where a person is awaited under a clock, and when that runs out at the earliest."""
        query = waiting_seats().where(tables.c.pace > 0, seats.c.bot.is_(None), seats.c.deputy.is_(None))
        async with self._store.read() as connection:
            found = await connection.execute(query)
            return [(row.table_id, row.time + 1000 * row.pace) for row in found]
