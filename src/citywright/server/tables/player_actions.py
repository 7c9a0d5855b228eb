"""What a person does with their seat: playing, taking back, leaving it to a bot and coming back.

Pages, API and live connection all act through here. Whoever acts takes the seat back from its deputy, the
bot that plays until the seat's player returns.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import case, func, update

from citywright.ratings.kinds import LIVE, kind_of_terms
from citywright.server.clock import is_past, now_ms, steady
from citywright.server.errors import FORBIDDEN, ILLEGAL, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.queries import lock_tables, plies_at
from citywright.server.storage.schema import seats
from citywright.server.storage.writer import Row
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.clocks import stopped_clocks
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

BeforeUndo = Callable[[Table, int], Awaitable[None]]

SLOWEST = 3.0  # times the usual pace of bots
PATIENCE = 120_000  # milliseconds before others may call in a bot for somebody who is not connected


def callable_from(table: Table) -> int | None:
    """From when on others may call in a bot for the seat to act; None if they may not."""
    actor = table.actor
    if actor < 0 or table.seats[actor].playing_bot is not None or actor in table.present():
        return None
    if table.seats[actor].is_open:
        return 0
    if table.terms.is_over_days:  # days were agreed on: the clock tells when they are over
        return None
    return table.waits_since() + PATIENCE


def _refuse_at_deal(table: Table) -> None:
    """Refuse to let a bot play for somebody who tries a deal of the day."""
    if table.terms.deal:
        raise Refusal(ILLEGAL, "nobody can play the deal of the day for you")


class PlayerActions:
    """Lets people act at the tables."""

    def __init__(self, tables: TableService, database: Database) -> None:
        self._tables = tables
        self._database = database
        self.before_undo: list[BeforeUndo] = []  # called before a player's decision is taken back

    async def play(
        self, table: Table, seat: int, words: str, ply: int, epoch: int | None = None
    ) -> tuple[int, int]:
        """Play an action; returns the position after it, once it is durable."""
        if table.terms.deal and is_past(table.terms.deal):
            raise Refusal(ILLEGAL, "the day of this deal is over; it can only be read now")
        await self._take_back_seat(table, seat)
        return await self._tables.play(table, seat, words, ply, epoch)

    async def ends_turn(
        self, table: Table, seat: int, words: str, ply: int, epoch: int | None = None
    ) -> bool:
        """Would this action end the seat's turn? Nothing is changed."""
        return await self._tables.ends_turn(table, seat, words, ply, epoch)

    def set_bot_pace(self, table: Table, factor: float, *, hurry: bool) -> None:
        """How slowly bots act where one person plays with bots alone; `hurry`: at once, until a person
        acts.
        """
        if not table.is_practice:
            raise Refusal(FORBIDDEN, "with several people at the table, bots keep their pace")
        table.bot_pace = min(max(factor, 0.0), SLOWEST)
        if hurry:
            table.hurry.set()

    async def undo(self, table: Table, seat: int, ply: int, epoch: int | None = None) -> tuple[int, int]:
        """Take back the last decision; returns the position after it, once that is durable."""
        await self._take_back_seat(table, seat)
        for listener in self.before_undo:
            await listener(table, seat)
        return await self._tables.undo(table, seat, ply, epoch)

    async def _take_back_seat(self, table: Table, seat: int) -> None:
        if table.seats[seat].deputy is not None:
            await self.come_back(table, seat)

    async def leave(self, table: Table, seat: int) -> None:
        """A player leaves or concedes: a bot plays the seat from now on."""
        if table.match.over:
            raise Refusal(ILLEGAL, "the game is over")
        _refuse_at_deal(table)
        await self.set_deputy(table, seat, usual_bot(table.game))

    async def come_back(self, table: Table, seat: int) -> None:
        """The player takes the seat back, if there is any time left to decide in.

        After the end it stays noted who has left.
        """
        if table.match.over:
            return
        if table.actor == seat and table.seats[seat].deputy is not None and table.seats[seat].time_left == 0:
            raise Refusal(
                ILLEGAL, "your time is used up: the bot plays this turn to its end, then you can go on"
            )
        await self.set_deputy(table, seat, None)

    async def call_deputy(self, table: Table) -> None:
        """Others call in a bot for the seat to act, whose player is not connected."""
        _refuse_at_deal(table)
        since = callable_from(table)
        if since is None:
            raise Refusal(FORBIDDEN, "a bot can only stand in for a player whose turn it is and who is away")
        wait = PATIENCE // 1000
        if since and steady() < table.awaited_since + wait:  # measured: the clock may have been set
            raise Refusal(FORBIDDEN, "wait {n} seconds before a bot stands in for someone", n=wait)
        has_left = kind_of_terms(table.terms) == LIVE  # who need not be there has not left by being away
        await self.set_deputy(table, table.actor, usual_bot(table.game), has_left=has_left)

    async def set_deputy(
        self, table: Table, seat: int, deputy: str | None, ply: int | None = None, *, has_left: bool = True
    ) -> None:
        """Write down which bot plays for a seat; with `ply` only if the table still waits at that ply.

        Ratings hear of it if the player `has_left`.
        """
        async with table.lock:
            await self._tables.refresh(table)
            if ply is not None and (table.match.ply != ply or table.seats[seat].deputy is not None):
                return
            values: Row = _with_deputy(deputy, table.match.ply, has_left=has_left)
            if deputy is not None:
                own = (clock for clock in stopped_clocks(table) if clock["seat"] == seat)
                values |= next(own, {})
            change = (
                update(seats)
                .where(seats.c.table_id == table.id, seats.c.seat == seat, seats.c.bot.is_(None))
                .values(values)
            )
            if deputy is None:  # whoever plays already gets no new time by returning
                change = change.where(seats.c.deputy.is_not(None))
            if ply is not None:
                change = change.where(seats.c.deputy.is_(None), plies_at(table.id) == ply)
            async with self._database.write() as connection:
                await lock_tables(connection, [table.id])  # a move that is being written goes first
                is_changed = (await connection.execute(change)).rowcount > 0
        if is_changed:
            await self._tables.reload_and_announce(table)
        else:  # another process was first
            await self._tables.reload(table)


def _with_deputy(deputy: str | None, ply: int, *, has_left: bool) -> dict[str, Any]:
    """The columns of a seat whose player leaves, or returns (None), at a ply. How long deputies played is
    kept: whoever lets a bot play most of a game has not played it.
    """
    if deputy is not None and not has_left:
        return {"deputy": deputy}
    if deputy is not None:
        return {"deputy": deputy, "left_at": func.coalesce(seats.c.left_at, ply)}
    played = case((seats.c.left_at.is_(None), 0), else_=ply - seats.c.left_at)
    return {"deputy": None, "since": now_ms(), "left_at": None, "away": seats.c.away + played}
