"""Asking people into a room: one open invitation for each person and room, as long as the room gathers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from citywright.engine.game import Game
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, UNKNOWN, Refusal
from citywright.server.friends.choices import EVERYONE, FOLLOWED, read_choices
from citywright.server.rooms.room import Room, member_or_refuse, read_room, read_rooms
from citywright.server.rooms.service import Rooms
from citywright.server.storage.blocked import blocks_of
from citywright.server.storage.database import Database
from citywright.server.storage.queries import at_most
from citywright.server.storage.schema import (
    follows,
    guests,
    invitations,
    is_gathering,
    is_open_invitation,
    rooms,
)
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.terms import Terms

MOST_OF_A_ROOM = 20  # open ones
MOST_FOR_A_GUEST = 20
MOST_OF_ONE_PERSON = 3  # for the same guest


class Invitation(msgspec.Struct, frozen=True):
    """Somebody asks a guest into a room."""

    room: Room
    guest_id: str  # who is invited
    by_id: str
    by_name: str


class Invitations:
    """Makes, shows and declines them."""

    def __init__(self, database: Database, rooms_: Rooms, nodes: Nodes) -> None:
        self._database = database
        self._rooms = rooms_
        self._nodes = nodes
        self.on_invite: list[Callable[[Invitation], None]] = []

    async def invite(self, room_id: str, by_id: str, guest_id: str) -> Room:
        """A member of a room invites somebody."""

        def write(connection: Connection) -> tuple[Room, str]:
            room = _held(connection, room_id, self._nodes.is_alive)
            by_name = member_or_refuse(room, by_id).name
            _check(connection, by_id, guest_id)
            if room.place_of(guest_id) is not None:
                raise Refusal(ILLEGAL, "they sit in this room already")
            if not room.open_seats:
                raise Refusal(ILLEGAL, "every seat in this room is taken")
            for invited in room.invited:
                if invited.guest_id == guest_id and invited.has_declined:
                    raise Refusal(ILLEGAL, "{name} has declined to come to this room", name=invited.name)
                if invited.guest_id == guest_id:
                    raise Refusal(ILLEGAL, "{name} is invited already", name=invited.name)
            if len(room.invited) >= MOST_OF_A_ROOM:
                raise Refusal(ILLEGAL, "no more than {n} people can be invited to a room", n=MOST_OF_A_ROOM)
            row = {"room_id": room_id, "guest_id": guest_id, "by_id": by_id, "created": now_ms()}
            connection.execute(insert(invitations).values(row))
            return read_room(connection, room_id, self._nodes.is_alive), by_name

        try:
            room, by_name = await self._database.transact(write)
        except IntegrityError as error:  # the same was done elsewhere, or somebody was deleted
            raise Refusal(ILLEGAL, "this has just changed; look at it again") from error
        self._rooms.announce(room_id)
        for listener in self.on_invite:
            listener(Invitation(room, guest_id, by_id, by_name))
        return room

    async def invite_to_new(
        self, by_id: str, guest_id: str, game: Game, *, seats: int, terms: Terms, lang: str
    ) -> str:
        """Make a room and invite somebody there; nothing is made for who cannot be invited."""
        await self._database.ask(lambda reading: _check(reading, by_id, guest_id))
        room_id = await self._rooms.make(game, [by_id], seats=seats, terms=terms, lang=lang)
        await self.invite(room_id, by_id, guest_id)
        return room_id

    async def decline(self, room_id: str, guest_id: str) -> None:
        """Somebody who is invited does not come."""
        own = (invitations.c.room_id == room_id) & (invitations.c.guest_id == guest_id)
        said_no = update(invitations).where(own, is_open_invitation).values(declined=now_ms())
        changed = await self._database.transact(lambda connection: connection.execute(said_no).rowcount)
        if not changed:
            raise Refusal(UNKNOWN, "this invitation is not there any more")
        self._rooms.announce(room_id)

    async def withdraw(self, room_id: str, by_id: str, guest_id: str) -> None:
        """Whoever has invited somebody does so no more."""
        own = (invitations.c.room_id == room_id) & (invitations.c.guest_id == guest_id)
        gone = delete(invitations).where(own, invitations.c.by_id == by_id, is_open_invitation)
        changed = await self._database.transact(lambda connection: connection.execute(gone).rowcount)
        if not changed:
            raise Refusal(UNKNOWN, "this invitation is not there any more")
        self._rooms.announce(room_id)

    async def of(self, guest_id: str) -> list[Invitation]:
        """The open invitations of somebody, the newest first; those to rooms that are full wait."""

        def read(connection: Connection) -> list[Invitation]:
            rows = {row.room_id: row for row in connection.execute(open_invitations(guest_id))}
            return [
                Invitation(room, guest_id, rows[room.id].by_id, rows[room.id].name)
                for room in read_rooms(connection, list(rows), self._nodes.is_alive)
                if room.open_seats
            ]

        return await self._database.ask(read)


def open_invitations(guest_id: str) -> Select[Any]:
    """Rooms, and who invites a guest there."""
    query = (
        select(invitations.c.room_id, invitations.c.by_id, guests.c.name)
        .join(guests, guests.c.id == invitations.c.by_id)
        .join(rooms, rooms.c.id == invitations.c.room_id)
        .where(invitations.c.guest_id == guest_id, is_open_invitation, is_gathering)
    )
    return query.order_by(invitations.c.created.desc()).limit(at_most(MOST_FOR_A_GUEST))


def _held(connection: Connection, room_id: str, is_alive: Callable[[str], bool]) -> Room:
    """A room that gathers, held until the transaction ends."""
    locked = select(rooms.c.claimed).where(rooms.c.id == room_id).with_for_update(key_share=True)
    row = connection.execute(locked).one_or_none()
    if row is None:
        raise Refusal(UNKNOWN, "there is no such room")
    if row.claimed is not None:
        raise Refusal(ILLEGAL, "the game has begun")
    return read_room(connection, room_id, is_alive)


def _check(connection: Connection, by_id: str, guest_id: str) -> None:
    """Refuse whoever may not be invited; why not is theirs to know."""
    if by_id == guest_id:
        raise Refusal(ILLEGAL, "this is yourself")
    name = connection.execute(select(guests.c.name).where(guests.c.id == guest_id)).scalar_one_or_none()
    if name is None:
        raise Refusal(UNKNOWN, "there is nobody like that here")
    pairs = blocks_of(connection, [by_id])
    if (by_id, guest_id) in pairs:
        raise Refusal(ILLEGAL, "you have blocked {name}: unblock them first", name=name)
    if (guest_id, by_id) in pairs or not _lets_invite(connection, guest_id, by_id):
        raise Refusal(FORBIDDEN, "{name} cannot be invited now", name=name)


def _lets_invite(connection: Connection, guest_id: str, by_id: str) -> bool:
    """Does somebody let this person invite them, and are they not invited a lot already?"""
    invited_by = read_choices(connection, guest_id).invited_by
    if invited_by == FOLLOWED:
        there = (follows.c.guest_id == guest_id) & (follows.c.followed_id == by_id)
        if connection.execute(select(follows.c.created).where(there)).first() is None:
            return False
    elif invited_by != EVERYONE:
        return False
    number = select(func.count()).where(invitations.c.guest_id == guest_id, is_open_invitation)
    by_one = connection.execute(number.where(invitations.c.by_id == by_id)).scalar_one()
    return bool(by_one < MOST_OF_ONE_PERSON and connection.execute(number).scalar_one() < MOST_FOR_A_GUEST)
