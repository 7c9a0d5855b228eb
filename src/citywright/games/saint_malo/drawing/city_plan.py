"""The printed board of a Saint Malo city: sea, ramparts with the point wall, the plan and its towers."""

from __future__ import annotations

from functools import lru_cache
from math import cos, sin, tau

from citywright.draw.elements import at, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import coin
from citywright.games.saint_malo.drawing.pieces import face
from citywright.games.saint_malo.notation import COLUMNS
from citywright.games.saint_malo.text.names import side_name, words_of
from citywright.text.phrases import capital, coins_phrase, points_phrase

WIDTH = 560
CELL = 66
LEFT = 49  # of the 7 by 7 grid
EDGE = 24  # how broad the rampart is
GRID = 7 * CELL
HEADER, HEADER_SMALL = 82, 150
STEPS = 100  # stones of the point wall, 25 to a side


def grid_top(large: bool) -> int:
    """Where the grid begins; a city shown small has a taller header with larger numbers."""
    return (HEADER if large else HEADER_SMALL) + EDGE + 16


def height(large: bool) -> int:
    """Of the whole panel."""
    return grid_top(large) + GRID + EDGE + 22


# space -> its top left corner, in a small and in a large city
CORNERS = [
    {
        f"{column}{row + 1}": (LEFT + CELL * k, grid_top(large) + CELL * row)
        for k, column in enumerate(COLUMNS)
        for row in range(7)
    }
    for large in (False, True)
]


@lru_cache(16)
def ground(panel: str, large: bool) -> Part:
    """Sea, ramparts and the empty city plan."""
    sea = f'<rect class="f-sea" width="{WIDTH}" height="{height(large)}" rx="18"/>'
    return part(f"{panel}-ground", sea, at(0, grid_top(large), SCENERY))


def _waves() -> str:
    places = [((k * 193 + 31) % (WIDTH - 50), (k * k * 37 + k * 83) % 640 - 120) for k in range(28)]
    return Pen("waves", 1.0).waves(places, 8)


def _rampart() -> str:
    """A ring of stones around the city; every tenth has its number: the point wall."""
    pen = Pen("rampart", 0.5)
    x, side = LEFT - EDGE, GRID + 2 * EDGE
    ring = (
        f'<rect class="shade" x="{x}" y="{5 - EDGE}" width="{side}" height="{side}" rx="10"/>'
        f'<rect class="thin f-rampart" x="{x}" y="{-EDGE}" width="{side}" height="{side}" rx="8"/>'
    )
    stones = [stone(step, 0) for step in range(STEPS)]
    plain = [(cx - 7, cy - 7) for step, (cx, cy) in enumerate(stones) if step % 10]
    tens = [(cx - 9.5, cy - 9.5) for cx, cy in stones[::10]]
    numbers = [text(cx, cy + 4.5, 10 * k, 12.5) for k, (cx, cy) in enumerate(stones[::10])]
    return (
        ring
        + pen.boxes(plain, 14, 14, "thin s-merlon")
        + pen.boxes(tens, 19, 19, "thin f-card")
        + "".join(numbers)
    )


def stone(step: int, top: float) -> tuple[float, float]:
    """The middle of a stone of the point wall, clockwise from the top left corner."""
    side, along = divmod(step % STEPS, STEPS // 4)
    low, far = LEFT - EDGE / 2, LEFT + GRID + EDGE / 2
    high, deep = top - EDGE / 2, top + GRID + EDGE / 2
    way = along * (GRID + EDGE) / (STEPS / 4)
    return [(low + way, high), (far, high + way), (far - way, deep), (low, deep - way)][side]


def _plan() -> str:
    """Dark outer and light inner spaces with thin printed lines."""
    pen = Pen("plan", 0.7)
    lines: list[list[tuple[float, float]]] = []
    for i in range(8):
        ends = (CELL, GRID - CELL) if i in (0, 7) else (0, GRID)  # the towers have no lines
        marks = [float(way) for way in range(ends[0], ends[1] + 1, CELL)]
        lines.append([(LEFT + i * CELL, way) for way in marks])
        lines.append([(LEFT + way, i * CELL) for way in marks])
    return (
        f'<rect class="f-stone" x="{LEFT}" y="0" width="{GRID}" height="{GRID}"/>'
        f'<rect class="f-paper" x="{LEFT + CELL}" y="{CELL}" width="{5 * CELL}" height="{5 * CELL}"/>'
        + pen.lines(lines, "thin s-faint")
    )


def _coordinates() -> str:
    """The names of columns and rows, as the log says them."""
    below = GRID + EDGE + 16
    columns = [text(LEFT + CELL * (k + 0.5), below, COLUMNS[k], 16, "t-light") for k in range(7)]
    rows = [text(LEFT - EDGE - 12, CELL * (k + 0.5) + 5, k + 1, 16, "t-light") for k in range(7)]
    return "".join(columns + rows)


# Everything printed, the grid's top at y = 0: the same in all games, so it is drawn when this is loaded.
SCENERY = _waves() + _rampart() + _plan() + _coordinates()


# --- towers ----------------------------------------------------------------------------

_TOWERS = {"top": (0, 0, "→"), "right": (6, 0, "↓"), "bottom": (6, 6, "←"), "left": (0, 6, "↑")}


@lru_cache(1024)
def tower(panel: str, side: str, bonus: str, status: str, large: bool, lang: str) -> Part:
    """A corner tower: what its side gives, and what has become of the side."""
    column, row, _ = _TOWERS[side]
    x, y = LEFT + CELL * (column + 0.5), grid_top(large) + CELL * (row + 0.5)
    body = at(x, y, _tower_drawing(side, bonus, status))
    return part(f"{panel}-tower-{side}", named(_tower_words(side, bonus, status, lang), body))


@lru_cache(64)
def _tower_drawing(side: str, bonus: str, status: str) -> str:
    gives, amount = bonus.split(" ")
    pen = Pen(f"tower{side}", 0.7)
    fill = "f-gold" if status == "complete" else "w-stone" if status == "open" else "f-rampart"
    body = pen.ring(0, 0, 38, f"pen {fill}") + pen.ring(0, 0, 29, "thin f-card") + _crenels()
    body += _gift(gives, amount) + text(0, 23, _TOWERS[side][2], 19, "t")
    if status == "complete":
        body += pen.ring(27, 25, 10, "pen f-card") + pen.line([(22, 25), (26, 30), (33, 20)], "pen s-green")
    if status == "destroyed":
        body += pen.lines([[(-24, -24), (24, 24)], [(24, -24), (-24, 24)]], "fat s-crimson")
    return body


def _tower_words(side: str, bonus: str, status: str, lang: str) -> str:
    t = words_of(lang)
    gives, amount = bonus.split(" ")
    gift = {
        "person": t("a person of level 1 to {n}", n=amount),
        "coins": coins_phrase(t, int(amount)),
        "points": points_phrase(t, int(amount)),
    }[gives]
    state = {
        "open": t("still open"),
        "complete": t("complete, 2 defence"),
        "destroyed": t("destroyed"),
    }[status]
    name = capital(side_name(side, lang))
    return t("{side}: {bonus} for five walls (SM-6), {state}", side=name, bonus=gift, state=state)


@lru_cache(1)
def _crenels() -> str:
    """Short strokes around a tower's edge: its merlons from above."""
    angles = [tau * k / 16 for k in range(16)]
    d = [f"M{30 * cos(a):.1f} {30 * sin(a):.1f}L{37 * cos(a):.1f} {37 * sin(a):.1f}" for a in angles]
    return f'<path class="thin" d="{"".join(d)}"/>'


def _gift(gives: str, amount: str) -> str:
    if gives == "coins":
        return at(-20, -27, coin(1, amount), 0.7)
    if gives == "person":
        return at(-25, -21, face("head"), 0.42) + text(11, 2, f"1–{amount}", 17)
    return text(0, 3, f"+{amount}", 23)
