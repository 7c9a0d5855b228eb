"""Lets bots act at the tables: after every move, and by a search for waiting tables now and then."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.players.bot_workers import BotWorkers, decision_request
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.queries import waited_since, waiting_seats
from citywright.server.storage.schema import seats
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

log = logging.getLogger(__name__)


class BotTurns:
    """One task per table whose bot is to act."""

    def __init__(self, tables: TableService, store: Database, settings: Settings) -> None:
        self._tables = tables
        self._store = store
        self._settings = settings
        self.workers = BotWorkers(settings.bot_workers)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with the tables that waited for a bot when the last process ended."""
        self._sweeper = asyncio.create_task(self._sweep(), name="bots: sweep")
        self._tables.on_move.append(self.attend)

    async def stop(self) -> None:
        """Stop all bots."""
        tasks = [task for task in [self._sweeper, *self._tasks.values()] if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.workers.close()

    def attend(self, table: Table) -> None:
        """See to it that the bots of a table act when it is their turn."""
        if any(seat.bot is not None for seat in table.seats):
            self.workers.warm_up()
        if table.bot_to_act() is None or table.id in self._tasks:
            return
        task = asyncio.create_task(self._play(table), name=f"bots: {table.id}")
        self._tasks[table.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    async def _play(self, table: Table) -> None:
        """Act for bots until somebody else is to act."""
        try:
            while (seat := table.bot_to_act()) is not None and seat.playing_bot is not None:
                epoch, ply = table.at
                budget = self._settings.bot_budget
                request = decision_request(
                    table.match, seat.number, seat.playing_bot, budget, table=table.id, epoch=epoch
                )
                action, _ = await asyncio.gather(
                    self.workers.decide(request), asyncio.sleep(self._settings.bot_pace)
                )
                if table.at == (epoch, ply):
                    await self._tables.play(table, seat.number, action, ply, epoch)
        except Refusal as refusal:
            # Another process has played first, or the database cannot be reached: `_sweep` tries again.
            log.info("bot at table %s: %s", table.id, refusal.reason)

    async def _sweep(self) -> None:
        """Attend to tables where a bot has been awaited for a while; at the start to all of them."""
        patience = 0.0
        while True:
            try:
                for table_id in await self._waiting(patience):
                    if table_id not in self._tasks:
                        self.attend(await self._tables.find(table_id))
            except (Refusal, SQLAlchemyError, OSError) as error:
                log.warning("looking for tables that wait for a bot: %s", error)
            patience = self._settings.sweep_seconds
            await asyncio.sleep(patience)

    async def _waiting(self, patience: float) -> list[str]:
        """Running tables where a bot is to act and nothing happened for some seconds."""
        query = waiting_seats().where(
            seats.c.bot.is_not(None) | seats.c.deputy.is_not(None),
            waited_since() <= now_ms() - int(1000 * patience),
        )
        async with self._store.read() as connection:
            return list((await connection.execute(query)).scalars())
