"""Recorded whole games of every game that is drawn, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.engine.state import CHANCE, Event, State
from citywright.game_parts import is_drawn
from citywright.match.match import Match
from citywright.match.record import parse_record
from citywright.match.replay import replay

RECORDS = Path(__file__).parents[1] / "records"
DRAWN = [game for game in games().values() if is_drawn(game)]
GAMES_AND_RECORDS = [(game, path) for game in DRAWN for path in sorted((RECORDS / game.id).glob("*.cwr"))]
RECORD_IDS = [f"{game.id}-{path.stem}" for game, path in GAMES_AND_RECORDS]


@cache
def recorded(path: Path) -> Match:
    """The whole match of a record."""
    return replay(parse_record(path.read_text(encoding="utf-8")))


def positions(game: Game, path: Path) -> Iterator[State]:
    """Every position of a record, the last one included."""
    match = recorded(path)
    state = game.new_state(match.seats, match.start, match.layout)
    yield state.clone()
    for ply in match.plies:
        state.apply(ply.code)
        yield state.clone()


def viewers(seats: int) -> range:
    """A spectator and every seat."""
    return range(CHANCE, seats)


def events(path: Path) -> Iterator[Event]:
    """Everything that happened in a record."""
    for ply in recorded(path).plies:
        yield from ply.events
