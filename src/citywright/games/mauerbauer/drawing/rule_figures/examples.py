"""The pictures of the rules: the worked examples of Die Mauerbauer, drawn with the same pens as the game."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, card, part, text
from citywright.draw.figures import figure
from citywright.draw.panel import Panel, Part
from citywright.draw.pen import Pen
from citywright.games.mauerbauer.drawing import map_pieces, printed_map
from citywright.games.mauerbauer.drawing.coordinates import Chart, middle_of, path
from citywright.games.mauerbauer.drawing.hand import SHOWN, shown
from citywright.games.mauerbauer.drawing.pieces import house, palace
from citywright.games.mauerbauer.rules.material import TOWER_COLOURS

# A small map: three rows of points, and the fields between them.
_ROWS = ((0.0, (0.5, 1.5, 2.5)), (0.866, (0.0, 1.0, 2.0, 3.0)), (1.732, (0.5, 1.5, 2.5)))
_FIELDS = (
    *((0, 1, 4), (0, 3, 4), (1, 2, 5), (1, 4, 5), (2, 5, 6)),
    *((3, 4, 7), (4, 5, 8), (4, 7, 8), (5, 6, 9), (5, 8, 9)),
)
SEVEN = (0, 1, 2, 3, 5, 6, 7)  # MB-X1: the six fields around point 4, and one more
CITIES = ((0, 1, 3), (5, 6, 7), (2,))  # MB-X4: the new city, one with two walls to it, one with one
COUNTED = (
    ("outside-water", 10),
    ("outside-walls", 6),
    ("closed-cities", 4),
    ("outside-pink", 6),
    ("region2", 7),
)  # MB-X2


def figures(lang: str) -> dict[str, Panel]:
    """The rule ids that have a picture, each with it."""
    return {"MB-X1": _seven(lang), "MB-X2": _cards(lang), "MB-X3": _palace(lang), "MB-X4": _joining(lang)}


@lru_cache(1)
def _chart() -> Chart:
    points = [
        (f"{'abc'[row]}{k + 1}", x, y, False) for row, (y, xs) in enumerate(_ROWS) for k, x in enumerate(xs)
    ]
    lines = sorted({pair for p, q, r in _FIELDS for pair in ((p, q), (p, r), (q, r))})
    return Chart(tuple(points), tuple(lines), tuple((field, 0) for field in _FIELDS), 86)


def _country(chart: Chart) -> Part:
    paper = card(2, 2, chart.width - 4, chart.height - 6, 12, "f-paper")
    return part("map", paper, printed_map.land(chart), printed_map.lines(chart), printed_map.points(chart))


def _walled(chart: Chart, cities: tuple[tuple[int, ...], ...], lang: str, over: Part) -> list[Part]:
    """Closed cities with their walls and towers, and something between the two."""
    parts = [map_pieces.city_ground(chart, k + 1, fields, k == 0, lang) for k, fields in enumerate(cities)]
    lines = sorted({line for fields in cities for line in chart.outline(fields)})
    parts += [map_pieces.wall(chart, line, True, lang) for line in lines]
    points = sorted({end for line in lines for end in chart.lines[line]})
    towers = [map_pieces.tower_part(chart, point, TOWER_COLOURS[point % 3], lang) for point in points]
    return [*parts, over, *towers]


@lru_cache(4)
def _seven(lang: str) -> Panel:
    """MB-X1: seven fields, seven towers, and what two cards score for them."""
    chart = _chart()
    wide, high = SHOWN
    scored = at(chart.width + 6, 24, shown("city-towers", 7, lang))
    scored += at(chart.width + 6, 32 + high, shown("size7", 9, lang))
    parts = [_country(chart), *_walled(chart, (SEVEN,), lang, part("cards", scored))]
    return figure(
        "MB-X1", lang, chart.width + 14 + round(wide), max(chart.height, 2 * round(high) + 48), parts
    )


@lru_cache(4)
def _cards(lang: str) -> Panel:
    """MB-X2: five cards whose points do not depend on a city."""
    wide, high = SHOWN
    drawn = [
        at(8 + (wide + 8) * (k % 3), 6 + (high + 8) * (k // 3), shown(kind, points, lang))
        for k, (kind, points) in enumerate(COUNTED)
    ]
    return figure("MB-X2", lang, round(3 * wide) + 32, round(2 * high) + 26, [part("cards", *drawn)])


@lru_cache(4)
def _palace(lang: str) -> Panel:
    """MB-X3: two red houses become a palace."""
    arrow = Pen("becomes").lines([[(160, 52), (206, 52)], [(194, 42), (208, 52), (194, 62)]], "fat")
    body = card(2, 2, 316, 96, 12, "w-plain") + at(16, 18, house("red")) + at(82, 18, house("red", 1))
    return figure("MB-X3", lang, 320, 104, [part("pieces", body, arrow, at(230, 22, palace("red"), 1.15))])


@lru_cache(4)
def _joining(lang: str) -> Panel:
    """MB-X4: the walls that go if city 1 is joined with city 2, or with city 3."""
    chart = _chart()
    new, two, three = (set(chart.outline(fields)) for fields in CITIES)
    marks = [
        f'<path class="s-may" stroke-width="5" d="{ends}"/><path class="may" d="{ends}"/>'
        for line in sorted(new & (two | three))
        for ends in [path(chart.ends(line))]
    ]
    numbers = []
    for number, fields in enumerate(CITIES, 1):
        x, y = middle_of([chart.centres[field] for field in fields])
        aside = (0, -10, 26, 8)[number]  # out of the way of the tower between them
        numbers.append(text(round(x, 1), round(y + aside, 1), number, 28))
    parts = [_country(chart), *_walled(chart, CITIES, lang, part("marks", *marks, *numbers))]
    return figure("MB-X4", lang, chart.width, chart.height, parts)
