"""The printed board of a Saint Malo city: sea and quay, rampart with the point wall, streets and plots."""

from __future__ import annotations

from functools import lru_cache
from math import cos, sin, tau

from citywright.draw.elements import at, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.games.saint_malo.drawing.shapes import box
from citywright.games.saint_malo.drawing.ships import barge, rowing_boat
from citywright.games.saint_malo.notation import COLUMNS
from citywright.games.saint_malo.text.names import words_of

WIDTH, HEIGHT = 560, 545
CELL = 69  # a thumb's width where the panel is as wide as a small phone
LEFT, TOP = 33, 30  # of the 7 by 7 grid: around it there is room for the rampart and its bastions
EDGE = 20  # how broad the rampart is
GRID = 7 * CELL
STEPS = 100  # stones of the point wall, 25 to a side
INSET = 3  # of a plot in its space: what is between plots are the streets
BASTION = 18.0  # how far a bastion reaches: a page draws its two figures up to 26 high, and they stay inside

# space -> its top left corner
CORNERS = {
    f"{column}{row + 1}": (LEFT + CELL * k, TOP + CELL * row)
    for k, column in enumerate(COLUMNS)
    for row in range(7)
}
_FAR, _DEEP = LEFT + GRID, TOP + GRID  # the right and lower edge of the grid


@lru_cache(16)
def ground(panel: str, is_small: bool, lang: str) -> Part:
    """Sea, rampart and the empty city plan; a small one has nothing on it that only blurs there."""
    t = words_of(lang)
    name = t("The point wall: the flag shows your points, 100 to a round")
    if is_small:
        return part(f"{panel}-ground", PLAIN_SCENERY, named(name, PLAIN_WALL))
    return part(f"{panel}-ground", SCENERY, named(name, POINT_WALL), COORDINATES)


def stone(step: int) -> tuple[float, float]:
    """The middle of a stone of the point wall, clockwise from the top left corner."""
    side, along = divmod(step % STEPS, STEPS // 4)
    low, far = LEFT - EDGE / 2, _FAR + EDGE / 2
    high, deep = TOP - EDGE / 2, _DEEP + EDGE / 2
    way = along * (GRID + EDGE) / (STEPS / 4)
    return [(low + way, high), (far, high + way), (far - way, deep), (low, deep - way)][side]


# --- the sea -----------------------------------------------------------------------------


def _sea() -> str:
    """Deep water, the shallows around the rampart, and waves."""
    waves = [(-8, 96), (-10, 250), (-9, 418), (60, 538), (186, 540), (424, 539)]
    waves += [(536, 34), (531, 66), (534, 470), (530, 508), (548, 300), (544, 190)]
    return (
        box(0, 0, WIDTH, HEIGHT, "f-sea", 18)
        + box(LEFT - EDGE - 7, TOP - EDGE - 5, GRID + 2 * EDGE + 14, GRID + 2 * EDGE + 12, "f-shoal", 16)
        + Pen("waves", 0.8).waves(waves, 6)
    )


def _quay() -> str:
    """A quay along the right side, with a jetty and boats, and a small one below."""
    pen = Pen("quay", 0.5)
    x, y = _FAR + EDGE, _DEEP + EDGE
    planks = [[(x, way), (x + 7, way)] for way in range(116, 442, 11)]
    jetty = [[(x + 7.0, way), (x + 26, way)] for way in (271, 276, 281)]
    below = [[(way, y), (way, y + 4.0)] for way in range(278, 390, 11)]
    return (
        pen.rect(x - 2, 108, 9, 340, "thin f-quay")
        + pen.rect(x + 6, 266, 21, 20, "thin f-quay")
        + pen.rect(272, y - 2, 122, 6, "thin f-quay")
        + pen.lines([*planks, *jetty, *below], "thin s-merlon")
        + at(x + 16, 150, rowing_boat(0), 1.1)
        + at(x + 17, 222, barge(0), 1.15)
        + at(x + 16, 332, rowing_boat(1), 1.1)
        + at(x + 17, 402, barge(1), 1.15)
        + f'<g transform="translate(364 {y + 6:g}) rotate(90)">{rowing_boat(2)}</g>'
        + f'<g transform="translate(310 {y + 6:g}) rotate(90)">{rowing_boat(0)}</g>'
    )


# --- the rampart -------------------------------------------------------------------------


def _rampart() -> str:
    """A thick wall around the city with merlons on its outer edge."""
    x, y, side = LEFT - EDGE, TOP - EDGE, GRID + 2 * EDGE
    pen = Pen("rampart", 0.4)
    steps = [11 + k * (side - 22) / 33 for k in range(34)]
    flat = [(x + way - 3.5, edge) for way in steps for edge in (y - 3, y + side - 3)]
    upright = [(edge, y + way - 3.5) for way in steps for edge in (x - 3, x + side - 3)]
    return (
        box(x, y + 4, side, side, "shade", 8)
        + pen.boxes(flat, 7, 6, "thin f-rampart")
        + pen.boxes(upright, 6, 7, "thin f-rampart")
        + box(x, y, side, side, "thin f-rampart", 5)
    )


def _point_wall(is_small: bool) -> str:
    """Stones to count points on; the bastions in the corners have numbers."""
    pen = Pen("stones", 0.4)
    stones = [stone(step) for step in range(STEPS)]
    quarter = STEPS // 4
    plain = [(x - 6.5, y - 6.5) for step, (x, y) in enumerate(stones) if step % quarter and step % 5]
    fives = [(x - 7.5, y - 7.5) for step, (x, y) in enumerate(stones) if step % quarter and not step % 5]
    drawn = "" if is_small else pen.boxes(plain, 13, 13, "thin s-merlon")
    drawn += pen.boxes(fives, 15, 15, "thin f-stone")
    for number in range(4):
        x, y = stone(number * quarter)
        drawn += pen.ring(x, y, BASTION, "pen f-stone")
        drawn += text(x, y + 7.6, number * quarter, 21)
    return drawn


def _coordinates() -> str:
    """The names of columns and rows, as the log says them: on boards that hang on the rampart."""
    boards, letters = "", ""
    for k in range(7):
        middle = CELL * (k + 0.5)
        for x, y, name in (
            (LEFT + middle, _DEEP + EDGE / 2, COLUMNS[k]),
            (LEFT - EDGE / 2, TOP + middle, str(k + 1)),
        ):
            boards += box(x - 12.5, y - 12, 25, 24, "thin f-card", 5)
            letters += text(x, y + (5 if name in "aceg" else 7), name, 21, "t coordinate")
    return f'<g class="coordinate">{boards}{letters}</g>'


# --- inside ------------------------------------------------------------------------------


def _plots(is_small: bool) -> str:
    """Cobbles where walls may stand, sand and grass inside; streets between the plots."""
    size = CELL - 2 * INSET
    inner = box(LEFT + CELL, TOP + CELL, 5 * CELL, 5 * CELL, "f-street", 6)
    outer = box(LEFT, TOP, GRID, GRID, "thin f-rampart", 4)
    way = size - 14  # the straight part of an edge
    plot = f"h{way}q7 0 7 7v{way}q0 7-7 7h{-way}q-7 0-7-7v{-way}q0-7 7-7z"
    outside, inside, green = "", "", ""
    for number, (space, (x, y)) in enumerate(CORNERS.items()):
        column, row = COLUMNS.index(space[0]), int(space[1]) - 1
        edges = (column in (0, 6)) + (row in (0, 6))
        d = f"M{x + INSET + 7} {y + INSET}{plot}"
        if edges == 1:
            outside += d
        elif not edges and _noise(number, 5) < 2:
            green += d
        elif not edges:
            inside += d
    return (
        outer
        + inner
        + f'<path class="f-cobble" d="{outside}"/><path class="f-paper" d="{inside}"/>'
        + f'<path class="f-garden" d="{green}"/>'
        + ("" if is_small else _cobbles() + _tufts())
    )


def _noise(number: int, most: int) -> int:
    """A number below `most` that looks like chance and is always the same."""
    return (number * 7919 + number * number * 31 + 17) % 9973 % most


def _cobbles() -> str:
    """A few stones on each outer plot and in the streets."""
    d = []
    for number, (space, (x, y)) in enumerate(CORNERS.items()):
        column, row = COLUMNS.index(space[0]), int(space[1]) - 1
        if (column in (0, 6)) + (row in (0, 6)) != 1:
            continue
        for k in range(5):
            seed = number * 9 + k
            dx, dy = 10 + _noise(seed, 42), 12 + _noise(seed + 400, 42)
            d.append(f"M{x + dx} {y + dy}q4-4 8 0q1 5-4 5q-5 0-4-5z")
    return f'<path class="thin s-merlon quiet" d="{"".join(d)}"/>'


def _tufts() -> str:
    """Grass on some inner plots, small paving stones on others."""
    grass, paving = [], []
    for number in range(25):
        x, y = LEFT + CELL * (1 + number % 5), TOP + CELL * (1 + number // 5)
        for k in range(2 + number % 2):
            seed = 50 + number * 4 + k
            dx, dy = 12 + _noise(seed, 40), 16 + _noise(seed + 300, 40)
            if (number + k) % 3:
                grass.append(f"M{x + dx} {y + dy}l-3-6m3 6l0-8m0 8l3.5-5")
            else:
                paving.append(f"M{x + dx} {y + dy}h7v4h-7z")
    return (
        f'<path class="thin s-green quiet" d="{"".join(grass)}"/>'
        f'<path class="thin s-faint quiet" d="{"".join(paving)}"/>'
    )


def _tower_ground() -> str:
    """The round foundations of the corner towers, and a star of cobbles around each."""
    drawn = ""
    for column, row in ((0, 0), (6, 0), (6, 6), (0, 6)):
        x, y = LEFT + CELL * (column + 0.5), TOP + CELL * (row + 0.5)
        drawn += "".join(
            [f"M{x + 31 * cos(a):.1f} {y + 31 * sin(a):.1f}l3 3" for a in (tau * k / 8 for k in range(8))]
        )
    return f'<path class="thin s-merlon" d="{drawn}"/>'


# Everything printed is the same in all games, so it is drawn when this is loaded.
_AROUND = _sea() + _rampart() + _quay()
SCENERY = _AROUND + _plots(is_small=False) + _tower_ground()
PLAIN_SCENERY = _AROUND + _plots(is_small=True)
POINT_WALL, PLAIN_WALL = _point_wall(is_small=False), _point_wall(is_small=True)
COORDINATES = _coordinates()
