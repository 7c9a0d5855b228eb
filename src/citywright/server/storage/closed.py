"""Tables and rooms that the host has closed: nobody plays there any more, and there is no result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from citywright.server.clock import now_ms
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.storage.schema import closed_tables, seats, tables


def refuse_closed(connection: Connection, table_id: str, row: Row[Any] | None) -> Row[Any]:
    """The row of a table; refused if there is none, or it was closed, and why."""
    if row is not None and row.ended is None:
        return row
    query = select(closed_tables.c.reason).where(closed_tables.c.table_id == table_id)
    reason = connection.execute(query).scalar_one_or_none()
    if reason is not None:
        raise Refusal(UNKNOWN, "this table was closed by the host: {reason}", reason=reason)
    if row is None:
        raise Refusal(UNKNOWN, "there is no such table")
    return row


def closed_among(connection: Connection, table_ids: Sequence[str]) -> set[str]:
    """Which of these tables were closed."""
    query = select(closed_tables.c.table_id).where(closed_tables.c.table_id.in_(table_ids))
    return set(connection.execute(query).scalars())


def close(connection: Connection, table_id: str, reason: str) -> bool:
    """Close a table, within a transaction; False if there is none that runs.

    Its epoch goes on: a move that another process is about to write finds another position. It counts as
    settled: no result is ever entered.
    """
    now = now_ms()
    values = {"ended": now, "is_settled": True, "epoch": tables.c.epoch + 1}
    running = update(tables).where(tables.c.id == table_id, tables.c.ended.is_(None)).values(values)
    if not connection.execute(running).rowcount:
        return False
    connection.execute(update(seats).where(seats.c.table_id == table_id).values(ended=now))
    note_closed(connection, table_id, reason)
    return True


def note_closed(connection: Connection, table_id: str, reason: str) -> None:
    """Write down why a table, or a room, was closed."""
    row = {"table_id": table_id, "reason": reason, "closed": now_ms()}
    connection.execute(insert(closed_tables).values(row))
