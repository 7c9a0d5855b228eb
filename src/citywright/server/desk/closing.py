"""Closing tables and rooms: found by their link, ended without a result, and their people told why."""

from __future__ import annotations

import re
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, delete, select

from citywright.server.desk.acts import Order, check_reason, settle_report
from citywright.server.desk.audit import write_down
from citywright.server.desk.letters import Letters, Post
from citywright.server.desk.roles import check_over, check_role
from citywright.server.errors import FORBIDDEN, ILLEGAL, UNAVAILABLE, UNKNOWN, Refusal
from citywright.server.rooms.service import Rooms
from citywright.server.storage.closed import close, note_closed
from citywright.server.storage.database import Database
from citywright.server.storage.schema import guests, is_gathering, reports, room_seats, rooms, seats, tables
from citywright.server.tables.service import TableService
from citywright.text import mark

CLOSE = "close"
CLOSED = mark("The host has closed a table where you sat ({game}): {reason} The game has no result.")
_ID = re.compile(r"(?:/(?:t|look|sit|rooms)/)?([\w-]{8,32})(?:[/?#].*)?$")


class FoundTable(msgspec.Struct, frozen=True):
    """A table, or a room before its game, as the desk finds it."""

    id: str
    game: str
    is_room: bool
    is_over: bool
    people: list[tuple[str, str]]  # id and name


class Closing:
    """Finds and closes tables."""

    def __init__(self, database: Database, tables_: TableService, rooms_: Rooms, letters: Letters) -> None:
        self._database = database
        self._tables = tables_
        self._rooms = rooms_
        self._letters = letters

    async def find(self, link: str) -> FoundTable:
        """The table or room of a link, of an invitation or of an id."""
        text = link.strip()[:300]
        found = _ID.search(text)
        if found is None:
            raise Refusal(UNKNOWN, "this is no link to a table")
        table = await self._database.ask(lambda connection: _find(connection, found[1]))
        if table is None:
            raise Refusal(UNKNOWN, "there is no such table")
        return table

    async def close(self, actor_id: str, table_id: str, reason: str, report: int | None = None) -> None:
        """End a table or a room; `report` is answered by that."""
        reason = check_reason(reason, is_needed=True)
        post = Post()
        found = await self.find(table_id)
        if found.is_room:
            for guest_id, _ in found.people:
                await self._rooms.finish_starting(guest_id)  # then it is a table

        def write(connection: Connection) -> FoundTable:
            check_role(connection, actor_id)
            found = _find(connection, table_id)
            if found is None or found.is_over:
                raise Refusal(ILLEGAL, "this game is over already")
            _check_people(connection, actor_id, found)
            if found.is_room:
                gathering = delete(rooms).where(rooms.c.id == table_id, is_gathering)
                if not connection.execute(gathering).rowcount:
                    raise Refusal(UNAVAILABLE, "this game is about to start; try again in a moment")
                note_closed(connection, table_id, reason)
            elif not close(connection, table_id, reason):
                raise Refusal(ILLEGAL, "this game is over already")
            if report is not None:
                self._answer(connection, actor_id, table_id, report, reason, post)
            for guest_id, _ in found.people:
                post.write(connection, guest_id, CLOSED, game=found.game, reason=_sentence(reason))
            write_down(connection, actor_id, CLOSE, place=table_id, reason=reason)
            return found

        closed = await self._database.transact(write)
        if closed.is_room:
            self._rooms.announce(table_id)
        elif (table := self._tables.cached(table_id)) is not None:
            with suppress(Refusal):  # that it is closed; whoever looks at it is told
                await self._tables.reload(table)
        await self._letters.send(post)

    def _answer(
        self, connection: Connection, actor_id: str, table_id: str, report: int, reason: str, post: Post
    ) -> None:
        """Settle the report, which must be about this table."""
        query = select(reports.c.about_id).where(reports.c.id == report, reports.c.place_id == table_id)
        about = connection.execute(query).scalar_one_or_none()
        if about is None:
            raise Refusal(UNKNOWN, "there is no such report")
        check_over(connection, actor_id, about)
        order = Order(act=CLOSE, subject_id=about, reason=reason, report=report)
        settle_report(connection, actor_id, order, post)


def _find(connection: Connection, table_id: str) -> FoundTable | None:
    by_invitation = select(seats.c.table_id).where(seats.c.invitation == table_id)
    table_id = connection.execute(by_invitation).scalar_one_or_none() or table_id
    for kind, held, column in ((tables, seats, "table_id"), (rooms, room_seats, "room_id")):
        row = connection.execute(select(kind).where(kind.c.id == table_id)).one_or_none()
        if row is not None:
            query = select(guests.c.id, guests.c.name).join(held, held.c.guest_id == guests.c.id)
            people = connection.execute(query.where(held.c[column] == table_id).distinct()).all()
            is_over = kind is tables and row.ended is not None
            named = [(person.id, person.name) for person in people]
            return FoundTable(row.id, row.game, kind is rooms, is_over, named)
    return None


def _check_people(connection: Connection, actor_id: str, found: FoundTable) -> None:
    """Nobody ends a game that they may be losing themselves, or somebody of the same or a higher role."""
    for guest_id, _ in found.people:
        if guest_id == actor_id:
            raise Refusal(FORBIDDEN, "you sit there yourself: somebody else at the desk has to close it")
        check_over(connection, actor_id, guest_id)


def _sentence(reason: str) -> str:
    return reason if reason[-1:] in ".!?…" else reason + "."
