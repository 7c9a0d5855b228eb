"""The lock under which the rows of those who look for people are written: by one at a time."""

from __future__ import annotations

from sqlalchemy import Connection, text

LOCK = 0x43495450  # any number, the same in every process


def hold_searches(connection: Connection) -> None:
    """Nobody else writes searches until the transaction ends. It must hold no room yet: whoever seats people
    holds rooms after this. SQLite has one writer anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
