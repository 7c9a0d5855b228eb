"""Deadlines: when a player's time for a decision is over, a bot plays for them until they return.

The clock of a decision starts with the move before it, or when the player sat down or returned. Where there
is a time for the whole game it is the seat's own: see clocks.py. How much time is left is worked out when
this process first sees the decision awaited, and from then on measured: setting the clock of the machine
ends nobody's time, and gives nobody more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms, steady
from citywright.server.errors import Refusal
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.queries import waiting_for_people
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.clocks import left_now
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Seat, Table
from citywright.server.tables.terms import Terms

log = logging.getLogger(__name__)

TICK = 0.25  # seconds between two checks of the deadlines
SWEEPS = 10  # a time limit is long: deadlines are read this many times less often than waiting bots
SWEEPS_OF_SEVERAL = 3  # more often where another process may have noted one, and died
EACH_BEFORE = 0.5  # seconds later for each process that comes before this one


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
    limit = limit_of(table)
    return None if limit is None else table.seats[table.actor].waits_since(table.moved) + limit


def limit_of(table: Timed) -> int | None:
    """How many milliseconds the decision that is awaited may take; None if there is no time limit."""
    if table.actor < 0 or table.seats[table.actor].playing_bot is not None:
        return None
    seat = table.seats[table.actor]
    if seat.time_left is not None:
        return None if seat.is_open else seat.time_left
    return 1000 * table.terms.pace or None


class Due(NamedTuple):
    """When the time for a decision is over, by `clock.steady`."""

    decision: tuple[int, ...]  # which one: epoch, ply, seat, since when its player is there
    time: float


class Deadlines:
    """Watches the deadlines of all tables and lets bots play for those who are too late.

    Of several processes the first does so for a table, and the others only if it does not: all of them know
    all deadlines. The database lets one of them put the bot in.
    """

    def __init__(
        self,
        tables: TableService,
        actions: PlayerActions,
        database: Database,
        settings: Settings,
        nodes: Nodes,
    ) -> None:
        self._tables = tables
        self._actions = actions
        self._database = database
        self._sweep_seconds = settings.sweep_seconds
        self._nodes = nodes
        self._due: dict[str, Due] = {}  # by table
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
        limit = limit_of(table)
        if limit is None:
            self._due.pop(table.id, None)
            return
        seat = table.seats[table.actor]
        left = left_now(table, seat.number)
        if left is None:
            left = _left_of(limit, seat.waits_since(table.moved))
        self._note(table.id, (*table.at, table.actor, seat.since or 0), left)

    def _note(self, table_id: str, decision: tuple[int, ...], left: int) -> None:
        known = self._due.get(table_id)
        if known is None or known.decision != decision:
            self._due[table_id] = Due(decision, steady() + left / 1000)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            time = steady()
            for table_id in [id_ for id_, due in self._due.items() if due.time <= time]:
                if self._due[table_id].time + EACH_BEFORE * self._nodes.rank(table_id) > time:
                    continue
                try:
                    await self._check(await self._tables.find(table_id))
                except (Refusal, SQLAlchemyError, OSError) as error:
                    self._due.pop(table_id, None)  # the sweep finds the table again, if it still exists
                    log.warning("the deadline of a table could not be checked: %s", error)

    async def _check(self, table: Table) -> None:
        self.watch(table)  # another process may have changed the table
        due = self._due.get(table.id)
        if due is not None and due.time <= steady():
            await self._actions.set_deputy(table, table.actor, usual_bot(table.game), table.match.ply)

    async def _sweep(self) -> None:
        """Now and then read every deadline from the database."""
        while True:
            try:
                for row in await self._read_deadlines():
                    decision = (row.epoch, row.plies, row.awaits, row.since or 0)
                    since = max(row.moved, row.since or 0, row.counted or 0)
                    if row.time_left is None:
                        self._note(row.table_id, decision, _left_of(1000 * row.pace, since))
                    elif row.guest_id is not None:  # no clock runs at an open seat
                        self._note(row.table_id, decision, _left_of(row.time_left, since))
            except (SQLAlchemyError, OSError) as error:
                log.warning("the deadlines could not be read: %s", error)
            sweeps = SWEEPS if self._nodes.is_alone else SWEEPS_OF_SEVERAL
            await asyncio.sleep(sweeps * self._sweep_seconds)

    async def _read_deadlines(self) -> list[Any]:
        """The tables where a person has a time limit."""
        async with self._database.read() as connection:
            return list(await connection.execute(waiting_for_people()))


def _left_of(limit: int, since: int) -> int:
    """How many milliseconds are left now of a time that began at `since`."""
    return min(limit, since + limit - now_ms())
