"""Tournaments and leagues: see events/service.py. What happens in one is written by conditions on its row."""

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


def _event_column(**options: bool) -> Column[str]:
    return Column("event_id", String(32), ForeignKey("events.id", ondelete="CASCADE"), **options)  # type: ignore[arg-type]


events = Table(
    "events",
    metadata,
    Column("id", String(32), primary_key=True),
    guest_column(on_delete="SET NULL", index=True),  # who made it
    Column("title", String(80), nullable=False),
    Column("game", String(60), nullable=False),
    Column("options", Text, nullable=False),  # JSON: events/options.py
    Column("is_public", Boolean, nullable=False, server_default=false()),  # listed, for anyone to enter
    Column("opens", BigInteger, nullable=False),  # from when on people may enter
    Column("closes", BigInteger, nullable=False),  # when it starts
    Column("state", String(10), nullable=False),  # open, running, over, cancelled
    Column("round", SmallInteger, nullable=False),  # the last one that was paired; 0: none
    Column("due", BigInteger),  # when something has to be done next; none: never again
    Column("seed", BigInteger, nullable=False),
    Column("plan", Text),  # JSON: all rounds of a round robin
    Column("version", Integer, nullable=False),  # how often anything was changed
    Column("why", Text),  # in words to be translated: why it was cancelled
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Index("events_by_age", "created", "id"),
)
partial_index("due_events", events.c.due, where=events.c.due.is_not(None))
partial_index("public_events", events.c.state, events.c.created, events.c.id, where=events.c.is_public)

event_players = Table(
    "event_players",
    metadata,
    _event_column(primary_key=True),
    Column("number", SmallInteger, primary_key=True),  # in the order in which they entered
    guest_column(on_delete="SET NULL", index=True),
    Column("entered", BigInteger, nullable=False),
    Column("withdrawn", BigInteger),
    Column("is_removed", Boolean, nullable=False, server_default=false()),  # by the maker, before the start
    Column("division", SmallInteger, nullable=False, server_default="0"),  # of a league, 0 is the first
    Column("place", SmallInteger),  # in the end
    UniqueConstraint("event_id", "guest_id", name="one_place_in_an_event"),
)

event_rounds = Table(
    "event_rounds",
    metadata,
    _event_column(primary_key=True),
    Column("number", SmallInteger, primary_key=True),  # from 1
    Column("is_final", Boolean, nullable=False, server_default=false()),
    Column("started", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),  # when unfinished tables are judged as they stand
    Column("ended", BigInteger),
    Column("sitting", Text, nullable=False),  # the numbers of those without a table
    Column("told", BigInteger),  # when people were told of it
)

partial_index("untold_event_rounds", event_rounds.c.event_id, where=event_rounds.c.told.is_(None))

# The tables of rounds, written down before they are made: then any process makes them.
event_tables = Table(
    "event_tables",
    metadata,
    Column(
        "table_id", String(32), primary_key=True
    ),  # no foreign key: the table may be gone, or not yet there
    _event_column(nullable=False),
    Column("round", SmallInteger, nullable=False),
    Column("number", SmallInteger, nullable=False),
    Column("division", SmallInteger, nullable=False, server_default="0"),
    Column("people", Text, nullable=False),  # the numbers of those who play, seat by seat
    Column("secret", LargeBinary, nullable=False),  # of the table's dealer
    Column("made", BigInteger),
    Column("ended", BigInteger),  # when its result was noted
    Column("is_judged", Boolean, nullable=False, server_default=false()),  # it was not played to its end
    Column("shares", Text),  # what everybody got: events/scores.py
    Column("scores", Text),
    Column("adjusted", Text),  # the results without luck, once the game was analysed
    UniqueConstraint("event_id", "round", "number", name="one_table_of_a_round"),
)
partial_index("unmade_event_tables", event_tables.c.event_id, where=event_tables.c.made.is_(None))
partial_index("running_event_tables", event_tables.c.table_id, where=event_tables.c.ended.is_(None))
partial_index(
    "unanalysed_event_tables",
    event_tables.c.ended,
    event_tables.c.table_id,
    where=event_tables.c.ended.is_not(None) & event_tables.c.adjusted.is_(None),
)
