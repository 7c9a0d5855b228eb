"""What stands in a space of a Saint Malo city, by its kind."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at
from citywright.draw.pieces import hand
from citywright.games.saint_malo.drawing import goods
from citywright.games.saint_malo.drawing.faces import face
from citywright.games.saint_malo.drawing.persons import person


@lru_cache(4096)
def piece(kind: str, number: int, printed: bool, place: int) -> str:
    """A piece in a box of 58 by 58; it looks a little different at different places."""
    shape = hand(place)
    if kind == "crate":
        return goods.crate(shape, printed)
    if kind == "wall":
        return at(29, 30, goods.wall(shape % 3, False, False), 0.82)
    if kind == "house":
        return goods.house(shape)
    if kind == "church":
        return goods.church(shape % 3, number)
    return person(kind)


def sign_of_kind(kind: str, number: int) -> str:
    """A piece before it has a place: a crate is as on the dice, since it may yet become any of its shapes."""
    return face("crate") if kind == "crate" else piece(kind, number, False, 0)
