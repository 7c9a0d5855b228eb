"""Queries over tables and their last moves, and over all data of a guest. Nothing is replayed for them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, and_, func, select

from citywright.server.storage.schema import (
    accounts,
    guests,
    messages,
    moves,
    notices,
    records,
    seats,
    sessions,
    tables,
    tokens,
)

# A table without a single row in `moves` waits for its start player since it was made.
_awaited = func.coalesce(moves.c.awaits, tables.c.start)
_moved = func.coalesce(moves.c.time, tables.c.created)


def _with_last_move(*columns: Any) -> Select[Any]:
    """Tables joined to their last move, if there is one."""
    earlier = moves.alias("earlier")
    last_ply = select(func.max(earlier.c.ply)).where(earlier.c.table_id == tables.c.id).scalar_subquery()
    is_last = and_(moves.c.table_id == tables.c.id, moves.c.ply == last_ply)
    return select(*columns).select_from(tables.outerjoin(moves, is_last))


def listed_tables() -> Select[Any]:
    """All columns of `tables`; of the last move `last_ply` (none: no move), `awaits`, `moved`, `points`."""
    return _with_last_move(
        tables,
        moves.c.ply.label("last_ply"),
        _awaited.label("awaits"),
        _moved.label("moved"),
        moves.c.points,
    )


def running_tables_of(guest_id: str, most: int) -> Select[Any]:
    """The running tables where a guest sits, the newest first."""
    own = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
    chosen = listed_tables().where(tables.c.id.in_(own), tables.c.ended.is_(None))
    return chosen.order_by(tables.c.created.desc()).limit(most)


def finished_tables_of(guest_id: str, most: int) -> Select[Any]:
    """The finished tables where a guest sat, the last to end first."""
    own = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
    chosen = listed_tables().where(tables.c.id.in_(own), tables.c.ended.is_not(None))
    return chosen.order_by(tables.c.ended.desc()).limit(most)


def public_tables(most: int) -> Select[Any]:
    """The running tables that anyone may join or watch, the newest first."""
    chosen = listed_tables().where(tables.c.is_public, tables.c.ended.is_(None))
    return chosen.order_by(tables.c.created.desc()).limit(most)


def seats_at(table_ids: list[str]) -> Select[Any]:
    """The seats of tables in order, each with the name of its guest."""
    return (
        select(seats, guests.c.name)
        .outerjoin(guests, seats.c.guest_id == guests.c.id)
        .where(seats.c.table_id.in_(table_ids))
        .order_by(seats.c.table_id, seats.c.seat)
    )


def waiting_seats() -> Select[Any]:
    """For each running table: table_id, time (of the last move), pace, and the seat that is awaited."""
    is_awaited = and_(seats.c.table_id == tables.c.id, seats.c.seat == _awaited)
    waiting = _with_last_move(tables.c.id.label("table_id"), _moved.label("time"), tables.c.pace)
    return waiting.join(seats, is_awaited).where(tables.c.ended.is_(None))


def waited_since() -> Any:
    """The column that says since when, for conditions on `waiting_seats`."""
    return _moved


def rows_about(guest_id: str) -> dict[str, Select[Any]]:
    """Everything that is kept about a guest, by name; without hashes and keys."""
    return {
        "guest": select(guests.c.id, guests.c.name, guests.c.created).where(guests.c.id == guest_id),
        "account": select(accounts.c.login, accounts.c.created).where(accounts.c.guest_id == guest_id),
        "sessions": select(sessions.c.created).where(sessions.c.guest_id == guest_id),
        "tokens": select(tokens.c.name, tokens.c.created).where(tokens.c.guest_id == guest_id),
        "notices": select(notices.c.mail, notices.c.is_confirmed).where(notices.c.guest_id == guest_id),
        "messages": select(messages.c.table_id, messages.c.text, messages.c.time).where(
            messages.c.guest_id == guest_id
        ),
        "records": select(records.c.id, records.c.game, records.c.text, records.c.created).where(
            records.c.guest_id == guest_id
        ),
        "seats": select(seats.c.table_id, seats.c.seat).where(seats.c.guest_id == guest_id),
    }
