"""Mails that tell a player that it is their turn: once for each turn, and never lost.

What is to be sent stands in the database before it is sent. The process where a table has changed notes it;
one process, the same for all mails as long as it lives, sends. Should either die, another finds in the rows
what was left: a mail may then be sent twice, at worst.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.players.notifications import Notifications
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.queries import waiting_tables
from citywright.server.storage.schema import tables as table_rows
from citywright.server.storage.schema import turn_mails
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table
from citywright.server.tables.terms import DAY

TASK = "mails"
LOOKING = 1.0  # seconds between two looks for mails that are due
SEARCHING = 4.0  # seconds between two searches for tables that nobody has looked at
UNNOTED = 3000  # milliseconds a process has to look at a table it has changed
SENDING = 60_000  # milliseconds after which a mail is sent again though its sender lives
FIRST_PAUSE = 30_000  # milliseconds before a mail that could not be sent is tried again; then twice as long
MOST_TRIES = 9  # over more than two hours
AT_ONCE = 20
STOP_PATIENCE = 3.0  # seconds for the mail that is being sent when the server stops

log = logging.getLogger(__name__)


class TurnMails:
    """Notes what is to be sent and, if it is this process that does so, sends it."""

    def __init__(
        self,
        database: Database,
        tables: TableService,
        nodes: Nodes,
        notifications: Notifications,
        settings: Settings,
    ) -> None:
        self._database = database
        self._tables = tables
        self._nodes = nodes
        self._notifications = notifications
        self._settings = settings
        self._changed: dict[str, Table] = {}  # tables to look at
        self._wake = asyncio.Event()
        self._is_stopping = False
        self._searched = float("-inf")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, if the host has set all that mail needs."""
        if self._settings.smtp and not self._settings.address:
            log.warning("no mail is sent: CITYWRIGHT_SMTP is set, but not --address, where its links lead")
        if self._settings.sends_mail:
            self._tables.on_move.append(self._table_changed)
            self._task = asyncio.create_task(self._run(), name="turn mails")

    async def stop(self) -> None:
        """Finish the mail that is being sent, and send no more."""
        if self._task is not None:
            self._is_stopping = True
            self._wake.set()
            await asyncio.wait({self._task}, timeout=STOP_PATIENCE)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How many tables wait to be looked at."""
        return len(self._changed)

    def _table_changed(self, table: Table) -> None:
        if table.terms.is_over_days and table.actor >= 0:
            self._changed[table.id] = table
            self._wake.set()

    async def _run(self) -> None:
        while not self._is_stopping:
            try:
                await self._look()
            except (SQLAlchemyError, OSError, Refusal) as error:
                log.warning("mails could not be looked up: %s; trying again", error)
                await asyncio.sleep(LOOKING)
            try:
                async with asyncio.timeout(LOOKING):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def _look(self) -> None:
        for table_id in list(self._changed):
            table = self._changed.pop(table_id)  # first: it may change again while this is written
            try:
                await self._note(table)
            except (SQLAlchemyError, OSError):
                self._changed[table_id] = table
                raise
        if not self._nodes.is_first(TASK):
            return
        if time.monotonic() >= self._searched + SEARCHING:
            self._searched = time.monotonic()
            for table_id in await self._unnoted():
                await self._note(await self._tables.find(table_id))
        for row in await self._due():
            if self._is_stopping:
                return
            await self._send(row)

    # --- noting -----------------------------------------------------------------------

    async def _note(self, table: Table) -> None:
        """Write down that the player to act is to be told, unless that was done, or a bot plays or the player
        is connected.
        """
        actor = table.actor
        if actor < 0:
            return
        seat, turn = table.seats[actor], table.match.state.turns()
        is_wanted = seat.guest_id is not None and seat.playing_bot is None and actor not in table.present()
        mine = turn_mails.c.table_id == table.id
        async with self._database.write() as connection:
            blank = {"seat": -1, "turn": 0, "tries": 0, "epoch": table.epoch, "plies": table.match.ply}
            await connection.execute(
                self._database.insert_if_absent(turn_mails).values(table_id=table.id, **blank)
            )
            await connection.execute(
                update(turn_mails).where(mine).values(epoch=table.epoch, plies=table.match.ply)
            )
            if is_wanted:
                is_new = or_(turn_mails.c.seat != actor, turn_mails.c.turn != turn)
                mail = {"seat": actor, "turn": turn, "due": now_ms(), "tries": 0, "sender": None}
                await connection.execute(update(turn_mails).where(mine, is_new).values(mail))

    async def _unnoted(self) -> list[str]:
        """Tables whose position nobody has looked at: who changed them has died since."""
        waiting = waiting_tables(or_(table_rows.c.pace >= DAY, table_rows.c.reserve >= DAY))
        query = (
            select(waiting.c.table_id)
            .outerjoin(turn_mails, turn_mails.c.table_id == waiting.c.table_id)
            .where(
                waiting.c.awaits >= 0,
                waiting.c.bot.is_(None),
                waiting.c.moved < now_ms() - UNNOTED,
                or_(
                    turn_mails.c.table_id.is_(None),
                    turn_mails.c.epoch != waiting.c.epoch,
                    turn_mails.c.plies != waiting.c.plies,
                ),
            )
            .limit(AT_ONCE)
        )
        async with self._database.read() as connection:
            return list((await connection.execute(query)).scalars())

    # --- sending ----------------------------------------------------------------------

    async def _due(self) -> list[Any]:
        """The mails to send now: also those that a process was sending which has died."""
        is_due = turn_mails.c.due <= now_ms()
        if self._nodes.has_listened:
            alive = [self._nodes.name, *self._nodes.names()]
            is_due = or_(is_due, turn_mails.c.due.is_not(None) & turn_mails.c.sender.not_in(alive))
        query = select(turn_mails).where(is_due).order_by(turn_mails.c.due).limit(AT_ONCE)
        async with self._database.read() as connection:
            return list(await connection.execute(query))

    async def _send(self, row: Any) -> None:
        """Send one mail, unless another process does, or the turn is over."""
        until = now_ms() + SENDING
        claim = {"sender": self._nodes.name, "due": until, "tries": row.tries + 1}
        if not await self._change(row.table_id, row.due, **claim):
            return
        try:
            table = await self._tables.find(row.table_id)
            if (table.actor, table.match.state.turns()) == (row.seat, row.turn):
                await self._notifications.tell_of_turn(table)
        except (Refusal, OSError) as error:
            log.warning("a mail could not be sent: %s", error)
            again = now_ms() + FIRST_PAUSE * 2**row.tries if row.tries + 1 < MOST_TRIES else None
            await self._change(row.table_id, until, due=again, sender=None)
        else:
            await self._change(row.table_id, until, due=None, sender=None)

    async def _change(self, table_id: str, was_due: int, **values: object) -> bool:
        """Change a row as long as it says what this process believes."""
        mine = (turn_mails.c.table_id == table_id) & (turn_mails.c.due == was_due)
        async with self._database.write() as connection:
            return (await connection.execute(update(turn_mails).where(mine).values(values))).rowcount == 1
