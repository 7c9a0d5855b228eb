"""Turns of two moves, the points won in them, and the end of the game (MS-11, MS-80 to MS-83)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.state import CHANCE, Standing, ranks_of
from citywright.games.milestones.rules import material, phases
from citywright.games.milestones.rules.position import Position

MOVES: Final = 2  # of a turn
SOLE_MAJORITY: Final = 5
SHARED_MAJORITY: Final = 2


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
        finish(position)
    else:
        begin_turn(position, following)


def award(
    position: Position, name: str, rule: str, points: i64, a: i64 = -1, b: i64 = -1, c: i64 = -1
) -> None:
    """Points for the seat to act, which may trigger the end (MS-80)."""
    own_board = position.own_board()
    own_board.points += points
    position.tell(name, position.seat, rule, points, 0, a, b, c)
    if own_board.points >= position.board.end_marks[position.seat_count]:
        trigger_end(position, material.END_BY_POINTS)


def trigger_end(position: Position, reason: i64) -> None:
    """The seat to act ends the game; only the first trigger counts (MS-80)."""
    if position.end_seat == material.NOBODY:
        position.end_seat = position.seat
        position.end_reason = reason
        position.tell("end triggered", position.seat, "MS-80", 0, 0, reason)


def finish(position: Position) -> None:
    """The majority in each worker kind, and the game is over (MS-82)."""
    for kind in range(i64(material.KINDS)):
        score_majority(position, kind)
    position.seat = material.NOBODY
    position.phase = phases.GAME_OVER
    position.tell("game over", CHANCE, "MS-81", 0, 0, position.end_reason)


def score_majority(position: Position, kind: i64) -> None:
    """The points of everybody whose workers of a kind have the highest total (MS-82)."""
    highest: i64 = 0
    leaders: i64 = 0
    for player_board in position.player_boards:
        strength: i64 = player_board.strength(kind)
        if strength > highest:
            highest = strength
            leaders = 0
        if strength == highest:
            leaders += 1
    points: i64 = majority_points(leaders, position.seat_count)
    if points == 0:
        return
    for seat in range(position.seat_count):
        if position.player_boards[seat].strength(kind) == highest:
            position.player_boards[seat].points += points
            position.tell("majorities", seat, "MS-82", points, 0, kind, highest)


def majority_points(leaders: i64, seat_count: i64) -> i64:
    """5 points for the highest total alone, 2 each for several, nothing if all are equal (MS-82)."""
    if leaders == seat_count:
        return 0
    return SOLE_MAJORITY if leaders == 1 else SHARED_MAJORITY


def standing(position: Position) -> Standing:
    """Most points win, then more goods left, coins included; still tied share the rank (MS-83)."""
    keys: list[tuple[int, ...]] = [(one.points, one.total()) for one in position.player_boards]
    return Standing(ranks_of(keys), material.END_REASONS[position.end_reason])
