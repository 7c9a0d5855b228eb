"""The things of the game as numbers and names: goods, prices, ring fields, workers, tiles, end reasons.

Masks made of other constants stand here too: mypyc folds a constant only from names of its own module.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NOBODY: Final = -1  # no seat, no field

# --- kinds of goods and workers; all goods are unlimited (MS-1) ----------------------------
STONE: Final = 0
WOOD: Final = 1
SAND: Final = 2
GRAIN: Final = 3
COIN: Final = 4
KINDS: Final = 5
KIND_NAMES: Final[list[str]] = ["stone", "wood", "sand", "grain", "coin"]
WARES: Final = 4  # kinds that are bought and sold: all but coins (MS-34)
EVERY_WARE: Final = (1 << WARES) - 1  # as a mask

# --- goods: the amounts of all kinds packed into one number, twelve bits each --------------
AMOUNT_BITS: Final = 12
MOST: Final = (1 << AMOUNT_BITS) - 1  # also the mask of one amount
TOP_BITS: Final = 0x800800800800800  # the highest bit of each amount; no amount reaches it
ONE_STONE: Final = 1 << AMOUNT_BITS * STONE
ONE_WOOD: Final = 1 << AMOUNT_BITS * WOOD
ONE_SAND: Final = 1 << AMOUNT_BITS * SAND
ONE_GRAIN: Final = 1 << AMOUNT_BITS * GRAIN
ONE_COIN: Final = 1 << AMOUNT_BITS * COIN

# --- prices, as goods ------------------------------------------------------------------------
ROAD_PRICE: Final = ONE_STONE + ONE_SAND  # MS-40
HOUSE_PRICE: Final = ONE_STONE + ONE_WOOD  # MS-42
MARKET_PRICE: Final = ONE_WOOD + ONE_SAND  # MS-43
DELIVERY_PRICE: Final = 2 * ONE_GRAIN  # MS-60
TRADE_PRICE: Final = 2 * ONE_COIN  # of a hired tile (MS-32) and of a good (MS-33)
TRADE_COINS: Final = 2

# --- the ring (MS-10): field 0 is the castle, 1..8 the path, 12 the castle again --------------
PATHS: Final = 8
PATH_MASK: Final = (1 << PATHS) - 1
CASTLE: Final = 0
TRADING_HOUSE: Final = 9
BUILDING_OFFICE: Final = 10
MILL: Final = 11
LAP: Final = 12
AHEAD: Final = (2 << LAP) - 2  # every ring field a move can lead to, as a mask
BUILDINGS: Final = 15 << TRADING_HOUSE  # the four buildings, the castle at the end of the lap
RING_NAMES: Final[list[str]] = [
    "castle",
    *[f"path {path}" for path in range(1, 9)],
    "trading house",
    "building office",
    "mill",
    "castle",
]

# --- tiles: a worker is 8 * kind + number - 1, a tile 64 * left worker + right worker ---------
WORKERS: Final = 40
NO_TILE: Final = -1

# --- why a game ends (MS-80) ------------------------------------------------------------------
END_BY_POINTS: Final = 0
END_BY_TILES: Final = 1
END_REASONS: Final[list[str]] = ["points", "tiles"]


def worker_of(kind: i64, number: i64) -> i64:
    """The worker of a kind with a number, 1 to 8."""
    return 8 * kind + number - 1


def worker_kind(worker: i64) -> i64:
    """What this worker yields."""
    return worker >> 3


def worker_number(worker: i64) -> i64:
    """The worker's number, 1 to 8."""
    return (worker & 7) + 1


def tile_of(left: i64, right: i64) -> i64:
    """The tile with these two workers."""
    return left << 6 | right


def left_worker(tile: i64) -> i64:
    """The worker on the left half of a tile."""
    return tile >> 6


def right_worker(tile: i64) -> i64:
    """The worker on the right half of a tile."""
    return tile & 63


def pack_goods(amounts: list[int]) -> i64:
    """Goods from the amount of each kind."""
    goods: i64 = 0
    for kind in range(i64(KINDS)):
        amount: i64 = amounts[kind]
        goods |= amount << AMOUNT_BITS * kind
    return goods


def can_pay(goods: i64, price: i64) -> bool:
    """Are all goods of a price there? Subtracting takes away a top bit wherever there are too few."""
    return (goods + TOP_BITS - price) & TOP_BITS == TOP_BITS


def goods_listed(goods: int) -> list[int]:
    """The kind of every single good in a price or a store."""
    return [kind for kind in range(KINDS) for _ in range(goods >> AMOUNT_BITS * kind & MOST)]
