"""People who look for others: each may look for several things at once, and is seated once.

Who fits is seated in one transaction that holds all searches: it writes the room, or takes a seat in one that
waits for people, and marks the searches. So nobody is seated twice or lost, whichever process does it and
wherever it dies. Somebody who looks for a live game counts while a page of theirs asks for news.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, delete, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.catalogue import games
from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.matching.fitting import OpenRoom, Party, Search, parties
from citywright.server.matching.paces import DAYS, LIVE, pace_of, pace_or_refuse, terms_for
from citywright.server.rooms.changes import insert_room, sit_down
from citywright.server.rooms.options import options_of
from citywright.server.rooms.room import Room, read_rooms
from citywright.server.rooms.service import Rooms
from citywright.server.storage.blocked import apart, blocks_of
from citywright.server.storage.database import Database
from citywright.server.storage.queries import at_most
from citywright.server.storage.schema import guests, is_gathering, room_seats, rooms, searches
from citywright.server.storage.searching import hold_searches
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.terms import check_seats, game_or_refuse

log = logging.getLogger(__name__)

SWEEP = 2.0  # seconds between two looks: people may have waited long enough, or a room has opened
HERE = 15_000  # milliseconds in which a page of somebody who looks for a live game has asked for news
GONE = 2 * 60_000  # milliseconds after which such a search ends
LONGEST = 14 * 24 * 3600_000  # and any other
SHOWN = 10 * 60_000  # milliseconds for which somebody is told where they were seated
MOST_WISHES = 40  # of one person
MOST_ROOMS = 50  # that are looked at

Wish = tuple[str, int, str]  # game, seats, pace


class Looking(msgspec.Struct, frozen=True):
    """What somebody looks for, and where they were seated if they were."""

    wishes: tuple[Search, ...] = ()
    room_id: str = ""


class Seeker(msgspec.Struct, frozen=True):
    """Somebody who looks for people, as all may see it."""

    guest_id: str
    name: str
    wishes: tuple[Wish, ...]


class Matching:
    """Who looks for whom, and the task that seats them."""

    def __init__(self, database: Database, rooms_: Rooms, nodes: Nodes) -> None:
        self._database = database
        self._rooms = rooms_
        self._nodes = nodes
        self._task: asyncio.Task[None] | None = None
        self.on_look: list[Callable[[str, Sequence[Wish]], None]] = []  # who looks for what from now on
        self.on_match: list[Callable[[str, Sequence[str]], None]] = []  # a room, and who was seated there

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="matching")

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- looking ----------------------------------------------------------------------

    async def look_for(self, guest_id: str, wishes: Sequence[Wish], lang: str) -> Looking:
        """Somebody looks for all of this, and for nothing else any more; whoever fits is seated at once.

        What they looked for before keeps its place in the queue.
        """
        wanted = dict.fromkeys(_checked(wish) for wish in wishes)
        if not 0 < len(wanted) <= MOST_WISHES:
            raise Refusal(MALFORMED, "choose at least one game and how many play")
        await self._change(lambda connection: _write(connection, guest_id, list(wanted), lang))
        await self.match()
        looking = await self.looking(guest_id)
        if looking.wishes:
            for listener in self.on_look:
                listener(guest_id, list(wanted))
        return looking

    async def stop_looking(self, guest_id: str) -> Looking:
        """Look for nothing any more; who was seated already is told where."""
        own = (searches.c.guest_id == guest_id) & searches.c.room_id.is_(None)
        await self._change(lambda connection: connection.execute(delete(searches).where(own)))
        return await self.looking(guest_id)

    async def looking(self, guest_id: str) -> Looking:
        """What somebody looks for."""
        query = select(searches).where(searches.c.guest_id == guest_id).order_by(searches.c.created.desc())
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        since = now_ms() - SHOWN
        found = next((row.room_id for row in rows if row.room_id and row.seen > since), "")
        return Looking(tuple(_search(row) for row in rows if row.room_id is None), found)

    async def still_here(self, guest_id: str) -> Looking:
        """A page of somebody asks for news: they are here."""
        own = (searches.c.guest_id == guest_id) & searches.c.room_id.is_(None)
        await self._change(
            lambda connection: connection.execute(update(searches).where(own).values(seen=now_ms()))
        )
        return await self.looking(guest_id)

    async def arrived(self, guest_id: str, room_id: str) -> None:
        """Somebody is where they were seated, and need not be told any more."""
        own = (searches.c.guest_id == guest_id) & (searches.c.room_id == room_id)
        await self._change(lambda connection: connection.execute(delete(searches).where(own)))

    async def seekers(self, guest_id: str | None = None) -> list[Seeker]:
        """Everybody who looks for people now, whoever has waited longest first; without those who have
        blocked whoever asks, or whom they have blocked: they are never seated together.
        """
        query = (
            select(searches, guests.c.name)
            .join(guests, guests.c.id == searches.c.guest_id)
            .where(_counts(now_ms()))
            .order_by(searches.c.created, searches.c.guest_id)
        )
        people: dict[str, Seeker] = {}

        def read(connection: Connection) -> list[Any]:
            away = {one for pair in blocks_of(connection, [guest_id] if guest_id else []) for one in pair}
            away.discard(guest_id or "")
            return [row for row in connection.execute(query) if row.guest_id not in away]

        for row in await self._database.ask(read):
            known = people.get(row.guest_id, Seeker(row.guest_id, row.name, ()))
            wishes = (*known.wishes, (row.game, row.seats, row.pace))
            people[row.guest_id] = msgspec.structs.replace(known, wishes=wishes)
        return list(people.values())

    async def _change(self, work: Callable[[Connection], object]) -> None:
        """Change searches; of all processes one at a time does."""

        def write(connection: Connection) -> None:
            hold_searches(connection)
            work(connection)

        await self._database.transact(write)

    # --- seating ----------------------------------------------------------------------

    async def match(self) -> list[str]:
        """Seat everybody who fits together; returns the rooms."""
        seated = await self._database.transact(self._seat)
        for room_id, people in seated:
            self._rooms.announce(room_id)
            for listener in self.on_match:
                listener(room_id, people)
        return [room_id for room_id, _ in seated]

    def _seat(self, connection: Connection) -> list[tuple[str, list[str]]]:
        now = now_ms()
        hold_searches(connection)
        _forget(connection, now)
        held = select(searches).where(_counts(now)).order_by(*searches.primary_key)  # before any room
        rows = connection.execute(held.with_for_update())
        waiting = [_search(row) for row in rows if row.game in games()]  # one may be gone from this server
        if not waiting:
            return []
        open_rooms = {room.id: room for room in self._open_rooms(connection)}
        people = [search.guest_id for search in waiting]
        people += [str(place.guest_id) for room in open_rooms.values() for place in room.people]
        found = parties(
            waiting,
            [_as_open(room) for room in open_rooms.values()],
            now,
            apart(connection, people),
        )
        free = {room.id: room.open_seats for room in open_rooms.values()}
        return [self._seat_party(connection, party, open_rooms, free) for party in found]

    def _seat_party(
        self, connection: Connection, party: Party, open_rooms: dict[str, Room], free: dict[str, list[int]]
    ) -> tuple[str, list[str]]:
        first = party.searches[0]
        people = [search.guest_id for search in party.searches]
        room_id = party.room_id
        if room_id:
            for guest_id in people:
                sit_down(connection, room_id, free[room_id].pop(0), guest_id, open_rooms[room_id].options)
            connection.execute(update(rooms).where(rooms.c.id == room_id).values(changed=now_ms()))
        else:
            game = game_or_refuse(first.game)
            options = options_of(game, terms_for(first.pace), [""] * first.seats)
            room_id = insert_room(connection, game, dict(enumerate(people)), options, None, first.lang)
        for search in party.searches:
            others = (searches.c.guest_id == search.guest_id) & (searches.c.pace == search.pace)
            own = others & (searches.c.game == search.game) & (searches.c.seats == search.seats)
            connection.execute(delete(searches).where(others, ~own))
            connection.execute(update(searches).where(own).values(room_id=room_id, seen=now_ms()))
        return room_id, people

    def _open_rooms(self, connection: Connection) -> list[Room]:
        """Public rooms on the usual board that wait for people, held until the transaction ends."""
        ids = list(connection.execute(fillable_rooms()).scalars())
        held = select(rooms.c.id).where(rooms.c.id.in_(ids), *_is_fillable).order_by(rooms.c.id)
        there = set(connection.execute(held.with_for_update(key_share=True)).scalars())
        found = read_rooms(connection, [id_ for id_ in ids if id_ in there], self._nodes.is_alive)
        return [room for room in found if room.open_seats and _is_attended(room)]

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            if not self._nodes.is_first("matching"):
                continue
            try:
                await self.match()
            except (Refusal, SQLAlchemyError, OSError) as error:
                log.warning("people who look for a game could not be seated: %s", error)
            except Exception:  # a fault of ours: it must not end the task
                log.exception("people who look for a game could not be seated")


_is_fillable = (rooms.c.is_public, is_gathering, rooms.c.layout.is_(None))


def fillable_rooms() -> Select[Any]:
    """The ids of public rooms on the usual board, the oldest first."""
    return select(rooms.c.id).where(*_is_fillable).order_by(rooms.c.created).limit(at_most(MOST_ROOMS))


def _checked(wish: Wish) -> Wish:
    game_id, seats, pace = wish
    game = game_or_refuse(game_id)
    check_seats(game, seats)
    return game.id, seats, pace_or_refuse(pace)


def _write(connection: Connection, guest_id: str, wanted: list[Wish], lang: str) -> None:
    """Replace what somebody looks for; what is wanted still keeps its time, what was found is forgotten.

    But whoever was seated a moment ago, and has not left, has sent the same form twice.
    """
    now = now_ms()
    own = searches.c.guest_id == guest_id
    held = connection.execute(select(searches).where(own)).all()
    kept = {(row.game, row.seats, row.pace): row.created for row in held if row.room_id is None}
    sits = select(room_seats.c.room_id).where(room_seats.c.guest_id == guest_id)
    seated = own & searches.c.room_id.in_(sits) & (searches.c.seen > now - HERE)
    found = set(connection.execute(select(searches.c.pace).where(seated)).scalars())
    connection.execute(delete(searches).where(own, or_(searches.c.room_id.is_(None), ~seated)))
    rows = [
        {
            "guest_id": guest_id,
            "game": game,
            "seats": seats,
            "pace": pace,
            "lang": lang,
            "created": kept.get((game, seats, pace), now),
            "seen": now,
        }
        for game, seats, pace in wanted
        if pace not in found
    ]
    if rows:
        connection.execute(insert(searches), rows)


def _search(row: Any) -> Search:
    return Search(
        guest_id=row.guest_id, game=row.game, seats=row.seats, pace=row.pace, since=row.created, lang=row.lang
    )


def _counts(now: int) -> Any:
    """Is this a search of somebody who still waits, and is here if that matters?"""
    is_here = or_(searches.c.pace == DAYS, searches.c.seen > now - HERE)
    return and_(searches.c.room_id.is_(None), is_here)


def _forget(connection: Connection, now: int) -> None:
    """Delete searches of people who went away, gave up, or know where they sit."""
    is_gone = and_(searches.c.pace == LIVE, searches.c.seen < now - GONE)
    is_told = and_(searches.c.room_id.is_not(None), searches.c.seen < now - SHOWN)
    connection.execute(delete(searches).where(or_(is_gone, is_told, searches.c.created < now - LONGEST)))


def _is_attended(room: Room) -> bool:
    return room.is_over_days or any(place.is_here for place in room.people)


def _as_open(room: Room) -> OpenRoom:
    return OpenRoom(
        id=room.id,
        game=room.game.id,
        seats=room.options.seats,
        pace=pace_of(is_over_days=room.is_over_days),
        open_seats=len(room.open_seats),
        people=frozenset(str(place.guest_id) for place in room.people),
    )
