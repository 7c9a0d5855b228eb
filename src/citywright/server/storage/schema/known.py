"""What is known of finished games and of those who played them: results, ratings, profiles. See known/.

Rows about results stay when their table is deleted: ratings rest on them, and can be counted again. A
`player` is the id of a guest, or `bot:` and a bot's name.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    false,
)

from citywright.server.storage.schema.base import guest_column, metadata, partial_index

# One row for each finished game.
outcomes = Table(
    "outcomes",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),  # the order in which games were entered
    Column("game", String(60), nullable=False),
    Column("pace", String(10), nullable=False),  # the kind: ratings/kinds.py
    Column("seats", SmallInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("top", Integer, nullable=False),  # the points of the winner
    Column("uncounted", String(20), nullable=False),  # why it does not count for ratings; empty: it does
    Column("is_public", Boolean, nullable=False),  # the table was
    # Anyone may find it: so is the table, or all who played chose that their games be seen. Who looks for
    # games asks those people again: see known/archive.py.
    Column("is_findable", Boolean, nullable=False),
)
partial_index("findable_games", outcomes.c.ended, outcomes.c.table_id, where=outcomes.c.is_findable)
partial_index(
    "findable_games_of_game",
    outcomes.c.game,
    outcomes.c.ended,
    outcomes.c.table_id,
    where=outcomes.c.is_findable,
)

# One row for each seat of it.
results = Table(
    "results",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    guest_column(on_delete="SET NULL"),  # whose game it is; none: a bot's
    Column("player", String(80)),  # who was rated; none: nobody sat there
    Column("game", String(60), nullable=False),
    Column("pace", String(10), nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("place", SmallInteger, nullable=False),  # by the rules of the game
    Column("points", Integer, nullable=False),
    Column("is_absent", Boolean, nullable=False),  # a bot played in the person's place
    Column("figures", Text, nullable=False),  # JSON: see known/figures.py
    Column("rank", SmallInteger),  # that was rated; this and all below: none if the game does not count
    Column("weight", Double),
    Column("mu_before", Double),
    Column("sigma_before", Double),
    Column("mu", Double),
    Column("sigma", Double),
    Index("results_of_guest", "guest_id", "ended", "table_id"),
    Index("results_of_guest_in_game", "guest_id", "game", "pace", "number"),
)

# What is believed about every player now.
ratings = Table(
    "ratings",
    metadata,
    Column("player", String(80), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("pace", String(10), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("low", Double, nullable=False),  # the lower end of the interval: the order of a leaderboard
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("people", Integer, nullable=False),  # different people with an account among the opponents
    Column("last", BigInteger, nullable=False),  # when the last counted game ended
    Column("is_ranked", Boolean, nullable=False, server_default=false()),  # see ratings/farming.py
)
partial_index(
    "leaderboard",
    ratings.c.game,
    ratings.c.pace,
    ratings.c.low,
    ratings.c.player,
    where=ratings.c.is_ranked,
)

# How often two have met in counted games, older times faded. Two rows for every two.
meetings = Table(
    "meetings",
    metadata,
    Column("player", String(80), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("pace", String(10), primary_key=True),
    Column("other", String(80), primary_key=True),
    Column("times", Double, nullable=False),
    Column("last", BigInteger, nullable=False),
)

# Who may see what of an account: see known/visibility.py. No row: as is usual.
profiles = Table(
    "profiles",
    metadata,
    guest_column(primary_key=True),
    Column("rating", String(10), nullable=False),
    Column("results", String(10), nullable=False),
    Column("games", String(10), nullable=False),
)
