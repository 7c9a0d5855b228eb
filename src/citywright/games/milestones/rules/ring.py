"""Moving on the ring: production on the path, the castle's demands, the end of moves, turns and the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, popcount
from citywright.engine.state import CHANCE
from citywright.games.milestones.rules.codes import (
    A_COVER,
    A_GIVE,
    A_GO,
    BUILD,
    BUILDING_OFFICE,
    COIN,
    COVER_WORKER,
    DELIVER,
    GAME_OVER,
    GIVE_UP,
    KINDS,
    LAP,
    MILL,
    MOVE,
    PATHS,
    TRADE,
    TRADING_HOUSE,
)
from citywright.games.milestones.rules.options import Options
from citywright.games.milestones.rules.position import NOBODY, Position
from citywright.games.milestones.rules.setup import begin_turn

STORE: Final = 3  # goods that may be kept at the castle
LEAST_WORKERS: Final = 2  # that are never covered
AHEAD: Final = (2 << LAP) - 2  # every ring position a move can lead to
SOLE_MAJORITY: Final = 5
SHARED_MAJORITY: Final = 2


def move_options(position: Position, options: Options) -> None:
    """Every field ahead, up to and including the castle, which is never passed (MS-11)."""
    options.add(A_GO, AHEAD & -bit(position.board().position + 1))


def move(position: Position, target: i64) -> None:
    """Go forward and stop. Goods and income come by themselves (MS-12); the rest is asked for."""
    board = position.board()
    origin: i64 = board.position
    board.position = target % LAP
    position.note("move", position.player, "MS-11", 0, 0, origin, board.position)
    if target <= PATHS:
        produce(position, origin, target - 1)
        end_move(position)
    elif target == TRADING_HOUSE:
        if board.rising():  # MS-30
            position.gain(COIN, 1, "income", "MS-30")
        position.hired = 0
        position.phase = TRADE
    elif target == BUILDING_OFFICE:
        position.phase = BUILD
    elif target == MILL:
        position.phase = DELIVER
    else:
        enter_castle(position)


def produce(position: Position, origin: i64, path: i64) -> None:
    """One good for the worker on `path` and each like him passed since position `origin` (MS-20, MS-21)."""
    board = position.board()
    kind: i64 = board.kind_at(path)
    if kind < 0:
        return  # an empty or covered field gives nothing (MS-12)
    visited: i64 = board.workers_of(kind) & bit(path + 1) - bit(origin)
    position.gain(kind, popcount(visited), "goods", "MS-20")
    adorned: i64 = popcount(visited & board.bonus)  # a point for each, but no goods (MS-53)
    if adorned:
        position.award("workers with bonus", "MS-21", adorned, 0, kind)


# --- the castle


def enter_castle(position: Position) -> None:
    """Reduce to three goods, then cover a worker; what is not due is passed over (MS-70, MS-71)."""
    board = position.board()
    if board.total() > STORE:
        position.phase = GIVE_UP
    elif popcount(board.visible()) > LEAST_WORKERS:
        position.phase = COVER_WORKER
    else:
        end_move(position)


def give_options(position: Position, options: Options) -> None:
    """Any good, coins included (MS-70)."""
    options.add(A_GIVE, position.board().stocked(1))


def give_up(position: Position, kind: i64) -> None:
    """One good less; more until three are left."""
    position.gain(kind, -1, "goods given up", "MS-70")
    enter_castle(position)


def cover_options(position: Position, options: Options) -> None:
    """Any visible worker (MS-71)."""
    options.add(A_COVER, position.board().visible())


def cover(position: Position, path: i64) -> None:
    """A worker enters the castle's service; his bonus tile leaves the game (MS-71, MS-52)."""
    board = position.board()
    position.note("worker covered", position.player, "MS-71", 0, 0, path, board.kind_at(path))
    position.hide(path)
    board.covers |= bit(path)
    end_move(position)


# --- the end of moves, turns and the game


def end_move(position: Position) -> None:
    """The second move follows the first; then it is the next seat's turn, or the end (MS-11, MS-81)."""
    position.moves_left -= 1
    if position.moves_left:
        position.phase = MOVE
        return
    following: i64 = (position.player + 1) % position.players
    if following == position.last:
        finish(position)
    else:
        begin_turn(position, following)


def finish(position: Position) -> None:
    """The majority in each worker kind, and the game is over (MS-82)."""
    kind: i64 = 0
    while kind < KINDS:
        score_majority(position, kind)
        kind += 1
    position.player = NOBODY
    position.phase = GAME_OVER
    position.note("game over", CHANCE, "MS-81", 0, 0, position.reason)


def score_majority(position: Position, kind: i64) -> None:
    """5 points for the highest total alone, 2 each for several, nothing if all are equal (MS-82)."""
    highest: i64 = 0
    leaders: i64 = 0
    for board in position.boards:
        strength: i64 = board.strength(kind)
        if strength > highest:
            highest = strength
            leaders = 0
        if strength == highest:
            leaders += 1
    if leaders == position.players:
        return
    points: i64 = SOLE_MAJORITY if leaders == 1 else SHARED_MAJORITY
    seat: i64 = 0
    while seat < position.players:
        if position.boards[seat].strength(kind) == highest:
            position.boards[seat].points += points
            position.note("majorities", seat, "MS-82", points, 0, kind, highest)
        seat += 1
