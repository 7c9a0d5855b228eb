"""Phases: what is awaited. Their numbers and names never change."""

from __future__ import annotations

from typing import Final

DRAW_START: Final = 0  # chance: the start player
DRAW_BONUS_TILE: Final = 1  # chance: the bonus tile of the next bush plot
DRAW_DISPLAY_TILE: Final = 2  # chance: a tile of the first display
DRAW_START_TILE: Final = 3  # chance
TAKE_TILE: Final = 4
PLACE_START_TILE: Final = 5
MOVE: Final = 6
TRADE: Final = 7
PLACE_HIRED_TILE: Final = 8
REFILL_DISPLAY: Final = 9  # chance: the display's next tile
BUILD: Final = 10
SET_MILESTONE: Final = 11
END_ROAD: Final = 12
CLAIM_BONUS_TILE: Final = 13
DELIVER: Final = 14
COUNT_FIELD: Final = 15
GIVE_UP_GOODS: Final = 16
COVER_WORKER: Final = 17
GAME_OVER: Final = 18

NAMES: Final[list[str]] = [
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
