"""Tables, their seats, moves and messages; records that were uploaded."""

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
    false,
    func,
    literal_column,
    or_,
    true,
)

from citywright.server.storage.schema.base import guest_column, metadata, partial_index, table_column

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
    Column("reserve", Integer, nullable=False, server_default="0"),
    Column("increment", Integer, nullable=False, server_default="0"),
    Column("given", Integer, nullable=False, server_default="0"),  # plies that were set up: see boards/
    Column("dealing", SmallInteger, nullable=False, server_default="1"),  # the version of the dealer
    Column("numbers", Text),  # what the seats added to the secret, in hexadecimal, one word for each seat
    Column("deal", String(10), nullable=False, server_default=""),  # the day whose deal is played, see deals/
    Column("is_settled", Boolean, nullable=False, server_default=false()),  # see known/
    Column("was_guided", Boolean, nullable=False, server_default=false()),  # it began as a tutorial
)

# Every number that a seat ever added to a secret: none is taken twice, also when its table is gone.
seat_numbers = Table(
    "seat_numbers",
    metadata,
    Column("number", String(32), primary_key=True),
    Column("table_id", String(32), nullable=False),
)

# The promises of dice that a table was made of: none is used twice, also when its table is gone.
used_promises = Table(
    "used_promises",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("used", BigInteger, nullable=False, index=True),
)

# What looks for running tables must not cost more for every finished one.
_is_running = tables.c.ended.is_(None)
partial_index("running_tables", tables.c.id, where=_is_running)
partial_index("public_tables", tables.c.created, where=tables.c.is_public & _is_running)
# The number is part of the words: a database that is given it apart does not see that the index fits.
has_time_limit = or_(tables.c.pace > literal_column("0"), tables.c.reserve > literal_column("0"))
partial_index("timed_tables", tables.c.id, where=_is_running & has_time_limit)
partial_index("finished_tables", tables.c.ended, tables.c.id, where=tables.c.ended.is_not(None))
is_unsettled = tables.c.ended.is_not(None) & ~tables.c.is_settled
partial_index("unsettled_tables", tables.c.ended, tables.c.id, where=is_unsettled)

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
    Column("time_left", BigInteger),  # milliseconds of the seat's reserve, when its clock last stood still
    Column("counted", BigInteger),  # up to when time was taken from it: see tables/clocks.py
    Column("ended", BigInteger),  # the same as of its table, so that the games of a guest are found in order
    Column("left_at", Integer),  # the ply since which the player has left it to the deputy
    Column("away", Integer, nullable=False, server_default="0"),  # plies in which earlier deputies played
    Column("rated_as", String(32)),  # the guest who began this game, if the seat became an account's since
    Index("games_of_guest", "guest_id", "ended", "table_id"),
)
plays_by_itself = func.coalesce(seats.c.bot, seats.c.deputy).is_not(None)  # a bot decides for the seat
partial_index("seats_of_bots", seats.c.table_id, where=seats.c.ended.is_(None) & plays_by_itself)

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

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    table_column(nullable=False, index=True),
    Column("seat", SmallInteger, nullable=False),  # -1: a spectator
    guest_column(on_delete="SET NULL", index=True),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    table_column(primary_key=True),
    guest_column(primary_key=True, index=True),
    guest_column("muted_id", primary_key=True, index=True),
)

records = Table(
    "records",
    metadata,
    Column("id", String(32), primary_key=True),
    guest_column(on_delete="SET NULL", index=True),
    Column("game", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("records_by_age", "created", "id"),
)

# The last position of a table that was looked at, and whom the last notice of a turn was for: see
# notices/watch.py.
turns_told = Table(
    "turns_told",
    metadata,
    table_column(primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),  # -1: nobody was told yet
    Column("turn", Integer, nullable=False),
)
