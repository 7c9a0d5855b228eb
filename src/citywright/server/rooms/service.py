"""All rooms: making one, sitting down, agreeing, getting ready. The one way to change a room.

Every change is one transaction that holds the row of the room, so that what is checked is still so when it is
written, whichever process serves whom. The change that makes everybody ready claims the room: from then on
nothing in it changes, and starting.py makes the table of it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from citywright.engine.game import Game
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, STALE_PLY, UNKNOWN, Refusal
from citywright.server.rooms.changes import (
    check_rooms,
    check_seat,
    insert_room,
    set_options,
    sit_down,
    stand_up,
    update_own,
)
from citywright.server.rooms.finding import FindingRooms
from citywright.server.rooms.options import Options, check_options, options_of
from citywright.server.rooms.room import (
    OPEN,
    PERSON,
    Room,
    host_or_refuse,
    member_or_refuse,
    read_room,
)
from citywright.server.rooms.starting import claim, give_back, make_table
from citywright.server.storage.blocked import has_blocked
from citywright.server.storage.database import Database
from citywright.server.storage.sanctions import check_may_talk
from citywright.server.storage.schema import (
    room_messages,
    room_seats,
    room_wishes,
    rooms,
)
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.terms import Terms

MOST_SAID = 500  # messages in a room; the oldest go
USUAL = Terms()
_NUMBER = re.compile(r"[0-9a-f]{32}")

Change = Callable[[Connection, Room], None]


def check_number(number: str) -> str:
    """What somebody adds to the secret: 16 bytes in hexadecimal, or nothing."""
    if number and not _NUMBER.fullmatch(number):
        raise Refusal(MALFORMED, "a number is 32 hexadecimal digits, or nothing")
    return number


class Rooms(FindingRooms):
    """Finds rooms and lets people act in them. Knows nothing of how a room is shown."""

    def __init__(self, database: Database, tables: TableService, nodes: Nodes) -> None:
        super().__init__(database, nodes)
        self._tables = tables
        self.on_act: list[Callable[[str], None]] = []  # a room was changed by this process
        self.on_open: list[Callable[[str, str], None]] = []  # a room open to anyone was made, and by whom
        self.on_change: list[Callable[[str], None]] = []  # a room was changed, here or in another process
        self._starting: set[asyncio.Task[None]] = set()

    # --- making -----------------------------------------------------------------------

    async def make(
        self,
        game: Game,
        members: Sequence[str],
        *,
        seats: int,
        terms: Terms = USUAL,
        bots: Sequence[str] = (),
        lang: str = "en",
    ) -> str:
        """A new room where these guests sit from the first seat on, the first of them as its host.

        `bots` are those of the last seats, by their names.
        """
        people = list(dict.fromkeys(members))
        if not people or len(people) + len(bots) > seats:
            raise Refusal(MALFORMED, "these people and bots do not fit on {n} seats", n=seats)
        options = options_of(game, terms, [""] * (seats - len(bots)) + list(bots))
        places = dict(enumerate(people))
        return await self._write_new(game, places, check_options(game, options), terms.layout, lang)

    async def make_with(
        self,
        game: Game,
        host: str,
        options: Options,
        layout: str | None = None,
        *,
        seat: int = 0,
        lang: str = "en",
    ) -> str:
        """A new room with these options, where its host has this seat."""
        check_options(game, options)
        if not 0 <= seat < options.seats or options.bots[seat]:
            raise Refusal(MALFORMED, "the host needs a seat that no bot has")
        return await self._write_new(game, {seat: host}, options, layout, lang)

    async def _write_new(
        self, game: Game, places: Mapping[int, str], options: Options, layout: str | None, lang: str
    ) -> str:
        def write(connection: Connection) -> str:
            for guest_id in places.values():
                check_rooms(connection, guest_id)
            return insert_room(connection, game, places, options, layout, lang)

        room_id = await self._database.transact(write)
        self.announce(room_id)
        if options.is_public:
            for listener in self.on_open:
                listener(room_id, places[min(places)])
        return room_id

    # --- people -----------------------------------------------------------------------

    async def sit(self, room_id: str, guest_id: str, seat: int | None = None) -> Room:
        """Take an open seat, the first one or the one that is named; whoever sits here keeps theirs."""

        def change(connection: Connection, room: Room) -> None:
            own = room.place_of(guest_id)
            if own is not None and (seat is None or seat == own.number):
                return
            host = room.host.guest_id if room.host is not None else None
            if own is None and has_blocked(connection, [host], guest_id):
                raise Refusal(FORBIDDEN, "you cannot take a seat in this room")  # nobody is told why
            free = room.open_seats
            if not free and own is None:
                raise Refusal(FORBIDDEN, "every seat in this room is taken")
            if seat is not None and seat not in free:
                raise Refusal(FORBIDDEN, "this seat is taken")
            if own is not None:  # to another seat
                where = (room_seats.c.room_id == room_id) & (room_seats.c.guest_id == guest_id)
                connection.execute(update(room_seats).where(where).values(seat=seat))
            else:
                check_rooms(connection, guest_id)
                sit_down(connection, room_id, free[0] if seat is None else seat, guest_id, room.options)

        return await self._change(room_id, change)

    async def leave(self, room_id: str, guest_id: str) -> Room:
        """Give the seat free."""
        return await self._change(room_id, lambda connection, room: stand_up(connection, room, guest_id))

    async def free_seat(self, room_id: str, guest_id: str, seat: int) -> Room:
        """The host gives the seat of somebody else free."""

        def change(connection: Connection, room: Room) -> None:
            host_or_refuse(room, guest_id)
            check_seat(room, seat)
            if room.places[seat].kind != PERSON or room.places[seat].guest_id == guest_id:
                raise Refusal(ILLEGAL, "nobody else sits there")
            stand_up(connection, room, str(room.places[seat].guest_id))

        return await self._change(room_id, change)

    async def free_absent(self, room_id: str, guest_id: str, since: int) -> Room:
        """Give the seat of somebody free whose page was not open since then, if that is still so."""

        def change(connection: Connection, room: Room) -> None:
            place = member_or_refuse(room, guest_id)
            if place.is_here or place.seen >= since:
                raise Refusal(ILLEGAL, "they are back")
            stand_up(connection, room, guest_id)

        return await self._change(room_id, change)

    async def ready(self, room_id: str, guest_id: str, edition: int, number: str = "") -> Room:
        """Say yes to the options of this edition, and add a number to the secret of the dice.

        When everybody has, the game starts; this returns when there is a table.
        """
        check_number(number)

        def change(connection: Connection, room: Room) -> None:
            member_or_refuse(room, guest_id)
            if edition != room.edition:
                raise Refusal(STALE_PLY, "the options have changed in the meantime; look at them again")
            values = {"is_ready": True, "number": number or None, "agreed": room.options.as_json()}
            update_own(connection, room_id, guest_id, values)

        return await self._change(room_id, change)

    async def unready(self, room_id: str, guest_id: str) -> Room:
        """Not ready any more; the number is dropped."""

        def change(connection: Connection, room: Room) -> None:
            member_or_refuse(room, guest_id)
            update_own(connection, room_id, guest_id, {"is_ready": False, "number": None})

        return await self._change(room_id, change)

    async def say(self, room_id: str, guest_id: str, text: str) -> None:
        """Post a message; `text` is clean already."""

        def change(connection: Connection, room: Room) -> None:
            member_or_refuse(room, guest_id)
            check_may_talk(connection, guest_id, is_public=room.options.is_public)
            row = {"room_id": room_id, "guest_id": guest_id, "text": text, "time": now_ms()}
            connection.execute(insert(room_messages).values(row))
            own = room_messages.c.room_id == room_id
            kept = select(room_messages.c.id).where(own).order_by(room_messages.c.id.desc()).limit(MOST_SAID)
            connection.execute(delete(room_messages).where(own, room_messages.c.id.not_in(kept)))

        await self._change(room_id, change)

    # --- options ----------------------------------------------------------------------

    async def change_options(
        self, room_id: str, guest_id: str, options: Options, layout: str | None, number: str = ""
    ) -> Room:
        """The host changes the options: everybody else has to say yes again.

        A host who was ready stays so, with a new number.
        """
        check_number(number)

        def change(connection: Connection, room: Room) -> None:
            host_or_refuse(room, guest_id)
            set_options(connection, room, guest_id, options, layout, number)

        return await self._change(room_id, change)

    async def fill_with_bots(self, room_id: str, guest_id: str, bot: str = "", number: str = "") -> Room:
        """The host gives all open seats to bots."""
        check_number(number)

        def change(connection: Connection, room: Room) -> None:
            host_or_refuse(room, guest_id)
            if not room.open_seats:
                raise Refusal(ILLEGAL, "no seat is open")
            chosen = bot or usual_bot(room.game)
            bots = [chosen if place.kind == OPEN else place.bot for place in room.places]
            set_options(connection, room, guest_id, room.options.with_bots(bots), None, number)

        return await self._change(room_id, change)

    async def propose(self, room_id: str, guest_id: str, options: Options, layout: str | None) -> Room:
        """A member who is not the host says what they would like to have changed."""

        def change(connection: Connection, room: Room) -> None:
            member_or_refuse(room, guest_id)
            if room.is_host(guest_id):
                raise Refusal(ILLEGAL, "you are the host: you can change the options yourself")
            check_options(room.game, options)
            own = (room_wishes.c.room_id == room_id) & (room_wishes.c.guest_id == guest_id)
            connection.execute(delete(room_wishes).where(own))
            if options == room.options:
                return
            row = {"room_id": room_id, "guest_id": guest_id, "options": options.as_json(), "layout": layout}
            connection.execute(insert(room_wishes).values(row))

        return await self._change(room_id, change)

    async def answer_wish(
        self, room_id: str, guest_id: str, whose: str, *, accepts: bool, number: str = ""
    ) -> Room:
        """The host takes over what somebody proposed, or does not; whoever proposed it can withdraw it."""
        check_number(number)

        def change(connection: Connection, room: Room) -> None:
            if accepts or whose != guest_id:
                host_or_refuse(room, guest_id)
            own = (room_wishes.c.room_id == room_id) & (room_wishes.c.guest_id == whose)
            wish = next((wish for wish in room.wishes if wish.guest_id == whose), None)
            if wish is None:
                raise Refusal(UNKNOWN, "there is no such proposal any more")
            layout = connection.execute(select(room_wishes.c.layout).where(own)).scalar_one()
            connection.execute(delete(room_wishes).where(own))
            if accepts:
                set_options(connection, room, guest_id, wish.options, layout, number)

        return await self._change(room_id, change)

    # --- changing ---------------------------------------------------------------------

    async def _change(self, room_id: str, change: Change) -> Room:
        """Carry out a change; if all are ready then, make the table before this returns."""

        def write(connection: Connection) -> Room:
            locked = select(rooms.c.claimed).where(rooms.c.id == room_id).with_for_update(key_share=True)
            row = connection.execute(locked).one_or_none()
            if row is None:
                raise Refusal(UNKNOWN, "there is no such room")
            if row.claimed is not None:
                raise Refusal(ILLEGAL, "the game has begun")
            change(connection, read_room(connection, room_id, self._nodes.is_alive))
            own = rooms.c.id == room_id
            connection.execute(update(rooms).where(own).values(changed=now_ms()))
            room = read_room(connection, room_id, self._nodes.is_alive)
            if room.can_start:
                claim(connection, room_id)
                return msgspec.structs.replace(room, is_claimed=True)
            return room

        try:
            room = await self._database.transact(write)
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "somebody else was faster") from error
        self.announce(room_id)
        if room.is_claimed:
            task = asyncio.create_task(self.start_table(room_id), name="starting a table")
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
            await asyncio.shield(task)
        return room

    async def start_table(self, room_id: str) -> None:
        """Make the table of a room that is claimed, unless there is one; any process may do so."""
        try:
            await make_table(self._database, self._tables, room_id)
        except Refusal:  # for example a layout that this version cannot read
            await self._database.transact(lambda connection: give_back(connection, room_id))
            raise
        finally:
            self.announce(room_id)

    def announce(self, room_id: str) -> None:
        """A room was changed by this process, or is gone: tell those who want to hear of it everywhere."""
        self.note_change(room_id)
        for listener in self.on_act:
            listener(room_id)

    def note_change(self, room_id: str) -> None:
        """A room was changed, here or in another process: tell those here who want to hear of it."""
        for listener in self.on_change:
            listener(room_id)

    async def announce_all_of(self, guest_id: str) -> None:
        """Something about a guest was changed that their rooms show."""
        for room in await self.rooms_of(guest_id):
            self.announce(room.id)

    async def finish_starting(self, guest_id: str) -> None:
        """Make the tables that a guest's rooms are about to become: whatever follows finds them."""
        for room in await self.rooms_of(guest_id):
            if room.is_claimed:
                await self.start_table(room.id)

    async def stop(self) -> None:
        """Finish the tables that are being made."""
        await asyncio.gather(*self._starting, return_exceptions=True)
