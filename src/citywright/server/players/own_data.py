"""Everything that is kept about a guest, as JSON, a piece at a time: nothing is held in memory as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select

from citywright.match.match import Match
from citywright.match.record import format_actions, format_record
from citywright.server.errors import Refusal
from citywright.server.storage.closed import closed_among
from citywright.server.storage.database import Database
from citywright.server.storage.own_rows import rows_about
from citywright.server.storage.queries import actions_at, tables_by_id
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Seat, dealer_at, game_of, layout_of, read_seats

AT_ONCE = 10  # games read and written together

Action = tuple[int, str]  # actor and words


class OwnData:
    """Writes down what the database knows of somebody, with the records of their games."""

    def __init__(self, database: Database, tables: TableService) -> None:
        self._database = database
        self._tables = tables

    async def as_json(self, guest_id: str) -> AsyncIterator[bytes]:
        """One JSON object: rows by their kind, without hashes and keys, and the record of each game."""
        own_seats: dict[str, int] = {}
        yield b"{\n"
        for name, query in rows_about(guest_id).items():
            rows = await self._database.ask(partial(_rows, query=query))
            if name == "seats":
                own_seats = {row["table_id"]: row["seat"] for row in rows}
            if name == "guest":  # they are JSON already
                rows = [row | {"preferences": msgspec.Raw(row["preferences"] or "null")} for row in rows]
            yield b'"%b": %b,\n' % (name.encode(), msgspec.json.format(msgspec.json.encode(rows), indent=2))
        yield b'"games": {'
        table_ids = list(own_seats)
        for first in range(0, len(table_ids), AT_ONCE):
            records = await self._records({id_: own_seats[id_] for id_ in table_ids[first : first + AT_ONCE]})
            written = msgspec.json.format(msgspec.json.encode(records), indent=2)
            yield (b"," if first else b"") + written[1:-2]  # without its braces: all are one object
        yield b"\n}\n}\n"

    async def _records(self, own_seats: dict[str, int]) -> dict[str, str | None]:
        """The records of some tables, by id, as their seats may know them."""
        table_ids = list(own_seats)
        rows, seats, actions, closed = await self._database.ask(partial(_games, table_ids=table_ids))
        names = {table_id: [seat.name for seat in seats[table_id]] for table_id in table_ids}
        jobs = [(row, names[row.id], actions[row.id], row.id in closed) for row in rows]
        records = await asyncio.to_thread(lambda: {job[0].id: record_of(*job) for job in jobs})
        for table_id, record in records.items():
            if record is None and table_id in closed:  # what others knew is nobody's business
                records[table_id] = "; the host has closed this table\n"
            elif record is None:  # it is told as its own seat may know it
                table = await self._tables.find(table_id)
                records[table_id] = format_record(table.match, own_seats[table_id])
        return records


# Whoever downloads may go away at any moment: a reading that runs whole in a thread is not cut short.


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _games(
    connection: Connection, table_ids: list[str]
) -> tuple[Sequence[Row[Any]], dict[str, list[Seat]], dict[str, list[Action]], set[str]]:
    actions: dict[str, list[Action]] = {table_id: [] for table_id in table_ids}
    for table_id, actor, words in connection.execute(actions_at(table_ids)):
        actions[table_id].append((actor, words))
    closed = closed_among(connection, table_ids)
    rows = connection.execute(tables_by_id(table_ids)).all()
    return rows, read_seats(connection, table_ids), actions, closed


def record_of(row: Any, names: list[str], actions: list[Action], is_closed: bool = False) -> str | None:
    """The record of a table from its rows; none while it has secrets, and if it was closed with them."""
    try:
        game = game_of(row)
        if game.has_secrets and (row.ended is None or is_closed):
            return None
        match = Match(game, len(names), start=row.start, layout=layout_of(game, row), names=names)
    except Refusal as refusal:  # a game, or rules, that this server does not know any more
        return f"; {refusal.reason}\n"
    match.given = row.given
    return format_actions(match, dealer_at(row), actions)
