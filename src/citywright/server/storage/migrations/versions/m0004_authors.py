"""Chat messages are found by their author: a name that changes, or goes, stands over them too."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_messages_guest_id", "messages", ["guest_id"])
