"""Guests, accounts, what they may use and how they are told; what all processes on one database share."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    SmallInteger,
    String,
    Table,
    Text,
    false,
)

from citywright.server.storage.schema.base import guest_column, metadata

# Values that all processes on one database share: the key that signs cookies.
house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),  # times are milliseconds since 1970
    Column("preferences", Text),  # JSON, see players/preferences.py; none: nothing was ever chosen
    Index("guests_by_age", "created", "id"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token in the cookie
    Column("guest_id", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    guest_column(primary_key=True),
    Column("login", String(60), nullable=False, unique=True),
    Column("password", Text, nullable=False),  # Argon2id, with its own salt and parameters
    Column("created", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token a program sends
    guest_column(nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    guest_column(primary_key=True),
    Column("feed", String(32), nullable=False, unique=True),  # the secret part of the feed's address
    Column("mail", String(254)),
    Column("mail_key", String(32), unique=True),  # the secret part of the links in mails
    Column("is_confirmed", Boolean, nullable=False, server_default=false()),
    Column("lang", String(2), nullable=False, server_default="en"),
    Column("choices", Text),  # JSON: by kind of notice the channels, where they differ from the usual ones
    Column("quiet_from", SmallInteger),  # minutes of the day, in the guest's time zone; none: never quiet
    Column("quiet_to", SmallInteger),
    Column("zone", String(60)),  # as in Europe/Berlin
)

# What is left of a limit that must hold exactly: see tries.py.
tries = Table(
    "tries",
    metadata,
    Column("key", String(64), primary_key=True),  # SHA-256 of what is limited and for whom
    Column("remaining", Float, nullable=False),
    Column("time", BigInteger, nullable=False, index=True),  # of the last use
)
