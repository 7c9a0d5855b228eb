"""What the viewer may do on the map: where a wall, a tower or a house may stand, which city may be chosen.

Colours are chosen in the tray, so that nothing hangs over the map; marks stand on walls and hide no piece."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from citywright.draw.elements import at, can, hit_ring, may_ring, named, part, place, text, why
from citywright.draw.panel import Part, letters_of_mark
from citywright.games.mauerbauer.drawing.coordinates import Chart, Spot, middle_of, path
from citywright.games.mauerbauer.drawing.map_pieces import fields_path
from citywright.games.mauerbauer.drawing.pieces import house, tower
from citywright.games.mauerbauer.text.prompts import city_title, title

TAP_SIZE = 74  # of a tap target on the map: 44 px on a phone
LETTERS = 24  # the size of a mark


# --- lines for a wall ---------------------------------------------------------------------


@lru_cache(64)
def lines_to_build_on(chart: Chart) -> Part:
    """Every line as a place for a wall; where that closes a city the mark is its number of fields."""
    return part("main-lines", *[_line_to_build_on(chart, line) for line in range(len(chart.lines))])


def _line_to_build_on(chart: Chart, line: int) -> str:
    """A pale line, golden when it is pointed at; one that closes a city is golden at once."""
    a, b = chart.lines[line]
    ends = _between_towers(chart, line)
    x, y = chart.middle(line)
    return place(
        f"{chart.names[a]} {chart.names[b]}",
        f'<path class="hit" d="{path(chart.tap_area(line), True)}"/><path class="whisper" d="{ends}"/>',
        f'<path class="loud s-mark" stroke-width="11" stroke-linecap="round" d="{ends}"/>',
        f'<g class="if-marked"><path class="wide s-mark" d="{ends}"/><path class="fat s-may" d="{ends}"/>',
        may_ring(round(x, 1), round(y, 1), 15.5) + "</g>",
        letters_of_mark(round(x, 1), round(y + LETTERS / 3, 1), LETTERS, 2 * LETTERS),
    )


def _between_towers(chart: Chart, line: int) -> str:
    """The path of a line that leaves room for the points at its ends."""
    (ax, ay), (bx, by) = chart.ends(line)
    dx, dy = (bx - ax) * 11 / chart.line_length, (by - ay) * 11 / chart.line_length
    return f"M{ax + dx:.0f} {ay + dy:.0f}L{bx - dx:.0f} {by - dy:.0f}"


@lru_cache(64)
def rest_of_map(chart: Chart, reason: str) -> Part:
    """All other places of the map answer why they cannot be chosen."""
    return part("main-why", why(reason, f'<rect class="hit" width="{chart.width}" height="{chart.height}"/>'))


# --- towers and houses ------------------------------------------------------------------------


@lru_cache(2048)
def only_piece(verb: str, name: str, spot: Spot, colour: str, lang: str) -> Part:
    """A place with one choice: the piece that would stand there, with the gold mark."""
    action = f"{verb} {name} {colour}"
    x, y = spot
    body = hit_ring(x, y, TAP_SIZE / 2) + may_ring(x, y, 27)
    body += at(round(x - 20.3, 1), round(y - 22, 1), tower(colour) if verb == "tower" else house(colour), 0.7)
    key = f"main-{verb}-{name}-{colour}"
    return part(key, can(f"{key}-go", action, title(action, 0, False, lang), body))


@lru_cache(2048)
def awaited(verb: str, name: str, spot: Spot, reason: str) -> Part:
    """A place whose colour is chosen in the tray: the gold mark, and an empty ring."""
    x, y = spot
    radius = 17 if verb == "tower" else 15
    body = (
        hit_ring(x, y, TAP_SIZE / 2)
        + f'<circle class="wide s-card" fill="none" cx="{x:g}" cy="{y:g}" r="{radius}"/>'
    )
    body += f'<circle class="fat s-mark f-may" fill-opacity=".55" cx="{x:g}" cy="{y:g}" r="{radius}"/>'
    body += f'<path class="pen s-mark" d="M{x:g} {y - 7:g}v14m-7-7h14"/>'
    return part(f"main-{verb}-{name}", why(reason, named(name, body)))


# --- cities ---------------------------------------------------------------------------------------


def stands_apart(chart: Chart, fields: tuple[int, ...], others: list[list[int]]) -> bool:
    """Can a city have a full tap target around its middle that covers none of the others?"""
    middle = _middle(chart, fields)
    corners = [chart.spots[corner] for other in others for field in other for corner in chart.fields[field]]
    return all(dist(corner, middle) > chart.line_length + TAP_SIZE / 2 for corner in corners)


def _middle(chart: Chart, fields: tuple[int, ...]) -> Spot:
    """The middle of the field next to the middle of a city."""
    middle = middle_of([chart.centres[field] for field in fields])
    return min([chart.centres[field] for field in fields], key=lambda spot: dist(spot, middle))


def marked_lines(chart: Chart, cities: list[tuple[int, ...]]) -> list[int]:
    """For each city the wall on which its mark stands: no two on one, those beside no other city first."""
    owners: dict[int, int] = {}
    for fields in cities:
        for line in chart.outline(fields):
            owners[line] = owners.get(line, 0) + 1
    taken: set[int] = set()
    marked = []
    for fields in cities:
        lines = chart.outline(fields)
        free = [line for line in lines if line not in taken] or lines
        best = min(free, key=lambda line: (owners[line] > 1, _slope(chart, line), -chart.middle(line)[1]))
        taken.add(best)
        marked.append(best)
    return marked


def _slope(chart: Chart, line: int) -> bool:
    """Is a line steep? Marks are broad and fit better on a flat one."""
    dx, dy = chart.span(line)
    return abs(dy) > abs(dx)


@lru_cache(512)
def offered_city(
    chart: Chart,
    verb: str,
    number: int,
    fields: tuple[int, ...],
    apart: bool,
    line: int,
    together: int,
    walls: int,
    points: int,
    lang: str,
) -> Part:
    """A closed city the viewer may join or choose, in gold; on a wall their size together, or the points."""
    edge = "".join([_between_towers(chart, line) for line in chart.outline(fields)])
    body = hit_ring(*_middle(chart, fields), TAP_SIZE / 2) if apart else ""
    body += f'<path class="hit" d="{fields_path(chart, fields)}"/>'
    body += f'<path class="s-gold" fill="none" stroke-width="4" d="{edge}"/>'
    body += f'<path class="may" fill-opacity="0" d="{edge}"/>'
    words = f"= {together}" if verb == "join" else f"+{points}"
    x, y = chart.middle(line)
    wide = 18 + 12 * len(words)
    box = f'x="{x - wide / 2:.0f}" y="{y - 15:.0f}" width="{wide}" height="30" rx="15"'
    body += f'<rect class="may" {box}/>' + text(
        round(x, 1), round(y + LETTERS / 3, 1), words, LETTERS, "t-gain"
    )
    key = f"main-pick-{number}"
    label = city_title(verb, number, together, walls, points, lang)
    return part(key, can(f"{key}-go", f"{verb} {number}", label, body))
