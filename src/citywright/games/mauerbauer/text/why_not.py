"""Why something on the map or in the tray cannot be chosen now: what the page answers to a click on it."""

from __future__ import annotations

from functools import lru_cache

from citywright.games.mauerbauer.text.names import HOUSES, PIECES, TOWERS, words_of
from citywright.text import mark

WALL_STANDS = mark("A wall stands here already (MB-11)")
CITY_CLOSED = mark("A wall may not stand inside a closed city (MB-11)")
COLOUR_BELOW = {
    "tower": mark("A tower goes here: choose its colour below the map (MB-13)"),
    "house": mark("A house goes here: choose its colour below the map (MB-15)"),
}
# where a colour that is offered is chosen instead
CHOSEN = {
    "map": mark("Tap the golden place on the map (MB-13, MB-15)"),
    "above": mark("Choose it in the golden row above (MB-13, MB-15)"),
}
# by phase: a place on the map where nothing can be done
ELSEWHERE = {
    "place tower": mark("Towers go to the free ends of the wall just built (MB-13)"),
    "place other tower": mark("Towers go to the free ends of the wall just built (MB-13)"),
    "place house": mark("Houses go to the fields beside the wall just built (MB-15)"),
    "place other house": mark("Houses go to the fields beside the wall just built (MB-15)"),
    "join city": mark("Only a closed city that shares a wall with the new one can be joined (MB-24)"),
    "play card": mark("A city is being scored: play or discard a card (MB-30)"),
    "play second card": mark("A city is being scored: play a second card, or none (MB-30)"),
    "exchange cards": mark("You are last: exchange cards, or tap Done (MB-34)"),
    "choose city": mark("Choose one of the closed cities for your last cards (MB-42)"),
    "play last card": mark("The last turn is over: only cards are played now (MB-42)"),
    "play last second card": mark("The last turn is over: only cards are played now (MB-42)"),
}
CARD_NEEDS_CITY = mark("You chose no city, and this card needs one (MB-42)")
# by phase: a card that cannot be played; in all others no city is being scored
NO_CARDS_NOW = mark("Cards are played when a city has been closed (MB-30)")
NO_CARD_IN = {
    "join city": mark("Cards are played once it is decided whether the cities are joined (MB-25)"),
    "play card": mark("Another player is playing cards for this city; each does in turn (MB-30)"),
    "play second card": mark("Another player is playing cards for this city; each does in turn (MB-30)"),
    "draw cards": mark("All have played their cards for this city (MB-32)"),
    "exchange cards": mark("Only players who are last on the score track exchange cards now (MB-34)"),
    "draw exchanged cards": mark("Only players who are last on the score track exchange cards now (MB-34)"),
    "choose city": mark("First a city is chosen for the last cards (MB-42)"),
    "play last card": mark("Another player is playing the last cards; each does in turn (MB-42)"),
    "play last second card": mark("Another player is playing the last cards; each does in turn (MB-42)"),
    "over": mark("The game is over (MB-43)"),
}


NO_PIECE_IN = {
    "place wall": mark("First the wall, then the towers and houses (MB-10)"),
}


def no_piece_yet(phase: str, lang: str) -> str:
    """Why no tower or house can be chosen in a phase in which nobody builds one; empty: no need to say."""
    return words_of(lang)(NO_PIECE_IN[phase]) if phase in NO_PIECE_IN else ""


@lru_cache(256)
def no_tower(colour: str, left: int, phase: str, rolled: str, where: str, lang: str) -> str:
    """Why a tower of a colour cannot be chosen in the tray while pieces are built."""
    t = words_of(lang)
    if not phase.endswith("tower"):
        return t("The towers of this turn stand: now the houses are built (MB-10)")
    if not left:
        return t("None is left: {piece} (MB-14)", piece=t(TOWERS[colour]))
    if where:
        return t(CHOSEN[where])
    return t("The tower die shows {colour} (MB-13)", colour=t(PIECES[rolled]))


@lru_cache(256)
def no_house(colour: str, left: int, phase: str, dice: tuple[str, ...], where: str, lang: str) -> str:
    """Why a house of a colour cannot be chosen in the tray while pieces are built."""
    t = words_of(lang)
    if not phase.endswith("house"):
        return t("First the towers, then the houses (MB-10)")
    if not left:
        return t("None is left: {piece} (MB-16)", piece=t(HOUSES[colour]))
    if where:
        return t(CHOSEN[where])
    shown = t.listed([t(PIECES[face]) for face in dice])
    if len(dice) == 1:
        return t("The house die that is left shows {faces} (MB-15)", faces=shown)
    return t("The house dice show {faces} (MB-15)", faces=shown)
