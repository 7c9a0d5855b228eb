"""Counts all ratings anew from the results of games, in the order in which those were entered.

The same results give the same numbers: what differs afterwards was wrong before, or the rules of counting
have changed. With `replay` every game that is still there is read again, move by move, before that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.ratings import Book, Played, Seat
from citywright.server.known.figures import Reading, replay_all, unread_games
from citywright.server.known.ledger import BOT, last_number, people_met, rated_columns, rating_row
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.schema import meetings, outcomes, ratings, results

AT_ONCE = 500
CLOSE = 1e-9  # numbers that differ by less are the same

Tell = Callable[[int, int], None]
Kind = tuple[str, str]  # game and pace


class Recounted(msgspec.Struct):
    """What came of it."""

    games: int = 0  # that count
    uncounted: int = 0
    changed: int = 0  # seats whose numbers are others than before
    players: int = 0
    misread: int = 0  # games whose moves say something else than their result did


class RecountFailed(Exception):
    """It could not be done; nothing was changed."""


def recount(url: str, tell: Tell, *, replay: bool = False) -> Recounted:
    """Count all ratings of a database anew, in one transaction. Servers may go on meanwhile: what ends then
    is entered after it.
    """

    async def run() -> Recounted:
        database = Database(async_url(url))
        try:
            await wait_for_database(database)
            async with database.write_for_long() as connection:
                return await connection.run_sync(lambda sync: _recount(sync, database, tell, replay=replay))
        finally:
            await database.close()

    try:
        return asyncio.run(run())
    except (SQLAlchemyError, OSError) as error:
        raise RecountFailed(f"the database cannot be used: {str(error).partition(chr(10))[0]}") from error


def _recount(connection: Connection, database: Database, tell: Tell, *, replay: bool) -> Recounted:
    total = last_number(connection, database)
    done, report = 0, Recounted()
    books: dict[Kind, Book] = {}
    while True:
        query = select(outcomes).where(outcomes.c.number > done).order_by(outcomes.c.number).limit(AT_ONCE)
        games = connection.execute(query).all()
        if not games:
            break
        if replay:
            report.misread += _read_again(connection, [game.table_id for game in games])
        _count_some(connection, games, books, report)
        done = games[-1].number
        tell(done, total)
    _write_books(connection, books)
    report.players = len({player for book in books.values() for player in book.standings})
    return report


def _count_some(connection: Connection, games: Any, books: dict[Kind, Book], report: Recounted) -> None:
    rows = _results_of(connection, [game.table_id for game in games])
    changed = []
    for game in games:
        if game.uncounted:
            report.uncounted += 1
            continue
        report.games += 1
        own = rows[game.table_id]
        held = [Seat(row.player, not row.player.startswith(BOT), row.is_absent) for row in own]
        book = books.setdefault((game.game, game.pace), Book())
        changes = book.enter(Played(held, [row.place for row in own], game.ended))
        for row, change in zip(own, changes, strict=True):
            values = rated_columns(change)
            if any(not _is_same(getattr(row, name), value) for name, value in values.items()):
                changed.append({"of_table": row.table_id, "of_seat": row.seat, **values})
    report.changed += len(changed)
    if changed:
        of_row = (results.c.table_id == bindparam("of_table"), results.c.seat == bindparam("of_seat"))
        connection.execute(update(results).where(*of_row), changed)


def _is_same(before: float | None, after: float | None) -> bool:
    if before is None or after is None:
        return before is after
    return abs(before - after) <= CLOSE


def _results_of(connection: Connection, table_ids: list[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {table_id: [] for table_id in table_ids}
    query = select(results).where(results.c.table_id.in_(table_ids)).order_by(results.c.seat)
    for row in connection.execute(query):
        found[row.table_id].append(row)
    return found


def _read_again(connection: Connection, table_ids: list[str]) -> int:
    """Correct places and points by the moves of games that are still there; returns how many were wrong."""
    wrong = 0
    rows = _results_of(connection, table_ids)
    for first in range(0, len(table_ids), 20):
        for reading in replay_all(unread_games(connection, table_ids[first : first + 20])):
            if reading is not None and _correct(connection, rows[reading.table_id], reading):
                wrong += 1
    return wrong


def _correct(connection: Connection, rows: list[Any], reading: Reading) -> bool:
    right = list(zip(reading.ranks, reading.points, strict=True))
    if [(row.place, row.points) for row in rows] == right:
        return False
    for row, (place, points) in zip(rows, right, strict=True):
        of_row = (results.c.table_id == row.table_id, results.c.seat == row.seat)
        connection.execute(update(results).where(*of_row).values(place=place, points=points))
    return True


def _write_books(connection: Connection, books: dict[Kind, Book]) -> None:
    """All ratings and meetings, in place of those there were."""
    connection.execute(delete(meetings))
    connection.execute(delete(ratings))
    for (game, pace), book in books.items():
        kind = {"game": game, "pace": pace}
        pairs = [
            kind | {"player": player, "other": other, "times": met.times, "last": met.last}
            for (one, two), met in book.met.items()
            for player, other in ((one, two), (two, one))
        ]
        if pairs:
            connection.execute(insert(meetings), pairs)
        people = people_met(connection, game, pace)
        rows = [rating_row(player, own, people.get(player, 0)) for player, own in book.standings.items()]
        connection.execute(insert(ratings), [kind | row for row in rows])


__all__ = ["RecountFailed", "Recounted", "recount"]
