"""Counts all ratings anew from the results of games, in the order in which those were entered.

The same results give the same numbers: what differs afterwards was wrong before, or the rules of counting
have changed. With `replay` every game that is still there is read again, move by move, before that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.ratings import Book, Played, Seat
from citywright.server.known.figures import Reading, replay_all, unread_games
from citywright.server.known.ledger import BOT, LAST, last_number, people_met, rated_columns, rating_row
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.schema import house, meetings, outcomes, ratings, results

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
    """Count all ratings of a database anew, and write them down in one transaction. Servers may go on
    meanwhile, and enter games: all is read and counted before anything is locked, but for the last games.
    """

    async def run() -> Recounted:
        database = Database(async_url(url))
        try:
            await wait_for_database(database)
            count = _Count(replay=replay)
            while games := await database.ask(count.read_some):
                count.enter(games)
                tell(count.done, count.total)
            async with database.write_for_long() as connection:
                await connection.run_sync(count.finish, database)
            tell(count.done, count.total)
            return count.report
        finally:
            await database.close()

    try:
        return asyncio.run(run())
    except (SQLAlchemyError, OSError) as error:
        raise RecountFailed(f"the database cannot be used: {str(error).partition(chr(10))[0]}") from error


class _Game(NamedTuple):
    """A game with its results, and what its moves say if they say something else."""

    outcome: Any
    results: list[Any]
    moves_say: Reading | None = None


class _Count:
    """The count so far. Results never change once they are entered, so that they can be read at any time."""

    def __init__(self, *, replay: bool) -> None:
        self.report = Recounted()
        self.done = self.total = 0  # numbers of games
        self._replay = replay
        self._books: dict[Kind, Book] = {}
        self._changed: list[dict[str, Any]] = []
        self._misread: list[dict[str, Any]] = []

    def read_some(self, connection: Connection) -> list[_Game]:
        """The next games; none if all were counted."""
        query = select(outcomes).where(outcomes.c.number > self.done).order_by(outcomes.c.number)
        games = connection.execute(query.limit(AT_ONCE)).all()
        number = select(house.c.value).where(house.c.name == LAST)
        self.total = int(connection.execute(number).scalar_one_or_none() or 0)
        table_ids = [game.table_id for game in games]
        rows = _results_of(connection, table_ids)
        says = _moves_say(connection, rows) if self._replay else {}
        return [_Game(game, rows[game.table_id], says.get(game.table_id)) for game in games]

    def enter(self, games: list[_Game]) -> None:
        """Count some games."""
        for game, own, says in games:
            self.done = game.number
            places = [row.place for row in own]
            if says is not None:
                self.report.misread += 1
                places = says.ranks
                right = zip(own, says.ranks, says.points, strict=True)
                self._misread += [_of_row(row, place=place, points=points) for row, place, points in right]
            if game.uncounted:
                self.report.uncounted += 1
                continue
            self.report.games += 1
            held = [Seat(row.player, not row.player.startswith(BOT), row.is_absent) for row in own]
            book = self._books.setdefault((game.game, game.pace), Book())
            changes = book.enter(Played(held, places, game.ended))
            for row, change in zip(own, changes, strict=True):
                values = rated_columns(change)
                if any(not _is_same(getattr(row, name), value) for name, value in values.items()):
                    self._changed.append(_of_row(row, **values))

    def finish(self, connection: Connection, database: Database) -> None:
        """Count what was entered meanwhile, while nobody else enters games, and write everything down."""
        self.total = last_number(connection, database)
        while games := self.read_some(connection):
            self.enter(games)
        of_row = (results.c.table_id == bindparam("of_table"), results.c.seat == bindparam("of_seat"))
        for rows in (self._misread, self._changed):
            if rows:
                connection.execute(update(results).where(*of_row), rows)
        _write_books(connection, self._books)
        self.report.changed = len(self._changed)
        self.report.players = len({player for book in self._books.values() for player in book.standings})


def _of_row(row: Any, **values: Any) -> dict[str, Any]:
    return {"of_table": row.table_id, "of_seat": row.seat, **values}


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


def _moves_say(connection: Connection, rows: dict[str, list[Any]]) -> dict[str, Reading]:
    """The readings of games that are still there, where places or points are others than in the results."""
    found = {}
    table_ids = list(rows)
    for first in range(0, len(table_ids), 20):
        for reading in replay_all(unread_games(connection, table_ids[first : first + 20])):
            if reading is None:
                continue
            own = [(row.place, row.points) for row in rows[reading.table_id]]
            if own != list(zip(reading.ranks, reading.points, strict=True)):
                found[reading.table_id] = reading
    return found


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
