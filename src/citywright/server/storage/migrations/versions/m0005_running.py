"""An index of the running tables: looking for those that wait must not read finished ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    running = sa.text("ended IS NULL")
    op.create_index("running_tables", "tables", ["id"], postgresql_where=running, sqlite_where=running)
