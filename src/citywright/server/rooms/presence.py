"""Who has the page of a room open, and what is done about rooms that nobody attends to.

Each process writes down whose pages it has open; what a process that has ended wrote does not count. The seat
of somebody who is gone for some minutes is given free, unless the room is for play over days; rooms without
people, and forgotten ones, are deleted; tables that a process began to make and did not are made.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, select, tuple_, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from citywright.server.clock import now_ms, steady
from citywright.server.errors import Refusal
from citywright.server.rooms.service import Rooms
from citywright.server.storage.database import Database
from citywright.server.storage.schema import is_gathering, room_pages, room_seats, rooms
from citywright.server.tables.nodes import Nodes

log = logging.getLogger(__name__)

SWEEP = 20.0  # seconds between two looks
STARTING = 5_000  # milliseconds after which another process makes a table
GONE = 5 * 60_000  # milliseconds without a page after which a seat is given free
EMPTY = 10 * 60_000  # milliseconds after which a room without people is deleted
FORGOTTEN = 14 * 24 * 3600_000  # milliseconds after which any room is deleted where nobody does anything
MOST_AT_ONCE = 200


def claimed_rooms(now: int, patience: int) -> Select[Any]:
    """The ids of rooms claimed so many milliseconds ago, or at a time that has not come yet."""
    too_old = (rooms.c.claimed <= now - patience) | (rooms.c.claimed > now + STARTING)
    return select(rooms.c.id).where(rooms.c.claimed.is_not(None), too_old).limit(MOST_AT_ONCE)


def old_rooms(now: int) -> ColumnElement[bool]:
    """The rooms to delete."""
    is_empty = ~exists().where(room_seats.c.room_id == rooms.c.id)
    is_old = is_empty | (rooms.c.changed < now - FORGOTTEN)
    return (rooms.c.changed < now - EMPTY) & is_old & is_gathering


class Presence:
    """The pages of rooms that this process has open, and the task that looks after all rooms."""

    def __init__(self, database: Database, rooms_: Rooms, nodes: Nodes) -> None:
        self._database = database
        self._rooms = rooms_
        self._nodes = nodes
        self._open: Counter[tuple[str, str]] = Counter()  # pages by room and guest
        self._began = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look; tables that the last process did not make are made first."""
        self._began = steady()
        self._task = asyncio.create_task(self._run(), name="rooms")

    async def stop(self) -> None:
        """Look no more; nobody is here any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._rooms.stop()
        own = delete(room_pages).where(room_pages.c.node == self._nodes.name)
        try:
            await self._database.transact(lambda connection: connection.execute(own))
        except (SQLAlchemyError, OSError) as error:  # then they do not count, since this process is gone
            log.warning("who left the rooms could not be noted: %s", error)

    # --- coming and going -------------------------------------------------------------

    async def arrive(self, room_id: str, guest_id: str) -> None:
        """Somebody has opened the page of a room."""
        self._open[room_id, guest_id] += 1
        if self._open[room_id, guest_id] == 1:
            await self._note(room_id, guest_id)

    async def depart(self, room_id: str, guest_id: str) -> None:
        """Somebody has closed it."""
        self._open[room_id, guest_id] -= 1
        if self._open[room_id, guest_id] <= 0:
            del self._open[room_id, guest_id]
            await self._note(room_id, guest_id)

    async def _note(self, room_id: str, guest_id: str) -> None:
        """Write down whether a page of somebody is open here, as it is when it is written."""
        key = {"room_id": room_id, "guest_id": guest_id, "node": self._nodes.name}
        there = (room_pages.c.room_id == room_id) & (room_pages.c.guest_id == guest_id)

        def write(connection: Connection) -> None:
            if (room_id, guest_id) in self._open:
                connection.execute(self._database.insert_if_absent(room_pages).values(key))
            else:
                connection.execute(delete(room_pages).where(there, room_pages.c.node == self._nodes.name))
            _see(connection, room_id, guest_id)

        try:
            await self._database.transact(write)
        except IntegrityError:  # the room is gone
            return
        except (SQLAlchemyError, OSError) as error:
            log.warning("who is in a room could not be noted: %s", error)
            return
        self._rooms.announce(room_id)

    async def touch(self, room_id: str, guest_id: str) -> None:
        """Somebody without a live connection has asked for the room: a program, or a page without scripts."""
        await self._database.transact(lambda connection: _see(connection, room_id, guest_id))

    # --- looking after rooms ----------------------------------------------------------

    async def _run(self) -> None:
        patience = 0
        while True:
            try:
                await self.make_tables(patience)
                await self.sweep()
            except (SQLAlchemyError, OSError) as error:
                log.warning("rooms could not be looked after: %s", error)
            except Exception:  # a fault of ours: it must not end the task
                log.exception("rooms could not be looked after")
            patience = STARTING
            await asyncio.sleep(SWEEP)

    async def make_tables(self, patience: int = STARTING) -> None:
        """Make the tables of rooms that were claimed so many milliseconds ago: their process did not."""
        for room_id in await self._ids(claimed_rooms(now_ms(), patience)):
            try:
                await self._rooms.start_table(room_id)
            except Refusal as refusal:
                log.warning("no table could be made of a room: %s", refusal)

    async def sweep(self) -> None:
        """Note who is still here; of several processes the first also frees seats and deletes rooms."""
        await self._compare()
        here = sorted(self._open)
        for first in range(0, len(here), MOST_AT_ONCE):
            some = here[first : first + MOST_AT_ONCE]
            await self._database.transact(partial(_see_all, here=some))
        if not self._nodes.is_first("rooms"):
            return
        if self._nodes.has_listened:
            await self._forget_pages()
        if steady() - self._began > GONE / 1000:  # before that, people may not have found back
            await self._free_seats()
        await self._delete_rooms()

    async def _compare(self) -> None:
        """Write down who came or went while the database could not be reached."""
        pages = room_pages.c
        own = select(pages.room_id, pages.guest_id).where(pages.node == self._nodes.name)
        rows = await self._database.ask(lambda reading: reading.execute(own).all())
        for room_id, guest_id in self._open.keys() ^ {tuple(row) for row in rows}:
            await self._note(room_id, guest_id)

    async def _forget_pages(self) -> None:
        """Delete what processes wrote that are gone."""
        nodes = await self._ids(select(room_pages.c.node).distinct())
        gone = [node for node in nodes if not self._nodes.is_alive(node)]
        if gone:
            forget = delete(room_pages).where(room_pages.c.node.in_(gone))
            await self._database.transact(lambda connection: connection.execute(forget))

    async def _free_seats(self) -> None:
        since = now_ms() - GONE
        absent = select(room_seats.c.room_id, room_seats.c.guest_id).join(
            rooms, rooms.c.id == room_seats.c.room_id
        )
        absent = absent.where(room_seats.c.seen < since, ~rooms.c.is_over_days, is_gathering)
        rows = await self._database.ask(lambda reading: reading.execute(absent.limit(MOST_AT_ONCE)).all())
        for room_id, guest_id in rows:
            try:
                await self._rooms.free_absent(room_id, guest_id, since)
            except Refusal:  # it has changed meanwhile
                continue

    async def _delete_rooms(self) -> None:
        old = old_rooms(now_ms())
        for room_id in await self._ids(select(rooms.c.id).where(old).limit(MOST_AT_ONCE)):
            async with self._database.write() as connection:
                await connection.execute(delete(rooms).where(rooms.c.id == room_id, old))
            self._rooms.announce(room_id)

    async def _ids(self, query: Any) -> list[str]:
        return await self._database.ask(lambda reading: list(reading.execute(query).scalars()))


def _see(connection: Connection, room_id: str, guest_id: str) -> None:
    own = (room_seats.c.room_id == room_id) & (room_seats.c.guest_id == guest_id)
    connection.execute(update(room_seats).where(own).values(seen=now_ms()))


def _see_all(connection: Connection, here: Sequence[tuple[str, str]]) -> None:
    """The same for many, but for those whose seats are being changed at this moment: nobody is waited for."""
    place = tuple_(room_seats.c.room_id, room_seats.c.guest_id)
    free = select(room_seats.c.room_id, room_seats.c.guest_id).where(place.in_(here))
    rows = connection.execute(free.with_for_update(key_share=True, skip_locked=True)).all()
    if rows:
        seen = update(room_seats).where(place.in_([tuple(row) for row in rows])).values(seen=now_ms())
        connection.execute(seen)
