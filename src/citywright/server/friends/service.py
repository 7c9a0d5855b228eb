"""Following, blocking and inviting people: what one of them does, whichever page or program asks.

A refusal never tells that somebody was blocked: whoever may not follow or invite is told what they would be
told if nobody might.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Select, delete, exists, func, select
from sqlalchemy.exc import IntegrityError

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, UNKNOWN, Refusal
from citywright.server.friends.about import RECENT
from citywright.server.friends.choices import Choices, read_choices, write_choices
from citywright.server.friends.people import end_what_blocks_end
from citywright.server.rooms.room import Room
from citywright.server.rooms.service import Rooms
from citywright.server.storage.blocked import apart, blocks_of, has_blocked
from citywright.server.storage.database import Database
from citywright.server.storage.queries import at_most, ids_naming
from citywright.server.storage.schema import (
    accounts,
    blocks,
    follows,
    friend_choices,
    guests,
    last_seen,
    notices,
    seats,
    tables,
)
from citywright.server.tables.lists import TableLists, TableSummary
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

Answer = TypeVar("Answer")

MOST_FOLLOWED = 300
MOST_BLOCKED = 1000
MOST_TOLD = 200  # followers, of one room or search


class Known(msgspec.Struct, frozen=True):
    """Somebody, as others may know them."""

    guest_id: str
    name: str
    has_account: bool  # then there is a profile


class Followed(msgspec.Struct, frozen=True):
    """Somebody one follows, and where they can be met: at what is open to everyone."""

    person: Known
    is_about: bool
    rooms: list[Room]
    tables: list[TableSummary]


class Around(msgspec.Struct, frozen=True):
    """Whom somebody follows and has blocked, for a page that shows other people."""

    followed: tuple[Known, ...] = ()
    blocked: frozenset[str] = frozenset()

    def follows(self, guest_id: str | None) -> bool:
        """Do they follow somebody?"""
        return any(person.guest_id == guest_id for person in self.followed)


class Stance(msgspec.Struct, frozen=True):
    """How one stands to somebody, as oneself has chosen it."""

    follows: bool = False
    has_blocked: bool = False


class Friends:
    """Who follows and blocks whom. Invitations are in invitations.py."""

    def __init__(self, database: Database, rooms: Rooms, tables: TableService, lists: TableLists) -> None:
        self._database = database
        self._rooms = rooms
        self._tables = tables
        self._lists = lists

    # --- reading ----------------------------------------------------------------------

    async def find(self, guest_id: str) -> Known:
        """Somebody by id."""
        found = await self._database.ask(lambda reading: _known(reading, [guest_id]))
        if not found:
            raise Refusal(UNKNOWN, "there is nobody like that here")
        return found[0]

    async def stance(self, guest_id: str | None, other: str) -> Stance:
        """How one stands to somebody."""
        if guest_id is None:
            return Stance()
        pairs = [
            exists().where(table.c.guest_id == guest_id, table.c[name] == other)
            for table, name in ((follows, "followed_id"), (blocks, "blocked_id"))
        ]
        row = await self._database.ask(lambda reading: reading.execute(select(*pairs)).one())
        return Stance(follows=bool(row[0]), has_blocked=bool(row[1]))

    async def choices(self, guest_id: str) -> Choices:
        """What somebody lets others do."""
        return await self._database.ask(lambda reading: read_choices(reading, guest_id))

    async def blocked_by(self, guest_id: str) -> list[Known]:
        """Whom somebody has blocked, by name."""
        return await self._database.ask(
            lambda reading: _known(reading, reading.execute(_blocked(guest_id)).scalars().all())
        )

    async def followed_by(self, guest_id: str) -> list[Known]:
        """Whom somebody follows, by name."""
        return await self._database.ask(
            lambda reading: _known(reading, reading.execute(_followed(guest_id)).scalars().all())
        )

    async def around(self, guest_id: str) -> Around:
        """Whom somebody follows, and whom they have blocked."""

        def read(connection: Connection) -> Around:
            followed = connection.execute(_followed(guest_id)).scalars().all()
            blocked = connection.execute(_blocked(guest_id)).scalars()
            return Around(tuple(_known(connection, followed)), frozenset(blocked))

        return await self._database.ask(read)

    async def circle_of(self, guest_id: str) -> list[Followed]:
        """Whom somebody follows, who is about first, and where they can be met."""
        people = await self.followed_by(guest_id)
        ids = [person.guest_id for person in people]
        about = await self._database.ask(lambda reading: _about(reading, ids))
        rooms = await self._rooms.listed_with(ids)
        tables = await self._lists.public_with(ids) if ids else []
        found = [
            Followed(
                person,
                person.guest_id in about,
                [room for room in rooms if room.place_of(person.guest_id) is not None],
                [table for table in tables if table.seats_of(person.guest_id)],
            )
            for person in people
        ]
        return sorted(found, key=lambda one: (not one.is_about, not one.rooms, not one.tables))

    async def followers_who_want(self, guest_id: str, kind: str) -> list[str]:
        """Who follows somebody, of those who have chosen to hear of a kind of news; nobody if the one they
        follow does not show to be about.
        """
        query = (
            select(follows.c.guest_id)
            .join(notices, notices.c.guest_id == follows.c.guest_id)
            .where(follows.c.followed_id == guest_id, notices.c.choices.contains(f'"{kind}"'))
            .order_by(follows.c.created)
            .limit(at_most(MOST_TOLD))
        )

        def read(connection: Connection) -> list[str]:
            if not read_choices(connection, guest_id).shows_about:
                return []
            return list(connection.execute(query).scalars())

        return await self._database.ask(read)

    # --- following --------------------------------------------------------------------

    async def follow(self, guest_id: str, other: str) -> Known:
        """Follow somebody from now on."""
        person = await self._other(guest_id, other)
        refused = Refusal(FORBIDDEN, "{name} cannot be followed", name=person.name)
        row = {"guest_id": guest_id, "followed_id": other, "created": now_ms()}

        def write(connection: Connection) -> None:
            pairs = blocks_of(connection, [guest_id])
            if (guest_id, other) in pairs:
                raise Refusal(ILLEGAL, "you have blocked {name}: unblock them first", name=person.name)
            if (other, guest_id) in pairs or not read_choices(connection, other).may_be_followed:
                raise refused
            _check_number(connection, _followed(guest_id), MOST_FOLLOWED)
            connection.execute(self._database.insert_if_absent(follows).values(row))

        await self._transact(write)
        return person

    async def unfollow(self, guest_id: str, other: str) -> Known:
        """Follow somebody no more."""
        person = await self._other(guest_id, other)
        own = (follows.c.guest_id == guest_id) & (follows.c.followed_id == other)
        await self._transact(lambda connection: connection.execute(delete(follows).where(own)))
        return person

    async def choose(self, guest_id: str, chosen: Choices) -> None:
        """Let others do this from now on."""
        await self._transact(lambda connection: write_choices(connection, guest_id, chosen))

    async def check_join(self, table: Table, guest_id: str) -> None:
        """Refuse somebody a seat that is open to anyone where one sits who has blocked them."""
        people = [seat.guest_id for seat in table.seats]
        if await self._database.ask(lambda reading: has_blocked(reading, people, guest_id)):
            raise Refusal(FORBIDDEN, "you cannot take a seat at this table")

    async def check_rematch(self, table: Table) -> None:
        """Refuse to seat people together again of whom one has blocked another."""
        people = [seat.guest_id for seat in table.seats if seat.guest_id]
        if await self._database.ask(lambda reading: apart(reading, people)):
            raise Refusal(FORBIDDEN, "there is no rematch of this game")

    # --- blocking ---------------------------------------------------------------------

    async def block(self, guest_id: str, other: str) -> Known:
        """Have nothing to do with somebody any more: what that ends is in docs/playing.md."""
        person = await self._other(guest_id, other)
        row = {"guest_id": guest_id, "blocked_id": other, "created": now_ms()}

        def write(connection: Connection) -> list[str]:
            _check_number(connection, _blocked(guest_id), MOST_BLOCKED)
            connection.execute(self._database.insert_if_absent(blocks).values(row))
            return end_what_blocks_end(connection, guest_id)

        await self._show(guest_id, other, await self._transact(write))
        return person

    async def unblock(self, guest_id: str, other: str) -> Known:
        """Block somebody no more. Nobody follows anybody again by that."""
        person = await self._other(guest_id, other)
        own = (blocks.c.guest_id == guest_id) & (blocks.c.blocked_id == other)
        await self._transact(lambda connection: connection.execute(delete(blocks).where(own)))
        await self._show(guest_id, other)
        return person

    async def _show(self, guest_id: str, other: str, void: Sequence[str] = ()) -> None:
        """Show in rooms and at tables what somebody sees there now of what another has said."""
        for room_id in void:
            self._rooms.announce(room_id)
        await self._rooms.announce_all_of(guest_id)
        shared, running = await self._database.ask(lambda reading: _shared(reading, guest_id, other))
        for table_id in shared:
            table = self._tables.cached(table_id)
            try:
                if table_id in running or self._tables.is_watched(table_id):
                    await self._tables.reload_by_id([table_id])
                elif table is not None:
                    table.is_stale = True
            except Refusal:  # a game this server does not know any more
                continue

    async def _other(self, guest_id: str, other: str) -> Known:
        if guest_id == other:
            raise Refusal(ILLEGAL, "this is yourself")
        return await self.find(other)

    async def _transact(self, work: Callable[[Connection], Answer]) -> Answer:
        try:
            return await self._database.transact(work)
        except IntegrityError as error:  # somebody was deleted meanwhile
            raise Refusal(UNKNOWN, "there is nobody like that here") from error


def _followed(guest_id: str) -> Select[Any]:
    return select(follows.c.followed_id).where(follows.c.guest_id == guest_id)


def _blocked(guest_id: str) -> Select[Any]:
    return select(blocks.c.blocked_id).where(blocks.c.guest_id == guest_id)


def _known(connection: Connection, people: Sequence[str]) -> list[Known]:
    query = (
        select(guests.c.id, guests.c.name, accounts.c.guest_id.is_not(None))
        .outerjoin(accounts, accounts.c.guest_id == guests.c.id)
        .where(guests.c.id.in_(people))
    )
    found = [Known(*row) for row in connection.execute(query)]
    return sorted(found, key=lambda person: (person.name.casefold(), person.guest_id))


def _about(connection: Connection, people: Sequence[str]) -> set[str]:
    """Those of these people who were here lately, and let others know."""
    hides = exists().where(friend_choices.c.guest_id == last_seen.c.guest_id, ~friend_choices.c.shows_about)
    query = select(last_seen.c.guest_id).where(
        last_seen.c.guest_id.in_(people), last_seen.c.seen > now_ms() - RECENT, ~hides
    )
    return set(connection.execute(query).scalars())


def _check_number(connection: Connection, query: Select[Any], most: int) -> None:
    number = connection.execute(select(func.count()).select_from(query.subquery())).scalar_one()
    if number >= most:
        raise Refusal(ILLEGAL, "there is no room for more than {n} people in this list", n=most)


def _shared(connection: Connection, guest_id: str, other: str) -> tuple[list[str], set[str]]:
    """The tables where somebody sits and another sits or has said something, and those that run."""
    own = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
    both = tables.c.id.in_(own) & tables.c.id.in_(ids_naming(other))
    found = select(tables.c.id, tables.c.ended).where(both)
    rows = connection.execute(found).all()
    return [row.id for row in rows], {row.id for row in rows if row.ended is None}
