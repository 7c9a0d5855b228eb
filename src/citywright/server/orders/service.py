"""What players do with their orders: giving, arranging, removing them, stopping one before it acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, exists, insert, or_, select, update

from citywright.order_kinds import order_kinds_of
from citywright.orders.contract import Kind, Seen, WrongField, check
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, TOO_LARGE, UNKNOWN, Refusal
from citywright.server.orders.carrying_out import OrderTurns
from citywright.server.orders.deciding import Coming, look, may_have_orders
from citywright.server.orders.rows import (
    STANDING,
    Order,
    lock_table,
    plies_by_orders,
    read_orders,
    turn_noted,
)
from citywright.server.storage.database import Database
from citywright.server.storage.schema import is_standing, order_moves, order_turns, orders
from citywright.server.tables.new_rows import new_id
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.table import Table

MOST_ORDERS = 12  # of one seat, those included that are void or done
LONGEST = 4000  # characters of all fields of an order


Write = Callable[[Connection, list[Order]], None]  # a change, with the orders that its owner has


class Owner(NamedTuple):
    """A guest at one of their seats."""

    table: Table
    seat: int
    guest_id: str


class Own(NamedTuple):
    """The orders of an owner, and the plies that some have played."""

    orders: list[Order]
    plies: list[int]

    @property
    def standing(self) -> int:
        """How many stand."""
        return sum(order.is_standing for order in self.orders)

    @property
    def untold(self) -> int:
        """How many are void without the owner having seen that."""
        return sum(bool(order.reason) and not order.is_told for order in self.orders)


NONE = Own([], [])


class About(NamedTuple):
    """An order that is about to act, and in how many seconds."""

    order: Order
    words: str  # of its action
    seconds: float


class Orders:
    """The orders of all tables. Every call names its owner; nobody reaches those of another."""

    def __init__(self, database: Database, turns: OrderTurns, actions: PlayerActions) -> None:
        self._database = database
        self._turns = turns
        actions.before_undo.append(self._owner_takes_back)

    # --- looking ----------------------------------------------------------------------

    async def of(self, owner: Owner) -> Own:
        """An owner's orders, those that are asked first first."""

        def read(connection: Connection) -> Own:
            mine = orders.c.seat == owner.seat, orders.c.guest_id == owner.guest_id
            found = read_orders(connection, [owner.table.id], *mine)
            plies = plies_by_orders(connection, owner.table.id)
            return Own(found, sorted(ply for ply, seat in plies.items() if seat == owner.seat))

        return await self._database.ask(read)

    async def tell(self, owner: Owner) -> None:
        """The owner has seen which orders are void."""
        mine = _of_owner(owner)
        change = update(orders).where(*mine, orders.c.is_told.is_(False), orders.c.reason.is_not(None))
        await self._database.transact(
            lambda connection: connection.execute(change.values(is_told=True)).rowcount
        )

    async def about_to_act(self, owner: Owner) -> About | None:
        """The order that is going to decide for its owner at the table's position, if one is."""
        table = owner.table
        if table.actor != owner.seat or not may_have_orders(table):
            return None
        await self._turns.note(table)
        own = await self.of(owner)
        noted = await self._database.ask(partial(turn_noted, table_id=table.id))
        if noted is None or noted.due is None or (noted.epoch, noted.ply) != table.at:
            return None
        coming = self._coming(owner, own)
        if coming is None:
            return None
        seconds = max(0.0, (noted.due - now_ms()) / 1000)
        return About(coming.order, table.game.format_action(coming.code), seconds)

    def _coming(self, owner: Owner, own: Own) -> Coming | None:
        return look(owner.table, owner.seat, own.orders, own.plies).coming

    # --- changing ---------------------------------------------------------------------

    async def add(self, owner: Owner, kind_id: str, given: Mapping[str, str]) -> str:
        """Give an order; returns its id."""
        table = owner.table
        if not may_have_orders(table):
            raise Refusal(FORBIDDEN, "orders are for games of several people that are not over")
        kind = kind_or_refuse(table, kind_id)
        seen = seen_by(owner)
        if sum(len(name) + len(value) for name, value in given.items()) > LONGEST:
            raise Refusal(TOO_LARGE, "an order has at most {most} characters", most=LONGEST)
        if not kind.is_offered(seen):
            raise Refusal(ILLEGAL, "an order of this kind makes no sense now")
        try:
            values = check(kind, seen, given)
        except WrongField as error:
            raise Refusal(MALFORMED, error.message) from error
        order_id = new_id()
        now = now_ms()
        row = {
            "id": order_id,
            "table_id": table.id,
            "seat": owner.seat,
            "guest_id": owner.guest_id,
            "kind": kind_id,
            "fields": msgspec.json.encode(values).decode(),
            "state": STANDING,
            "created": now,
            "changed": now,
        }
        await self._change(owner, partial(_insert, row=row, goes_first=kind.goes_first))
        return order_id

    async def remove(self, owner: Owner, order_id: str) -> None:
        """Take an order back."""

        def write(connection: Connection, _: list[Order]) -> None:
            _one_of(
                connection.execute(delete(orders).where(*_of_owner(owner), orders.c.id == order_id)).rowcount
            )

        await self._change(owner, write)

    async def clear(self, owner: Owner) -> None:
        """Remove those that are done or void."""

        def write(connection: Connection, _: list[Order]) -> None:
            connection.execute(delete(orders).where(*_of_owner(owner), orders.c.state != STANDING))

        await self._change(owner, write)

    async def arrange(self, owner: Owner, ids: Sequence[str]) -> None:
        """Put the orders into another order: the first is asked first. Those not named come after."""

        def write(connection: Connection, own: list[Order]) -> None:
            known = [order.id for order in own]
            if len(set(ids)) != len(ids) or not set(ids) <= set(known):
                raise _unknown()
            for place, order_id in enumerate([*ids, *(other for other in known if other not in ids)]):
                connection.execute(update(orders).where(orders.c.id == order_id).values(place=place))

        await self._change(owner, write)

    async def move(self, owner: Owner, order_id: str, by: int) -> None:
        """Have an order asked earlier or later than its neighbour."""

        def write(connection: Connection, own: list[Order]) -> None:
            ids = [order.id for order in own]
            if order_id not in ids:
                raise _unknown()
            at = ids.index(order_id)
            ids.insert(min(max(at + by, 0), len(ids) - 1), ids.pop(at))
            for place, each in enumerate(ids):
                connection.execute(update(orders).where(orders.c.id == each).values(place=place))

        await self._change(owner, write)

    async def stop(self, owner: Owner) -> None:
        """The owner decides this turn by hand: no order acts in it any more."""
        epoch, ply = owner.table.at

        def write(connection: Connection, _: list[Order]) -> None:
            _hold(connection, owner, epoch, ply)

        await self._change(owner, write)

    async def _owner_takes_back(self, table: Table, seat: int) -> None:
        """Before an undo: the decision is the owner's from there on. If nothing is taken back nothing holds:
        the epoch is then another.
        """
        guest_id = table.seats[seat].guest_id
        can_undo = table.terms.may_undo and table.match.can_undo(seat)
        if guest_id is None or not can_undo or not may_have_orders(table):
            return
        owner, ply = Owner(table, seat, guest_id), max(0, table.match.ply - 1)
        played = order_moves.c.table_id == table.id, order_moves.c.seat == seat
        has_any = select(or_(exists().where(*_of_owner(owner), is_standing), exists().where(*played)))
        if not await self._database.ask(lambda reading: reading.execute(has_any).scalar_one()):
            return

        def write(connection: Connection) -> None:
            lock_table(connection, table.id)
            _hold(connection, owner, table.epoch + 1, ply)
            connection.execute(delete(order_moves).where(*played, order_moves.c.ply >= ply))

        await self._database.transact(write)

    async def _change(self, owner: Owner, write: Write) -> None:
        """Change an owner's orders, and have the table looked at anew. No move is made meanwhile."""

        def work(connection: Connection) -> None:
            lock_table(connection, owner.table.id)
            mine = orders.c.seat == owner.seat, orders.c.guest_id == owner.guest_id
            write(connection, read_orders(connection, [owner.table.id], *mine))

        await self._database.transact(work)
        await self._turns.note(owner.table)


def _of_owner(owner: Owner) -> tuple[ColumnElement[bool], ...]:
    of_seat = orders.c.table_id == owner.table.id, orders.c.seat == owner.seat
    return *of_seat, orders.c.guest_id == owner.guest_id


def _insert(connection: Connection, own: list[Order], row: dict[str, object], goes_first: bool) -> None:
    if len(own) >= MOST_ORDERS:
        raise Refusal(FORBIDDEN, "you have {most} orders here: remove one first", most=MOST_ORDERS)
    places = [order.place for order in own]
    place = min(places, default=0) - 1 if goes_first else max(places, default=0) + 1
    connection.execute(insert(orders).values(place=place, **row))


def _hold(connection: Connection, owner: Owner, epoch: int, ply: int) -> None:
    held = {"held_epoch": epoch, "held_ply": ply}
    connection.execute(update(orders).where(*_of_owner(owner), is_standing).values(held))
    mine = order_turns.c.table_id == owner.table.id, order_turns.c.seat == owner.seat
    connection.execute(update(order_turns).where(*mine).values(due=None))


def _unknown() -> Refusal:
    return Refusal(UNKNOWN, "you have no such order here")


def _one_of(rows: int) -> None:
    if rows != 1:
        raise _unknown()


def kind_or_refuse(table: Table, kind_id: str) -> Kind:
    """The kind of orders with this id."""
    kinds = order_kinds_of(table.game)
    if kind_id not in kinds:
        known = ", ".join(kinds)
        raise Refusal(UNKNOWN, "an order is one of {known}, not {given!r}", known=known, given=kind_id[:40])
    return kinds[kind_id]


def seen_by(owner: Owner) -> Seen:
    """The table's position as an owner of orders sees it."""
    return Seen(owner.table.game, owner.table.match.state.observe(owner.seat), owner.seat)
