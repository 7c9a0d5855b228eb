"""Numbers that seats added and promises that were used, none twice; deals of the day and who tried them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", sa.String(10), nullable=False, server_default=""))
    op.create_table(
        "seat_numbers",
        sa.Column("number", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
    )
    op.create_table(
        "used_promises",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("used", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "deals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("claimed", sa.BigInteger),
        sa.Column("worker", sa.String(32)),
        sa.Column("tries", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("master_points", sa.Integer),
        sa.Column("master_record", sa.Text),
    )
    op.create_table(
        "deal_tries",
        sa.Column(
            "guest_id", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="SET NULL"), unique=True),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("points", sa.Integer),
        sa.ForeignKeyConstraint(["day", "game"], ["deals.day", "deals.game"], ondelete="CASCADE"),
    )
    op.create_index("tries_of_deal", "deal_tries", ["day", "game", "points"])
