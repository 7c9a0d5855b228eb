"""Rooms where people gather before a table starts: see rooms/service.py. Its table has the id of the room."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from citywright.server.storage.schema.base import guest_column, metadata, partial_index


def _room_column() -> Column[str]:
    return Column("room_id", String(32), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)


rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("secret", LargeBinary, nullable=False),  # of the table's dealer; only its hash is shown
    Column("lang", String(2), nullable=False),  # of whoever made it
    Column("options", Text, nullable=False),  # JSON: rooms/options.py
    Column("layout", Text),  # the text of a layout of its own
    Column("edition", Integer, nullable=False),  # how often the options were changed
    Column("is_public", Boolean, nullable=False, server_default=false()),  # as the options say
    Column("is_over_days", Boolean, nullable=False, server_default=false()),  # the same
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # when somebody did something here
    Column("claimed", BigInteger),  # when all were ready and a process began to make the table
    Index("rooms_by_age", "changed", "id"),
)
is_gathering = rooms.c.claimed.is_(None)
partial_index("public_rooms", rooms.c.created, where=rooms.c.is_public & is_gathering)
partial_index("claimed_rooms", rooms.c.claimed, where=rooms.c.claimed.is_not(None))

# The people in a room; seats without a row are open or, by the options, a bot's.
room_seats = Table(
    "room_seats",
    metadata,
    _room_column(),
    Column("seat", SmallInteger, primary_key=True),
    guest_column(nullable=False, index=True),
    Column("since", BigInteger, nullable=False),  # who has been here for longest is the host
    Column("seen", BigInteger, nullable=False),  # when a page of theirs was last open
    Column("is_ready", Boolean, nullable=False, server_default=false()),
    Column("number", String(32)),  # what they add to the secret, in hexadecimal; nobody is told it
    Column("agreed", Text, nullable=False),  # JSON: the options they have last said yes to, or found
    UniqueConstraint("room_id", "guest_id", name="one_seat_in_a_room"),
)

partial_index("numbers_in_rooms", room_seats.c.number, where=room_seats.c.number.is_not(None))

# Who has a page of a room open, and through which process.
room_pages = Table(
    "room_pages",
    metadata,
    _room_column(),
    guest_column(primary_key=True, index=True),
    Column("node", String(32), primary_key=True),
)

# What members who are not the host would like to have changed: one wish each.
room_wishes = Table(
    "room_wishes",
    metadata,
    _room_column(),
    guest_column(primary_key=True, index=True),
    Column("options", Text, nullable=False),
    Column("layout", Text),
)

room_messages = Table(
    "room_messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("room_id", String(32), ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False, index=True),
    guest_column(on_delete="SET NULL", index=True),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)
