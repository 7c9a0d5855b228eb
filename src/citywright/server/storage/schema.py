"""The database as it is now. The steps in migrations/ lead to it; a test compares both."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    func,
    literal_column,
    true,
)

metadata = MetaData()

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

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("start", SmallInteger, nullable=False),  # a seat, or -1 for by lot
    Column("layout", Text),  # the text of a layout of its own
    Column("secret", LargeBinary, nullable=False),
    Column("epoch", Integer, nullable=False),  # how often something was taken back
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("rematch_id", String(32)),  # the table where these people play on
    Column("is_public", Boolean, nullable=False, server_default=false()),  # and below: see terms.py
    Column("may_undo", Boolean, nullable=False, server_default=true()),
    Column("one_screen", Boolean, nullable=False, server_default=false()),
    Column("may_talk", Boolean, nullable=False, server_default=true()),
    Column("is_guided", Boolean, nullable=False, server_default=false()),
    Column("pace", Integer, nullable=False, server_default="0"),
    Column("given", Integer, nullable=False, server_default="0"),  # plies that were set up: see boards/
)


def _partial_index(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    """An index of those rows that meet a condition: what looks for them reads no others."""
    Index(name, *columns, postgresql_where=where, sqlite_where=where)


# What looks for running tables must not cost more for every finished one.
_is_running = tables.c.ended.is_(None)
_partial_index("running_tables", tables.c.id, where=_is_running)
_partial_index("public_tables", tables.c.created, where=tables.c.is_public & _is_running)
# The number is part of the words: a database that is given it apart does not see that the index fits.
has_time_limit = tables.c.pace > literal_column("0")
_partial_index("timed_tables", tables.c.id, where=_is_running & has_time_limit)
_partial_index("finished_tables", tables.c.ended, tables.c.id, where=tables.c.ended.is_not(None))

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("guest_id", String(32), ForeignKey("guests.id", ondelete="SET NULL")),
    Column("bot", String(60)),
    Column("invitation", String(32), nullable=False, unique=True),
    Column("label", String(60)),  # the name of a seat where several people share one screen
    Column("deputy", String(60)),  # the bot that plays until the seat's player returns
    Column("since", BigInteger),  # when the player sat down or returned: a clock never began before
    Column("ended", BigInteger),  # the same as of its table, so that the games of a guest are found in order
    Index("games_of_guest", "guest_id", "ended", "table_id"),
)
plays_by_itself = func.coalesce(seats.c.bot, seats.c.deputy).is_not(None)  # a bot decides for the seat
_partial_index("seats_of_bots", seats.c.table_id, where=seats.c.ended.is_(None) & plays_by_itself)

moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("actor", SmallInteger, nullable=False),
    Column("notation", Text, nullable=False),
    Column("awaits", SmallInteger, nullable=False),  # who acts next
    Column("time", BigInteger, nullable=False),
    Column("points", Text),  # of all seats after the last ply that was committed together; else none
    sqlite_with_rowid=False,
)


# --- accounts, chat, notifications, records --------------------------------------------------


def _guest(name: str = "guest_id", on_delete: str = "CASCADE", **options: Any) -> Column[str]:
    return Column(name, String(32), ForeignKey("guests.id", ondelete=on_delete), **options)


def _table(**options: Any) -> Column[str]:
    return Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), **options)


accounts = Table(
    "accounts",
    metadata,
    _guest(primary_key=True),
    Column("login", String(60), nullable=False, unique=True),
    Column("password", Text, nullable=False),  # Argon2id, with its own salt and parameters
    Column("created", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token a program sends
    _guest(nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _table(nullable=False, index=True),
    Column("seat", SmallInteger, nullable=False),  # -1: a spectator
    _guest(on_delete="SET NULL", index=True),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    _table(primary_key=True),
    _guest(primary_key=True, index=True),
    _guest("muted_id", primary_key=True, index=True),
)

notices = Table(
    "notices",
    metadata,
    _guest(primary_key=True),
    Column("feed", String(32), nullable=False, unique=True),  # the secret part of the feed's address
    Column("mail", String(254)),
    Column("mail_key", String(32), unique=True),  # the secret part of the links in mails
    Column("is_confirmed", Boolean, nullable=False, server_default=false()),
    Column("lang", String(2), nullable=False, server_default="en"),
)

records = Table(
    "records",
    metadata,
    Column("id", String(32), primary_key=True),
    _guest(on_delete="SET NULL", index=True),
    Column("game", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("records_by_age", "created", "id"),
)

# The shelf: see layouts/shelf.py. A layout never changes; a new version is a row of its own.
layouts = Table(
    "layouts",
    metadata,
    Column("id", String(32), primary_key=True),
    _guest(on_delete="SET NULL"),
    Column("game", String(60), nullable=False),
    Column("name", String(60), nullable=False),
    Column("author", String(60), nullable=False),
    Column("version", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("hash", String(16), nullable=False),
    Column("facts", Text, nullable=False),  # JSON: what else the file tells about itself, and how sure it is
    Column("origin_id", String(32)),  # the layout it was made from; that may be gone
    Column("newer_id", String(32)),  # the version that has taken its place in all lists
    Column("is_public", Boolean, nullable=False, server_default=false()),
    Column("created", BigInteger, nullable=False),
    Column("claimed", BigInteger),  # when a process began to have bots play on it
    Column("plays_like", Text),  # JSON: what came of that
    Index("layouts_of_guest", "guest_id", "created", "id"),
    Index("layouts_by_age", "created", "id"),
)
is_listed = layouts.c.is_public & layouts.c.newer_id.is_(None)
_partial_index("public_layouts", layouts.c.created, layouts.c.id, where=is_listed)
_partial_index("public_layouts_of_game", layouts.c.game, layouts.c.created, layouts.c.id, where=is_listed)
_partial_index("public_layouts_by_hash", layouts.c.hash, layouts.c.created, where=is_listed)

# --- what all processes on one database share ------------------------------------------------

# Up to which turn the player to act at a table was told by mail, or need not be; see players/turn_mails.py.
turn_mails = Table(
    "turn_mails",
    metadata,
    _table(primary_key=True),
    Column("epoch", Integer, nullable=False),  # the last position that was looked at
    Column("plies", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),  # whom the last mail was for, and for which turn
    Column("turn", Integer, nullable=False),
    Column("due", BigInteger, index=True),  # when it is to be sent, or tried again; none: it was sent
    Column("tries", SmallInteger, nullable=False),
    Column("sender", String(32)),  # the process that is sending it
)

# What is left of a limit that must hold exactly: see tries.py.
tries = Table(
    "tries",
    metadata,
    Column("key", String(64), primary_key=True),  # SHA-256 of what is limited and for whom
    Column("remaining", Float, nullable=False),
    Column("time", BigInteger, nullable=False, index=True),  # of the last use
)

# --- analyses of finished games: see analysis/rows.py ----------------------------------------

analyses = Table(
    "analyses",
    metadata,
    Column("subject", String(40), primary_key=True),  # `t/` and the id of a table, or `r/` and a record's
    Column("depth", String(10), primary_key=True),
    _table(index=True),
    Column("record_id", String(32), ForeignKey("records.id", ondelete="CASCADE"), index=True),
    Column("version", Integer, nullable=False),  # of the analysis: an older one is made again
    Column("claimed", BigInteger),  # when the process at work last gave a sign; none: nobody is at work
    Column("worker", String(32)),  # the name of that process
    Column("progress", SmallInteger, nullable=False),  # of 100
    Column("made", BigInteger),
    Column("result", LargeBinary),  # JSON of a Ledger, compressed; none: it is not done
)

# --- saved analysis boards: see boards/saved.py -----------------------------------------------

boards = Table(
    "boards",
    metadata,
    Column("id", String(32), primary_key=True),
    _guest(on_delete="SET NULL", index=True),  # who may change it
    Column("game", String(60), nullable=False),
    Column("title", String(80), nullable=False),
    Column("source", String(40), nullable=False),  # `t/` and the id of its table, or `r/` and a record's
    Column(
        "record", Text, nullable=False
    ),  # of the game, without names: that may be deleted before the board
    Column("tree", Text, nullable=False),  # variations.tree
    Column("position", Integer, nullable=False),  # that is shown first
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("boards_by_age", "changed", "id"),
)
