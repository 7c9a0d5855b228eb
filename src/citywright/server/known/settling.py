"""Enters every finished game, in the order in which games ended: soon after its end, and after a crash when
the server is back. See ledger.py for how several processes share the work.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, select
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from citywright.engine.state import OVER
from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.known.figures import Figures, Reading, reading_or_none, replay_all, unread_games
from citywright.server.known.ledger import Conditions, enter_games, give_up, skip_games
from citywright.server.storage.database import Database
from citywright.server.storage.rated import read_rated
from citywright.server.storage.schema import is_unsettled, tables
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

AT_ONCE = 20  # games read and entered together
SWEEP = 20.0  # seconds between two looks for games that nobody has entered
OTHERS_FIRST = 3000  # milliseconds another process has to enter the game that ended there
PAUSES = 2  # times as long as the work before: old games must not hold up the others

log = logging.getLogger(__name__)


class Settling:
    """The task that enters games."""

    def __init__(self, database: Database, tables: TableService, nodes: Nodes) -> None:
        self._database = database
        self._tables = tables
        self._nodes = nodes
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._ended_here: set[str] = set()  # by a move at this process
        self._refused: set[str] = set()  # games that could not be entered; the next process tries them again

    def start(self) -> None:
        """Begin; games that ended while nobody served come first."""
        self._tables.on_move.append(self._hear)
        self._wake.set()
        self._task = asyncio.create_task(self._run(), name="settling")

    async def stop(self) -> None:
        """Enter no more; the next process goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How many games that ended here are not entered yet."""
        return len(self._ended_here)

    def _hear(self, table: Table) -> None:
        if table.match.over and table.rated is None:
            self._ended_here.add(table.id)
            self._wake.set()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self.settle_all()
            except (SQLAlchemyError, OSError) as error:
                log.warning("results could not be entered; it is tried again: %s", error)
            except Exception:  # a fault of ours: it must not end the task
                log.exception("results could not be entered; it is tried again")
            try:
                async with asyncio.timeout(SWEEP):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def settle_all(self) -> int:
        """Enter all games that are over and not entered; returns how many were entered here."""
        entered = 0
        while True:
            started = time.monotonic()
            waiting = await self._waiting()
            if not waiting:
                self._ended_here.clear()
                return entered
            if not (ready := self._ready(waiting)):
                return entered
            entered += await self._settle(ready)
            if len(waiting) == AT_ONCE:  # there are many more: old games, or those of a busy day
                await asyncio.sleep(PAUSES * (time.monotonic() - started))

    def _ready(self, waiting: list[tuple[str, int]]) -> list[str]:
        """The games to enter now. One that ended at another process is left to that process for a while, and
        those that ended after it wait for it.
        """
        ready = []
        for table_id, ended in waiting:
            is_fresh = now_ms() - ended < OTHERS_FIRST and not self._nodes.is_alone
            if is_fresh and table_id not in self._ended_here:
                asyncio.get_running_loop().call_later(OTHERS_FIRST / 1000, self._wake.set)
                break
            ready.append(table_id)
        return ready

    async def _waiting(self) -> list[tuple[str, int]]:
        query = select(tables.c.id, tables.c.ended).where(is_unsettled, tables.c.id.not_in(self._refused))
        query = query.order_by(tables.c.ended, tables.c.id).limit(AT_ONCE)

        def read(connection: Connection) -> list[tuple[str, int]]:
            return [(row.id, row.ended) for row in connection.execute(query)]

        return await self._database.ask(read)

    async def _settle(self, table_ids: list[str]) -> int:
        """Enter these games. One that cannot be entered holds up no other."""
        try:
            return await self._enter(table_ids)
        except Exception as error:
            is_of_database = isinstance(error, SQLAlchemyError | OSError)
            if is_of_database and not isinstance(error, IntegrityError | DataError):
                raise  # it cannot be reached: all are tried again
            if len(table_ids) == 1:
                log.exception("the game of table %s cannot be entered", table_ids[0])
        if len(table_ids) > 1:
            return sum([await self._settle([table_id]) for table_id in table_ids])
        self._refused.update(table_ids)
        self._ended_here.difference_update(table_ids)
        return 0

    async def _enter(self, table_ids: list[str]) -> int:
        readings = await self._read(table_ids)
        known = [reading for reading in readings.values() if reading is not None]
        lost = [table_id for table_id in table_ids if readings.get(table_id) is None]

        def write(connection: Connection) -> list[str]:
            if lost:
                skip_games(connection, lost)
            return enter_games(connection, self._database, known)

        entered = await self._database.transact(write)
        if lost:
            log.warning("%d finished games cannot be read here: they have no result", len(lost))
        for table_id in table_ids:
            self._ended_here.discard(table_id)
        for table_id in entered:
            await self._show(table_id)
        return len(entered)

    async def _read(self, table_ids: list[str]) -> dict[str, Reading | None]:
        """What the games have to tell, in this order: from memory, else replayed beside the event loop."""
        readings: dict[str, Reading | None] = dict.fromkeys(table_ids)
        unknown = []
        for table_id in table_ids:
            table = self._tables.cached(table_id)
            if table is not None and table.match.actor == OVER and not table.is_stale:
                readings[table_id] = reading_or_none(table_id, table.match)
            else:
                unknown.append(table_id)
        if unknown:
            games = await self._database.ask(partial(unread_games, table_ids=unknown))
            for reading in await asyncio.to_thread(replay_all, games):
                if reading is not None:
                    readings[reading.table_id] = reading
        return readings

    async def _show(self, table_id: str) -> None:
        """Show what a game has changed where somebody still looks at its table."""
        table = self._tables.cached(table_id)
        if table is None:
            return
        rated = await self._database.ask(partial(read_rated, table_id=table_id))
        self._tables.note_rated(table, rated)

    # --- giving up --------------------------------------------------------------------

    async def before_delete(self, table: Table) -> None:
        """A game against bots is to be deleted: once everybody had a turn it counts as lost."""
        if table.match.over:
            await self._settle([table.id])
        elif table.is_practice:
            await self._give_up(table, next(seat.number for seat in table.seats if seat.bot is None))

    async def before_expiry(self, table_ids: Sequence[str], rule: Conditions) -> None:
        """Tables are to be deleted because nothing happens there: whoever lets a game stand has lost it."""
        for table_id in table_ids:
            try:
                table = await self._tables.find(table_id)
            except Refusal:
                continue  # deleted meanwhile, or a game that this server does not know
            if table.actor >= 0 and table.seats[table.actor].playing_bot is None:
                await self._give_up(table, table.actor, rule)

    async def _give_up(self, table: Table, seat: int, only_if: Conditions = ()) -> None:
        if table.seats[seat].guest_id is None or table.match.state.turns() <= len(table.seats):
            return
        others = len(table.seats) - 1
        ranks = [1 + others * (number == seat) for number in range(len(table.seats))]
        scores = list(table.match.state.scores())
        reading = Reading(table.id, table.match.ply, ranks, scores, [Figures() for _ in ranks])
        await self._database.transact(
            lambda connection: give_up(connection, self._database, reading, seat, only_if)
        )
