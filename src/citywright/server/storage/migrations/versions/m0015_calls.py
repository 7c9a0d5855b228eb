"""Notices of many kinds over several channels: push messages, webhooks, quiet hours, what was sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

AS_BEFORE = '{"invited": ["push", "feed", "webhook"], "time": ["push", "webhook"]}'  # mails of turns alone


def upgrade() -> None:
    op.add_column("notices", sa.Column("choices", sa.Text))
    op.add_column("notices", sa.Column("quiet_from", sa.SmallInteger))
    op.add_column("notices", sa.Column("quiet_to", sa.SmallInteger))
    op.add_column("notices", sa.Column("zone", sa.String(60)))
    notices = sa.table("notices", sa.column("mail"), sa.column("choices"))
    op.execute(sa.update(notices).where(notices.c.mail.is_not(None)).values(choices=AS_BEFORE))
    _keep_turns()
    _make_calls()
    op.create_table(
        "webhooks",
        _guest(primary_key=True),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("secret", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("problem", sa.Text),
        sa.Column("is_resting", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "table_notices",
        _table(primary_key=True),
        _guest(primary_key=True, index=True),
        sa.Column("choice", sa.String(12), nullable=False),
    )


def _keep_turns() -> None:
    """Mails that were still to be sent are noted again: their tables look as if nobody had looked at them."""
    turns = sa.table("turn_mails", sa.column("plies"), sa.column("seat"), sa.column("due"))
    op.execute(sa.update(turns).where(turns.c.due.is_not(None)).values(plies=-1, seat=-1))
    op.drop_index("ix_turn_mails_due", "turn_mails")
    for column in ("due", "tries", "sender"):
        op.drop_column("turn_mails", column)
    op.rename_table("turn_mails", "turns_told")


def _make_calls() -> None:
    op.create_table(
        "calls",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _guest(nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        _table(index=True),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("turn", sa.Integer),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("parts", sa.Text, nullable=False),
        sa.Column("in_feed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("calls_by_key", "calls", ["guest_id", "key"], unique=True)
    op.create_index("calls_of_guest", "calls", ["guest_id", "created"])
    op.create_index("calls_by_age", "calls", ["created", "id"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        _guest(nullable=False, index=True),
        sa.Column("session", sa.String(64), nullable=False, index=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    _make_deliveries()


def _make_deliveries() -> None:
    of_call = sa.ForeignKey("calls.id", ondelete="CASCADE")
    to_device = sa.ForeignKey("devices.id", ondelete="CASCADE")
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("call_id", sa.Integer, of_call, nullable=False, index=True),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("device_id", sa.String(32), to_device, index=True),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("sender", sa.String(32)),
        sa.Column("result", sa.String(8)),
    )
    is_due = sa.text("due IS NOT NULL")
    op.create_index(
        "due_deliveries", "deliveries", ["channel", "due"], postgresql_where=is_due, sqlite_where=is_due
    )


def _guest(**options: object) -> sa.Column[str]:
    guest = sa.ForeignKey("guests.id", ondelete="CASCADE")
    return sa.Column("guest_id", sa.String(32), guest, **options)  # type: ignore[arg-type]


def _table(**options: object) -> sa.Column[str]:
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(32), table, **options)  # type: ignore[arg-type]
