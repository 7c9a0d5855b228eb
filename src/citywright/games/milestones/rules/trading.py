"""The trading house after its income: hire at most one tile, buy and sell goods, in any order (MS-31)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.vecs import vec
from citywright.games.milestones.rules.codes import (
    A_BUY,
    A_DONE,
    A_HIRE,
    A_PLACE,
    A_SELL,
    COIN,
    PLACE_HIRED,
    REFILL,
    TRADE,
)
from citywright.games.milestones.rules.options import Options
from citywright.games.milestones.rules.player_board import NO_TILE
from citywright.games.milestones.rules.position import REASON_TILES, Position
from citywright.games.milestones.rules.setup import add_tiles, lay_tile, tile_index

PRICE: Final = 2  # of a tile (MS-32) and of a good (MS-33)
WARES: Final = 15  # stone, wood, sand and grain: what is bought and sold (MS-34)
ANYWHERE: Final = 127  # a tile's left half on path fields 1 to 7


def _unlike_pairs(kinds: int) -> int:
    """The pairs of two different kinds out of a mask, as 4 * kind + kind."""
    pairs = 0
    for one in range(4):
        for other in range(one + 1, 4):
            if kinds >> one & kinds >> other & 1:
                pairs |= 1 << 4 * one + other
    return pairs


def _like_pairs(kinds: int) -> int:
    """The pairs of two alike out of a mask."""
    return sum([1 << 5 * kind for kind in range(4) if kinds >> kind & 1])


UNLIKE_PAIRS: Final[vec[i64]] = vec[i64]([_unlike_pairs(kinds) for kinds in range(16)])
LIKE_PAIRS: Final[vec[i64]] = vec[i64]([_like_pairs(kinds) for kinds in range(16)])


def trade_options(position: Position, options: Options) -> None:
    """Done, buy, sell, hire: whatever can be paid (MS-31 to MS-34)."""
    board = position.board()
    rich: bool = board.coins() >= PRICE
    options.add(A_DONE, 1)
    if rich:
        options.add(A_BUY, WARES)
    pairs: i64 = UNLIKE_PAIRS[board.stocked(1) & WARES] | LIKE_PAIRS[board.stocked(2) & WARES]
    options.add(A_SELL, pairs)
    if rich and position.hired == 0:
        add_tiles(position, options, A_HIRE, position.display)


def buy(position: Position, kind: i64) -> None:
    """Two coins for one good (MS-33)."""
    board = position.board()
    board.gain(COIN, -PRICE)
    board.gain(kind, 1)
    position.note("buy", position.player, "MS-33", 0, -PRICE, kind)


def sell(position: Position, one: i64, other: i64) -> None:
    """Any two goods for one coin (MS-34)."""
    board = position.board()
    board.gain(one, -1)
    board.gain(other, -1)
    board.gain(COIN, 1)
    position.note("sell", position.player, "MS-34", 0, 1, one, other)


def hire(position: Position, tile: i64) -> None:
    """Two coins for a tile of the display; the last one there triggers the end (MS-32, MS-80)."""
    position.board().gain(COIN, -PRICE)
    position.display &= ~bit(tile_index(position, position.display, tile))
    position.tile = tile
    position.hired = 1
    position.phase = PLACE_HIRED
    position.note("hire", position.player, "MS-32", 0, -PRICE, tile)
    if position.display == 0 and position.stack == 0:
        position.trigger_end(REASON_TILES)


def hired_options(options: Options) -> None:
    """Any two neighbouring path fields, over workers, covers or nothing (MS-32)."""
    options.add(A_PLACE, ANYWHERE)


def place_hired_tile(position: Position, path: i64) -> None:
    """Placed at once and for good; then the display is refilled while the stack lasts (MS-32)."""
    lay_tile(position, position.tile, path, "MS-32")
    position.tile = NO_TILE
    position.phase = REFILL if position.stack else TRADE
