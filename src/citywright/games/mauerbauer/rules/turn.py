"""How a game and its turns begin and end (MB-5, MB-10, MB-40, MB-43); what happens in a turn is elsewhere."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.state import CHANCE
from citywright.games.mauerbauer.rules import material, phases
from citywright.games.mauerbauer.rules.position import Position


def start_game(position: Position, seat: i64) -> None:
    """MB-5: the start player is known, each gets six cards."""
    position.turn_seat = seat
    position.seat = seat
    for each in range(position.seat_count):
        position.owe_cards(each, material.HAND)
    position.phase = phases.DEAL
    position.tell("start", seat, "MB-5", 0, seat, 0)


def begin_turn(position: Position, seat: i64) -> None:
    """MB-10: a turn begins with the wall."""
    position.turn += 1
    position.turn_seat = seat
    position.seat = seat
    position.die_1 = material.NO_DIE
    position.die_2 = material.NO_DIE
    position.tower_die = material.NO_TOWER_DIE
    position.scored_city = 0
    position.has_closed = 0
    position.phase = phases.PLACE_WALL
    position.tell("turn", seat, "MB-10", 0, position.turn, 0)


def begin_next_turn(position: Position) -> None:
    begin_turn(position, position.seat_after(position.turn_seat))


def end_game_after_turn(position: Position, reason: i64) -> None:
    """The game ends with this turn (MB-40); the first reason stands."""
    if position.end_reason == material.NOT_ENDING:
        position.end_reason = reason
        position.tell("last turn", position.turn_seat, "MB-40", 0, reason, 0)


def end_game(position: Position) -> None:
    """The game is over (MB-43)."""
    position.phase = phases.GAME_OVER
    position.scored_city = 0
    position.tell("end", CHANCE, "MB-43", 0, position.end_reason, 0)
