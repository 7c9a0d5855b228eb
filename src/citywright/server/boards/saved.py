"""Saved analysis boards: a game, its variations, and who may change them. Anybody who has the link may look.

The record of the game is kept with the board, without names: its table may be deleted before the board.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update

from citywright.match.match import Match
from citywright.match.record import format_record
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, UNKNOWN, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.schema import boards
from citywright.server.tables.new_rows import new_id

MOST_BOARDS = 200  # of one guest
TITLE_LENGTH = 80


class SavedBoard(msgspec.Struct, frozen=True):
    """A board as the database has it."""

    id: str
    guest_id: str | None  # who may change it
    game: str
    title: str
    source: str  # `t/` and the id of a table, or `r/` and that of a record; either may be gone
    record: str
    tree: str
    position: int
    changed: int


class Boards:
    """Reads and writes boards."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, board_id: str) -> SavedBoard:
        """A board; refused if there is none of this id."""
        rows = await self._read(boards.c.id == board_id)
        if not rows:
            raise Refusal(UNKNOWN, "there is no such board")
        return rows[0]

    async def of_guest(self, guest_id: str) -> list[SavedBoard]:
        """The boards of a guest, the one changed last first."""
        return await self._read(boards.c.guest_id == guest_id)

    async def _read(self, condition: Any) -> list[SavedBoard]:
        columns = [boards.c[name] for name in SavedBoard.__struct_fields__]
        query = select(*columns).where(condition).order_by(boards.c.changed.desc(), boards.c.id)
        async with self._database.read() as connection:
            rows = (await connection.execute(query.limit(MOST_BOARDS))).all()
        return [SavedBoard(*row) for row in rows]

    async def save(
        self, guest_id: str, match: Match, source: str, *, title: str, tree: str, position: int
    ) -> str:
        """A new board of a guest; returns its id."""
        board_id, now = new_id(), now_ms()
        row = {
            "id": board_id,
            "guest_id": guest_id,
            "game": match.game.id,
            "title": title[:TITLE_LENGTH],
            "source": source,
            "record": _without_names(match),
            "tree": tree,
            "position": position,
            "created": now,
            "changed": now,
        }
        count = select(func.count()).select_from(boards).where(boards.c.guest_id == guest_id)
        async with self._database.write() as connection:
            if (await connection.execute(count)).scalar_one() >= MOST_BOARDS:
                raise Refusal(FORBIDDEN, "you have saved {most} boards already", most=MOST_BOARDS)
            await connection.execute(insert(boards).values(row))
        return board_id

    async def change(self, board: SavedBoard, guest_id: str, **values: object) -> None:
        """Change the title, tree or position of an own board."""
        own = (boards.c.id == board.id) & (boards.c.guest_id == guest_id)
        async with self._database.write() as connection:
            changed = await connection.execute(update(boards).where(own).values(changed=now_ms(), **values))
        _refuse_others(changed.rowcount)

    async def remove(self, board: SavedBoard, guest_id: str) -> None:
        """Delete an own board."""
        own = (boards.c.id == board.id) & (boards.c.guest_id == guest_id)
        async with self._database.write() as connection:
            removed = await connection.execute(delete(boards).where(own))
        _refuse_others(removed.rowcount)


def _refuse_others(rows: int) -> None:
    if rows == 0:
        raise Refusal(FORBIDDEN, "only who saved a board can change it")


def _without_names(match: Match) -> str:
    """The record of a game with letters for its players: a name may have to be forgotten."""
    nameless = match.copy()
    nameless.names = Match(match.game, match.seats, start=match.start, layout=match.layout).names
    return format_record(nameless)
