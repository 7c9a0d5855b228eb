"""What all processes share: mails that are to be sent, and limits that hold exactly."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "turn_mails",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, index=True),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("sender", sa.String(32)),
    )
    op.create_table(
        "tries",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("remaining", sa.Float, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, index=True),
    )
    # Whoever is awaited now was told before. Only tables with a day or more for a decision have mails.
    op.execute(
        "INSERT INTO turn_mails (table_id, epoch, plies, seat, turn, tries) "
        "SELECT id, epoch, COALESCE((SELECT MAX(ply) + 1 FROM moves WHERE table_id = tables.id), 0), "
        "-1, 0, 0 FROM tables WHERE ended IS NULL AND pace >= 86400"
    )
