"""The query both bots and clocks need: which seat each running table waits for, and since when."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, and_, func, select

from citywright.server.storage.schema import moves, seats, tables


def waiting_seats() -> Select[Any]:
    """For each running table: table_id, time (of the last move), pace, and the seat that is awaited.

    A table without a single row in `moves` waits for its start player.
    """
    last = select(moves.c.table_id, func.max(moves.c.ply).label("ply")).group_by(moves.c.table_id).subquery()
    awaits = func.coalesce(moves.c.awaits, tables.c.start)
    time = func.coalesce(moves.c.time, tables.c.created)
    return (
        select(tables.c.id.label("table_id"), time.label("time"), tables.c.pace)
        .outerjoin(last, last.c.table_id == tables.c.id)
        .outerjoin(moves, and_(moves.c.table_id == tables.c.id, moves.c.ply == last.c.ply))
        .join(seats, and_(seats.c.table_id == tables.c.id, seats.c.seat == awaits))
        .where(tables.c.ended.is_(None))
    )


def waited_since() -> Any:
    """The column that says since when, for conditions on `waiting_seats`."""
    return func.coalesce(moves.c.time, tables.c.created)
