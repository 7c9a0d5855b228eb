"""Carries orders out: the process where a table has changed notes in the database whether an order acts, and
from when on; one process, the same for all tables as long as it lives, lets it act. Should either die,
another finds in the rows what was left.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import UNAVAILABLE, Refusal
from citywright.server.orders.deciding import Coming, Look, Reason, chain_start, look, may_have_orders
from citywright.server.orders.rows import (
    DONE,
    VOID,
    Order,
    lock_table,
    order_of,
    plies_by_orders,
    read_orders,
    turn_noted,
)
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.queries import unnoted_orders
from citywright.server.storage.schema import is_standing, order_moves, order_turns, orders
from citywright.server.storage.schema import tables as table_rows
from citywright.server.storage.writer import Along, Conflict
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table
from citywright.server.tables.terms import DAY

TASK = "orders"
LOOKING = 0.4  # seconds between two looks for orders that are due
SEARCHING = 4.0  # seconds between two searches for tables that nobody has looked at
TIDYING = 60.0  # seconds between two searches for orders of finished games
UNNOTED = 3000  # milliseconds a process has to look at a table it has changed
AT_ONCE = 50
AN_HOUR = 3600_000  # milliseconds: what became void before is not told any more
AGAIN = 2000  # milliseconds after which an order that could not be carried out is tried again
# Seconds an order waits at least and at most: while its owner looks on and can stop it; while the owner is
# away, in games over days and in others; and then between two decisions of one turn. How long says nothing
# about what it does: the time is drawn anew, from a source that nobody can work out later, and the same for
# all orders. A decision that no order makes shows nothing at all.
LOOKED_ON, OVER_DAYS, AT_ONE_SITTING, GOING_ON = (6.0, 10.0), (20.0, 90.0), (3.0, 8.0), (1.0, 3.0)

log = logging.getLogger(__name__)
_chance = random.SystemRandom()


class Voided(NamedTuple):
    """An order that became void, for whoever tells its owner."""

    table_id: str
    seat: int
    guest_id: str
    kind: str
    reason: Reason
    order_id: str


class OrderTurns:
    """Looks at the orders of tables that change, and lets those act whose time has come.

    A move and what it changes of its order are one transaction, and so is the question whether the orders are
    still those it was decided by. However many processes try, the move is made once, and never when the owner
    was faster: by a move, by taking something back, by removing an order or by stopping it.
    """

    def __init__(self, database: Database, tables: TableService, nodes: Nodes, settings: Settings) -> None:
        self._database = database
        self._tables = tables
        self._nodes = nodes
        self._pace = settings.order_pace
        self._changed: dict[str, Table] = {}  # tables to look at
        self._wake = asyncio.Event()
        self._searched = self._tidied = float("-inf")
        self._task: asyncio.Task[None] | None = None
        self.looks = 0  # how often due orders were looked for
        # Called by the process that notes it, and again by the one that looks whether that one has died.
        self.on_void: list[Callable[[Voided], None]] = []
        self._untold_since = now_ms() - AN_HOUR

    def start(self) -> None:
        """Begin, also with what the last process left behind."""
        self._tables.on_move.append(self.table_changed)
        self._task = asyncio.create_task(self._run(), name="orders")

    async def stop(self) -> None:
        """Let no order act any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def table_changed(self, table: Table) -> None:
        """Look at a table's orders soon."""
        if may_have_orders(table) or table.match.over:
            self._changed[table.id] = table
            self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._look_at_changed()
                if self._nodes.is_first(TASK):
                    await self._search()
                    for row in await self._due():
                        await self._carry_out(row)
                self.looks += 1
            except (SQLAlchemyError, OSError, Refusal) as error:
                log.warning("orders could not be looked up: %s; trying again", error)
                await asyncio.sleep(LOOKING)
            except Exception:  # a fault of ours: it must not end the task
                log.exception("orders could not be looked up; trying again")
                await asyncio.sleep(LOOKING)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKING):
                    await self._wake.wait()
            self._wake.clear()

    # --- looking ----------------------------------------------------------------------

    async def _look_at_changed(self) -> None:
        changed, self._changed = self._changed, {}
        if not changed:
            return
        try:
            have_orders = await self._database.ask(partial(_with_orders, table_ids=list(changed)))
            for table_id in have_orders:
                await self._note_alone(table_id)
        except (SQLAlchemyError, OSError):
            self._changed = changed | self._changed
            raise

    async def _search(self) -> None:
        """Look at tables whose position nobody has looked at: who changed them has died since."""
        if time.monotonic() < self._searched + SEARCHING:
            return
        self._searched = time.monotonic()
        query = unnoted_orders(now_ms() - UNNOTED, AT_ONCE)
        found = await self._database.ask(lambda connection: list(connection.execute(query).scalars()))
        for table_id in found:
            await self._note_alone(table_id)
        await self._tell_untold()
        if time.monotonic() >= self._tidied + TIDYING:
            self._tidied = time.monotonic()
            await self._database.transact(_forget_finished)

    async def _note_alone(self, table_id: str) -> None:
        """Note what the orders of a table do; whatever is wrong there, those of others are noted, too."""
        try:
            await self.note(await self._tables.find(table_id))
        except (SQLAlchemyError, OSError):
            raise
        except Refusal as refusal:  # a game, or rules, that this server does not know
            log.warning("orders at a table cannot be looked at: %s", refusal.reason)
        except Exception:  # a fault of ours
            log.exception("orders at a table cannot be looked at")

    async def note(self, table: Table) -> None:
        """Write down what the orders of a table do at its position, and which of them are void or done."""
        if table.match.over or not may_have_orders(table):
            await self._database.transact(partial(_forget, table_id=table.id))
            return
        at = table.at
        standing, by_orders = await self._database.ask(partial(_orders_at, table_id=table.id))
        try:
            looks = await asyncio.to_thread(_looks, table, standing, by_orders)  # plans are tried
        except Exception:
            if table.at == at:
                raise
            return  # it has changed while it was looked at
        if table.at != at:
            return  # it has changed meanwhile, and will be looked at again
        acting = looks.get(table.actor)
        coming = acting.coming if acting else None
        voided = await self._database.transact(partial(self._write, table=table, looks=looks, coming=coming))
        self._tell(voided)

    def _tell(self, voided: Sequence[Voided]) -> None:
        for void in voided:
            for listener in self.on_void:
                listener(void)

    async def _tell_untold(self) -> None:
        """Orders that are void, and whose owners have not seen that: who noted it may have died."""
        until = now_ms() - UNNOTED
        query = select(orders).where(
            orders.c.state == VOID,
            orders.c.is_told.is_(False),
            orders.c.changed.between(self._untold_since, until),
        )
        query = query.order_by(orders.c.changed).limit(AT_ONCE)
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        self._tell([_voided(order, order.reason) for order in map(order_of, rows)])
        self._untold_since = 1 + (rows[-1].changed if len(rows) == AT_ONCE else until)

    def _write(
        self, connection: Connection, table: Table, looks: dict[int, Look], coming: Coming | None
    ) -> list[Voided]:
        """One transaction; returns the orders that it has made void."""
        lock_table(connection, table.id)
        now = now_ms()
        voided: list[Voided] = []
        for found in looks.values():
            for order in found.done:
                _change(connection, order, state=DONE, changed=now)
            for order, reason in found.void:
                text = msgspec.json.encode(reason).decode()
                if _change(connection, order, state=VOID, reason=text, changed=now):
                    voided.append(_voided(order, reason))
        self._note_turn(connection, table, coming)
        return voided

    def _note_turn(self, connection: Connection, table: Table, coming: Coming | None) -> None:
        epoch, ply = table.at
        noted = turn_noted(connection, table.id)
        if noted is not None and (noted.epoch, noted.ply) > (epoch, ply):
            return  # another process knows a later position
        is_same = noted is not None and (noted.epoch, noted.ply) == (epoch, ply)
        if noted is not None and is_same and (noted.due is not None) == (coming is not None):
            return
        is_shown = coming is not None and table.actor in table.present()
        wait = self._wait(table, is_shown=is_shown) if coming is not None else 0.0
        values = {
            "seat": max(table.actor, 0),
            "epoch": epoch,
            "ply": ply,
            "due": None if coming is None else now_ms() + int(1000 * wait),
            "is_shown": is_shown,
        }
        if noted is None:
            connection.execute(insert(order_turns).values(table_id=table.id, **values))
        else:
            mine = order_turns.c.table_id == table.id
            connection.execute(update(order_turns).where(mine).values(values))

    def _wait(self, table: Table, *, is_shown: bool) -> float:
        """Seconds until an order may act. Nothing but who looks on, and the pace of the game, counts."""
        if is_shown:
            return self._pace * _chance.uniform(*LOOKED_ON)
        start = chain_start(table.match, table.actor)
        goes_on = any(ply.actor == table.actor for ply in table.match.plies[start:])
        spread = GOING_ON if goes_on else OVER_DAYS if table.terms.pace >= DAY else AT_ONE_SITTING
        return self._pace * _chance.uniform(*spread)

    # --- acting -----------------------------------------------------------------------

    async def _due(self) -> Sequence[Any]:
        query = select(order_turns).where(order_turns.c.due <= now_ms())
        query = query.order_by(order_turns.c.due).limit(AT_ONCE)
        return await self._database.ask(lambda connection: connection.execute(query).all())

    async def _carry_out(self, row: Any) -> None:
        """Let the order act whose time has come, if everything is still as it was noted."""
        try:
            table = await self._tables.find(row.table_id)
            if table.at != (row.epoch, row.ply):
                await self._postpone(row, None)
                self.table_changed(table)
            elif row.seat in table.present() and not row.is_shown:  # the owner has come, and may stop it
                wait = self._wait(table, is_shown=True)
                await self._postpone(row, now_ms() + int(1000 * wait), is_shown=True)
            else:
                await self._act(table, row)
        except (SQLAlchemyError, OSError):
            raise
        except Refusal as refusal:
            log.info("an order was not carried out: %s", refusal.reason)
            due = now_ms() + AGAIN if refusal.code == UNAVAILABLE else None
            await self._postpone(row, due)
            known = self._tables.cached(row.table_id)
            if due is None and known is not None:
                self.table_changed(known)  # who was faster?
        except Exception:  # a fault of ours: its owner decides, and the orders of others go on
            log.exception("an order could not be carried out")
            await self._postpone(row, None)

    async def _act(self, table: Table, row: Any) -> None:
        standing, by_orders = await self._database.ask(partial(_orders_at, table_id=table.id, seat=row.seat))
        coming = look(table, row.seat, standing, by_orders).coming
        if coming is None or table.at != (row.epoch, row.ply):
            await self._postpone(row, None)
            self.table_changed(table)
            return
        words = table.game.format_action(coming.code)
        along = _along(coming.order, standing, row, table.match.state.turns())
        await self._tables.play(table, row.seat, words, row.ply, row.epoch, along)

    async def _postpone(self, row: Any, due: int | None, **values: object) -> None:
        """Change when an order acts, if that is still what the row says; None: no order acts there."""
        same = order_turns.c.table_id == row.table_id, order_turns.c.due == row.due
        change = update(order_turns).where(*same).values(due=due, **values)
        await self._database.transact(lambda connection: connection.execute(change).rowcount)


def _voided(order: Order, reason: Reason) -> Voided:
    return Voided(order.table_id, order.seat, order.guest_id, order.kind, reason, order.id)


def _looks(table: Table, standing: Sequence[Order], by_orders: dict[int, int]) -> dict[int, Look]:
    """What became of the orders of every seat that has some."""
    seats = {order.seat for order in standing}
    return {
        seat: look(table, seat, [order for order in standing if order.seat == seat], by_orders)
        for seat in seats
    }


def _along(order: Order, standing: Sequence[Order], row: Any, turn: int) -> Along:
    """What is written with the move of an order; Conflict if the orders are not those it was decided by."""

    def write(connection: Connection) -> None:
        if _orders_at(connection, row.table_id, row.seat)[0] != list(standing):
            raise Conflict
        progress = order.progress + 1 if order.turn == turn else 1
        _change(connection, order, progress=progress, turn=turn, changed=now_ms())
        made = {"table_id": row.table_id, "ply": row.ply, "seat": row.seat}
        taken_back = order_moves.c.table_id == row.table_id, order_moves.c.ply >= row.ply
        connection.execute(delete(order_moves).where(*taken_back))
        connection.execute(
            insert(order_moves).values(**made, guest_id=order.guest_id, order_id=order.id, time=now_ms())
        )
        mine = order_turns.c.table_id == row.table_id
        connection.execute(update(order_turns).where(mine).values(due=None))

    return write


def _change(connection: Connection, order: Order, **values: object) -> bool:
    """Change an order that stands."""
    mine = orders.c.id == order.id
    return connection.execute(update(orders).where(mine, is_standing).values(values)).rowcount == 1


def _with_orders(connection: Connection, table_ids: Sequence[str]) -> list[str]:
    """Those of the tables where somebody has an order, in any state."""
    query = select(orders.c.table_id).where(orders.c.table_id.in_(table_ids)).distinct()
    return list(connection.execute(query).scalars())


def _orders_at(
    connection: Connection, table_id: str, seat: int | None = None
) -> tuple[list[Order], dict[int, int]]:
    """The standing orders at a table, of a seat or of all, and the plies that orders have played."""
    conditions = [is_standing] if seat is None else [is_standing, orders.c.seat == seat]
    return read_orders(connection, [table_id], *conditions), plies_by_orders(connection, table_id)


def _forget(connection: Connection, table_id: str) -> None:
    """The game is over: what orders have played stays known, they themselves are of no use any more."""
    for kept in (orders, order_turns):
        connection.execute(delete(kept).where(kept.c.table_id == table_id))


def _forget_finished(connection: Connection) -> None:
    """The same for games that ended while nobody looked."""
    for kept in (orders, order_turns):
        is_over = table_rows.c.id == kept.c.table_id, table_rows.c.ended.is_not(None)
        connection.execute(delete(kept).where(select(table_rows.c.id).where(*is_over).exists()))
