"""What stands on the map: a part for each field and plot, and an element with an id for each road piece."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import at, fitted, hit_ring, named, part, place
from citywright.draw.panel import Part
from citywright.draw.pen import Pen, straight
from citywright.draw.pieces import SHAPES, hand
from citywright.draw.symbols import drawn_once
from citywright.games.milestones.drawing.coordinates import Chart, toward
from citywright.games.milestones.drawing.pieces import bonus, bush, home, market, milestone, mill_sack
from citywright.games.milestones.drawing.printed_map import LETTER
from citywright.games.milestones.notation import parse_field
from citywright.games.milestones.text.names import GOODS, PIECES, plot_name, words_of
from citywright.text.phrases import capital

RADIUS = 15.5  # of a number beside a road
HIGH = 4  # numbers from here on are printed stronger
TWO_DIGITS = 25.0  # how broad a number is at least


class OnField(NamedTuple):
    """What is on a field."""

    piece: str | None
    sack: bool
    road: bool  # a road has touched it
    glows: bool  # what is being built or delivered starts here


def _shape(name: str) -> int:
    """Which of the drawings of a piece stands on a field."""
    return hand(parse_field(name) + 1) % SHAPES


# --- fields ---------------------------------------------------------------------------------


@lru_cache(16384)
def field(chart: Chart, name: str, shown: OnField, lang: str) -> Part:
    """A number, or what stands on it."""
    t = words_of(lang)
    x, y = chart.spots[name]
    glow = ""
    if shown.glows:
        glow = f'<circle class="f-gold" opacity=".8" cx="{x:g}" cy="{y:g}" r="{27 * chart.scale:g}"/>'
    shape = _shape(name)
    if shown.piece == "milestone":
        label = capital(t("{piece} on {field}", piece=t(PIECES["milestone"]), field=name))
        body = at(x, y, f'<g class="piece">{milestone(shape)}</g>', chart.scale)
    elif shown.piece == "market":
        label = capital(t("{piece} on {field}", piece=t(PIECES["market"]), field=name))
        body = market(shape)
        if shown.sack:
            body += at(-4, -8, f'<g class="piece">{mill_sack()}</g>', 0.5)
            label = t("{market}, with a flour sack", market=label)
        else:
            label = t("{market}, without a flour sack (MS-60)", market=label)
        body = at(x, y, f'<g class="piece">{body}</g>', chart.scale * 1.04)
    else:
        label = _number_name(name, chart.numbers[name], shown.road, lang)
        body = _number(chart, name, shape, shown.road)
    return part(f"main-{name}", glow, named(label, body))


def _number_name(name: str, number: int, road: bool, lang: str) -> str:
    t = words_of(lang)
    if road:
        return t("{field}: number {n}, free beside a road (MS-42, MS-43)", field=name, n=number)
    return t("{field}: number {n}, no road has come here yet (MS-41)", field=name, n=number)


def _number(chart: Chart, name: str, shape: int, road: bool) -> str:
    """Numbers are printed on worn ground; where a road has come by, they stand on its paving.

    Those of two digits are smaller on broad maps, where fields are near to each other.
    """
    x, y = chart.spots[name]
    number, width = chart.numbers[name], max(TWO_DIGITS, chart.step * 0.55)
    if road:
        ground = f'<circle class="thin f-card" stroke-width="2" cx="{x:g}" cy="{y:g}" r="{RADIUS:g}"/>'
        return ground + fitted(x, round(y + 8.2, 1), str(number), 25, width)
    cls = "t-print bold" if number >= HIGH else "t-print"
    return at(x, y, worn(shape)) + fitted(x, round(y + 8, 1), str(number), LETTER, width, cls)


@drawn_once
def worn(shape: int) -> str:
    """Bare earth where many have trodden, around (0, 0)."""
    pen = Pen(f"worn{shape}", 1.6)
    return pen.ring(0, 0, 14.5, "f-earth", 14)


@lru_cache(16)
def field_places(chart: Chart) -> Part:
    """Every field as a place: where nothing can be done it tells why."""
    radius = 20 * chart.scale
    rings = [place(name, hit_ring(x, y, radius)) for name, (x, y) in chart.spots.items()]
    return part("main-field-places", *rings)


# --- plots ----------------------------------------------------------------------------------


@lru_cache(16384)
def plot(chart: Chart, name: str, kind: str | None, built: bool, glows: bool, lang: str) -> Part:
    """A plot with its bush, bonus tile or house."""
    return part(plot_key(name), _on_plot(chart, name, kind, built, glows, lang))


def plot_key(name: str) -> str:
    """The id of a plot's part."""
    return "main-" + name.replace(" ", "-")


@lru_cache(16)
def plot_places(chart: Chart, names: tuple[str, ...]) -> Part:
    """Every plot as a place: where no house can be built it tells why."""
    areas = [f'<path class="hit" d="{straight(chart.shrunk(name, 0.7), True)}"/>' for name in names]
    return part("main-plot-places", *map(place, names, areas))


def _on_plot(chart: Chart, name: str, kind: str | None, built: bool, glows: bool, lang: str) -> str:
    t = words_of(lang)
    x, y = chart.middles[name]
    scale, shape = chart.scale, _shape(name.partition(" ")[0])
    if built:
        label = t("House at {plot}", plot=plot_name(name))
        lower = 1.5 if chart.points_up(name) else -4
        return named(label, at(x, round(y + lower, 1), f'<g class="piece">{home(shape)}</g>', scale))
    if name not in chart.bushes:
        return ""
    glow = f'<circle class="f-gold" opacity=".8" cx="{x:g}" cy="{y:g}" r="{27 * scale:g}"/>' if glows else ""
    y = round(y + (1.5 if chart.points_up(name) else -1.5), 1)
    if kind is None:
        return named(t("A bush without a bonus tile (MS-50)"), at(x, y, bush(shape), scale))
    label = t(
        "Bonus tile {kind} at {plot}: for a milestone, market or house beside it (MS-50)",
        kind=t(GOODS[kind]),
        plot=plot_name(name),
    )
    tile = at(round(x - 16.2 * scale, 1), round(y - 16.2 * scale, 1), bonus(kind), 0.56 * scale)
    return named(label, glow + at(x, y, bush(shape), scale) + tile)


# --- roads ----------------------------------------------------------------------------------


def line_key(one: str, other: str) -> str:
    """The id of a road piece; `one` is the left or upper of the fields it joins."""
    return f"main-line-{one}-{other}"


@lru_cache(1024)
def roads(chart: Chart, lines: tuple[tuple[str, str], ...], lang: str) -> list[Part]:
    """Every road piece, in the part of the field it begins at."""
    leads: dict[str, list[str]] = {name: [] for name in chart.spots}
    for one, other in lines:
        leads[one].append(other)
    return [_pieces(chart, name, tuple(others), lang) for name, others in leads.items()]


@lru_cache(4096)
def _pieces(chart: Chart, name: str, others: tuple[str, ...], lang: str) -> Part:
    """The road pieces from a field to the right and down."""
    return part(f"main-road-{name}", *[_piece(chart, name, other, lang) for other in others])


def _piece(chart: Chart, one: str, other: str, lang: str) -> str:
    """A paved road from field to field: kerbs, and stones between them."""
    t = words_of(lang)
    d = straight(toward(chart.spots[one], chart.spots[other], 0.06, 0.94))
    wide = 9.5 * chart.scale
    road = (
        f'<path class="s-ink" fill="none" stroke-width="{wide + 4.5:g}" stroke-linecap="round" d="{d}"/>'
        f'<path class="s-brown" fill="none" stroke-width="{wide:g}" stroke-linecap="round" d="{d}"/>'
        f'<path class="s-paving" fill="none" stroke-width="{wide - 2.5:g}" stroke-dasharray="6.5 2" d="{d}"/>'
    )
    label = t("Road from {one} to {other}", one=one, other=other)
    return named(label, f'<g class="piece">{road}</g>', line_key(one, other))
