"""Whom a form or a program means: somebody by id or name, or whoever sits somewhere. Guests who have no
account are met at tables and in rooms only: their ids stand on no page but those of people who follow them.
"""

from __future__ import annotations

from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.friends.service import Friends
from citywright.server.known.people import People
from citywright.server.rooms.service import Rooms
from citywright.server.tables.service import TableService

LONGEST = 60


class Whom:
    """Finds the person who is meant."""

    def __init__(self, friends: Friends, people: People, rooms: Rooms, tables: TableService) -> None:
        self._friends = friends
        self._people = people
        self._rooms = rooms
        self._tables = tables

    async def meant(self, who: str = "", at: str = "", seat: int = -1) -> str:
        """The id of somebody by id or by name, or of whoever has this seat at a table or in a room."""
        if at:
            return await self._at_seat(at[:32], seat)
        if not who:
            raise Refusal(MALFORMED, "say who is meant")
        try:
            return (await self._friends.find(who[:LONGEST])).guest_id
        except Refusal as refusal:
            if refusal.code != UNKNOWN:
                raise
        return (await self._people.find(who[:LONGEST])).guest_id

    async def _at_seat(self, place: str, seat: int) -> str:
        room = await self._rooms.find_if_any(place)
        if room is not None:
            seated = [one.guest_id for one in room.places]
        else:
            seated = [one.guest_id for one in (await self._tables.find(place)).seats]
        guest_id = seated[seat] if 0 <= seat < len(seated) else None
        if guest_id is None:
            raise Refusal(UNKNOWN, "nobody sits there")
        return guest_id
