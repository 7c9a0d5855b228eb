"""Terms of a table, deputies, accounts, tokens, chat, notifications and uploaded records."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _guest(name: str = "guest_id", on_delete: str = "CASCADE", **options: Any) -> sa.Column[str]:
    return sa.Column(name, sa.String(32), sa.ForeignKey("guests.id", ondelete=on_delete), **options)


def _table(**options: Any) -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), **options)


def upgrade() -> None:
    no, yes = sa.false(), sa.true()
    for name, default in (
        ("is_public", no),
        ("may_undo", yes),
        ("one_screen", no),
        ("may_talk", yes),
        ("is_guided", no),
    ):
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=default))
    op.add_column("tables", sa.Column("pace", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("label", sa.String(60)))
    op.add_column("seats", sa.Column("deputy", sa.String(60)))
    op.add_column("seats", sa.Column("since", sa.BigInteger))
    op.create_table(
        "accounts",
        _guest(primary_key=True),
        sa.Column("login", sa.String(60), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        _guest(nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _table(nullable=False, index=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        _guest(on_delete="SET NULL"),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "mutes",
        _table(primary_key=True),
        _guest(primary_key=True),
        _guest("muted_id", primary_key=True),
    )
    op.create_table(
        "notices",
        _guest(primary_key=True),
        sa.Column("feed", sa.String(32), nullable=False, unique=True),
        sa.Column("mail", sa.String(254)),
        sa.Column("mail_key", sa.String(32), unique=True),
        sa.Column("is_confirmed", sa.Boolean, nullable=False, server_default=no),
        sa.Column("lang", sa.String(2), nullable=False, server_default="en"),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        _guest(on_delete="SET NULL", index=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
