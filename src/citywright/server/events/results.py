"""What came out at a table of an event: by the rules if it was played to its end, else judged as it stands.

Whoever played comes before those who left it to a bot, because their time ran out or on purpose: at the end,
or for more than a third of the game. Of these and of those the rules decide; judged, the points of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from citywright.events.scores import shares_of
from citywright.ratings import is_absent
from citywright.server.clock import now_ms
from citywright.server.events.event import text_of
from citywright.server.storage.schema import seats
from citywright.server.storage.writer import Row
from citywright.server.tables.table import Table


def who_left(connection: Connection, table_id: str, plies: int) -> list[bool]:
    """For each seat of a game of so many plies: has its person left it to a bot?"""
    query = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
    return [row.bot is not None or _has_left(row, plies) for row in connection.execute(query)]


def _has_left(row: Any, plies: int) -> bool:
    """As ratings have it. Who was only called for, and need not be there, has no `left_at`."""
    is_away = row.deputy is not None and row.left_at is not None
    return is_absent(plies, row.away + (plies - row.left_at if is_away else 0), is_away=is_away)


def result_of(table: Table, left: Sequence[bool]) -> Row:
    """The columns of a table's result; `left` says which seats were left to bots."""
    scores = table.match.state.scores()
    is_over = table.match.over
    worth = [-rank for rank in table.match.state.standing().ranks] if is_over else scores
    ranks = ranks_of([(not gone, value) for gone, value in zip(left, worth, strict=True)])
    return {
        "ended": now_ms(),
        "is_judged": not is_over,
        "shares": text_of(shares_of(ranks)),
        "scores": text_of(scores),
    }


def ranks_of(worth: Sequence[tuple[bool, int]]) -> list[int]:
    """The ranks of everybody; equals share one."""
    return [1 + sum(other > own for other in worth) for own in worth]


def lost_result(people: int) -> Row:
    """The result of a table that is gone: nobody has won."""
    return {
        "ended": now_ms(),
        "is_judged": True,
        "shares": text_of(shares_of([1] * people)),
        "scores": text_of([0] * people),
    }
