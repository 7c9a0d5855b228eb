"""Standing orders of players: see server/orders/. Nobody but their owner is ever shown a row of these."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    literal_column,
)

from citywright.server.storage.schema.base import guest_column, metadata, partial_index, table_column

orders = Table(
    "orders",
    metadata,
    Column("id", String(32), primary_key=True),
    table_column(nullable=False),
    Column("seat", SmallInteger, nullable=False),
    guest_column(nullable=False, index=True),  # whose it is; carried out only while the seat is theirs
    Column("kind", String(40), nullable=False),
    Column("fields", Text, nullable=False),  # JSON: what was chosen
    Column("place", Integer, nullable=False),  # the lowest is asked first
    Column("state", String(10), nullable=False),  # standing, done, void
    Column("reason", Text),  # JSON: why it is void, by language
    Column("progress", SmallInteger, nullable=False, server_default="0"),  # how often it acted in `turn`
    Column("turn", Integer, nullable=False, server_default="-1"),
    Column("held_epoch", Integer, nullable=False, server_default="-1"),  # its owner goes on without it from
    Column("held_ply", Integer, nullable=False, server_default="-1"),  # this position on, for this turn
    Column("is_told", Boolean, nullable=False, server_default=false()),  # the owner has seen that it is void
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("orders_of_table", "table_id", "seat", "place"),
)
is_standing = orders.c.state == literal_column("'standing'")
partial_index("standing_orders", orders.c.table_id, orders.c.seat, where=is_standing)

# The position at which the orders of a table were last looked at. If one acts there, then not before `due`.
order_turns = Table(
    "order_turns",
    metadata,
    table_column(primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("due", BigInteger, index=True),  # none: no order acts there
    Column("is_shown", Boolean, nullable=False, server_default=false()),  # its owner can see it coming
)

# Moves that orders have made.
order_moves = Table(
    "order_moves",
    metadata,
    table_column(primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    guest_column(nullable=False, index=True),
    Column("order_id", String(32), nullable=False),  # that may be gone
    Column("time", BigInteger, nullable=False),
)
