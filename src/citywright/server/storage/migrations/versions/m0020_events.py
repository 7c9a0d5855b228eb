"""Tournaments and leagues."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.String(32), primary_key=True),
        _guest(),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        _flag("is_public"),
        sa.Column("opens", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("plan", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("why", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_index("events_by_age", "events", ["created", "id"])
    _create_partial("due_events", "events", ["due"], "due IS NOT NULL")
    is_public = "is_public" if op.get_bind().dialect.name == "postgresql" else "is_public = 1"
    _create_partial("public_events", "events", ["state", "created", "id"], is_public)
    op.create_table(
        "event_players",
        _event(primary_key=True),
        sa.Column("number", sa.SmallInteger, primary_key=True),
        _guest(),
        sa.Column("entered", sa.BigInteger, nullable=False),
        sa.Column("withdrawn", sa.BigInteger),
        _flag("is_removed"),
        sa.Column("division", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("place", sa.SmallInteger),
        sa.UniqueConstraint("event_id", "guest_id", name="one_place_in_an_event"),
    )
    op.create_table(
        "event_rounds",
        _event(primary_key=True),
        sa.Column("number", sa.SmallInteger, primary_key=True),
        _flag("is_final"),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("sitting", sa.Text, nullable=False),
        sa.Column("told", sa.BigInteger),
    )
    _create_partial("untold_event_rounds", "event_rounds", ["event_id"], "told IS NULL")
    _make_tables()


def _make_tables() -> None:
    op.create_table(
        "event_tables",
        sa.Column("table_id", sa.String(32), primary_key=True),
        _event(primary_key=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("number", sa.SmallInteger, nullable=False),
        sa.Column("division", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        _flag("is_judged"),
        sa.Column("shares", sa.Text),
        sa.Column("scores", sa.Text),
        sa.Column("adjusted", sa.Text),
        sa.UniqueConstraint("event_id", "round", "number", name="one_table_of_a_round"),
    )
    _create_partial("unmade_event_tables", "event_tables", ["event_id"], "made IS NULL")
    _create_partial("running_event_tables", "event_tables", ["table_id"], "ended IS NULL")
    unanalysed = "ended IS NOT NULL AND adjusted IS NULL"
    _create_partial("unanalysed_event_tables", "event_tables", ["ended", "table_id"], unanalysed)


def _event(*, primary_key: bool) -> sa.Column[str]:
    key = sa.ForeignKey("events.id", ondelete="CASCADE")
    return sa.Column("event_id", sa.String(32), key, primary_key=primary_key, nullable=False)


def _guest() -> sa.Column[str]:
    return sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())


def _create_partial(name: str, table: str, columns: list[str], condition: str) -> None:
    """An index of those rows that meet a condition."""
    where = sa.text(condition)
    op.create_index(name, table, columns, postgresql_where=where, sqlite_where=where)
