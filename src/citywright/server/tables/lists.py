"""Lists of tables for pages, API and feed, read from columns: nothing is replayed to print a title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Select

from citywright.engine.game import Game
from citywright.engine.state import OVER
from citywright.match.dealer import FIRST, commitment_of
from citywright.server.clock import is_past
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.storage import queries
from citywright.server.storage.blocked import blockers_of
from citywright.server.storage.database import Database
from citywright.server.tables.table import Seat, Table, game_of, layout_of, parse_points, read_seats, seats_of
from citywright.server.tables.terms import Terms, terms_of

MOST_RUNNING, MOST_FINISHED, MOST_PUBLIC = 30, 50, 12  # on one page
LAST_MOMENT = 1 << 62  # milliseconds; no game ends later


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table without its match."""

    id: str
    game: Game
    terms: Terms
    seats: list[Seat]
    epoch: int
    ply: int
    actor: int  # the seat to act, or OVER
    moved: int  # when something was played last
    points: list[int] | None  # none: not counted yet, see old_points.py
    commitment: str
    dealing: int = FIRST
    numbers: list[str] = []
    secret: str | None = None  # these two only of a table that was read whole, once its game is over
    end_reason: str | None = None

    def seats_of(self, guest_id: str | None) -> list[int]:
        """The seats of a guest."""
        return seats_of(self.seats, guest_id)

    @property
    def is_over(self) -> bool:
        return self.actor == OVER

    def waits_for(self, guest_id: str) -> bool:
        """Is it the guest's turn, and no bot plays for it?"""
        return self.actor in self.seats_of(guest_id) and self.seats[self.actor].deputy is None


def summary_of(table: Table) -> TableSummary:
    """The summary of a table that was read whole."""
    match, dealer = table.match, table.match.dealer
    return TableSummary(
        id=table.id,
        game=table.game,
        terms=table.terms,
        seats=table.seats,
        epoch=table.epoch,
        ply=match.ply,
        actor=match.actor,
        moved=table.moved,
        points=match.state.scores(),
        commitment=dealer.commitment if dealer else "",
        dealing=dealer.version if dealer else FIRST,
        numbers=list(dealer.numbers) if dealer else [],
        secret=match.secret,
        end_reason=match.state.standing().reason if match.over else None,
    )


class FinishedGames(msgspec.Struct, frozen=True):
    """One page of a guest's finished games, and where the next one begins; empty: there are no more."""

    tables: list[TableSummary]
    older: str = ""


def place_of(text: str) -> queries.Place:
    """Where a page of finished games begins, as the page before has said."""
    ended, _, table_id = text.partition(".")
    is_time = ended.isascii() and ended.isdecimal() and len(ended) < 20
    if not is_time or not table_id.isprintable() or len(table_id) > 32 or int(ended) > LAST_MOMENT:
        raise Refusal(MALFORMED, "there is no such place in the list of games")
    return int(ended), table_id


class TableLists:
    """The lists of tables people are shown."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def running_of(self, guest_id: str) -> list[TableSummary]:
        """The running tables where a guest sits, those that wait for it first."""
        listed = await self._read(queries.running_tables_of(guest_id, MOST_RUNNING))
        running = [table for table in listed if not table.terms.deal or not is_past(table.terms.deal)]
        return sorted(running, key=lambda table: table.actor not in table.seats_of(guest_id))

    async def waiting_for(self, guest_id: str) -> int:
        """At how many running tables it is a guest's turn."""
        query = queries.count_waiting_for(guest_id)
        return await self._database.ask(lambda reading: int(reading.execute(query).scalar_one()))

    async def finished_of(self, guest_id: str, before: str = "", most: int = MOST_FINISHED) -> FinishedGames:
        """The games a guest has played to the end, the last first; `before` is where a page begins."""
        place = place_of(before) if before else None
        rows = await self._rows(queries.finished_tables_of(guest_id, most + 1, place))
        last = rows[most - 1][0] if len(rows) > most else None
        return FinishedGames(_summaries(rows[:most]), f"{last.ended}.{last.id}" if last else "")

    async def public(self, guest_id: str | None = None) -> list[TableSummary]:
        """The running tables that are open to anyone, those with a free seat first. Without those where
        somebody sits who has blocked whoever asks.
        """
        away = await self._database.ask(lambda reading: blockers_of(reading, guest_id))
        listed = [
            table
            for table in await self._read(queries.public_tables(MOST_PUBLIC))
            if away.isdisjoint(seat.guest_id or "" for seat in table.seats)
        ]
        return sorted(listed, key=lambda table: not any(seat.is_open for seat in table.seats))

    async def public_with(self, people: Sequence[str]) -> list[TableSummary]:
        """The running tables that are open to anyone where one of these people sits, the newest first."""
        return await self._read(queries.public_tables_with(people, MOST_RUNNING))

    async def _read(self, query: Select[Any]) -> list[TableSummary]:
        return _summaries(await self._rows(query))

    async def _rows(self, query: Select[Any]) -> list[tuple[Any, list[Seat]]]:
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
            seats = await connection.run_sync(read_seats, [row.id for row in rows])
        return [(row, seats[row.id]) for row in rows]


def _summaries(rows: list[tuple[Any, list[Seat]]]) -> list[TableSummary]:
    summaries = []
    for row, seats in rows:
        try:
            summaries.append(_summary(row, seats))
        except Refusal:  # a game, or a version of its rules, that this server does not know
            continue
    return summaries


def _summary(row: Any, seats: list[Seat]) -> TableSummary:
    game = game_of(row)
    if row.points is not None:
        points = parse_points(row.points)
    elif row.last_ply is None:
        points = game.new_state(len(seats), row.start, layout_of(game, row)).scores()
    else:
        points = None
    return TableSummary(
        id=row.id,
        game=game,
        terms=terms_of(row),
        seats=seats,
        epoch=row.epoch,
        ply=0 if row.last_ply is None else row.last_ply + 1,
        actor=row.awaits,
        moved=row.moved,
        points=points,
        commitment=commitment_of(row.secret),
        dealing=row.dealing,
        numbers=(row.numbers or "").split(),
    )
