"""The deals of the day and who has tried them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
)

from citywright.server.storage.schema.base import guest_column, metadata

# One for each day and game: see deals/deal.py. The master plays each once.
deals = Table(
    "deals",
    metadata,
    Column("day", String(10), primary_key=True),  # as in 2026-11-18, by UTC
    Column("game", String(60), primary_key=True),
    Column("rules_version", Integer, nullable=False),
    Column("bots", Text, nullable=False),  # who sits where, a word for each seat; `-` is the person
    Column("secret", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("claimed", BigInteger),  # when the process that has the master play last gave a sign
    Column("worker", String(32)),  # the name of that process
    Column("tries", SmallInteger, nullable=False, server_default="0"),  # how often it was begun
    Column("master_points", Integer),  # none: the master has not finished
    Column("master_record", Text),
)

deal_tries = Table(
    "deal_tries",
    metadata,
    guest_column(primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="SET NULL"), unique=True),
    Column("begun", BigInteger, nullable=False),
    Column("ended", BigInteger),  # none: not finished, or given up
    Column("points", Integer),
    ForeignKeyConstraint(["day", "game"], ["deals.day", "deals.game"], ondelete="CASCADE"),
    Index("tries_of_deal", "day", "game", "points"),
)
