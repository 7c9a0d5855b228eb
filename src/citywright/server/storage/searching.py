"""Rows of those who look for people: written by one at a time; what becomes of them when somebody logs in, or
deletes their account. Within transactions.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, text, tuple_, update

from citywright.server.storage.schema import searches

LOCK = 0x43495450  # any number, the same in every process

_wish = (searches.c.game, searches.c.seats, searches.c.pace)


def hold_searches(connection: Connection) -> None:
    """Nobody else writes searches until the transaction ends. It must hold no room yet: whoever seats people
    holds rooms after this. SQLite has one writer anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))


def move_searches(connection: Connection, old: str, new: str) -> None:
    """What one guest looks for, another does from now on, unless it looks for the same already."""
    hold_searches(connection)
    there = [tuple(row) for row in connection.execute(select(*_wish).where(searches.c.guest_id == new))]
    own = searches.c.guest_id == old
    connection.execute(delete(searches).where(own, tuple_(*_wish).in_(there)))
    connection.execute(update(searches).where(own).values(guest_id=new))


def leave_searches(connection: Connection, guest_id: str) -> None:
    """A guest looks for nobody any more."""
    hold_searches(connection)
    connection.execute(delete(searches).where(searches.c.guest_id == guest_id))
