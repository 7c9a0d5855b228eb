"""Results of finished games, ratings and profiles. The server counts old games later, while it runs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("is_settled", sa.Boolean, nullable=False, server_default=sa.false()))
    is_open = "NOT is_settled" if op.get_bind().dialect.name == "postgresql" else "is_settled = 0"
    _create_partial("unsettled_tables", "tables", ["ended", "id"], f"ended IS NOT NULL AND {is_open}")
    op.add_column("tables", sa.Column("was_guided", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("left_at", sa.Integer))
    op.add_column("seats", sa.Column("away", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("rated_as", sa.String(32)))
    seats = sa.table("seats", *map(sa.column, ("deputy", "ended", "left_at")))
    left = seats.c.deputy.is_not(None) & seats.c.ended.is_not(None)  # since when was not written down
    op.execute(sa.update(seats).where(left).values(left_at=0))
    _create_outcomes()
    _create_results()
    _create_ratings()
    op.create_table(
        "meetings",
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("pace", sa.String(10), primary_key=True),
        sa.Column("other", sa.String(80), primary_key=True),
        sa.Column("times", sa.Double, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "profiles",
        _guest("CASCADE", primary_key=True),
        sa.Column("rating", sa.String(10), nullable=False),
        sa.Column("results", sa.String(10), nullable=False),
        sa.Column("games", sa.String(10), nullable=False),
    )


def _create_outcomes() -> None:
    op.create_table(
        "outcomes",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("top", sa.Integer, nullable=False),
        sa.Column("uncounted", sa.String(20), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("is_findable", sa.Boolean, nullable=False),
    )
    is_findable = "is_findable" if op.get_bind().dialect.name == "postgresql" else "is_findable = 1"
    _create_partial("findable_games", "outcomes", ["ended", "table_id"], is_findable)
    _create_partial("findable_games_of_game", "outcomes", ["game", "ended", "table_id"], is_findable)


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        _guest("SET NULL"),
        sa.Column("player", sa.String(80)),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("is_absent", sa.Boolean, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sa.Column("rank", sa.SmallInteger),
        sa.Column("weight", sa.Double),
        sa.Column("mu_before", sa.Double),
        sa.Column("sigma_before", sa.Double),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
    )
    op.create_index("results_of_guest", "results", ["guest_id", "ended", "table_id"])
    op.create_index("results_of_guest_in_game", "results", ["guest_id", "game", "pace", "number"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("pace", sa.String(10), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("low", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("is_ranked", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    is_ranked = "is_ranked" if op.get_bind().dialect.name == "postgresql" else "is_ranked = 1"
    _create_partial("leaderboard", "ratings", ["game", "pace", "low", "player"], is_ranked)


def _guest(on_delete: str, **options: Any) -> sa.Column[str]:
    return sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id", ondelete=on_delete), **options)


def _create_partial(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)
