"""The words of the game as numbers: kinds, ring fields, phases and action codes. Codes never change.

A code is a base plus what the action is about: a field (0..127), a plot (0..255), a path field (0..7),
a kind (0..4) or a tile. Legal actions are always listed in ascending order of their codes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# --- kinds of goods and workers; all goods are unlimited (MS-1) ----------------------------
STONE: Final = 0
WOOD: Final = 1
SAND: Final = 2
GRAIN: Final = 3
COIN: Final = 4
KINDS: Final = 5
KIND_NAMES: Final[list[str]] = ["stone", "wood", "sand", "grain", "coin"]

# --- the ring (MS-10): position 0 is the castle, 1..8 the path, 12 the castle again --------
PATHS: Final = 8
CASTLE: Final = 0
TRADING_HOUSE: Final = 9
BUILDING_OFFICE: Final = 10
MILL: Final = 11
LAP: Final = 12
RING_NAMES: Final[list[str]] = [
    "castle",
    *[f"path {path}" for path in range(1, 9)],
    "trading house",
    "building office",
    "mill",
    "castle",
]

# --- phases: what is awaited --------------------------------------------------------------
DRAW_START: Final = 0  # chance: the start player
DRAW_BONUS: Final = 1  # chance: the bonus tile of the next bush plot
DRAW_DISPLAY: Final = 2  # chance: a tile of the first display
DRAW_OFFER: Final = 3  # chance: a start tile
TAKE_TILE: Final = 4
PLACE_START: Final = 5
MOVE: Final = 6
TRADE: Final = 7
PLACE_HIRED: Final = 8
REFILL: Final = 9  # chance: the display's next tile
BUILD: Final = 10
SET_MILESTONE: Final = 11
END_ROAD: Final = 12
CLAIM_BONUS: Final = 13
DELIVER: Final = 14
COUNT_FIELD: Final = 15
GIVE_UP: Final = 16
COVER_WORKER: Final = 17
GAME_OVER: Final = 18
PHASE_NAMES: Final[list[str]] = [
    "draw start player",
    "draw bonus tile",
    "draw display tile",
    "draw start tile",
    "take tile",
    "place start tile",
    "move",
    "trade",
    "place hired tile",
    "refill display",
    "build",
    "set milestone",
    "end road",
    "claim bonus tile",
    "deliver",
    "count field",
    "give up goods",
    "cover worker",
    "over",
]

# --- action codes -------------------------------------------------------------------------
A_DONE: Final = 0
A_GO: Final = 0  # + ring position 1..12
A_LEAVE: Final = 13  # every bonus tile still on offer
A_BUY: Final = 16  # + kind 0..3
A_GIVE: Final = 24  # + kind
A_SELL: Final = 32  # + 4 * kind + kind, the smaller kind first
A_COVER: Final = 48  # + path field
A_PLACE: Final = 56  # + left path field 0..6
A_START: Final = 64  # + seat
A_ROAD: Final = 128  # + field: where a section starts
A_MILESTONE: Final = 256  # + field: its middle
A_END: Final = 384  # + field: its far end
A_MARKET: Final = 512  # + field
A_DELIVER: Final = 640  # + field of the market
A_COUNT: Final = 768  # + field
A_HOUSE: Final = 1024  # + plot
A_CLAIM: Final = 2048  # + 8 * plot + path field
A_BONUS: Final = 4096  # + 8 * plot + kind: chance
A_TAKE: Final = 8192  # + tile
A_HIRE: Final = 12288  # + tile
A_REVEAL: Final = 16384  # + tile: chance
CODES: Final = 20480

# --- tiles: a worker is 8 * kind + number - 1, a tile 64 * left worker + right worker ------
WORKERS: Final = 40


def worker_kind(worker: i64) -> i64:
    """What this worker yields."""
    return worker >> 3


def worker_number(worker: i64) -> i64:
    """The worker's number, 1 to 8."""
    return (worker & 7) + 1
