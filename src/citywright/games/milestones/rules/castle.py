"""The castle: it takes all goods but three, and covers a worker (MS-70, MS-71)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, popcount
from citywright.engine.options import Options
from citywright.games.milestones.rules import codes, phases, turns
from citywright.games.milestones.rules.bonus import hide_worker
from citywright.games.milestones.rules.material import COIN
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.position import Position

KEPT_GOODS: Final = 3  # that may be kept at the castle
LEAST_WORKERS: Final = 2  # that are never covered


def goods_to_give(player_board: PlayerBoard) -> i64:
    """How many goods the castle would take (MS-70)."""
    return max(player_board.total() - KEPT_GOODS, 0)


def covers_a_worker(player_board: PlayerBoard) -> bool:
    """Would the castle cover a worker (MS-71)?"""
    return popcount(player_board.visible()) > LEAST_WORKERS


def enter_castle(position: Position) -> None:
    """First the goods, then a worker; what is not due is passed over (MS-70, MS-71)."""
    own_board = position.own_board()
    if goods_to_give(own_board):
        position.phase = phases.GIVE_UP_GOODS
    elif covers_a_worker(own_board):
        position.phase = phases.COVER_WORKER
    else:
        turns.end_move(position)


def give_options(position: Position, options: Options) -> None:
    """Any good, coins included (MS-70)."""
    options.add(codes.GIVE, position.own_board().stocked(1))


def give_up(position: Position, kind: i64) -> None:
    """One good less; more until three are left (MS-70)."""
    position.own_board().gain(kind, -1)
    coins: i64 = -1 if kind == COIN else 0
    position.tell("goods given up", position.seat, "MS-70", 0, coins, kind)
    enter_castle(position)


def cover_options(position: Position, options: Options) -> None:
    """Any visible worker (MS-71)."""
    options.add(codes.COVER, position.own_board().visible())


def cover(position: Position, path: i64) -> None:
    """A worker enters the castle's service; his bonus tile leaves the game (MS-71, MS-52)."""
    own_board = position.own_board()
    kind, worker = own_board.kind_at(path), own_board.worker_at(path)
    position.tell("worker covered", position.seat, "MS-71", 0, 0, path, kind, worker)
    hide_worker(position, path)
    own_board.covers |= bit(path)
    turns.end_move(position)
