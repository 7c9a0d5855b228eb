"""What people are told, where it is sent, and what was sent: see notices/."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    false,
)

from citywright.server.storage.schema.base import guest_column, metadata, partial_index, table_column

# One thing that somebody is told, over one channel or several.
calls = Table(
    "calls",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    guest_column(nullable=False),
    Column("key", String(120), nullable=False),  # what is told under one key is told once
    Column("kind", String(12), nullable=False),
    table_column(index=True),
    Column("seat", SmallInteger),  # these two of a turn: whose, and which
    Column("turn", Integer),
    Column("address", String(200), nullable=False),  # where it leads, on this server
    Column("words", Text, nullable=False),  # English, translated when it is sent; none: the usual ones
    Column("parts", Text, nullable=False),  # JSON: what is filled in
    Column("in_feed", Boolean, nullable=False, server_default=false()),
    Column("created", BigInteger, nullable=False),
    Index("calls_by_key", "guest_id", "key", unique=True),
    Index("calls_of_guest", "guest_id", "created"),
    Index("calls_by_age", "created", "id"),
)

# A browser that takes push messages. It belongs to the session it was set up in, and goes with that.
devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    guest_column(nullable=False, index=True),
    Column("session", String(64), nullable=False, index=True),  # its digest
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the endpoint
    Column("endpoint", Text, nullable=False),  # where its push service takes messages
    Column("p256dh", String(100), nullable=False),  # what they are encrypted with
    Column("auth", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # when something was last sent, or it was set up
)

# The same thing over one channel, to one device if it is a push message.
deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("call_id", Integer, ForeignKey("calls.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("channel", String(8), nullable=False),
    Column("device_id", String(32), ForeignKey("devices.id", ondelete="CASCADE"), index=True),
    Column("due", BigInteger),  # when it is to be sent, or tried again; none: it is settled
    Column("tries", SmallInteger, nullable=False, server_default="0"),
    Column("sender", String(32)),  # the process that is sending it
    Column("result", String(8)),  # of what is settled: sent, failed, or void if it was not true any more
)
partial_index("due_deliveries", deliveries.c.channel, deliveries.c.due, where=deliveries.c.due.is_not(None))

webhooks = Table(
    "webhooks",
    metadata,
    guest_column(primary_key=True),
    Column("address", String(500), nullable=False),
    Column("secret", String(60), nullable=False),  # what is sent there is signed with it
    Column("created", BigInteger, nullable=False),
    Column("problem", Text),  # English: why the last delivery failed
    Column("is_resting", Boolean, nullable=False, server_default=false()),  # it failed for a day
)

# Who wants to hear more, or nothing, of one table.
table_notices = Table(
    "table_notices",
    metadata,
    table_column(primary_key=True),
    guest_column(primary_key=True, index=True),
    Column("choice", String(12), nullable=False),
)
