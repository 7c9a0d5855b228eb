"""The phases of Saint Malo: what is awaited. Chance decides in the first two, nobody in the last."""

from __future__ import annotations

from typing import Final

DRAW_START: Final = 0
ROLL_DICE: Final = 1
KEEP_DICE: Final = 2
USE_DICE: Final = 3
PLACE_CRATE: Final = 4
PLACE_WALL: Final = 5
PLACE_CHURCH: Final = 6
PLACE_PERSON: Final = 7
PLACE_HOUSE: Final = 8
CHOOSE_BONUS: Final = 9
GAME_OVER: Final = 10

LAST_OF_CHANCE: Final = ROLL_DICE

# By number, as views and tutorials show them.
NAMES: Final = (
    "draw start",
    "roll dice",
    "keep dice",
    "use dice",
    "place crate",
    "place wall",
    "place church",
    "place person",
    "place house",
    "choose bonus",
    "over",
)
