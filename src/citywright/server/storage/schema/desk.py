"""The host's desk: roles, reports, what was decided, and the log of it. See desk/service.py."""

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

from citywright.server.storage.schema.base import guest_column, metadata, partial_index


def _number() -> Column[int]:
    return Column("id", Integer, primary_key=True, autoincrement=True)


# Who may do what at the desk; only people with an account.
roles = Table(
    "roles",
    metadata,
    guest_column(primary_key=True),
    Column("role", String(20), nullable=False),  # desk/roles.py
    Column("given", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    _number(),
    guest_column("reporter_id", on_delete="SET NULL", index=True),
    guest_column("about_id", nullable=False, index=True),
    Column("place", String(10), nullable=False),  # where: table, room, profile or event; or it is an appeal
    Column("place_id", String(32), nullable=False),
    Column("reason", String(20), nullable=False),  # desk/reports.py
    Column("words", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("handled", BigInteger),  # none: it is open
    guest_column("handled_by", on_delete="SET NULL", index=True),
    Column("decision", String(20)),
)
is_open = reports.c.handled.is_(None)
partial_index("open_reports", reports.c.created, reports.c.id, where=is_open)

# A chat message that was reported, and those around it, as they were then.
report_lines = Table(
    "report_lines",
    metadata,
    Column("report_id", Integer, ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    guest_column(index=True),
    Column("text", Text, nullable=False),
    Column("is_meant", Boolean, nullable=False, server_default=false()),
)

sanctions = Table(
    "sanctions",
    metadata,
    _number(),
    guest_column(nullable=False, index=True),
    Column("kind", String(20), nullable=False),  # storage/sanctions.py
    Column("reason", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),  # none: for good
    Column("lifted", BigInteger),  # when it was taken back before
)
partial_index("standing_sanctions", sanctions.c.guest_id, where=sanctions.c.lifted.is_(None))

# What the host has written to somebody: words of the catalogue and what is filled in, as in `calls`.
letters = Table(
    "letters",
    metadata,
    _number(),
    guest_column(nullable=False, index=True),
    Column("words", Text, nullable=False),
    Column("parts", Text, nullable=False),  # JSON
    Column("created", BigInteger, nullable=False),
    Column("read", BigInteger),
)
partial_index("unread_letters", letters.c.guest_id, where=letters.c.read.is_(None))

# Tables and rooms that were closed: there is no other trace of a room. No foreign key: they may be gone.
closed_tables = Table(
    "closed_tables",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("closed", BigInteger, nullable=False),
)

host_settings = Table(
    "host_settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Integer, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    _number(),
    Column("en", Text, nullable=False),
    Column("de", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),  # none: until somebody takes it away
)

# Only ever added to. Ids are no foreign keys: they stay when a guest goes, and name nobody then.
audit_log = Table(
    "audit_log",
    metadata,
    _number(),
    Column("time", BigInteger, nullable=False),
    Column("actor_id", String(32), nullable=False),  # a guest, or `command`: by the command line
    Column("act", String(20), nullable=False),
    Column("subject_id", String(32), nullable=False, server_default=""),  # a guest
    Column("place", String(60), nullable=False, server_default=""),  # a table, a report, a setting
    Column("reason", Text, nullable=False, server_default=""),
    Column("detail", Text, nullable=False, server_default=""),  # how long, which value; no name once they go
    Index("audit_of_subject", "subject_id", "id"),
)
