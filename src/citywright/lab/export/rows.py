"""The rows of a record: its game, every ply, every event, and the position before every decision.

Seats are numbers from 0, chance and spectators are -1. docs/data.md tells of every column. A record that
holds only what one seat saw gives what that seat could know; what it cannot know is null.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from citywright.engine.state import CHANCE, LOT
from citywright.match.match import Match, layout_hash


class GameRow(NamedTuple):
    """One game."""

    record: int
    file: str
    game: str
    rules: int
    layout: str
    seats: int
    names: list[str]
    viewer: int | None
    start: int | None
    first: int | None
    scores: list[int]
    ranks: list[int] | None
    end: str | None
    plies: int
    turns: int


class PlyRow(NamedTuple):
    """One action, and the position before it."""

    record: int
    ply: int
    actor: int
    action: str
    code: int
    turn: int
    phase: str
    legal: int | None
    points: list[int]


class EventRow(NamedTuple):
    """Something that happened in a ply."""

    record: int
    ply: int
    seat: int
    name: str
    rule: str
    points: int
    coins: int
    args: list[int]


class StateRow(NamedTuple):
    """The position before a decision as numbers."""

    record: int
    ply: int
    actor: int
    state: list[int]


Row = GameRow | PlyRow | EventRow | StateRow
TABLES: dict[str, type[Row]] = {"games": GameRow, "plies": PlyRow, "events": EventRow, "states": StateRow}


def rows_of(record: int, file: str, match: Match, *, with_states: bool) -> Iterator[Row]:
    """All rows of a match that was replayed; it is played through once more."""
    game, viewer = match.game, match.viewer
    yield _game_row(record, file, match)
    state = game.new_state(match.seats, match.start, match.layout)
    if viewer is not None:
        state = state.observe(viewer)
    for number, ply in enumerate(match.plies):
        is_known = viewer is None or not game.has_secrets or ply.actor == viewer
        yield PlyRow(
            record,
            number,
            ply.actor,
            game.format_action(ply.code),
            ply.code,
            ply.turn,
            game.view(state, CHANCE if viewer is None else viewer).phase,
            len(state.legal_actions()) if ply.actor >= 0 and is_known else None,
            state.scores(),
        )
        if with_states and ply.actor >= 0:
            yield StateRow(record, number, ply.actor, state.snapshot())
        for event in ply.events:
            yield EventRow(
                record,
                number,
                event.seat,
                event.name,
                event.rule,
                event.points,
                event.coins,
                list(event.args),
            )
        state.apply(ply.code)


def _game_row(record: int, file: str, match: Match) -> GameRow:
    standing = match.state.standing() if match.over else None
    return GameRow(
        record,
        file,
        match.game.id,
        match.game.rules_version,
        layout_hash(match.layout),
        match.seats,
        match.names,
        match.viewer,
        None if match.start == LOT else match.start,
        next((ply.actor for ply in match.plies if ply.actor >= 0), None),
        match.state.scores(),
        standing and standing.ranks,
        standing and standing.reason,
        match.ply,
        match.state.turns(),
    )
