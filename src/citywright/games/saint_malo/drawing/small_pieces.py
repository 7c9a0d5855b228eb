"""What stands in a city that is drawn small: as in one's own city, with broad lines and full colours.

17 pixels to a space must be enough, and the same drawing is shown large on demand. A page hides the letters
of small boards, so the numbers of churches are strokes here.
"""

from __future__ import annotations

import re

from citywright.draw.elements import at
from citywright.draw.pieces import hand
from citywright.draw.symbols import drawn_once
from citywright.games.saint_malo.drawing import goods
from citywright.games.saint_malo.drawing.persons import person_lines
from citywright.games.saint_malo.drawing.shapes import box

# The figures as strokes, 18 wide and 30 high around the origin.
FIGURES = {
    1: "M-6-9L2-15V15",
    2: "M-9-8Q-8-15 0-15Q9-15 9-7Q9-1-9 14H10",
    3: "M-9-14H8L-1-3Q9-3 9 6Q9 15-1 15Q-8 15-10 10",
    4: "M4 15V-15L-11 6H11",
    5: "M8-15H-7L-8-2Q-4-5 0-5Q9-4 9 5Q8 15-1 15Q-8 15-10 10",
}
# a pale colour -> the full one; what is thin stays so: it is lost in a small board and there in a large one
FULL = {
    "w-brown": "f-brown",
    "w-gold": "f-gold",
    "w-green": "f-green",
    "w-orange": "f-orange",
    "w-red": "f-red",
    "w-sea": "f-azure",
    "w-stone": "f-stone",
    "w-violet": "f-violet",
}


def small_piece(kind: str, number: int, printed: bool, place: int) -> str:
    """A piece in a box of 58 by 58, in the shape it has at this place of one's own city."""
    shape = hand(place)
    if kind == "crate":
        return _crate(shape, printed)
    if kind == "house":
        return _house(shape)
    if kind == "church":
        return _church(shape % 3, number)
    return _person(kind)


def _strong(drawing: str, colours: dict[str, str]) -> str:
    """A drawing with broad lines, and colours in the place of others."""
    instead = {"pen": "fat", **colours}

    def chosen(classes: re.Match[str]) -> str:
        return f'class="{" ".join([instead.get(name, name) for name in classes[1].split()])}"'

    return re.sub('class="([^"]*)"', chosen, drawing)


@drawn_once
def _crate(shape: int, printed: bool) -> str:
    """Printed ones are pale."""
    return _strong(goods.crate_lines(shape), {} if printed else {**FULL, "w-plain": "w-orange"})


@drawn_once
def _house(shape: int) -> str:
    return _strong(goods.house_lines(shape), {**FULL, "w-plain": "f-white"})


@drawn_once
def _church(shape: int, number: int) -> str:
    figure = f'<path class="wide s-paper" fill="none" stroke-linejoin="round" d="{FIGURES[number]}"/>'
    return _church_walls(shape) + at(20, 40, figure, 0.86)


@drawn_once
def _church_walls(shape: int) -> str:
    return _strong(goods.church_lines(shape), FULL)


@drawn_once
def _person(kind: str) -> str:
    """On a pale ground, which lifts it off the plot in the dark as well."""
    return box(-1, -1, 60, 60, "f-slab", 9) + _strong(person_lines(kind), {**FULL, "w-plain": "f-skin"})


@drawn_once
def small_wall(before: bool, after: bool) -> str:
    """A piece of wall around the origin, its few merlons up; `before` and `after` it the wall goes on."""
    return _strong(goods.wall_lines(0, before, after, 3), {"w-stone": "f-slab"})
