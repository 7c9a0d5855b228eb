"""What stands on the map: houses, walls, towers, closed cities, laid out so that no piece covers another.

One part per thing, keyed by the chart and a few numbers, so that an action changes few of them."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from citywright.draw.elements import at, named, part, why
from citywright.draw.panel import Part
from citywright.draw.pieces import SHAPES, hand
from citywright.games.mauerbauer.drawing.coordinates import Chart, Spot, middle_of, path
from citywright.games.mauerbauer.drawing.pieces import house, palace, timber, tower
from citywright.games.mauerbauer.text.names import HOUSES, PALACES, TOWERS, region_name, words_of
from citywright.games.mauerbauer.text.why_not import CITY_CLOSED, WALL_STANDS
from citywright.text import Words
from citywright.text.phrases import capital

Amounts = tuple[tuple[str, int], ...]  # colours and how many

# By the number of pieces in a field: their size, the size of palaces among them, and where they stand in a
# field with its tip in the north, whose lines are 70 long. Between walls and towers there is no more room.
_ROOM: tuple[tuple[float, float, tuple[Spot, ...]], ...] = (
    (0.0, 0.0, ()),
    (0.66, 0.56, ((0, 1),)),
    (0.46, 0.42, ((-10.5, 4), (10.5, 4))),
    (0.41, 0.38, ((0, -13), (-11.5, 7), (11.5, 7))),
    (0.34, 0.32, ((0, -13), (-15, 7), (0, 7), (15, 7))),
    (0.3, 0.28, ((-7, -9), (7, -9), (-15.5, 7), (0, 7), (15.5, 7))),
    (0.3, 0.28, ((0, -19), (-7.5, -5), (7.5, -5), (-15.5, 8), (0, 8), (15.5, 8))),
)
TOWER = 0.64  # the size of a tower


def _listed(t: Words, amounts: Amounts, table: dict[str, str]) -> list[str]:
    return [t(table[colour]) if n == 1 else f"{n} × {t(table[colour])}" for colour, n in amounts]


# --- pieces -----------------------------------------------------------------------------


def _pieces_in_field(chart: Chart, field: int, pieces: list[tuple[str, str]]) -> str:
    """Houses and palaces (kind and colour) in one field, those in the north first."""
    crowd = min(len(pieces), len(_ROOM) - 1)
    house_size, palace_size, spots = _ROOM[crowd]
    x, y = chart.centres[field]
    down = chart.points_down(field)
    if down:  # upside down; whatever stands there stands upright, so a little more to the north
        spots = tuple(sorted([(dx, -dy - 4) for dx, dy in spots], key=lambda spot: (spot[1], spot[0])))
    drawn = []
    for order, (kind, colour) in enumerate(pieces):
        dx, dy = spots[order % crowd]
        size = (palace_size if kind == "palace" else house_size) * chart.piece_scale
        shape = hand(field + order) % SHAPES
        body = palace(colour, shape) if kind == "palace" else house(colour, shape)
        left = x + dx * chart.piece_scale - 29 * size
        top = y + dy * chart.piece_scale - 31 * size
        drawn.append(at(round(left, 1), round(top, 1), body, round(size, 3)))
    return "".join(drawn)


@lru_cache(4096)
def field(chart: Chart, number: int, houses: Amounts, region: str, lang: str) -> Part:
    """The houses of a field outside all cities."""
    t = words_of(lang)
    drawn = _pieces_in_field(chart, number, [("house", colour) for colour, n in houses for _ in range(n)])
    where = region_name(chart.regions[number], region, lang)
    label = t("{pieces} in {region}", pieces=capital(t.listed(_listed(t, houses, HOUSES))), region=where)
    return part(f"main-field-{number}", named(label, f'<g class="piece">{drawn}</g>'))


@lru_cache(2048)
def wall(chart: Chart, line: int, closed: bool, lang: str) -> Part:
    """A wall on its line; around a closed city it is darker."""
    t = words_of(lang)
    a, b = chart.lines[line]
    ends = {"a": chart.names[a], "b": chart.names[b]}
    name = t("City wall from {a} to {b}", **ends) if closed else t("Wall from {a} to {b}", **ends)
    body = f'<g class="piece">{timber(*chart.ends(line), f"wall{line}", closed)}</g>'
    return part(f"main-wall-{line}", why(t(WALL_STANDS), named(name, body)))


@lru_cache(512)
def new_wall(chart: Chart, line: int) -> Part:
    """A glow under the wall of this turn."""
    return part(
        "main-new",
        f'<path class="s-gold through" stroke-width="20" stroke-linecap="round" '
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
    size = TOWER * chart.piece_scale
    return at(
        round(x - 29 * size, 1), round(y - 32 * size, 1), tower(colour, hand(point) % SHAPES), round(size, 3)
    )


# --- closed cities ----------------------------------------------------------------------


@lru_cache(1024)
def city_ground(chart: Chart, number: int, fields: tuple[int, ...], scored: bool, lang: str) -> Part:
    """The paved ground of a closed city inside a pale ring; the one being scored is golden."""
    t = words_of(lang)
    ring = "".join([path(chart.ends(line)) for line in chart.outline(fields)])
    body = f'<path class="s-card" fill="none" stroke-width="19" stroke-linecap="round" d="{ring}"/>'
    body += f'<path class="{"w-gold" if scored else "w-plain"}" d="{fields_path(chart, fields)}"/>'
    lines = [line for field in fields for line in chart.lines_of_field[field]]
    inner = "".join([path(chart.ends(line)) for line in sorted(set(lines)) if lines.count(line) == 2])
    if inner:
        body += f'<path class="thin s-faint" stroke-dasharray="1 6" d="{inner}"/>'
    name = t.plural("City {city}, {n} field", "City {city}, {n} fields", len(fields), city=number)
    return part(f"main-city-{number}", why(t(CITY_CLOSED), named(name, body)))


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
    label = city_words(number, len(fields), houses, palaces, towers, lang)
    shares = _share_out(len(fields), pieces)
    drawn = [
        _pieces_in_field(chart, field, share)
        for field, share in zip(_from_middle(chart, fields), shares, strict=True)
        if share
    ]
    body = named(label, "".join(drawn))
    return part(f"main-city-{number}-in", why(t(CITY_CLOSED), body))


@lru_cache(1024)
def city_words(number: int, size: int, houses: Amounts, palaces: Amounts, towers: Amounts, lang: str) -> str:
    """A closed city, its size and all that belongs to it."""
    t = words_of(lang)
    held = [*_listed(t, palaces, PALACES), *_listed(t, houses, HOUSES), *_listed(t, towers, TOWERS)]
    name = t.plural("City {city}, {n} field", "City {city}, {n} fields", size, city=number)
    return f"{name}: {t.listed(held)}" if held else name


def fields_path(chart: Chart, fields: tuple[int, ...]) -> str:
    """The path of some fields, for the attribute `d`."""
    return "".join([path([chart.spots[corner] for corner in chart.fields[field]], True) for field in fields])


def _from_middle(chart: Chart, fields: tuple[int, ...]) -> list[int]:
    """The fields of a city from its middle outwards."""
    middle = middle_of([chart.centres[field] for field in fields])
    return sorted(fields, key=lambda field: dist(chart.centres[field], middle))


def _share_out(fields: int, pieces: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Which pieces of a city are drawn in which of its fields."""
    shares: list[list[tuple[str, str]]] = [[] for _ in range(fields)]
    for piece in pieces:
        min(shares, key=len).append(piece)
    return shares
