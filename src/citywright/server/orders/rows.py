"""Orders as the database has them. Knows rows, not what an order does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from citywright.server.storage.schema import order_moves, order_turns, orders
from citywright.server.storage.schema import tables as table_rows

STANDING, DONE, VOID = "standing", "done", "void"


class Order(msgspec.Struct, frozen=True):
    """One order of a seat."""

    id: str
    table_id: str
    seat: int
    guest_id: str
    kind: str
    values: dict[str, str]
    place: int
    state: str
    reason: dict[str, str]  # why it is void, by language
    progress: int
    turn: int  # in which it acted last
    held: tuple[int, int]  # its owner goes on without it from this position on
    is_told: bool

    @property
    def is_standing(self) -> bool:
        return self.state == STANDING


def order_of(row: Any) -> Order:
    """An order from its row."""
    return Order(
        id=row.id,
        table_id=row.table_id,
        seat=row.seat,
        guest_id=row.guest_id,
        kind=row.kind,
        values=msgspec.json.decode(row.fields, type=dict[str, str]),
        place=row.place,
        state=row.state,
        reason=msgspec.json.decode(row.reason, type=dict[str, str]) if row.reason else {},
        progress=row.progress,
        turn=row.turn,
        held=(row.held_epoch, row.held_ply),
        is_told=row.is_told,
    )


def read_orders(connection: Connection, table_ids: Sequence[str], *conditions: Any) -> list[Order]:
    """The orders at tables, those that are asked first first; with further conditions."""
    query = select(orders).where(orders.c.table_id.in_(table_ids), *conditions)
    rows = connection.execute(query.order_by(orders.c.table_id, orders.c.seat, orders.c.place, orders.c.id))
    return [order_of(row) for row in rows]


def plies_by_orders(connection: Connection, table_id: str, since: int = 0) -> dict[int, int]:
    """The plies from `since` on that orders have played, each with its seat."""
    query = select(order_moves.c.ply, order_moves.c.seat)
    found = connection.execute(query.where(order_moves.c.table_id == table_id, order_moves.c.ply >= since))
    return {row.ply: row.seat for row in found}


def lock_table(connection: Connection, table_id: str) -> None:
    """Changes of orders and moves at one table wait for each other: none is decided by what another ends."""
    query = select(table_rows.c.id).where(table_rows.c.id == table_id)
    connection.execute(query.with_for_update(key_share=True))


def turn_noted(connection: Connection, table_id: str) -> Any | None:
    """The position at which the orders of a table were last looked at."""
    return connection.execute(select(order_turns).where(order_turns.c.table_id == table_id)).one_or_none()
