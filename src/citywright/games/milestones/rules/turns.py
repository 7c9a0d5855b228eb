"""Turns of two moves: how one begins, and what follows the end of a move."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.games.milestones.rules import ending, phases
from citywright.games.milestones.rules.position import Position

MOVES: Final = 2  # of a turn


def begin_turn(position: Position, seat: i64) -> None:
    """A turn of exactly two moves (MS-11)."""
    position.seat = seat
    position.turn += 1
    position.moves_left = MOVES
    position.phase = phases.MOVE
    position.tell("turn", seat, "MS-11", 0, 0, position.turn)


def end_move(position: Position) -> None:
    """The second move follows the first; then it is the next seat's turn, or the end (MS-11, MS-81)."""
    position.moves_left -= 1
    if position.moves_left:
        position.phase = phases.MOVE
        return
    following: i64 = (position.seat + 1) % position.seat_count
    if following == position.end_seat:
        ending.finish(position)
    else:
        begin_turn(position, following)
