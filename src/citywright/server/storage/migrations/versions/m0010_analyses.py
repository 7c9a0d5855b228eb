"""Analyses of finished games, and who is at work on one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("subject", sa.String(40), primary_key=True),
        sa.Column("depth", sa.String(10), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), index=True),
        sa.Column("record_id", sa.String(32), sa.ForeignKey("records.id", ondelete="CASCADE"), index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("claimed", sa.BigInteger),
        sa.Column("worker", sa.String(32)),
        sa.Column("progress", sa.SmallInteger, nullable=False),
        sa.Column("made", sa.BigInteger),
        sa.Column("result", sa.LargeBinary),
    )
