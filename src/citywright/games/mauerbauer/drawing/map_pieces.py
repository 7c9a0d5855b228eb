"""What stands on the map: houses, walls, towers, closed cities; and the places where the viewer may act.

One part per thing, keyed by the chart and a few numbers, so that an action changes few of them."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from citywright.draw.elements import at, can, hit, hit_ring, may, may_ring, named, part, place, text, why
from citywright.draw.panel import Part, letters_of_mark
from citywright.draw.pieces import SHAPES, hand
from citywright.games.mauerbauer.drawing.coordinates import Chart, Spot, middle_of, path
from citywright.games.mauerbauer.drawing.pieces import house, palace, timber, tower
from citywright.games.mauerbauer.text.names import HOUSES, PALACES, TOWERS, region_name, words_of
from citywright.games.mauerbauer.text.prompts import city_title, title
from citywright.games.mauerbauer.text.why_not import CITY_CLOSED, WALL_STANDS
from citywright.text import Words
from citywright.text.phrases import capital

Amounts = tuple[tuple[str, int], ...]  # colours and how many
TAP_SIZE = 74  # of a tap target on the map: 44 px on a phone
SIZES = (0.7, 0.5, 0.42, 0.36)  # of the pieces, where one, two, three or more are in a field


def _listed(t: Words, amounts: Amounts, table: dict[str, str]) -> list[str]:
    return [t(table[colour]) if n == 1 else f"{n} × {t(table[colour])}" for colour, n in amounts]


# --- pieces -----------------------------------------------------------------------------


def _places_in_field(chart: Chart, field: int, number: int) -> list[Spot]:
    """Places for so many pieces in a field."""
    x, y = chart.centres[field]
    if number == 0:
        return []
    if number == 1:
        return [(x, y)]
    if number == 2:
        aside = chart.line_length * 0.17
        return [(x - aside, y), (x + aside, y)]
    corners = [chart.spots[corner] for corner in chart.fields[field]]
    spots = [(x + (cx - x) * 0.46, y + (cy - y) * 0.46) for cx, cy in corners]
    if number == 3:
        return spots
    more = [(x + (k - (number - 4) / 2) * 12.0, y + k % 2 * 5) for k in range(number - 3)]
    return [*spots, *more]


def _piece(chart: Chart, kind: str, colour: str, spot: Spot, crowd: int, seed: int) -> str:
    """A house or palace with its middle in a place; `crowd`: how many pieces share the field."""
    size = SIZES[min(crowd, 4) - 1] * chart.piece_scale
    shape = hand(seed) % SHAPES
    if kind == "palace":
        body, size = palace(colour, shape), 1.1 * size
    else:
        body = house(colour, shape)
    return at(round(spot[0] - 29 * size, 1), round(spot[1] - 32 * size, 1), body, round(size, 3))


@lru_cache(4096)
def field(chart: Chart, number: int, houses: Amounts, region: str, lang: str) -> Part:
    """The houses of a field outside all cities."""
    t = words_of(lang)
    colours = [colour for colour, n in houses for _ in range(n)]
    spots = sorted(_places_in_field(chart, number, len(colours)), key=_y)
    drawn = [
        _piece(chart, "house", colour, spot, len(colours), number + k)
        for k, (colour, spot) in enumerate(zip(colours, spots, strict=True))
    ]
    where = region_name(chart.regions[number], region, lang)
    label = t("{pieces} in {region}", pieces=capital(t.listed(_listed(t, houses, HOUSES))), region=where)
    return part(f"main-field-{number}", named(label, f'<g class="piece">{"".join(drawn)}</g>'))


@lru_cache(1024)
def wall(chart: Chart, line: int, lang: str) -> Part:
    """A wall on its line."""
    t = words_of(lang)
    a, b = chart.lines[line]
    name = t("Wall from {a} to {b}", a=chart.names[a], b=chart.names[b])
    body = f'<g class="piece">{timber(*chart.ends(line), f"wall{line}")}</g>'
    return part(f"main-wall-{line}", why(t(WALL_STANDS), named(name, body)))


@lru_cache(512)
def new_wall(chart: Chart, line: int) -> Part:
    """A glow under the wall of this turn."""
    return part(
        "main-new",
        f'<path class="s-gold" fill="none" stroke-width="20" stroke-linecap="round" '
        f'd="{path(chart.ends(line))}"/>',
    )


@lru_cache(1024)
def tower_part(chart: Chart, point: int, colour: str, lang: str) -> Part:
    """A tower on its point."""
    t = words_of(lang)
    label = t("{piece} on {point}", piece=capital(t(TOWERS[colour])), point=chart.names[point])
    if chart.water[point]:
        label += ", " + t("at the water")
    return part(f"main-tower-{point}", named(label, f'<g class="piece">{_tower(chart, point, colour)}</g>'))


def _tower(chart: Chart, point: int, colour: str) -> str:
    x, y = chart.spots[point]
    size = 0.66 * chart.piece_scale
    return at(
        round(x - 29 * size, 1), round(y - 41 * size, 1), tower(colour, hand(point) % SHAPES), round(size, 3)
    )


# --- closed cities ----------------------------------------------------------------------


@lru_cache(1024)
def city_ground(chart: Chart, number: int, fields: tuple[int, ...], scored: bool, lang: str) -> Part:
    """The paved ground of a closed city; the one being scored is golden."""
    t = words_of(lang)
    body = f'<path class="{"w-gold" if scored else "w-plain"}" d="{_fields_path(chart, fields)}"/>'
    lines = [line for field in fields for line in chart.lines_of_field[field]]
    inner = "".join([path(chart.ends(line)) for line in sorted(set(lines)) if lines.count(line) == 2])
    if inner:
        body += f'<path class="thin s-faint" opacity=".6" d="{inner}"/>'
    return part(f"main-city-{number}", why(t(CITY_CLOSED), body))


@lru_cache(1024)
def city(
    chart: Chart,
    number: int,
    fields: tuple[int, ...],
    houses: Amounts,
    palaces: Amounts,
    towers: Amounts,
    lang: str,
) -> Part:
    """The houses and palaces of a closed city, painted over its walls."""
    t = words_of(lang)
    pieces = [("palace", colour) for colour, n in palaces for _ in range(n)]
    pieces += [("house", colour) for colour, n in houses for _ in range(n)]
    held = [*_listed(t, palaces, PALACES), *_listed(t, houses, HOUSES), *_listed(t, towers, TOWERS)]
    size = t.plural("City {city}, {n} field", "City {city}, {n} fields", len(fields), city=number)
    label = f"{size}: {t.listed(held)}" if held else size
    body = named(label, _draw_contents(chart, fields, pieces))
    return part(f"main-city-{number}-in", why(t(CITY_CLOSED), body))


def _fields_path(chart: Chart, fields: tuple[int, ...]) -> str:
    """The path of some fields, for the attribute `d`."""
    return "".join([path([chart.spots[corner] for corner in chart.fields[field]], True) for field in fields])


@lru_cache(1024)
def city_sign(chart: Chart, number: int, fields: tuple[int, ...], pieces: int) -> Part:
    """The size of a closed city, painted over everything; where there is room with its number."""
    order = _from_middle(chart, fields)
    pieces_beside = len(_share_out(len(fields), pieces)[0])
    x, y = _places_beside_sign(chart, order[0], pieces_beside)[0]
    x, y = round(x, 1), round(y, 1)
    if pieces_beside:
        body = f'<circle class="thin f-card" cx="{x:g}" cy="{y:g}" r="9"/>' + text(x, y + 5, len(fields), 14)
    else:
        body = f'<circle class="thin f-card" cx="{x:g}" cy="{y - 3:g}" r="13"/>'
        body += text(x, y + 4, len(fields), 20) + text(x, y + 20, f"№{number}", 10)
    return part(f"main-city-{number}-size", f'<g aria-hidden="true">{body}</g>')


def _from_middle(chart: Chart, fields: tuple[int, ...]) -> list[int]:
    """The fields of a city from its middle outwards."""
    middle = middle_of([chart.centres[field] for field in fields])
    return sorted(fields, key=lambda field: dist(chart.centres[field], middle))


def _share_out(fields: int, pieces: int) -> list[list[int]]:
    """Which pieces of a city are drawn in which of its fields; the first field has the sign too."""
    shares: list[list[int]] = [[] for _ in range(fields)]
    for piece in range(pieces):
        min(shares, key=lambda share: len(share) + (share is shares[0])).append(piece)
    return shares


def _draw_contents(chart: Chart, fields: tuple[int, ...], pieces: list[tuple[str, str]]) -> str:
    """The houses and palaces (kind and colour) spread over the fields."""
    drawn = []
    shares = _share_out(len(fields), len(pieces))
    for order, (field, share) in enumerate(zip(_from_middle(chart, fields), shares, strict=True)):
        if order == 0:
            crowd, spots = len(share) + 1, _places_beside_sign(chart, field, len(share))[1:]
        else:
            crowd, spots = len(share), _places_in_field(chart, field, len(share))
        for piece, spot in zip(share, sorted(spots, key=_y), strict=True):
            drawn.append(_piece(chart, *pieces[piece], spot, crowd, field + piece))
    return "".join(drawn)


def _y(spot: Spot) -> float:
    return spot[1]


def _places_beside_sign(chart: Chart, field: int, number: int) -> list[Spot]:
    """The place of the sign, then of so many pieces in its field: these along its flat side."""
    x, y = chart.centres[field]
    corners = sorted([chart.spots[corner] for corner in chart.fields[field]], key=_y)
    if corners[1][1] - corners[0][1] < corners[2][1] - corners[1][1]:
        corners.reverse()  # now the tip is the first, the flat side the others
    tip, left, right = [(cx - x, cy - y) for cx, cy in corners]
    if number == 0:
        return [(x, y)]
    if number == 1:
        return [(x + tip[0] * 0.36, y + tip[1] * 0.36), (x - tip[0] * 0.26, y - tip[1] * 0.26)]
    if number == 2:
        pair = [(x + dx * 0.33, y + dy * 0.33) for dx, dy in (left, right)]
        return [(x + tip[0] * 0.26, y + tip[1] * 0.26), *pair]
    ends = [(x + dx * 0.44, y + dy * 0.44) for dx, dy in (left, right, tip)]
    between = [(x - tip[0] * 0.3 + k * 9, y - tip[1] * 0.3) for k in range(number - 3)]
    return [(x, y), *ends, *between]


# --- what the viewer may do ---------------------------------------------------------------


@lru_cache(64)
def lines_to_build_on(chart: Chart) -> Part:
    """Every line as a place for a wall; where that closes a city the mark is its number of fields."""
    return part("main-lines", *[_line_to_build_on(chart, line) for line in range(len(chart.lines))])


def _line_to_build_on(chart: Chart, line: int) -> str:
    a, b = chart.lines[line]
    (ax, ay), (bx, by) = chart.ends(line)
    dx, dy = (bx - ax) * 9 / chart.line_length, (by - ay) * 9 / chart.line_length  # room for the points
    ends = f"M{ax + dx:.0f} {ay + dy:.0f}L{bx - dx:.0f} {by - dy:.0f}"
    edge = f'<path class="s-brown" stroke-width="8" d="{ends}"/>' if chart.is_border(line) else ""
    x, y = chart.middle(line)
    return place(
        f"{chart.names[a]} {chart.names[b]}",
        f'<path class="hit" d="{path(chart.tap_area(line), True)}"/>{edge}',
        f'<path class="fat s-may" d="{ends}"/><path class="may" d="{ends}"/>',
        f'<g class="if-marked"><path class="s-mark" stroke-width="6" d="{ends}"/>',
        may_ring(round(x, 1), round(y, 1), 14) + "</g>",
        letters_of_mark(round(x, 1), round(y + 6, 1), 17, 28),
    )


@lru_cache(64)
def rest_of_map(chart: Chart, reason: str) -> Part:
    """All other places of the map answer why they cannot be chosen."""
    return part("main-why", why(reason, f'<rect class="hit" width="{chart.width}" height="{chart.height}"/>'))


def stands_apart(chart: Chart, fields: tuple[int, ...], others: list[list[int]]) -> bool:
    """Can a city have a full tap target around its middle that covers none of the others?"""
    middle = chart.centres[_from_middle(chart, fields)[0]]
    corners = [chart.spots[corner] for other in others for field in other for corner in chart.fields[field]]
    return all(dist(corner, middle) > chart.line_length + TAP_SIZE / 2 for corner in corners)


@lru_cache(512)
def offered_city(
    chart: Chart,
    verb: str,
    number: int,
    fields: tuple[int, ...],
    apart: bool,
    together: int,
    walls: int,
    lang: str,
) -> Part:
    """A closed city the viewer may join or choose, marked in gold; joining shows their size together."""
    edge = "".join([path(chart.ends(line)) for line in chart.outline(fields)])
    x, y = chart.centres[_from_middle(chart, fields)[0]]
    body = hit_ring(x, y, TAP_SIZE / 2) if apart else ""
    body += f'<path class="f-may" fill-opacity=".2" d="{_fields_path(chart, fields)}"/>'
    body += f'<path class="s-may" fill="none" stroke-width="9" d="{edge}"/>'
    body += f'<path class="may" fill-opacity="0" d="{edge}"/>'
    if verb == "join":
        x, y = max([chart.centres[field] for field in fields], key=_y)
        body += may_ring(x, y, 19) + text(x, y + 6, f"= {together}", 17, "t-gain")
    return part(
        f"main-pick-{number}",
        can(
            f"main-pick-{number}-go",
            f"{verb} {number}",
            city_title(verb, number, together, walls, lang),
            body,
        ),
    )


@lru_cache(2048)
def only_piece(verb: str, name: str, spot: Spot, colour: str, lang: str) -> Part:
    """A place with one choice: the piece that would stand there, with the gold mark."""
    action = f"{verb} {name} {colour}"
    x, y = spot
    body = hit_ring(x, y, TAP_SIZE / 2) + may_ring(x, y, 27)
    body += at(round(x - 23, 1), round(y - 25, 1), tower(colour) if verb == "tower" else house(colour), 0.8)
    key = f"main-{verb}-{name}-{colour}"
    return part(key, can(f"{key}-go", action, title(action, 0, False, lang), body))


@lru_cache(2048)
def bubble(
    chart: Chart, verb: str, name: str, spot: Spot, colours: tuple[str, ...], order: int, lang: str
) -> Part:
    """A place with several choices: they are in a bubble above or below it, out of the way of the wall."""
    x, y = spot
    wide, high = len(colours) * TAP_SIZE + 12, TAP_SIZE + 12
    left = min(max(x - wide / 2, 6), chart.width - wide - 6)
    far = chart.line_length * 0.95 + order * (high + 8)
    top = y - far - high if y > chart.height / 2 else y + far
    foot = top + high if y > chart.height / 2 else top
    joint = min(max(x, left + 20), left + wide - 20)
    body = f'<path class="pen s-mark" d="M{x:.0f} {y:.0f}L{joint:.0f} {foot:.0f}"/>'
    body += f'<circle class="pen s-mark f-may" cx="{x:g}" cy="{y:g}" r="9"/>'
    body += f'<rect class="shade" x="{left:.0f}" y="{top + 4:.0f}" width="{wide}" height="{high}" rx="16"/>'
    body += f'<rect class="f-card" x="{left:.0f}" y="{top:.0f}" width="{wide}" height="{high}" rx="16"/>'
    for k, colour in enumerate(colours):
        action = f"{verb} {name} {colour}"
        cx, cy = round(left + 6 + TAP_SIZE * (k + 0.5)), round(top + 6 + TAP_SIZE / 2)
        drawn = tower(colour) if verb == "tower" else house(colour)
        chip = hit(cx - TAP_SIZE / 2, cy - TAP_SIZE / 2, TAP_SIZE, TAP_SIZE)
        chip += may(cx - 33, cy - 33, 66, 66, 12) + at(cx - 29, cy - 31, drawn)
        body += can(f"main-{verb}-{name}-{colour}-go", action, title(action, 0, False, lang), chip)
    return part(f"main-{verb}-{name}", body)
