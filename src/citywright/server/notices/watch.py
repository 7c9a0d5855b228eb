"""Watches tables and notes what their people are to be told: turns, games that begin or end, the chat.

The process where a table has changed notes it. Should it die before, another finds in the rows which slow
tables nobody has looked at: nobody is told twice of one turn, and no turn of those is left out.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.notices import kinds
from citywright.server.notices.truth import warning_time
from citywright.server.storage.database import Database
from citywright.server.storage.queries import waiting_tables
from citywright.server.storage.schema import is_standing, orders, turns_told
from citywright.server.storage.schema import tables as table_rows
from citywright.server.tables.messages import Message
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table
from citywright.server.tables.terms import DAY

TASK = "notices"
LOOKING = 1.0  # seconds between two looks
SEARCHING = 4.0  # seconds between two searches for tables that nobody has looked at
UNNOTED = 3000  # milliseconds a process has to look at a table it has changed
FOR_ORDERS = 15_000  # milliseconds in which a standing order may decide for the player
GRACE = 3000  # milliseconds before anything is sent: whoever loads the page again is not away
ENDED = 3600_000  # milliseconds for which a game that has ended is looked for
AT_ONCE = 20
MOST_UNREADABLE = 1000  # tables that are not looked for again
END = -2  # in the place of a seat: all were told that the game is over
A_MINUTE = 60_000  # milliseconds in which one is told of one message of a table

log = logging.getLogger(__name__)


class Watch:
    """Notes what happens at tables. `tell` is the service's."""

    def __init__(
        self,
        database: Database,
        tables: TableService,
        nodes: Nodes,
        tell: Callable[..., Awaitable[bool]],
        saw: Callable[[str, str], Awaitable[None]],
        is_reachable: Callable[[str], Awaitable[bool]],
    ) -> None:
        """`saw`: somebody has opened a table; `is_reachable`: can somebody be told at once?"""
        self._database = database
        self._tables = tables
        self._nodes = nodes
        self._tell = tell
        self._saw = saw
        self._is_reachable = is_reachable
        self._changed: dict[str, Table] = {}  # tables to look at
        self._posted: list[tuple[Table, Message]] = []
        self._seen: set[tuple[str, str]] = set()  # guest and table
        self._wake = asyncio.Event()
        self._searched = float("-inf")
        self._unreadable: set[str] = set()  # tables of games, or rules, that this server does not know
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._tables.on_move.append(self.table_changed)
        self._task = asyncio.create_task(self._run(), name="notices of tables")

    async def stop(self) -> None:
        """Note nothing more; another process, or the next one, finds what is left."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How much waits to be looked at."""
        return len(self._changed) + len(self._posted) + len(self._seen)

    def table_changed(self, table: Table) -> None:
        """A table was changed by this process."""
        if is_told_of(table):
            self._changed[table.id] = table
            self._wake.set()

    def posted(self, table: Table, message: Message) -> None:
        """Somebody has written in the chat of a table."""
        self._posted.append((table, message))
        self._wake.set()

    def seen(self, guest_id: str, table_id: str) -> None:
        """Somebody has opened a table where they sit."""
        self._seen.add((guest_id, table_id))
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._look()
            except (SQLAlchemyError, OSError, Refusal) as error:
                log.warning("tables could not be looked at: %s; trying again", type(error).__name__)
                await asyncio.sleep(LOOKING)
            except Exception:  # a fault of ours at one table: the others go on
                log.exception("a table could not be looked at")
            try:
                async with asyncio.timeout(LOOKING):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def _look(self) -> None:
        while self._seen:
            seen = next(iter(self._seen))
            await self._saw(*seen)
            self._seen.discard(seen)
        while self._posted:
            posted = self._posted.pop(0)
            try:
                await self._note_message(*posted)
            except IntegrityError:
                continue  # the table is gone
            except (SQLAlchemyError, OSError):
                self._posted.insert(0, posted)
                raise
        for table_id in list(self._changed):
            table = self._changed.pop(table_id)  # first: it may change again while this is written
            try:
                await self._note(table)
            except IntegrityError:
                continue  # the table is gone
            except (SQLAlchemyError, OSError):
                self._changed[table_id] = table
                raise
        if self._nodes.is_first(TASK) and time.monotonic() >= self._searched + SEARCHING:
            self._searched = time.monotonic()
            for table_id in await self._unnoted():
                await self._note_found(table_id)

    # --- noting -----------------------------------------------------------------------

    async def _note_found(self, table_id: str) -> None:
        """Tell of what is new at a table that was found in the rows."""
        try:
            await self._note(await self._tables.find(table_id))
        except Refusal as refusal:
            log.warning("a table cannot be looked at: %s", refusal.reason)
            if len(self._unreadable) < MOST_UNREADABLE:
                self._unreadable.add(table_id)

    async def _note(self, table: Table) -> None:
        """Tell of what is new at a table since it was looked at last, and write down that it was."""
        if not table.terms.is_over_days and not await self._is_worth_a_look(table):
            return
        actor, at, turn = table.actor, table.at, table.match.state.turns()
        mine = turns_told.c.table_id == table.id
        async with self._database.read() as connection:
            known = (await connection.execute(select(turns_told).where(mine))).one_or_none()
        told = {"epoch": at[0], "plies": at[1]}
        if table.match.over:
            await self._note_end(table)
            told |= {"seat": END, "turn": turn}
        elif actor >= 0:
            is_new = known is None or (known.seat, known.turn) != (actor, turn)
            if is_new and await self._note_turn(table, actor, turn):
                told |= {"seat": actor, "turn": turn}
        if known is None or any(getattr(known, name) != value for name, value in told.items()):
            blank = {"seat": -1, "turn": 0, **told}
            async with self._database.write() as connection:
                row = self._database.insert_if_absent(turns_told).values(table_id=table.id, **blank)
                await connection.execute(row)
                await connection.execute(update(turns_told).where(mine).values(told))

    async def _is_worth_a_look(self, table: Table) -> bool:
        """Can somebody be told at once who is not there? Where all play at the same time that is seldom so,
        and their moves shall cost nothing here.
        """
        awaited = range(len(table.seats)) if table.match.over else [table.actor]
        away = {table.seats[seat].guest_id for seat in awaited if seat >= 0 and seat not in table.present()}
        return any([await self._is_reachable(guest_id) for guest_id in away if guest_id])

    async def _note_turn(self, table: Table, actor: int, turn: int) -> bool:
        """Tell the player to act, unless a bot plays or the player is there."""
        seat = table.seats[actor]
        if seat.guest_id is None or seat.playing_bot is not None:
            return False
        which: dict[str, Any] = {"table_id": table.id, "seat": actor, "turn": turn}
        moment = warning_time(table)
        if moment is not None:
            key = f"time {table.id} {turn} {actor}"
            await self._tell(seat.guest_id, kinds.TIME, **which, due=moment, key=key)
        if actor in table.present():
            return False
        fit = kinds.CHANNELS if table.terms.is_over_days else (kinds.PUSH, kinds.WEBHOOK)
        key = f"turn {table.id} {turn} {actor}"
        pause = FOR_ORDERS if await self._has_orders(table, actor) else GRACE
        await self._tell(seat.guest_id, kinds.TURN, **which, due=now_ms() + pause, channels=fit, key=key)
        return True

    async def _has_orders(self, table: Table, seat: int) -> bool:
        """May a standing order spare the player the turn?"""
        query = select(orders.c.id).where(is_standing, orders.c.table_id == table.id, orders.c.seat == seat)
        return await self._database.ask(lambda reading: reading.execute(query.limit(1)).first()) is not None

    async def _note_end(self, table: Table) -> None:
        """Tell those who are away that a game is over, and of the next one."""
        away = [seat for seat in table.seats if seat.number not in table.present()]
        for guest_id in dict.fromkeys(seat.guest_id for seat in away if seat.guest_id):
            key, due = f"over {table.id}", now_ms() + GRACE
            await self._tell(guest_id, kinds.OVER, table_id=table.id, due=due, key=key)
            if table.rematch_id is not None:
                key = f"start {table.rematch_id}"
                await self._tell(guest_id, kinds.START, table_id=table.rematch_id, due=due, key=key)

    async def _note_message(self, table: Table, message: Message) -> None:
        """Tell those who are away what somebody has written, if they would be shown it: once a minute."""
        moment = now_ms() // A_MINUTE
        for guest_id in {seat.guest_id for seat in table.seats if seat.guest_id}:
            own = table.seats_of(guest_id)
            hides = table.game.has_secrets and not table.match.over
            shown = table.chat.shown_to(guest_id, hide_spectators=hides)
            if guest_id == message.guest_id or table.present().intersection(own):
                continue
            if any(one.number == message.number for one in shown):
                said = {"name": message.name, "text": message.text}
                key = f"chat {table.id} {moment}"
                await self._tell(
                    guest_id, kinds.CHAT, table_id=table.id, due=now_ms() + GRACE, key=key, **said
                )

    async def _unnoted(self) -> list[str]:
        """Tables with days for a decision whose position nobody has looked at: who changed them has died."""
        now = now_ms()
        is_slow = or_(table_rows.c.pace >= DAY, table_rows.c.reserve >= DAY)
        waiting = waiting_tables(is_slow)
        running = (
            select(waiting.c.table_id)
            .outerjoin(turns_told, turns_told.c.table_id == waiting.c.table_id)
            .where(
                waiting.c.awaits >= 0,
                waiting.c.bot.is_(None),
                waiting.c.moved < now - UNNOTED,
                waiting.c.table_id.not_in(self._unreadable),
                or_(
                    turns_told.c.table_id.is_(None),
                    turns_told.c.epoch != waiting.c.epoch,
                    turns_told.c.plies != waiting.c.plies,
                ),
            )
            .limit(AT_ONCE)
        )
        ended = (
            select(table_rows.c.id)
            .outerjoin(turns_told, turns_told.c.table_id == table_rows.c.id)
            .where(
                is_slow,
                table_rows.c.ended.between(now - ENDED, now - UNNOTED),
                table_rows.c.id.not_in(self._unreadable),
                or_(turns_told.c.table_id.is_(None), turns_told.c.seat != END),
            )
            .limit(AT_ONCE)
        )
        return await self._database.ask(
            lambda reading: [*reading.execute(running).scalars(), *reading.execute(ended).scalars()]
        )


def is_told_of(table: Table) -> bool:
    """May there be people at this table who are away while something happens?"""
    return table.terms.is_over_days or not (table.terms.one_screen or table.is_practice)
