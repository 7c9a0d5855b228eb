"""Phases: what is awaited. The numbers never change."""

from __future__ import annotations

from typing import Final

DRAW_START: Final = 0  # chance draws the start player
DEAL: Final = 1  # chance deals a card to `seat`
PLACE_WALL: Final = 2
ROLL: Final = 3  # chance rolls the dice
PLACE_TOWER: Final = 4  # of the rolled colour
PLACE_OTHER_TOWER: Final = 5
PLACE_HOUSE: Final = 6
PLACE_OTHER_HOUSE: Final = 7
JOIN_CITY: Final = 8
PLAY_CARD: Final = 9
PLAY_SECOND: Final = 10
DRAW_CARDS: Final = 11  # chance gives `seat` a card for those it played
EXCHANGE_CARDS: Final = 12
DRAW_EXCHANGED: Final = 13  # chance gives `seat` a card for one it exchanged
CHOOSE_CITY: Final = 14
PLAY_LAST: Final = 15
PLAY_LAST_SECOND: Final = 16
GAME_OVER: Final = 17

NAMES: Final = [
    "lot", "deal", "place wall", "roll", "place tower", "place other tower", "place house",
    "place other house", "join city", "play card", "play second card", "draw cards", "exchange cards",
    "draw exchanged cards", "choose city", "play last card", "play last second card", "over",
]  # fmt: skip
