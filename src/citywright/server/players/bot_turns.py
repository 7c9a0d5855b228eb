"""Lets bots act at the tables: after every move, and by a search for waiting tables every second.

The process where a move was made sees to the bot that acts next. Others do so only when it has not been heard
of for a while; should two processes play for a bot, the database refuses the second.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from citywright.match.dealer import NamedDealer
from citywright.server.errors import Refusal
from citywright.server.players.bot_workers import BotRequest, BotWorkers, dealt_request, decision_request
from citywright.server.settings import Settings
from citywright.server.spans import THINKING, Traced, span
from citywright.server.storage.database import Database
from citywright.server.storage.queries import waiting_for_bots
from citywright.server.tables.nodes import At, Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

PATIENCE = 1.5  # seconds another process has to say that its bot thinks
EACH_BEFORE = 1.0  # seconds more for each process that comes before this one
LONGEST_PAUSE = 20.0  # seconds between two attempts at a position where the bot fails

log = logging.getLogger(__name__)


class Wait:
    """A table that waits for a bot, at one position. Measured by this process, whatever the clock says."""

    def __init__(self, at: At) -> None:
        self.at = at
        self.since = time.monotonic()
        self.pause = 0.0  # until the next attempt

    def is_over(self, patience: float) -> bool:
        return time.monotonic() >= self.since + max(patience, self.pause)

    def try_again_later(self) -> None:
        """An attempt is made now; if it fails, the next one waits longer."""
        self.since = time.monotonic()
        self.pause = min(LONGEST_PAUSE, 2 * self.pause or 0.5)


class BotTurns:
    """One task per table whose bot is to act."""

    def __init__(self, tables: TableService, store: Database, settings: Settings, nodes: Nodes) -> None:
        self._tables = tables
        self._store = store
        self._settings = settings
        self._nodes = nodes
        self.workers = BotWorkers(settings.bot_workers)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waits: dict[str, Wait] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.on_decided: list[Callable[[float], None]] = []  # a bot took so many seconds

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
        if table.bot_to_act() is None or table.id in self._tasks or self._nodes.attends(table.id, table.at):
            return
        self._nodes.attending[table.id] = table.at
        task = asyncio.create_task(self._play(table), name=f"bots: {table.id}")
        self._tasks[table.id] = task
        task.add_done_callback(lambda _: self._end(table.id))

    def _end(self, table_id: str) -> None:
        self._tasks.pop(table_id, None)
        self._nodes.attending.pop(table_id, None)

    async def _play(self, table: Table) -> None:
        """Act for bots until somebody else is to act."""
        try:
            while (seat := table.bot_to_act()) is not None and seat.playing_bot is not None:
                with Traced("a bot's turn was slow", self._settings.slow):
                    await self._decide(table, seat.number, seat.playing_bot)
        except Refusal as refusal:
            # Another process has played first, or the database cannot be reached: `_sweep` tries again.
            log.info("bot at table %s: %s", table.id, refusal.reason)
        else:
            table.hurry.clear()  # a person acts

    async def _decide(self, table: Table, seat: int, bot: str) -> None:
        """One decision of a bot."""
        epoch, ply = self._nodes.attending[table.id] = table.at
        request = self._request(table, seat, bot, epoch)
        with span(THINKING):
            action, _ = await asyncio.gather(self._think(request), self._pause(table))
        acting = table.bot_to_act()
        if table.at == (epoch, ply) and acting is not None and acting.playing_bot == bot:  # else it came late
            await self._tables.play(table, seat, action, ply, epoch)

    def _request(self, table: Table, seat: int, bot: str, epoch: int) -> BotRequest:
        match = table.match
        if table.terms.deal and isinstance(match.dealer, NamedDealer):
            return dealt_request(match, match.dealer, seat, bot)
        return decision_request(match, seat, bot, self._settings.bot_budget, table=table.id, epoch=epoch)

    async def _pause(self, table: Table) -> None:
        """A moment for people to follow, unless they are in a hurry."""
        seconds = self._settings.bot_pace * table.bot_pace
        if seconds and not table.hurry.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await table.hurry.wait()

    async def _think(self, request: BotRequest) -> str:
        began = time.perf_counter()
        try:
            return await self.workers.decide(request)
        finally:
            for listener in self.on_decided:
                listener(time.perf_counter() - began)

    @property
    def waiting(self) -> int:
        """How many tables of this process wait for a bot."""
        return len(self._tasks)

    # --- tables nobody attends to -----------------------------------------------------

    async def _sweep(self) -> None:
        """Attend to tables where a bot is awaited and no process sees to it."""
        while True:
            try:
                self._note(await self._waiting())
            except (SQLAlchemyError, OSError) as error:
                log.warning("looking for tables that wait for a bot: %s", error)
            for table_id in [id_ for id_, wait in self._waits.items() if self._is_left_alone(id_, wait)]:
                self._waits[table_id].try_again_later()
                try:
                    self.attend(await self._tables.find(table_id))
                except (Refusal, SQLAlchemyError, OSError) as error:
                    log.warning("a table that waits for a bot could not be read: %s", error)
            await asyncio.sleep(self._settings.sweep_seconds)

    def _note(self, rows: Sequence[Any]) -> None:
        """Keep how long each table has been waiting at its position."""
        before, self._waits = self._waits, {}
        for row in rows:
            at, wait = (row.epoch, row.plies), before.get(row.table_id)
            self._waits[row.table_id] = wait if wait is not None and wait.at == at else Wait(at)
        if self._waits and not self._nodes.is_alone:
            self.workers.warm_up()  # another process may end at any moment

    def _is_left_alone(self, table_id: str, wait: Wait) -> bool:
        """Does no process see to the bot, and is it this one's turn to do so?"""
        if table_id in self._tasks or self._nodes.attends(table_id, wait.at):
            return False
        if self._nodes.is_alone:
            return wait.is_over(0.0)
        patience = PATIENCE + EACH_BEFORE * self._nodes.rank(table_id)
        if not self._nodes.is_linked:  # a bot of a process that cannot be heard may be thinking
            patience += self._settings.bot_pace + self._settings.bot_budget
        return wait.is_over(patience)

    async def _waiting(self) -> list[Any]:
        """Running tables where a bot is to act."""
        async with self._store.read() as connection:
            return list(await connection.execute(waiting_for_bots()))
