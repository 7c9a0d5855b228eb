"""From a room to its table: exactly one is made, whoever presses at the same time, and dies meanwhile.

The change that makes everybody ready claims the room, and nothing in it changes after that. The table has the
id and the secret of the room: whichever process makes it, and however many try, the database takes one.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from citywright.server.clock import now_ms
from citywright.server.errors import MadeAlready
from citywright.server.rooms.options import Options, read_options
from citywright.server.storage.database import Database
from citywright.server.storage.schema import messages, room_messages, room_seats, rooms, tables
from citywright.server.tables.new_rows import BOT, GUEST, OPEN
from citywright.server.tables.service import TableService
from citywright.server.tables.terms import game_or_refuse


def claim(connection: Connection, room_id: str) -> None:
    """All are ready: nothing in the room changes from now on."""
    connection.execute(update(rooms).where(rooms.c.id == room_id).values(claimed=now_ms()))


def give_back(connection: Connection, room_id: str) -> None:
    """No table could be made: the people in the room may agree on something else. If another process could
    after all, the room stays what it is.
    """
    if connection.execute(select(tables.c.id).where(tables.c.id == room_id)).first() is not None:
        return
    connection.execute(update(rooms).where(rooms.c.id == room_id).values(claimed=None))
    own = room_seats.c.room_id == room_id
    connection.execute(update(room_seats).where(own).values(is_ready=False, number=None))


async def make_table(database: Database, service: TableService, room_id: str) -> None:
    """Make the table of a claimed room, if there is none, and put it in the place of the room."""
    room, seated, is_made = await database.ask(lambda connection: _read(connection, room_id))
    if room is None or room.claimed is None:
        return  # another process has done it
    if not is_made:
        options = read_options(room.options)
        people = {row.seat: row for row in seated}
        numbers = [people[seat].number or "" if seat in people else "" for seat in range(options.seats)]
        try:
            await service.make(
                game_or_refuse(room.game),
                _who(options, people),
                terms=options.terms(room.layout),
                table_id=room_id,
                secret=room.secret,
                numbers=numbers,
            )
        except MadeAlready:  # another process was faster, or a number is taken
            _, _, is_made = await database.ask(lambda connection: _read(connection, room_id))
            if not is_made:
                raise
    if await database.transact(lambda connection: _put_in_place(connection, room_id)):
        await service.reload_by_id([room_id])  # it has a chat already


def _read(connection: Connection, room_id: str) -> tuple[Any, list[Any], bool]:
    room = connection.execute(select(rooms).where(rooms.c.id == room_id)).one_or_none()
    seated = list(connection.execute(select(room_seats).where(room_seats.c.room_id == room_id)))
    made = connection.execute(select(tables.c.id).where(tables.c.id == room_id)).one_or_none()
    return room, seated, made is not None


def _who(options: Options, people: dict[int, Any]) -> list[str]:
    """What each seat of the table is; one whose guest is gone by now is open."""
    return [
        BOT + bot if bot else GUEST + people[seat].guest_id if seat in people else OPEN
        for seat, bot in enumerate(options.bots)
    ]


def _put_in_place(connection: Connection, room_id: str) -> bool:
    """The chat goes to the table, and the room goes; returns whether anything was said."""
    locked = select(rooms.c.id).where(rooms.c.id == room_id).with_for_update()
    if connection.execute(locked).one_or_none() is None:
        return False  # another process has done it
    seated = select(room_seats.c.guest_id, room_seats.c.seat).where(room_seats.c.room_id == room_id)
    seats = {row.guest_id: row.seat for row in connection.execute(seated)}
    said = select(room_messages).where(room_messages.c.room_id == room_id).order_by(room_messages.c.id)
    rows = [
        {
            "table_id": room_id,
            "seat": seats.get(row.guest_id, -1),
            "guest_id": row.guest_id,
            "text": row.text,
            "time": row.time,
        }
        for row in connection.execute(said)
    ]
    if rows:
        connection.execute(insert(messages), rows)
    connection.execute(delete(rooms).where(rooms.c.id == room_id))
    return bool(rows)
