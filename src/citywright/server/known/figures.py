"""What is read from a finished game, once: ranks, points and figures of every seat. The game is replayed from
its actions, those of chance among them: how they were dealt does not matter here.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from citywright.engine.state import OVER
from citywright.engine.statistic import count_statistics
from citywright.game_parts import statistics_of
from citywright.match.match import Match, MatchError
from citywright.server.errors import Refusal
from citywright.server.storage.queries import actions_at, tables_by_id
from citywright.server.tables.table import game_of, layout_of, play_given, read_seats

log = logging.getLogger(__name__)


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures of a seat in one game, as they are kept: points by their source, and what the game counts."""

    sources: dict[str, int] = {}
    counts: dict[str, int] = {}


class Reading(msgspec.Struct, frozen=True):
    """A game that was read: one entry for each seat."""

    table_id: str
    plies: int
    ranks: list[int]
    points: list[int]
    figures: list[Figures]


class Unread(msgspec.Struct, frozen=True):
    """The actions of a game, to be replayed away from the event loop."""

    row: Any
    names: list[str]
    actions: list[str]


def reading_of(table_id: str, match: Match) -> Reading:
    """What a match that is over has to tell."""
    events = (event for ply in match.plies for event in ply.events)
    counts = count_statistics(statistics_of(match.game), events, match.seats)
    sheet = match.score_sheet()
    figures = [
        Figures({source: points for source, points in column.items() if points}, own)
        for column, own in zip(sheet, counts, strict=True)
    ]
    scores = list(match.state.scores())
    return Reading(table_id, match.ply, list(match.state.standing().ranks), scores, figures)


def reading_or_none(table_id: str, match: Match) -> Reading | None:
    """The same; none if the game itself fails at it: it may be anybody's, and others must not wait for it."""
    try:
        return reading_of(table_id, match)
    except Exception:
        log.exception("a game of %s cannot be read", match.game.id)
        return None


def unread_games(connection: Connection, table_ids: list[str]) -> list[Unread]:
    """Games as the rows have them."""
    actions: dict[str, list[str]] = {table_id: [] for table_id in table_ids}
    for table_id, _, words in connection.execute(actions_at(table_ids)):
        actions[table_id].append(words)
    seats = read_seats(connection, table_ids)
    rows = connection.execute(tables_by_id(table_ids))
    return [Unread(row, [seat.name for seat in seats[row.id]], actions[row.id]) for row in rows]


def replay_all(games: Sequence[Unread]) -> list[Reading | None]:
    """Read games again; none where that is not possible here: a game this server does not know, or rules."""
    return [_replay(game) for game in games]


def _replay(unread: Unread) -> Reading | None:
    try:
        game = game_of(unread.row)
        layout = layout_of(game, unread.row)
        match = Match(game, len(unread.names), start=unread.row.start, layout=layout, names=unread.names)
        play_given(match, unread.actions)
    except (Refusal, MatchError, ValueError):
        return None
    return reading_or_none(unread.row.id, match) if match.actor == OVER else None
