"""All own records as one file: a zip that is written while it is sent, a record for each finished game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy import Connection, func, select

from citywright.server.players.own_data import record_of
from citywright.server.storage.database import Database
from citywright.server.storage.queries import actions_at, tables_by_id
from citywright.server.storage.schema import closed_tables, seats
from citywright.server.tables.table import read_seats

AT_ONCE = 20  # games read and written together
_IS_RECORD = seats.c.table_id.not_in(select(closed_tables.c.table_id))  # what the host closed has no end


class _Sink:
    """Where the zip is written to: what was written since the last look."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, piece: bytes, /) -> int:
        """Take a piece; a zip that cannot tell where it is needs nothing else."""
        self._written.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Nothing waits here."""

    def take(self) -> bytes:
        """Everything since the last time."""
        whole = b"".join(self._written)
        self._written.clear()
        return whole


class OwnRecords:
    """Writes the records of somebody's games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, guest_id: str) -> int:
        """How many finished games there are."""
        query = select(func.count(seats.c.table_id.distinct())).where(
            seats.c.guest_id == guest_id, seats.c.ended.is_not(None), _IS_RECORD
        )
        return int(await self._database.ask(lambda connection: connection.execute(query).scalar_one()))

    async def as_zip(self, guest_id: str) -> AsyncIterator[bytes]:
        """The file, a piece at a time: games in the order in which they ended."""
        query = select(seats.c.table_id, seats.c.ended).where(
            seats.c.guest_id == guest_id, seats.c.ended.is_not(None), _IS_RECORD
        )
        query = query.group_by(seats.c.table_id, seats.c.ended).order_by(seats.c.ended, seats.c.table_id)
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        table_ids = [row.table_id for row in rows]
        sink = _Sink()
        archive = ZipFile(cast("IO[bytes]", sink), "w", ZIP_DEFLATED)
        for first in range(0, len(table_ids), AT_ONCE):
            some = table_ids[first : first + AT_ONCE]
            games = await self._database.ask(partial(_read, table_ids=some))
            await asyncio.to_thread(_write, archive, games)
            yield sink.take()
        await asyncio.to_thread(archive.close)  # writes down where each of perhaps thousands is
        yield sink.take()


def _read(connection: Connection, table_ids: list[str]) -> list[Any]:
    actions: dict[str, list[tuple[int, str]]] = {table_id: [] for table_id in table_ids}
    for table_id, actor, words in connection.execute(actions_at(table_ids)):
        actions[table_id].append((actor, words))
    sat = read_seats(connection, table_ids)
    rows = {row.id: row for row in connection.execute(tables_by_id(table_ids))}
    return [
        (rows[table_id], [seat.name for seat in sat[table_id]], actions[table_id])
        for table_id in table_ids
        if table_id in rows
    ]


def _write(archive: ZipFile, games: list[Any]) -> None:
    for name, moment, text in _entries(games):
        entry = ZipInfo(name, moment)
        entry.compress_type = ZIP_DEFLATED
        archive.writestr(entry, text)


def _entries(games: list[Any]) -> Iterator[tuple[str, tuple[int, int, int, int, int, int], str]]:
    """The files: name, time and text of each."""
    for row, names, actions in games:
        ended = datetime.fromtimestamp(row.ended / 1000, UTC)
        year = max(ended.year, 1980)  # a zip knows no earlier one
        moment = (year, ended.month, ended.day, ended.hour, ended.minute, ended.second)
        name = f"{row.game}/{ended:%Y-%m-%d}-{row.id}.txt"
        yield name, moment, record_of(row, names, actions) or ""
