"""Finding rooms: by id, those open to anyone, those of a guest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, select

from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.rooms.room import Room, read_room, read_rooms
from citywright.server.storage.blocked import blockers_of
from citywright.server.storage.database import Database
from citywright.server.storage.queries import at_most
from citywright.server.storage.schema import is_gathering, room_seats, rooms
from citywright.server.tables.nodes import Nodes

MOST_LISTED = 30
MOST_OF_A_GUEST = 20  # rooms somebody may sit in at once


def public_rooms() -> Select[Any]:
    """The ids of the newest rooms that are open to anyone."""
    query = select(rooms.c.id).where(rooms.c.is_public, is_gathering)
    return query.order_by(rooms.c.created.desc()).limit(at_most(MOST_LISTED))


def rooms_with(guest_id: str) -> Select[Any]:
    """The ids of the rooms where a guest sits, the newest first."""
    query = select(rooms.c.id).join(room_seats, room_seats.c.room_id == rooms.c.id)
    query = query.where(room_seats.c.guest_id == guest_id)
    return query.order_by(rooms.c.created.desc()).limit(at_most(MOST_OF_A_GUEST))


def public_rooms_with(people: Sequence[str]) -> Select[Any]:
    """The ids of the newest rooms that are open to anyone where one of some people sits."""
    theirs = select(room_seats.c.room_id).where(room_seats.c.guest_id.in_(people))
    return public_rooms().where(rooms.c.id.in_(theirs))


class FindingRooms:
    """Reads rooms as they are in the database."""

    def __init__(self, database: Database, nodes: Nodes) -> None:
        self._database = database
        self._nodes = nodes

    async def find(self, room_id: str) -> Room:
        """The room with this id; refused if there is none."""
        return await self._database.ask(lambda reading: read_room(reading, room_id, self._nodes.is_alive))

    async def find_if_any(self, room_id: str) -> Room | None:
        """The room with this id, if there is one."""
        try:
            return await self.find(room_id)
        except Refusal as refusal:
            if refusal.code == UNKNOWN:
                return None
            raise

    async def listed(self, guest_id: str | None = None) -> list[Room]:
        """The rooms that are open to anyone, those with a free seat first, then the newest. Without those
        where somebody sits who has blocked whoever asks.
        """

        def read(connection: Connection) -> list[Room]:
            ids = list(connection.execute(public_rooms()).scalars())
            away = blockers_of(connection, guest_id)
            listed = read_rooms(connection, ids, self._nodes.is_alive)
            return [room for room in listed if away.isdisjoint(place.guest_id or "" for place in room.people)]

        found = [room for room in await self._database.ask(read) if room.people]
        return sorted(found, key=lambda room: not room.open_seats)

    async def listed_with(self, people: Sequence[str]) -> list[Room]:
        """The rooms that are open to anyone where one of these people sits."""

        def read(connection: Connection) -> list[Room]:
            ids = list(connection.execute(public_rooms_with(people)).scalars())
            return read_rooms(connection, ids, self._nodes.is_alive)

        return await self._database.ask(read) if people else []

    async def rooms_of(self, guest_id: str) -> list[Room]:
        """The rooms where a guest sits, the newest first."""

        def read(connection: Connection) -> list[Room]:
            ids = list(connection.execute(rooms_with(guest_id)).scalars())
            return read_rooms(connection, ids, self._nodes.is_alive)

        return await self._database.ask(read)
