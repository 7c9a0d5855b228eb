"""The shelf of layouts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "layouts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id", ondelete="SET NULL")),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("author", sa.String(60), nullable=False),
        sa.Column("version", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("hash", sa.String(16), nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("origin_id", sa.String(32)),
        sa.Column("newer_id", sa.String(32)),
        sa.Column("is_public", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("claimed", sa.BigInteger),
        sa.Column("plays_like", sa.Text),
    )
    op.create_index("layouts_of_guest", "layouts", ["guest_id", "created", "id"])
    op.create_index("layouts_by_age", "layouts", ["created", "id"])
    is_public = "is_public" if op.get_bind().dialect.name == "postgresql" else "is_public = 1"
    listed = sa.text(f"{is_public} AND newer_id IS NULL")
    for name, columns in (
        ("public_layouts", ["created", "id"]),
        ("public_layouts_of_game", ["game", "created", "id"]),
        ("public_layouts_by_hash", ["hash", "created"]),
    ):
        op.create_index(name, "layouts", columns, postgresql_where=listed, sqlite_where=listed)
