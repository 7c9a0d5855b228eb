"""The rows of deals: which there are, who has tried them with what result, and the master's claim."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, func, insert, or_, select, update

from citywright.server.clock import now_ms, today
from citywright.server.deals.deal import PERSON, Deal
from citywright.server.storage.database import Database
from citywright.server.storage.queries import at_most, points_of_last_move
from citywright.server.storage.schema import closed_tables, deal_tries, deals, guests, tables
from citywright.server.tables.table import parse_points

CLAIM_MS = 20_000  # a process that has given no sign for so long is not at work any more
MOST_TRIES = 3  # how often the master is begun
MOST_LISTED = 100  # results on a page
MOST_DAYS = 30  # of a history


class Try(msgspec.Struct, frozen=True):
    """How far a person is with a deal."""

    day: str
    game: str
    table_id: str | None  # none: its table was deleted
    points: int | None  # none: not finished

    @property
    def is_finished(self) -> bool:
        return self.points is not None


class Result(msgspec.Struct, frozen=True):
    """A line of the table of results."""

    guest_id: str
    name: str
    points: int
    rank: int
    table_id: str | None


class Results(msgspec.Struct, frozen=True):
    """What came of a deal."""

    best: list[Result]
    own: Result | None  # of whoever asks, also if it is not among the best
    count: int
    median: float | None
    master: int | None


def _is(table: Any, day: Any, game: Any) -> ColumnElement[bool]:
    return and_(table.c.day == day, table.c.game == game)


class DealRows:
    """Reads and writes them. `name` is that of this process."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name

    async def read(self, day: str, game: str) -> Any | None:
        """The row of a deal, once somebody has begun it."""
        query = select(deals).where(_is(deals, day, game))
        return await self._database.ask(lambda connection: connection.execute(query).one_or_none())

    async def keep(self, deal: Deal) -> None:
        """Write a deal down, if nobody has."""
        row = {
            "day": deal.day,
            "game": deal.game.id,
            "rules_version": deal.game.rules_version,
            "bots": " ".join(deal.bots),
            "secret": deal.secret,
            "created": now_ms(),
        }
        async with self._database.write() as connection:
            await connection.execute(self._database.insert_if_absent(deals).values(row))

    # --- tries --------------------------------------------------------------------------

    def begun(self, deal: Deal, guest_id: str, table_id: str, connection: Connection) -> None:
        """Note that a guest tries a deal, in the transaction that makes the table; a second time it fails."""
        row = {"day": deal.day, "game": deal.game.id, "guest_id": guest_id, "table_id": table_id}
        connection.execute(insert(deal_tries).values(row | {"begun": now_ms()}))

    async def try_of(self, day: str, game: str, guest_id: str) -> Try | None:
        """The try of a guest."""
        found = await self.tries_of(guest_id, _is(deal_tries, day, game))
        return found[0] if found else None

    async def tries_of(self, guest_id: str, *where: ColumnElement[bool]) -> list[Try]:
        """The tries of a guest, the last day first."""
        await self._settle(deal_tries.c.guest_id == guest_id)
        query = (
            select(deal_tries.c.day, deal_tries.c.game, deal_tries.c.table_id, deal_tries.c.points)
            .where(deal_tries.c.guest_id == guest_id, *where)
            .order_by(deal_tries.c.day.desc(), deal_tries.c.game)
            .limit(at_most(MOST_DAYS * 10))
        )
        rows = await self._rows(query)
        return [Try(*row) for row in rows]

    async def days_of(self, guest_id: str) -> list[str]:
        """The days on which a guest finished a deal, the last first."""
        query = select(deal_tries.c.day).distinct()
        query = query.where(deal_tries.c.guest_id == guest_id, deal_tries.c.points.is_not(None))
        return [row.day for row in await self._rows(query.order_by(deal_tries.c.day.desc()))]

    async def _settle(self, which: ColumnElement[bool]) -> None:
        """Note the points of tries whose games have ended since. Whoever looks first does it."""
        open_ = deal_tries.c.points.is_(None), tables.c.ended.is_not(None)
        key = deal_tries.c.guest_id, deal_tries.c.day, deal_tries.c.game
        query = (
            select(*key, tables.c.ended, points_of_last_move, deals.c.bots)
            .join(tables, tables.c.id == deal_tries.c.table_id)
            .join(deals, _is(deals, deal_tries.c.day, deal_tries.c.game))
            .where(which, *open_, deal_tries.c.table_id.not_in(select(closed_tables.c.table_id)))
        )
        rows = [row for row in await self._rows(query) if row.points is not None]
        if not rows:
            return
        async with self._database.write() as connection:
            for row in rows:
                points = parse_points(row.points)[row.bots.split().index(PERSON)]
                own = deal_tries.c.guest_id == row.guest_id, _is(deal_tries, row.day, row.game)
                await connection.execute(
                    update(deal_tries).where(*own).values(points=points, ended=row.ended)
                )

    # --- results ------------------------------------------------------------------------

    async def results(self, day: str, game: str, guest_id: str | None) -> Results:
        """All that finished a deal, the best first."""
        await self._settle(_is(deal_tries, day, game))
        this = _is(deal_tries, day, game), deal_tries.c.points.is_not(None)
        points = select(deal_tries.c.points).where(*this).order_by(deal_tries.c.points.desc())
        columns = (deal_tries.c.guest_id, guests.c.name, deal_tries.c.points, deal_tries.c.table_id)
        lines = select(*columns).join(guests, guests.c.id == deal_tries.c.guest_id).where(*this)
        best = lines.order_by(deal_tries.c.points.desc(), deal_tries.c.ended).limit(at_most(MOST_LISTED))
        own = lines.where(deal_tries.c.guest_id == (guest_id or ""))
        scores = [row.points for row in await self._rows(points)]
        rising = scores[::-1]
        row = await self.read(day, game)

        def result(line: Any) -> Result:
            rank = 1 + len(rising) - bisect_right(rising, line.points)
            return Result(line.guest_id, line.name, line.points, rank, line.table_id)

        mine = await self._rows(own)
        return Results(
            best=[result(line) for line in await self._rows(best)],
            own=result(mine[0]) if mine else None,
            count=len(scores),
            median=median_of(scores),
            master=None if row is None else row.master_points,
        )

    async def counts(self, day: str) -> dict[str, int]:
        """How many have begun each deal of a day."""
        query = select(deal_tries.c.game, func.count().label("n")).where(deal_tries.c.day == day)
        return {row.game: row.n for row in await self._rows(query.group_by(deal_tries.c.game))}

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        return await self._database.ask(lambda connection: connection.execute(query).all())

    # --- the master ---------------------------------------------------------------------

    async def claim(self, day: str, game: str) -> bool:
        """Say that this process has the master play; False if another one does, or it is done."""
        is_free = or_(deals.c.claimed.is_(None), deals.c.claimed < now_ms() - CLAIM_MS)
        is_open = deals.c.master_points.is_(None), deals.c.tries < MOST_TRIES
        change = update(deals).where(_is(deals, day, game), is_free, *is_open)
        change = change.values(claimed=now_ms(), worker=self._name, tries=deals.c.tries + 1)
        async with self._database.write() as connection:
            return (await connection.execute(change)).rowcount == 1

    async def renew(self, day: str, game: str) -> None:
        """Still at work."""
        await self._change(day, game, claimed=now_ms())

    async def release(self, day: str, game: str) -> None:
        """This process is not at work any more."""
        await self._change(day, game, claimed=None, worker=None)

    async def keep_master(self, day: str, game: str, points: int, record: str) -> None:
        """The master has finished."""
        done = {"claimed": None, "worker": None}
        await self._change(day, game, master_points=points, master_record=record, **done)

    async def _change(self, day: str, game: str, **values: object) -> None:
        own = _is(deals, day, game), deals.c.worker == self._name
        async with self._database.write() as connection:
            await connection.execute(update(deals).where(*own).values(values))


def median_of(scores: list[int]) -> float | None:
    """The middle of points in falling order, or the mean of the two in the middle."""
    if not scores:
        return None
    middle = len(scores) // 2
    return scores[middle] if len(scores) % 2 else (scores[middle - 1] + scores[middle]) / 2


def streak_of(days: list[str], before: Any) -> int:
    """How many days in a row end today or yesterday; `before` gives the day before a day."""
    expected = today()
    if days and days[0] != expected:
        expected = before(expected)
    streak = 0
    for day in days:
        if day != expected:
            break
        streak += 1
        expected = before(expected)
    return streak
