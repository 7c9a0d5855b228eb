"""What people and the server make of games: layouts, analyses, boards."""

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
)

from citywright.server.storage.schema.base import guest_column, metadata, partial_index, table_column

# The shelf: see layouts/shelf.py. A layout never changes; a new version is a row of its own.
layouts = Table(
    "layouts",
    metadata,
    Column("id", String(32), primary_key=True),
    guest_column(on_delete="SET NULL"),
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
partial_index("public_layouts", layouts.c.created, layouts.c.id, where=is_listed)
partial_index("public_layouts_of_game", layouts.c.game, layouts.c.created, layouts.c.id, where=is_listed)
partial_index("public_layouts_by_hash", layouts.c.hash, layouts.c.created, where=is_listed)

# Analyses of finished games: see analysis/rows.py
analyses = Table(
    "analyses",
    metadata,
    Column("subject", String(40), primary_key=True),  # `t/` and the id of a table, or `r/` and a record's
    Column("depth", String(10), primary_key=True),
    table_column(index=True),
    Column("record_id", String(32), ForeignKey("records.id", ondelete="CASCADE"), index=True),
    Column("version", Integer, nullable=False),  # of the analysis: an older one is made again
    Column("claimed", BigInteger),  # when the process at work last gave a sign; none: nobody is at work
    Column("worker", String(32)),  # the name of that process
    Column("progress", SmallInteger, nullable=False),  # of 100
    Column("made", BigInteger),
    Column("result", LargeBinary),  # JSON of a Ledger, compressed; none: it is not done
)

# Saved analysis boards: see boards/saved.py
boards = Table(
    "boards",
    metadata,
    Column("id", String(32), primary_key=True),
    guest_column(on_delete="SET NULL", index=True),  # who may change it
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
