"""What the pirates have left when a game of Saint Malo is over: every city's defence and its cannons.

It stands where the dice were; who has won is told by the page itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import at, fitted, hit, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pieces import cannon, seat_mark, shield
from citywright.games.saint_malo.drawing.shapes import box
from citywright.games.saint_malo.drawing.ships import ship, wreck
from citywright.games.saint_malo.drawing.tray import HEIGHT, PERSONS_TOP, WIDTH
from citywright.games.saint_malo.rules.material import CANNON_POINTS
from citywright.games.saint_malo.text.names import words_of
from citywright.text.phrases import points_phrase

ROW = 78.0  # the highest row of a seat
CANNONS_LEFT, CANNONS_ROOM = 172.0, 372.0


class Survivor(NamedTuple):
    """A city at the end."""

    name: str
    defence: int
    cannons: int
    lost_cannons: int


@lru_cache(64)
def aftermath(attacks: int, are_gone: bool, cities: tuple[Survivor, ...], lang: str) -> Part:
    """After so many attacks; if they `are_gone`, only a wreck is left of the pirates."""
    t = words_of(lang)
    words = t.plural("The pirates attacked once", "The pirates attacked {n} times", attacks)
    top = PERSONS_TOP
    body = box(2, top, WIDTH - 4, HEIGHT - 4 - top, "f-card", 18) + box(2, top, WIDTH - 4, 30, "f-card")
    body += fitted(24, 62, words, 29, 392, "t-light bold left")
    body += at(486, 84, wreck() if are_gone else ship(0.52))
    high = min(ROW, (HEIGHT - 12 - top) / len(cities))
    start = top + (HEIGHT - 4 - top - high * len(cities)) / 2
    for seat, city in enumerate(cities):
        body += at(0, round(start + high * seat, 1), _row(seat, city, high, lang))
    return part("tray-results", body)


def _row(seat: int, city: Survivor, high: float, lang: str) -> str:
    """A city: its seat, its defence, its cannons; lost ones are crossed out."""
    t = words_of(lang)
    name = t(
        "{who}: defence {defence}, {n} of {all} cannons lost, each costs {points} (SM-53)",
        who=city.name,
        defence=city.defence,
        n=city.lost_cannons,
        all=city.cannons + city.lost_cannons,
        points=points_phrase(t, -CANNON_POINTS),
    )
    middle = high / 2
    body = hit(4, 0, WIDTH - 8, high)
    if seat % 2 == 0:
        body += box(10, 2, WIDTH - 20, high - 4, "f-paper", 12)
    body += seat_mark(seat, 48, middle, 22)
    body += at(88, middle - 30, shield(seat, "", "w-sea")) + text(117, middle + 9, city.defence, 28)
    every = city.cannons + city.lost_cannons
    pitch = min(62.0, CANNONS_ROOM / max(1, every))
    for number in range(every):
        drawn = cannon(number % 3, number >= city.cannons)
        body += at(CANNONS_LEFT + pitch * number, middle - 27, drawn, 0.94)
    return named(name, body)
