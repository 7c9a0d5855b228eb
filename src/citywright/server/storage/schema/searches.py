"""Who looks for people to play with: see matching/service.py."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, SmallInteger, String, Table

from citywright.server.storage.schema.base import guest_column, metadata

searches = Table(
    "searches",
    metadata,
    guest_column(primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("seats", SmallInteger, primary_key=True),
    Column("pace", String(10), primary_key=True),
    Column("lang", String(2), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when a page of theirs last asked
    Column("room_id", String(32)),  # where they were seated; none: they still wait
)
