"""Moving on the ring: where a figure may go, what workers produce, and which building asks what next."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit, popcount
from citywright.engine.options import Options
from citywright.games.milestones.rules import castle, codes, material, phases, turns
from citywright.games.milestones.rules.position import Position


def move_options(position: Position, options: Options) -> None:
    """Every field ahead, up to and including the castle, which is never passed (MS-11)."""
    options.add(codes.GO, material.AHEAD & -bit(position.own_board().ring_field + 1))


def move(position: Position, target: i64) -> None:
    """Go forward and stop. Goods and income come by themselves (MS-12); the rest is asked for."""
    own_board = position.own_board()
    origin: i64 = own_board.ring_field
    own_board.ring_field = target % material.LAP
    worker: i64 = own_board.worker_at(target - 1) if target <= material.PATHS else -1
    position.tell("move", position.seat, "MS-11", 0, 0, origin, own_board.ring_field, worker)
    if target <= material.PATHS:
        produce(position, origin, target - 1)
        turns.end_move(position)
    elif target == material.TRADING_HOUSE:
        if own_board.numbers_rise():  # MS-30
            gain_goods(position, material.COIN, 1, "income", "MS-30")
        position.has_hired = 0
        position.phase = phases.TRADE
    elif target == material.BUILDING_OFFICE:
        position.phase = phases.BUILD
    elif target == material.MILL:
        position.phase = phases.DELIVER
    else:
        castle.enter_castle(position)


def produce(position: Position, origin: i64, path: i64) -> None:
    """A good for each worker visited (MS-20), and a point for each of them with a bonus tile (MS-21)."""
    own_board = position.own_board()
    kind: i64 = own_board.kind_at(path)
    if kind < 0:
        return  # an empty or covered field gives nothing (MS-12)
    visited: i64 = own_board.visited(kind, origin, path)
    gain_goods(position, kind, popcount(visited), "goods", "MS-20")
    with_bonus: i64 = popcount(visited & own_board.bonus)  # a bonus tile brings a point, no goods (MS-53)
    if with_bonus:
        turns.award(position, "workers with bonus", "MS-21", with_bonus, kind)


def gain_goods(position: Position, kind: i64, amount: i64, name: str, rule: str) -> None:
    """Goods for the seat to act."""
    position.own_board().gain(kind, amount)
    coins: i64 = amount if kind == material.COIN else 0
    position.tell(name, position.seat, rule, 0, coins, kind, amount)
