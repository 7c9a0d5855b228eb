"""How a table's chance is dealt: by which version, and from which numbers beside the server's secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("dealing", sa.SmallInteger, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("numbers", sa.Text))
