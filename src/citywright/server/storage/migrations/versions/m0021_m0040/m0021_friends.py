"""People who follow, invite and block each other."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, other in (("follows", "followed_id"), ("blocks", "blocked_id")):
        op.create_table(
            name,
            _guest(primary_key=True),
            _guest(other, primary_key=True),
            sa.Column("created", sa.BigInteger, nullable=False),
        )
        op.create_index(f"ix_{name}_{other}", name, [other])
    op.create_table(
        "invitations",
        sa.Column("room_id", sa.String(32), sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        _guest(primary_key=True),
        _guest("by_id", nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.BigInteger),
    )
    for column in ("guest_id", "by_id"):
        op.create_index(f"ix_invitations_{column}", "invitations", [column])
    op.create_table("last_seen", _guest(primary_key=True), sa.Column("seen", sa.BigInteger, nullable=False))
    op.create_table(
        "friend_choices",
        _guest(primary_key=True),
        sa.Column("shows_about", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("may_be_followed", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("invited_by", sa.String(10), nullable=False, server_default="everyone"),
    )


def _guest(name: str = "guest_id", **options: Any) -> sa.Column[str]:
    return sa.Column(name, sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), **options)
