"""One room as everybody in it may know it: its people, its options, its chat. What is secret is not in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, select

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.game import Game
from citywright.match.dealer import commitment_of
from citywright.server.errors import FORBIDDEN, UNAVAILABLE, UNKNOWN, Refusal
from citywright.server.rooms.options import Options, read_options
from citywright.server.storage.blocked import Blocks, blocks_of
from citywright.server.storage.schema import (
    guests,
    invitations,
    room_messages,
    room_pages,
    room_seats,
    room_wishes,
    rooms,
)

MOST_MESSAGES = 100  # the last ones are shown
OPEN, PERSON, BOT = "open", "person", "bot"

IsAlive = Callable[[str], bool]  # is this the name of a process that serves the database now?


class Place(msgspec.Struct, frozen=True):
    """A seat in a room: a person's, a bot's or open."""

    number: int
    bot: str = ""
    guest_id: str | None = None
    name: str = ""
    since: int = 0
    seen: int = 0  # when a page of theirs was last open
    is_ready: bool = False
    is_here: bool = False  # they have the page open
    agreed: Options | None = None  # the options they have last said yes to, or found when they came

    @property
    def kind(self) -> str:
        return BOT if self.bot else OPEN if self.guest_id is None else PERSON


class Wish(msgspec.Struct, frozen=True):
    """What a member would like to have changed."""

    guest_id: str
    name: str
    options: Options


class Said(msgspec.Struct, frozen=True):
    """A message in a room's chat."""

    number: int
    guest_id: str | None
    name: str
    text: str


class Invited(msgspec.Struct, frozen=True):
    """Somebody who was asked into a room and does not sit there."""

    guest_id: str
    name: str
    by_id: str
    has_declined: bool


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """People who want to play a game, and what they are about to agree on."""

    id: str
    game: Game
    options: Options
    edition: int  # how often the options were changed
    places: tuple[Place, ...]
    commitment: str
    lang: str
    created: int
    is_over_days: bool
    is_claimed: bool  # all are ready, and the table is being made
    wishes: tuple[Wish, ...] = ()
    messages: tuple[Said, ...] = ()
    invited: tuple[Invited, ...] = ()
    blocks: Blocks = frozenset()  # of those who sit here or have said something, in either direction

    @property
    def people(self) -> list[Place]:
        """Those who sit here."""
        return [place for place in self.places if place.kind == PERSON]

    @property
    def open_seats(self) -> list[int]:
        """The seats that somebody can take."""
        return [place.number for place in self.places if place.kind == OPEN]

    @property
    def host(self) -> Place | None:
        """Whoever has been here for longest."""
        return min(self.people, key=lambda place: (place.since, place.number), default=None)

    @property
    def can_start(self) -> bool:
        """Is every seat a bot's or a ready person's?"""
        return bool(self.people) and all(place.bot or place.is_ready for place in self.places)

    def place_of(self, guest_id: str | None) -> Place | None:
        """Where a guest sits, if here."""
        return next((place for place in self.people if place.guest_id == guest_id), None)

    def messages_for(self, guest_id: str | None) -> list[Said]:
        """What somebody is shown of the chat: nothing of those they have blocked."""
        return [said for said in self.messages if (guest_id, said.guest_id) not in self.blocks]

    def is_host(self, guest_id: str | None) -> bool:
        """Is this guest the one who decides about the options?"""
        return guest_id is not None and self.host is not None and self.host.guest_id == guest_id


def member_or_refuse(room: Room, guest_id: str) -> Place:
    """Where a guest sits; refused for others."""
    place = room.place_of(guest_id)
    if place is None:
        raise Refusal(FORBIDDEN, "only those who sit in this room can do that")
    return place


def host_or_refuse(room: Room, guest_id: str) -> None:
    """Refuse what only the host may do."""
    if not room.is_host(guest_id):
        raise Refusal(FORBIDDEN, "only the host of this room can do that; you can propose it")


# --- reading --------------------------------------------------------------------------


def _chosen(room_ids: Sequence[str]) -> Select[Any]:
    columns = [column for column in rooms.c if column.name != "layout"]  # it may be long
    return select(*columns).where(rooms.c.id.in_(room_ids))


def read_rooms(connection: Connection, room_ids: Sequence[str], is_alive: IsAlive) -> list[Room]:
    """Rooms by their ids, in that order, without chat and wishes; but for those whose game is not known."""
    rows = {row.id: row for row in connection.execute(_chosen(room_ids))}
    seated: dict[str, dict[int, Any]] = {room_id: {} for room_id in room_ids}
    query = select(room_seats, guests.c.name).join(guests, guests.c.id == room_seats.c.guest_id)
    for row in connection.execute(query.where(room_seats.c.room_id.in_(room_ids))):
        seated[row.room_id][row.seat] = row
    here: dict[str, set[str]] = {room_id: set() for room_id in room_ids}
    for page in connection.execute(select(room_pages).where(room_pages.c.room_id.in_(room_ids))):
        if is_alive(page.node):
            here[page.room_id].add(page.guest_id)
    found = []
    for room_id in room_ids:
        if room_id in rows:
            try:
                found.append(_room(rows[room_id], seated[room_id], here[room_id]))
            except Refusal:
                continue
    return found


def read_room(connection: Connection, room_id: str, is_alive: IsAlive) -> Room:
    """A room with everything."""
    row = connection.execute(_chosen([room_id])).one_or_none()
    if row is None:
        raise Refusal(UNKNOWN, "there is no such room")
    _game(row.game)  # refused if it is not known
    known = read_rooms(connection, [room_id], is_alive)
    if not known:  # it has become a table since: on PostgreSQL each statement sees what there is by then
        raise Refusal(UNKNOWN, "there is no such room")
    (room,) = known
    messages = _messages(connection, room_id)
    involved = {place.guest_id for place in room.people} | {said.guest_id for said in messages}
    return msgspec.structs.replace(
        room,
        wishes=_wishes(connection, room),
        messages=messages,
        invited=_invited(connection, room_id),
        blocks=blocks_of(connection, filter(None, involved)),
    )


def _game(game_id: str) -> Game:
    try:
        return find_game(game_id)
    except UnknownGame as error:
        raise Refusal(UNAVAILABLE, "this server does not know the game {game!r}", game=game_id) from error


def _room(row: Any, seated: dict[int, Any], here: set[str]) -> Room:
    options = read_options(row.options)
    return Room(
        id=row.id,
        game=_game(row.game),
        options=options,
        edition=row.edition,
        places=tuple(
            _place(number, bot, seated.get(number), here) for number, bot in enumerate(options.bots)
        ),
        commitment=commitment_of(row.secret),
        lang=row.lang,
        created=row.created,
        is_over_days=row.is_over_days,
        is_claimed=row.claimed is not None,
    )


def _place(number: int, bot: str, row: Any, here: set[str]) -> Place:
    if row is None:
        return Place(number, bot=bot)
    return Place(
        number,
        guest_id=row.guest_id,
        name=row.name,
        since=row.since,
        seen=row.seen,
        is_ready=row.is_ready,
        is_here=row.guest_id in here,
        agreed=read_options(row.agreed),
    )


def _wishes(connection: Connection, room: Room) -> tuple[Wish, ...]:
    """What those who sit here wish."""
    names = {place.guest_id: place.name for place in room.people}
    query = select(room_wishes).where(room_wishes.c.room_id == room.id).order_by(room_wishes.c.guest_id)
    return tuple(
        Wish(row.guest_id, names[row.guest_id], read_options(row.options))
        for row in connection.execute(query)
        if row.guest_id in names
    )


def _invited(connection: Connection, room_id: str) -> tuple[Invited, ...]:
    query = (
        select(invitations.c.guest_id, guests.c.name, invitations.c.by_id, invitations.c.declined)
        .join(guests, guests.c.id == invitations.c.guest_id)
        .where(invitations.c.room_id == room_id)
        .order_by(invitations.c.created, invitations.c.guest_id)
    )
    rows = connection.execute(query)
    return tuple(Invited(row.guest_id, row.name, row.by_id, row.declined is not None) for row in rows)


def _messages(connection: Connection, room_id: str) -> tuple[Said, ...]:
    query = (
        select(room_messages, guests.c.name)
        .outerjoin(guests, guests.c.id == room_messages.c.guest_id)
        .where(room_messages.c.room_id == room_id)
        .order_by(room_messages.c.id.desc())
        .limit(MOST_MESSAGES)
    )
    rows = connection.execute(query).all()
    return tuple(Said(row.id, row.guest_id, row.name or "–", row.text) for row in reversed(rows))
