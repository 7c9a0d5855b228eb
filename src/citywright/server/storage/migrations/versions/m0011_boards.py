"""Saved analysis boards, and tables that begin in the middle of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("given", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "boards",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("source", sa.String(40), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("tree", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("boards_by_age", "boards", ["changed", "id"])
