"""Lists without a search: seats know when their game ended, and every list has an index of its own.

A database with 100,000 finished games takes some seconds here, once: no move is read.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

RUNNING = "ended IS NULL"


def upgrade() -> None:
    op.add_column("seats", sa.Column("ended", sa.BigInteger))
    op.execute(
        "UPDATE seats SET ended = tables.ended FROM tables "
        "WHERE tables.id = seats.table_id AND tables.ended IS NOT NULL"
    )
    op.drop_index("seats_of_guest", "seats")
    op.create_index("games_of_guest", "seats", ["guest_id", "ended", "table_id"])
    _create_partial(
        "seats_of_bots", "seats", ["table_id"], f"{RUNNING} AND coalesce(bot, deputy) IS NOT NULL"
    )
    is_public = "is_public" if op.get_bind().dialect.name == "postgresql" else "is_public = 1"
    _create_partial("public_tables", "tables", ["created"], f"{is_public} AND {RUNNING}")
    _create_partial("timed_tables", "tables", ["id"], f"{RUNNING} AND pace > 0")
    _create_partial("finished_tables", "tables", ["ended", "id"], "ended IS NOT NULL")
    op.create_index("guests_by_age", "guests", ["created", "id"])
    op.create_index("records_by_age", "records", ["created", "id"])
    for column in ("guest_id", "muted_id"):  # a guest that is deleted is looked for here
        op.create_index(f"ix_mutes_{column}", "mutes", [column])
    if op.get_bind().dialect.name == "postgresql":
        for table in (
            "guests",
            "tables",
            "seats",
        ):  # else it plans without knowing them until it looks itself
            op.execute(f"ANALYZE {table}")


def _create_partial(name: str, table: str, columns: list[str], condition: str) -> None:
    """An index of those rows that meet a condition."""
    where = sa.text(condition)
    op.create_index(name, table, columns, postgresql_where=where, sqlite_where=where)
