"""What stands in a city that is drawn small, 17 pixels to a space: few strong lines and full colours.

A page hides the letters of small boards, so the numbers of churches are strokes here.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at
from citywright.draw.symbols import drawn_once
from citywright.games.saint_malo.drawing.shapes import box, disc, path

# The figures as strokes, 18 wide and 30 high around the origin.
FIGURES = {
    1: "M-6-9L2-15V15",
    2: "M-9-8Q-8-15 0-15Q9-15 9-7Q9-1-9 14H10",
    3: "M-9-14H8L-1-3Q9-3 9 6Q9 15-1 15Q-8 15-10 10",
    4: "M4 15V-15L-11 6H11",
    5: "M8-15H-7L-8-2Q-4-5 0-5Q9-4 9 5Q8 15-1 15Q-8 15-10 10",
}


@lru_cache(4096)
def small_piece(kind: str, number: int, printed: bool) -> str:
    """A piece in a box of 58 by 58."""
    if kind == "crate":
        return _crate(printed)
    if kind == "house":
        return _house()
    if kind == "church":
        return _church(number)
    return _person(kind)


@drawn_once
def _crate(printed: bool) -> str:
    fill = "w-orange" if printed else "f-orange"
    return box(4, 8, 50, 44, f"fat {fill}", 3) + path("M4 19H54M4 41H54M10 40L48 20", "fat")


@drawn_once
def _house() -> str:
    return path("M9 55V27H49V55Z", "fat f-white") + path("M2 31L29 3L56 31Z", "fat f-red")


@drawn_once
def _church(number: int) -> str:
    body = path("M3 57V23L29 5L55 23V57Z", "fat f-violet") + path("M29 5V-4M23 0H35", "fat")
    figure = f'<path class="wide s-paper" fill="none" stroke-linejoin="round" d="{FIGURES[number]}"/>'
    return body + at(29, 37, figure, 1.1)


@drawn_once
def _person(kind: str) -> str:
    """Told by hat and tool; on a pale ground, which lifts it off the plot in the dark as well."""
    robe, tool = PERSONS[kind]
    ground = box(-1, -1, 60, 60, "f-slab", 9)
    body = path("M11 58Q11 31 29 31Q47 31 47 58Z", f"fat {robe}") + disc(29, 21, 10, "fat f-skin")
    return ground + body + tool


# person -> the colour of its robe; its hat and what it holds
PERSONS = {
    "citizen": ("f-brown", path("M15 16Q17 4 30 4Q43 4 43 16Z", "fat f-brown")),
    "soldier": (
        "f-azure",
        path("M15 18Q16 4 29 4Q42 4 43 18Z", "fat f-stone")
        + path("M52 57V4", "fat")
        + disc(15, 44, 12, "fat f-red"),
    ),
    "priest": (
        "f-violet",
        path("M18 17V8L29-1L40 8V17Z", "fat f-white") + path("M52 57V8M45 17H59", "fat s-mark"),
    ),
    "architect": (
        "f-orange",
        path("M14 16Q12 5 27 5Q44 5 44 14Z", "fat f-orange") + path("M49 14L41 55M49 14L57 55", "fat"),
    ),
    "merchant": (
        "f-green",
        path("M10 17H48L38 5H20Z", "fat f-green")
        + disc(8, 45, 8, "fat f-gold")
        + disc(50, 45, 8, "fat f-gold"),
    ),
    "juggler": (
        "f-rose",
        path("M10 38L24 42M48 38L34 42", "fat")
        + disc(7, 27, 7, "fat f-gold")
        + disc(29, 6, 7, "fat f-azure")
        + disc(51, 27, 7, "fat f-gold"),
    ),
    "noble": ("f-gold", path("M15 18L11 0L22 8L29-2L36 8L47 0L43 18Z", "fat f-gold")),
}


@drawn_once
def small_wall() -> str:
    """A piece of wall around the origin, its merlons up, as long as a space."""
    d = "M-34.5 24V-27H-22V-15H-8V-27H8V-15H22V-27H34.5V24Z"
    return path(d, "fat f-slab")
