"""Standing orders of players, the decisions they are going to make, and the moves they have made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def _table_id(*, is_key: bool = False) -> sa.Column[str]:
    key = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(32), key, nullable=False, primary_key=is_key)


def _guest_id() -> sa.Column[str]:
    key = sa.ForeignKey("guests.id", ondelete="CASCADE")
    return sa.Column("guest_id", sa.String(32), key, nullable=False, index=True)


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.String(32), primary_key=True),
        _table_id(),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        _guest_id(),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("fields", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("progress", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("turn", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("held_epoch", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("held_ply", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("is_told", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("orders_of_table", "orders", ["table_id", "seat", "place"])
    is_standing = sa.text("state = 'standing'")
    op.create_index(
        "standing_orders",
        "orders",
        ["table_id", "seat"],
        sqlite_where=is_standing,
        postgresql_where=is_standing,
    )
    op.create_table(
        "order_turns",
        _table_id(is_key=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, index=True),
        sa.Column("is_shown", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "order_moves",
        _table_id(is_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        _guest_id(),
        sa.Column("order_id", sa.String(32), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
