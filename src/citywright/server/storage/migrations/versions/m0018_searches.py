"""Who looks for people to play with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "searches",
        sa.Column(
            "guest_id", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("seats", sa.SmallInteger, primary_key=True),
        sa.Column("pace", sa.String(10), primary_key=True),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("room_id", sa.String(32)),
    )
