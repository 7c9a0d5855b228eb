"""Lists of tables for pages, API and feed, read from columns: nothing is replayed to print a title.

Only tables last moved by an older version lack their points; those are replayed once, and the points kept.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Select, update

from citywright.engine.game import Game
from citywright.engine.state import OVER
from citywright.match.dealer import commitment_of
from citywright.server.errors import Refusal
from citywright.server.storage import queries
from citywright.server.storage.database import Database
from citywright.server.storage.schema import moves
from citywright.server.tables.service import TableService
from citywright.server.tables.table import (
    Seat,
    Table,
    format_points,
    game_of,
    layout_of,
    parse_points,
    read_seats,
    seats_of,
)
from citywright.server.tables.terms import Terms, terms_of

MOST_RUNNING, MOST_FINISHED, MOST_PUBLIC = 30, 50, 12


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
    points: list[int]
    commitment: str
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
        secret=dealer.secret.hex() if dealer and match.over else None,
        end_reason=match.state.standing().reason if match.over else None,
    )


class TableLists:
    """The lists of tables people are shown."""

    def __init__(self, database: Database, tables: TableService) -> None:
        self._database = database
        self._tables = tables

    async def running_of(self, guest_id: str) -> list[TableSummary]:
        """The running tables where a guest sits, those that wait for it first."""
        running = await self._read(queries.running_tables_of(guest_id, MOST_RUNNING))
        return sorted(running, key=lambda table: table.actor not in table.seats_of(guest_id))

    async def finished_of(self, guest_id: str) -> list[TableSummary]:
        """The games a guest has played to the end, the last first."""
        return await self._read(queries.finished_tables_of(guest_id, MOST_FINISHED))

    async def public(self) -> list[TableSummary]:
        """The running tables that are open to anyone, those with a free seat first."""
        listed = await self._read(queries.public_tables(MOST_PUBLIC))
        return sorted(listed, key=lambda table: not any(seat.is_open for seat in table.seats))

    async def _read(self, query: Select[Any]) -> list[TableSummary]:
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
            seats = await read_seats(connection, [row.id for row in rows])
        summaries = []
        for row in rows:
            try:
                summaries.append(await self._summary(row, seats[row.id]))
            except Refusal:  # a game, or a version of its rules, that this server does not know
                continue
        return summaries

    async def _summary(self, row: Any, seats: list[Seat]) -> TableSummary:
        game = game_of(row)
        if row.points is not None:
            points = parse_points(row.points)
        elif row.last_ply is None:
            points = game.new_state(len(seats), row.start, layout_of(game, row)).scores()
        else:
            return await self._keep_points(row.id)
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
        )

    async def _keep_points(self, table_id: str) -> TableSummary:
        """The summary of a table whose last move was written by a version that kept no points."""
        summary = summary_of(await self._tables.find(table_id))
        last = (moves.c.table_id == table_id) & (moves.c.ply == summary.ply - 1) & moves.c.points.is_(None)
        async with self._database.write() as connection:
            values = {"points": format_points(summary.points)}
            await connection.execute(update(moves).where(last).values(values))
        return summary
