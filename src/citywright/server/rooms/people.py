"""What becomes of somebody's places in rooms when they log in, or delete their account. Within transactions.

Whoever is about to start a game has to wait a moment: its table shall have the right people.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from citywright.server.errors import UNAVAILABLE, Refusal
from citywright.server.storage.schema import room_messages, room_pages, room_seats, room_wishes, rooms


def _locked_rooms(connection: Connection, guest_id: str) -> list[str]:
    """The rooms where a guest sits, or has said something, held until the transaction ends."""
    named = [
        select(kind.c.room_id).where(kind.c.guest_id == guest_id) for kind in (room_seats, room_messages)
    ]
    query = select(rooms.c.id, rooms.c.claimed).where(rooms.c.id.in_(named[0].union(named[1])))
    rows = connection.execute(query.order_by(rooms.c.id).with_for_update(key_share=True)).all()
    if any(row.claimed is not None for row in rows):
        raise Refusal(UNAVAILABLE, "a game of yours is about to start; try again in a moment")
    return [row.id for row in rows]


def move_rooms(connection: Connection, old: str, new: str) -> list[str]:
    """Give one guest's places in rooms to another, except where the other sits already; returns the rooms."""
    changed = _locked_rooms(connection, old)
    there = select(room_seats.c.room_id).where(room_seats.c.guest_id == new)
    own = room_seats.c.guest_id == old
    connection.execute(delete(room_seats).where(own, room_seats.c.room_id.in_(there)))
    connection.execute(update(room_seats).where(own).values(guest_id=new))
    for kind in (room_wishes, room_pages):  # the page is loaded anew, and a wish can be made again
        connection.execute(delete(kind).where(kind.c.guest_id == old))
    connection.execute(update(room_messages).where(room_messages.c.guest_id == old).values(guest_id=new))
    return changed


def leave_rooms(connection: Connection, guest_id: str) -> list[str]:
    """Delete what rooms hold of a guest; returns the rooms."""
    changed = _locked_rooms(connection, guest_id)
    for kind in (room_seats, room_wishes, room_pages, room_messages):
        connection.execute(delete(kind).where(kind.c.guest_id == guest_id))
    return changed
