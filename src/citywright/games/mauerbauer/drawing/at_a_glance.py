"""The facts of a view: what is running out, the pile, and how many cards everybody holds."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at
from citywright.draw.facts import Fact, Facts
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once
from citywright.engine.view import View, seat_number
from citywright.games.mauerbauer.drawing.pieces import any_house, card_back, tower
from citywright.games.mauerbauer.drawing.supply import NAMES, is_scarce
from citywright.games.mauerbauer.rules.drawing_cards import is_last
from citywright.games.mauerbauer.text.names import REASONS, words_of
from citywright.games.mauerbauer.view import MauerbauerView


def facts(view: View, lang: str) -> Facts:
    """What all share, always in the same order; what is scarce is marked. And of each seat its cards."""
    assert isinstance(view, MauerbauerView)
    supply = view.supply
    left = {  # a small screen shows the first two: what ends most games
        "walls": supply.walls,
        "palaces": sum(supply.palaces.values()),
        "towers": sum(supply.towers.values()),
        "houses": sum(supply.houses.values()),
    }
    shared = [_stock(piece, number, lang) for piece, number in left.items()]
    shared.append(_pile(view.pile, lang))
    if view.last_turn:  # must be seen on a small screen, too
        shared.insert(0, _last_turn(view.last_turn, lang))
    lasts = min(view.scores) != max(view.scores) and view.actor is not None
    own = -1 if view.seat == "*" else seat_number(view.seat)
    seats = []
    for seat, cards in enumerate(view.hand_sizes):
        known = [_hand(cards, seat == own, lang)]
        if lasts and is_last(view.scores, seat):
            known.append(_last(lang))
        seats.append(tuple(known))
    return Facts(tuple(shared), tuple(seats))


@drawn_once
def _hourglass() -> str:
    """The time is running out."""
    pen = Pen("hourglass", 0.4)
    glass = pen.shape([(12, 8), (46, 8), (33, 29), (46, 50), (12, 50), (25, 29)], "fat f-card")
    return (
        glass
        + pen.shape([(17, 48), (29, 37), (41, 48)], "f-red")
        + pen.lines([[(8, 7), (50, 7)], [(8, 51), (50, 51)]], "wide s-brown")
    )


@drawn_once
def _palisade() -> str:
    """A piece of wall, seen from the front."""
    pen = Pen("palisade", 0.4)
    stakes = [
        pen.shape([(x, 52), (x, 18), (x + 7, 8), (x + 14, 18), (x + 14, 52)], "pen w-brown")
        for x in (6, 22, 38)
    ]
    return "".join(stakes) + pen.shape([(3, 34), (55, 34), (55, 41), (3, 41)], "pen f-timber")


@drawn_once
def _fan() -> str:
    """Cards in a hand."""
    cards = [
        f'<g transform="rotate({turn} 29 60)">{at(11, 6, card_back(), 0.86)}</g>' for turn in (-20, 0, 20)
    ]
    return "".join(cards)


@drawn_once
def _stack() -> str:
    """A pile of cards."""
    return "".join([at(8 + 3 * k, 6 - 3 * k, card_back(), 0.9) for k in range(3)])


@drawn_once
def _down() -> str:
    """An arrow down to the last place."""
    return Pen("down", 0.4).shape(
        [(22, 8), (36, 8), (36, 28), (48, 28), (29, 50), (10, 28), (22, 28)], "pen w-gold"
    )


@lru_cache(4)
def _icon(piece: str) -> str:
    if piece == "walls":
        return _palisade()
    return tower("grey") if piece == "towers" else any_house(piece == "palaces")


@lru_cache(512)
def _stock(piece: str, left: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t("{what} left; the last one ends the game (MB-40)", what=t(NAMES[piece]))
    return Fact(piece, _icon(piece), str(left), title, is_scarce(piece, left))


@lru_cache(16)
def _last_turn(reason: str, lang: str) -> Fact:
    t = words_of(lang)
    title = t("{reason} The game ends with this turn", reason=t(REASONS[reason]))
    return Fact("last-turn", _hourglass(), t("last turn"), title, True)


@lru_cache(256)
def _pile(cards: int, lang: str) -> Fact:
    t = words_of(lang)
    return Fact("pile", _stack(), str(cards), t("Cards in the pile (MB-33)"))


@lru_cache(256)
def _hand(cards: int, own: bool, lang: str) -> Fact:
    t = words_of(lang)
    title = (
        t("Cards in hand: more of them win a tie (MB-43)")
        if own
        else t("Cards in hand, which nobody else sees: more of them win a tie (MB-35, MB-43)")
    )
    return Fact("cards", _fan(), str(cards), title)


@lru_cache(4)
def _last(lang: str) -> Fact:
    t = words_of(lang)
    title = t("Behind everyone: may exchange cards after a city is scored (MB-34)")
    return Fact("last", _down(), t("last"), title)
