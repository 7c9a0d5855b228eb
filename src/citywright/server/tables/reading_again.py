"""Tables that were changed by another process: who watches one sees that at once, others when they ask.

A move that was announced whole is played here as well; whatever else has changed is read from the rows. And
now and then all watched tables are compared with their rows, since an announcement may have been lost.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from citywright.match.match import MatchError
from citywright.server.errors import Refusal
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

COMPARING = 2.0  # seconds between two comparisons of the watched tables with their rows

log = logging.getLogger(__name__)


class Move(NamedTuple):
    """One decision that is in the database, with the chance that followed it: from which ply to which."""

    epoch: int
    since: int
    ply: int
    time: int
    seat: int
    words: str


def last_move(table: Table) -> Move | None:
    """The decision that was the last change at a table, if one was and nothing else changed with it."""
    since = table.played_since
    if since is None or table.terms.reserve:  # what is left of somebody's time is read from the rows
        return None
    played = table.match.plies[since]
    words = table.game.format_action(played.code)
    return Move(table.epoch, since, table.match.ply, table.moved, played.actor, words)


class ReadingAgain:
    """Brings the tables of this process up to date."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._memory = tables.memory
        self._reading: dict[str, asyncio.Task[None]] = {}

    async def stop(self) -> None:
        """Read no more."""
        reading = list(self._reading.values())
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    def note_change(self, table_id: str, move: Move | None = None) -> None:
        """A table was changed elsewhere, by this move or by something else."""
        table = self._memory.cached(table_id)
        if table is None:
            return
        if move is not None and table.is_watched and _follow(table, move):
            self._memory.announce(table)
            return
        table.is_stale = True
        self._read_if_watched(table)

    def _read_if_watched(self, table: Table) -> None:
        if table.is_watched and table.id not in self._reading:
            task = asyncio.create_task(self._read(table), name="reading again")
            self._reading[table.id] = task
            task.add_done_callback(lambda _: self._reading.pop(table.id, None))

    async def _read(self, table: Table) -> None:
        try:
            is_first = True
            while is_first or table.is_stale:
                is_first = False
                async with table.lock:
                    await self._memory.refresh(table)
        except (Refusal, SQLAlchemyError, OSError) as error:
            log.warning("a table that was changed elsewhere could not be read: %s", error)

    async def compare(self) -> None:
        """Compare the watched tables with their rows, for ever."""
        while True:
            await asyncio.sleep(COMPARING)
            watched = self._tables.watched()
            try:
                unchanged = await self._memory.unchanged(watched)
            except (SQLAlchemyError, OSError) as error:
                log.warning("the tables could not be compared with the database: %s", error)
                continue
            for table in watched:
                if table.id not in unchanged:
                    table.compared = -math.inf
                    self._read_if_watched(table)


def _follow(table: Table, move: Move) -> bool:
    """Play a move that is in the database. Not if the table is at another position, or about to change."""
    if table.is_stale or table.lock.locked() or table.at != (move.epoch, move.since):
        return False
    match = table.match.copy()
    try:
        match.play_words(move.seat, move.words, move.since)
    except MatchError:
        return False
    if match.ply != move.ply:
        return False
    table.advance(match, move.time)
    return True
