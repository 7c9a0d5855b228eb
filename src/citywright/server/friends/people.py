"""What becomes of whom somebody follows, blocks and invites when they log in, or delete their account.

Within transactions of the accounts.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, and_, delete, exists, or_, select, update

from citywright.server.storage.schema import (
    blocks,
    follows,
    friend_choices,
    invitations,
    last_seen,
    room_seats,
)

PAIRS = ((follows, "followed_id"), (blocks, "blocked_id"))


def move_friends(connection: Connection, old: str, new: str) -> list[str]:
    """Give all of one guest to another who may have some already; returns the rooms they are invited to."""
    for table, other in PAIRS:
        _take_over(connection, table, table.c.guest_id, table.c[other], old, new)
        _take_over(connection, table, table.c[other], table.c.guest_id, old, new)
        connection.execute(delete(table).where(table.c.guest_id == table.c[other]))
    rooms = list(
        connection.execute(select(invitations.c.room_id).where(invitations.c.guest_id == old)).scalars()
    )
    _take_over(connection, invitations, invitations.c.guest_id, invitations.c.room_id, old, new)
    connection.execute(update(invitations).where(invitations.c.by_id == old).values(by_id=new))
    sits = exists().where(
        room_seats.c.room_id == invitations.c.room_id, room_seats.c.guest_id == invitations.c.guest_id
    )
    connection.execute(delete(invitations).where(invitations.c.guest_id == new, sits))
    for one_row in (friend_choices, last_seen):
        has_one = select(one_row.c.guest_id).where(one_row.c.guest_id == new)
        if connection.execute(has_one).first() is None:
            connection.execute(update(one_row).where(one_row.c.guest_id == old).values(guest_id=new))
        connection.execute(delete(one_row).where(one_row.c.guest_id == old))
    end_what_blocks_end(connection, new)
    return rooms


def _take_over(connection: Connection, table: Table, whose: Any, rest: Any, old: str, new: str) -> None:
    """Rows of one guest become those of another, but for those that the other has."""
    known = table.alias()
    there = exists().where(known.c[whose.name] == new, known.c[rest.name] == rest)
    connection.execute(update(table).where(whose == old, ~there).values({whose.name: new}))
    connection.execute(delete(table).where(whose == old))


def end_what_blocks_end(connection: Connection, guest_id: str) -> list[str]:
    """Between a guest and those of whom one has blocked the other, nobody follows and no invitation is open;
    returns the rooms these were for.
    """
    connection.execute(
        delete(follows).where(
            or_(follows.c.guest_id == guest_id, follows.c.followed_id == guest_id),
            _is_blocked(follows.c.guest_id, follows.c.followed_id),
        )
    )
    void = and_(
        or_(invitations.c.guest_id == guest_id, invitations.c.by_id == guest_id),
        _is_blocked(invitations.c.guest_id, invitations.c.by_id),
    )
    rooms = list(connection.execute(select(invitations.c.room_id).where(void)).scalars())
    connection.execute(delete(invitations).where(void))
    return rooms


def _is_blocked(one: Any, other: Any) -> Any:
    """Has one of two people, columns, blocked the other?"""
    return exists().where(
        or_(
            and_(blocks.c.guest_id == one, blocks.c.blocked_id == other),
            and_(blocks.c.guest_id == other, blocks.c.blocked_id == one),
        )
    )


def leave_friends(connection: Connection, guest_id: str) -> list[str]:
    """Delete all of it; returns the rooms where an invitation is gone."""
    own = or_(invitations.c.guest_id == guest_id, invitations.c.by_id == guest_id)
    rooms = list(connection.execute(select(invitations.c.room_id).where(own)).scalars())
    connection.execute(delete(invitations).where(own))
    for table, other in PAIRS:
        connection.execute(delete(table).where(or_(table.c.guest_id == guest_id, table.c[other] == guest_id)))
    for one_row in (friend_choices, last_seen):
        connection.execute(delete(one_row).where(one_row.c.guest_id == guest_id))
    return rooms
