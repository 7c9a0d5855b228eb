"""Who follows, invites and blocks whom: see friends/service.py. All of it goes with either guest."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, String, Table, true

from citywright.server.storage.schema.base import guest_column, metadata

follows = Table(
    "follows",
    metadata,
    guest_column(primary_key=True),
    guest_column("followed_id", primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

# Nobody is ever told that they were blocked.
blocks = Table(
    "blocks",
    metadata,
    guest_column(primary_key=True),
    guest_column("blocked_id", primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

# Who was asked into a room and does not sit there yet: it goes when they sit down, and with the room.
invitations = Table(
    "invitations",
    metadata,
    Column("room_id", String(32), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    guest_column(primary_key=True, index=True),
    guest_column("by_id", nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("declined", BigInteger),  # when they said no; none: it is open
)
is_open_invitation = invitations.c.declined.is_(None)

# When somebody whom others follow was last here: see friends/about.py.
last_seen = Table(
    "last_seen",
    metadata,
    guest_column(primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# What somebody has chosen; no row: the usual.
friend_choices = Table(
    "friend_choices",
    metadata,
    guest_column(primary_key=True),
    Column("shows_about", Boolean, nullable=False, server_default=true()),  # to those who follow
    Column("may_be_followed", Boolean, nullable=False, server_default=true()),
    Column("invited_by", String(10), nullable=False, server_default="everyone"),  # see friends/choices.py
)
