"""The host's desk: roles, reports, sanctions, letters, settings, announcements and the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "roles",
        _guest(primary_key=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
    )
    _make_reports()
    op.create_table(
        "sanctions",
        _number(),
        _guest(nullable=False, index=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("lifted", sa.BigInteger),
    )
    _create_partial("standing_sanctions", "sanctions", ["guest_id"], "lifted IS NULL")
    op.create_table(
        "letters",
        _number(),
        _guest(nullable=False, index=True),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("parts", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("read", sa.BigInteger),
    )
    _create_partial("unread_letters", "letters", ["guest_id"], "read IS NULL")
    _make_house()


def _make_reports() -> None:
    op.create_table(
        "reports",
        _number(),
        _guest("reporter_id", "SET NULL", index=True),
        _guest("about_id", nullable=False, index=True),
        sa.Column("place", sa.String(10), nullable=False),
        sa.Column("place_id", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("handled", sa.BigInteger),
        _guest("handled_by", "SET NULL", index=True),
        sa.Column("decision", sa.String(20)),
    )
    _create_partial("open_reports", "reports", ["created", "id"], "handled IS NULL")
    key = sa.ForeignKey("reports.id", ondelete="CASCADE")
    op.create_table(
        "report_lines",
        sa.Column("report_id", sa.Integer, key, primary_key=True),
        sa.Column("number", sa.SmallInteger, primary_key=True),
        _guest(index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("is_meant", sa.Boolean, nullable=False, server_default=sa.false()),
    )


def _make_house() -> None:
    op.create_table(
        "closed_tables",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "host_settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
    )
    op.create_table(
        "announcements",
        _number(),
        sa.Column("en", sa.Text, nullable=False),
        sa.Column("de", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "audit_log",
        _number(),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("actor_id", sa.String(32), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("subject_id", sa.String(32), nullable=False, server_default=""),
        sa.Column("place", sa.String(60), nullable=False, server_default=""),
        sa.Column("reason", sa.Text, nullable=False, server_default=""),
        sa.Column("detail", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("audit_of_subject", "audit_log", ["subject_id", "id"])


def _number() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True, autoincrement=True)


def _guest(
    name: str = "guest_id",
    on_delete: str = "CASCADE",
    *,
    primary_key: bool = False,
    nullable: bool = True,
    index: bool = False,
) -> sa.Column[str]:
    key = sa.ForeignKey("guests.id", ondelete=on_delete)
    is_nullable = nullable and not primary_key
    return sa.Column(
        name, sa.String(32), key, primary_key=primary_key, nullable=is_nullable, index=index or None
    )


def _create_partial(name: str, table: str, columns: list[str], condition: str) -> None:
    """An index of those rows that meet a condition."""
    where = sa.text(condition)
    op.create_index(name, table, columns, postgresql_where=where, sqlite_where=where)
