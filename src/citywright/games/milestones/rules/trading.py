"""The trading house after its income: hire at most one tile, buy and sell goods, in any order (MS-31)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.options import Options
from citywright.engine.vecs import vec
from citywright.games.milestones.rules import codes, material, phases, turns
from citywright.games.milestones.rules.position import Position
from citywright.games.milestones.rules.tiles import add_tiles, lay_tile, tile_index

ANYWHERE: Final = 127  # a tile's left half on path fields 1 to 7


def _unlike_pairs(kinds: int) -> int:
    """The pairs of two different kinds out of a mask, as SELL carries them."""
    pairs = 0
    for one in range(material.WARES):
        for other in range(one + 1, material.WARES):
            if kinds >> one & kinds >> other & 1:
                pairs |= 1 << codes.pair(one, other)
    return pairs


def _like_pairs(kinds: int) -> int:
    """The pairs of two alike out of a mask, likewise."""
    return sum([1 << codes.pair(kind, kind) for kind in range(material.WARES) if kinds >> kind & 1])


# [mask of kinds]: the pairs they make
UNLIKE_PAIRS: Final[vec[i64]] = vec[i64]([_unlike_pairs(kinds) for kinds in range(1 << material.WARES)])
LIKE_PAIRS: Final[vec[i64]] = vec[i64]([_like_pairs(kinds) for kinds in range(1 << material.WARES)])


def trade_options(position: Position, options: Options) -> None:
    """Done, buy, sell, hire: whatever can be paid (MS-31 to MS-34)."""
    own_board = position.own_board()
    can_pay: bool = own_board.can_pay(material.TRADE_PRICE)
    options.add(codes.DONE, 1)
    if can_pay:
        options.add(codes.BUY, material.EVERY_WARE)
    pairs: i64 = (
        UNLIKE_PAIRS[own_board.stocked(1) & material.EVERY_WARE]
        | LIKE_PAIRS[own_board.stocked(2) & material.EVERY_WARE]
    )
    options.add(codes.SELL, pairs)
    if can_pay and may_hire(position):
        add_tiles(position, options, codes.HIRE, position.display)


def may_hire(position: Position) -> bool:
    """Only one tile is hired in one visit (MS-31)."""
    return position.has_hired == 0


def buy(position: Position, kind: i64) -> None:
    """Two coins for one good (MS-33)."""
    own_board = position.own_board()
    own_board.pay(material.TRADE_PRICE)
    own_board.gain(kind, 1)
    position.tell("buy", position.seat, "MS-33", 0, -material.TRADE_COINS, kind)


def sell(position: Position, one: i64, other: i64) -> None:
    """Any two goods for one coin (MS-34)."""
    own_board = position.own_board()
    own_board.gain(one, -1)
    own_board.gain(other, -1)
    own_board.gain(material.COIN, 1)
    position.tell("sell", position.seat, "MS-34", 0, 1, one, other)


def hire(position: Position, tile: i64) -> None:
    """Two coins for a tile of the display; the last one there triggers the end (MS-32, MS-80)."""
    position.own_board().pay(material.TRADE_PRICE)
    position.display &= ~bit(tile_index(position, position.display, tile))
    position.hired_tile = tile
    position.has_hired = 1
    position.phase = phases.PLACE_HIRED_TILE
    position.tell("hire", position.seat, "MS-32", 0, -material.TRADE_COINS, tile)
    if position.display == 0 and position.stack == 0:
        turns.trigger_end(position, material.END_BY_TILES)


def hired_options(options: Options) -> None:
    """Any two neighbouring path fields, over workers, covers or nothing (MS-32)."""
    options.add(codes.PLACE, ANYWHERE)


def place_hired_tile(position: Position, path: i64) -> None:
    """Placed at once and for good; then the display is refilled while the stack lasts (MS-32)."""
    lay_tile(position, position.hired_tile, path, "MS-32")
    position.hired_tile = material.NO_TILE
    position.phase = phases.REFILL_DISPLAY if position.stack else phases.TRADE
