"""Why something on the map or in the hand cannot be chosen now: what the page answers to a click on it."""

from __future__ import annotations

from citywright.text import mark

WALL_STANDS = mark("A wall stands here already (MB-11)")
CITY_CLOSED = mark("A wall may not stand inside a closed city (MB-11)")
# by phase: a place on the map where nothing can be done
ELSEWHERE = {
    "place tower": mark("Towers go to the free ends of the wall just built (MB-13)"),
    "place other tower": mark("Towers go to the free ends of the wall just built (MB-13)"),
    "place house": mark("Houses go to the fields beside the wall just built (MB-15)"),
    "place other house": mark("Houses go to the fields beside the wall just built (MB-15)"),
    "join city": mark("Only a closed city that shares a wall with the new one can be joined (MB-24)"),
    "play card": mark("A city is being scored: play or discard a card (MB-30)"),
    "play second card": mark("A city is being scored: play a second card, or none (MB-30)"),
    "exchange cards": mark("You are last: exchange cards, or be done (MB-34)"),
    "choose city": mark("Choose one of the closed cities for your last cards (MB-42)"),
    "play last card": mark("The last turn is over: only cards are played now (MB-42)"),
    "play last second card": mark("The last turn is over: only cards are played now (MB-42)"),
}
NO_CARDS_NOW = mark("Cards are played when a city has been closed (MB-30)")
