"""Rooms where people gather before a table starts, and clocks with a reserve for the whole game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("reserve", "increment"):
        op.add_column("tables", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    for name in ("time_left", "counted"):
        op.add_column("seats", sa.Column(name, sa.BigInteger))
    op.drop_index("timed_tables", "tables")
    _create_partial("timed_tables", "tables", ["id"], "ended IS NULL AND (pace > 0 OR reserve > 0)")
    _make_rooms()
    op.create_table(
        "room_pages",
        _room(),
        _guest(primary_key=True),
        sa.Column("node", sa.String(32), primary_key=True),
    )
    op.create_table(
        "room_wishes",
        _room(),
        _guest(primary_key=True),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("layout", sa.Text),
    )
    op.create_table(
        "room_messages",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column(
            "room_id",
            sa.String(32),
            sa.ForeignKey("rooms.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id", ondelete="SET NULL"), index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )


def _make_rooms() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("layout", sa.Text),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("is_over_days", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("claimed", sa.BigInteger),
    )
    op.create_index("rooms_by_age", "rooms", ["changed", "id"])
    is_public = "is_public" if op.get_bind().dialect.name == "postgresql" else "is_public = 1"
    _create_partial("public_rooms", "rooms", ["created"], f"{is_public} AND claimed IS NULL")
    _create_partial("claimed_rooms", "rooms", ["claimed"], "claimed IS NOT NULL")
    op.create_table(
        "room_seats",
        _room(),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        _guest(nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("is_ready", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("number", sa.String(32)),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.UniqueConstraint("room_id", "guest_id", name="one_seat_in_a_room"),
    )
    _create_partial("numbers_in_rooms", "room_seats", ["number"], "number IS NOT NULL")


def _room() -> sa.Column[str]:
    return sa.Column(
        "room_id", sa.String(32), sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True
    )


def _guest(*, primary_key: bool = False, nullable: bool | None = None) -> sa.Column[str]:
    key = sa.ForeignKey("guests.id", ondelete="CASCADE")
    is_nullable = not primary_key if nullable is None else nullable
    return sa.Column(
        "guest_id", sa.String(32), key, primary_key=primary_key, nullable=is_nullable, index=True
    )


def _create_partial(name: str, table: str, columns: list[str], condition: str) -> None:
    """An index of those rows that meet a condition."""
    where = sa.text(condition)
    op.create_index(name, table, columns, postgresql_where=where, sqlite_where=where)
