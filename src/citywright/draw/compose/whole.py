"""Arranges panels as one picture that stands alone: the own board large, the rest around it, names above.

Of a few arrangements the best is taken: the own board as large as can be, all words legible, no empty areas.
Does no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from math import log
from typing import Final, NamedTuple

from citywright.draw.compose.flush import Box, Column, Leaf, Placed, Row
from citywright.draw.compose.plates import (
    HEADING,
    HIGH,
    LOW,
    Around,
    SeatPlate,
    heading,
    plate,
    plates_in_a_row,
)
from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Panel
from citywright.draw.symbols import definitions, symbols_in
from citywright.draw.theme import LIGHT, css

WIDTH: Final = 1280.0
GAP: Final = 14.0
SHAPE: Final = 0.82  # height to width of a picture that is seen well on screens and paper
LEGIBLE: Final = 11 * WIDTH / 1200  # letters of 11 pixels where the picture is 1200 wide
STRETCH: Final = 1.2  # letters of small panels may be made so much larger than they are on a page
FINEST: Final = 34.0  # no letters of a panel are smaller than its width by this
LETTERS: Final = {
    MAIN: 27.0,
    TRAY: 32.0,
    SIDE: 29.0,
    OTHER: 29.0 / STRETCH,
}  # the smallest are the width by this

HUGE: Final = 1.7  # times that: larger letters beside the own board would be louder than it
DWARFED: Final = 0.44  # other boards should not be narrower than that, as a share of an own one alike

NOTHING: Final = Around()
_SIZE: Final = re.compile(r'font-size="([\d.]+)"')


class _Shape(NamedTuple):
    """What an arrangement depends on: a panel without its drawing, and how high its plate is."""

    number: int  # which of the panels
    role: str
    slope: float
    plate: int  # 0: none


_Boxes = list[Box[_Shape]]
_Seats = list[SeatPlate]


# --- arrangements -----------------------------------------------------------------------


def _box(shape: _Shape) -> Box[_Shape]:
    return Leaf(shape, shape.slope, shape.plate + GAP / 2 if shape.plate else 0)


def _grid(boxes: _Boxes, columns: int) -> _Boxes:
    """Rows of so many boxes each."""
    return [Row(boxes[start : start + columns], GAP) for start in range(0, len(boxes), columns)]


def _arrangements(main: _Boxes, tray: _Boxes, sides: _Boxes, others: _Boxes) -> Iterator[Box[_Shape]]:
    """Ways to lay the boxes out, each as one box."""
    own = main + tray + sides
    if not others:
        yield from _side_by_side(main, tray + sides)
        yield from _side_by_side(main + tray, sides)
        yield from _side_by_side(main + sides, tray)
        return
    for columns in range(1, len(others) + 1):
        if len(others) % columns:
            continue  # the last row would not be full
        grid = _grid(others, columns)
        yield from _side_by_side(main + tray, sides + grid)
        yield from _side_by_side(main + sides, tray + grid)
        yield from _side_by_side(main, tray + sides + grid)
        yield from _side_by_side(own, grid)
        for above in _side_by_side(main, tray + sides):
            yield Column([above, *grid], GAP)
    for above in _side_by_side(main, tray):
        yield Column([above, Row(sides + others, GAP)], GAP)


def _side_by_side(left: _Boxes, right: _Boxes) -> Iterator[Box[_Shape]]:
    columns = [Column(boxes, GAP) for boxes in (left, right) if boxes]
    if columns:
        yield Row(columns, GAP)


def _merit(placed: Sequence[Placed[_Shape]], height: float) -> float:
    """How good it is: a large own board, letters neither small nor huge, a shape like a screen's."""
    letters = [each.width / LETTERS.get(each.content.role, 29) / LEGIBLE for each in placed]
    if min(letters) <= 0:
        return float("-inf")
    beside = max(
        [size for size, each in zip(letters, placed, strict=True) if each.content.role != MAIN] or [0]
    )
    widest = max([each.width for each in placed])
    main, slope = max(
        [(each.width, each.content.slope) for each in placed if each.content.role == MAIN] or [(widest, 0.0)]
    )
    alike = [each.width for each in placed if each.content.role == OTHER and each.content.slope == slope]
    taller = log(height / WIDTH / SHAPE)
    return (
        main / WIDTH
        - 2 * max(0.0, DWARFED - min(alike, default=main) / main)
        - 6 * max(0.0, 1 - min(letters))
        - max(0.0, beside - HUGE)
        - 2 * (widest - main) / WIDTH
        - max(taller, -0.3 * taller)
    )


@lru_cache(64)
def _arranged(shapes: tuple[_Shape, ...]) -> tuple[Placed[_Shape], ...]:
    """The best arrangement: where each panel is with its plate, from y = 0, in the order of the panels."""
    boxes = {
        role: [_box(shape) for shape in shapes if (shape.role if shape.role in LETTERS else SIDE) == role]
        for role in LETTERS
    }
    width = WIDTH - 2 * GAP
    found = []
    for whole in _arrangements(*[boxes[role] for role in (MAIN, TRAY, SIDE, OTHER)]):
        placed = sorted(whole.placed(GAP, 0, width), key=lambda each: each.content.number)
        found.append((_merit(placed, whole.height(width)), placed))
    return tuple(max(found, key=lambda pair: pair[0])[1]) if found else ()


# --- the picture ------------------------------------------------------------------------


def _plates(panels: Sequence[Panel], seats: Sequence[SeatPlate]) -> tuple[dict[int, SeatPlate], _Seats]:
    """The plate above each panel, by its number; and the seats that have none."""
    above = {number: seats[panel.seat] for number, panel in enumerate(panels) if 0 <= panel.seat < len(seats)}
    rest = [seat for seat in seats if seat not in above.values()]
    tray = next((number for number, panel in enumerate(panels) if panel.role == TRAY), None)
    if len(rest) == 1 and tray is not None:  # the tray is where this seat's things are
        return {**above, tray: rest[0]}, []
    return above, rest


def picture(
    panels: Sequence[Panel], theme: str = LIGHT, title: str = "", tone: str = "", around: Around = NOTHING
) -> str:
    """One SVG document with its style sheet inside; `around` is what it says beside the panels."""
    above, rest = _plates(panels, around.seats)
    y, drawn = GAP, []
    if around.game:
        drawn.append(heading(around, GAP, y, WIDTH - 2 * GAP))
        y += HEADING + GAP * 0.8
    if rest:
        drawn.append(plates_in_a_row(rest, GAP, y, WIDTH - 2 * GAP, GAP))
        y += HIGH + GAP
    shapes = [
        _Shape(number, panel.role, panel.height / panel.width, _height_of_plate(panel) * (number in above))
        for number, panel in enumerate(panels)
    ]
    bottom = y
    for shape, x, from_y, width, height in _arranged(tuple(shapes)):
        top, used = y + from_y, 0.0
        if shape.plate:
            drawn.append(plate(above[shape.number], x, top, width, shape.plate))
            used = shape.plate + GAP / 2
        drawn.append(nested(panels[shape.number], x, top + used, width, height - used))
        bottom = max(bottom, top + height)
    return document("".join(drawn), WIDTH, round(bottom + GAP), css(theme, tone), title)


def board(panel: Panel, theme: str = LIGHT, title: str = "", tone: str = "") -> str:
    """One SVG document of a single panel, with nothing said beside it and nothing offered in it."""
    height = WIDTH * panel.height / panel.width
    drawn = nested(panel._replace(offers=()), GAP, GAP, WIDTH - 2 * GAP, height - 2 * GAP)
    return document(drawn, WIDTH, round(height), css(theme, tone), title)


def _height_of_plate(panel: Panel) -> int:
    return LOW if panel.role == MAIN else HIGH


def document(body: str, width: float, height: float, style: str, title: str) -> str:
    """An SVG document with a style sheet and all symbols that its body uses."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}"><style>{style}</style>'
        f"{definitions(symbols_in(body))}"
        f'<rect class="f-page" width="{width:g}" height="{height:g}"/>{body}</svg>'
    )


def nested(panel: Panel, x: float, y: float, width: float, height: float) -> str:
    """A panel at its place in a document."""
    body = panel.body
    if width < LEGIBLE * FINEST:
        body = _legible(body, LEGIBLE * panel.width / width)
    return (
        f'<svg x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" '
        f'viewBox="0 0 {panel.width} {panel.height}">{body}</svg>'
    )


def _legible(body: str, least: float) -> str:
    """The drawing of a small panel, with its small letters a little larger."""

    def larger(found: re.Match[str]) -> str:
        size = float(found[1])
        return found[0] if size >= least else f'font-size="{min(least, size * STRETCH):.2f}"'

    return _SIZE.sub(larger, body)
