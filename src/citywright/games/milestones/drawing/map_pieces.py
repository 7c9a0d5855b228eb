"""What stands on the map, and the places where the viewer may act: a part for each field, plot and road."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import at, can, fitted, hit_ring, may_ring, named, part, place, text
from citywright.draw.panel import Part
from citywright.draw.pen import straight
from citywright.draw.pieces import SHAPES, hand, house, sack
from citywright.games.milestones.drawing.coordinates import Chart, Spot, toward
from citywright.games.milestones.drawing.pieces import bonus, bush, market, milestone
from citywright.games.milestones.notation import parse_field
from citywright.games.milestones.text.names import GOODS, PIECES, plot_name, words_of
from citywright.text.phrases import capital

STONES = ("f-card", "f-card", "f-card", "w-plain", "w-orange", "w-gold")  # ground of the numbers
RADIUS = 15.0  # of a number stone
NO_TAP, CELL = 0.0, -1.0  # no tap target beside the strokes, and one as far as to the next field


class MapOffer(NamedTuple):
    """An action on a place: its notation, its title, what it brings."""

    action: str
    title: str
    gain: str = ""
    ways: tuple[str, ...] = ()  # a road that starts here: the fields it may lead to
    origin: str = ""  # the field a road comes from
    radius: float = NO_TAP  # of its tap target; CELL: as far as to the next field


class OnField(NamedTuple):
    """What is on a field."""

    piece: str | None
    sack: bool
    glows: bool  # what is being built or delivered starts here


def _shape(name: str) -> int:
    """Which of the drawings of a piece stands on a field."""
    return hand(parse_field(name) + 1) % SHAPES


# --- fields ---------------------------------------------------------------------------------


@lru_cache(65536)
def field(chart: Chart, name: str, shown: OnField, offers: tuple[MapOffer, ...], lang: str) -> Part:
    """A number stone or what stands on it, and what may be done here."""
    body = _piece_or_number(chart, name, shown, lang)
    return part(f"main-{name}", body, *[_offered(chart, name, offer) for offer in offers])


@lru_cache(16)
def field_places(chart: Chart) -> Part:
    """Every field as a place: where nothing can be done it tells why."""
    radius = RADIUS * chart.scale + 3
    rings = [place(name, hit_ring(x, y, radius)) for name, (x, y) in chart.spots.items()]
    return part("main-field-places", *rings)


def _piece_or_number(chart: Chart, name: str, shown: OnField, lang: str) -> str:
    t = words_of(lang)
    x, y = chart.spots[name]
    drawn = ""
    if shown.glows:
        drawn = f'<circle class="f-gold" opacity=".8" cx="{x:g}" cy="{y:g}" r="{26 * chart.scale:g}"/>'
    shape = _shape(name)
    if shown.piece == "milestone":
        label = capital(t("{piece} on {field}", piece=t(PIECES["milestone"]), field=name))
        return drawn + named(label, at(x, y, f'<g class="piece">{milestone(shape)}</g>', chart.scale * 0.92))
    if shown.piece == "market":
        stall = market(shape)
        label = capital(t("{piece} on {field}", piece=t(PIECES["market"]), field=name))
        if shown.sack:
            stall += at(0, -6, sack(shape), 0.46)
            label = t("{market}, with a flour sack", market=label)
        return drawn + named(label, at(x, y, f'<g class="piece">{stall}</g>', chart.scale))
    return drawn + _stone(x, y, chart.numbers[name], chart.scale)


def _stone(x: float, y: float, number: int, scale: float) -> str:
    size = RADIUS * scale
    return f'<circle class="thin {STONES[number]}" cx="{x:g}" cy="{y:g}" r="{size:g}"/>' + text(
        x, round(y + 6.4 * scale, 1), number, round(18.5 * scale, 1)
    )


def _offered(chart: Chart, name: str, offer: MapOffer) -> str:
    """The gold mark of one action on a field."""
    x, y = chart.spots[name]
    verb = offer.action.partition(" ")[0]
    ring = 19 * chart.scale
    body = ""
    if offer.radius == CELL:
        body = f'<path class="hit" d="{straight(chart.cell(name), True)}"/>'
    elif offer.radius:
        body = hit_ring(x, y, offer.radius)
    if verb == "road":
        body += _stubs(chart, name, offer)
        if offer.radius:
            body += f'<circle class="may" fill-opacity="0" cx="{x:g}" cy="{y:g}" r="{ring + 1:g}"/>'
        return can(f"main-{name}-road", offer.action, offer.title, body)
    if offer.origin:
        body += _dashes(straight(toward(chart.spots[offer.origin], (x, y), 0.3, 0.72)), 10)
    if verb == "deliver":
        body += f'<circle class="may" fill-opacity="0" cx="{x:g}" cy="{y:g}" r="{ring + 6:g}"/>'
        body += _flag(x, y - 25 * chart.scale, offer.gain)
    else:
        body += may_ring(x, y, ring)
        if offer.gain:
            body += fitted(
                x,
                round(y + 7 * chart.scale, 1),
                offer.gain,
                round(20 * chart.scale),
                34 * chart.scale,
                "t-gain",
            )
        elif verb == "end":
            body += text(
                x, round(y + 6.4 * chart.scale, 1), chart.numbers[name], round(18.5 * chart.scale, 1)
            )
    return can(f"main-{name}-{verb}", offer.action, offer.title, body)


def _flag(x: float, y: float, words: str) -> str:
    """A gain above a piece that stands there already."""
    wide = 13 + 9 * len(words)
    box = f'<rect class="f-may" x="{x - wide / 2:g}" y="{y - 12:g}" width="{wide}" height="21" rx="9"/>'
    return box + text(x, y + 5, words, 17, "t-gain")


def _stubs(chart: Chart, name: str, offer: MapOffer) -> str:
    """Where a road from here may lead: short gold strokes along the lanes."""
    ways = [toward(chart.spots[name], chart.spots[way], 0.36, 0.66) for way in offer.ways]
    d = "".join([straight(way) for way in ways])
    tap_target = (
        f'<path class="hit" stroke="none" d="{"".join([_wedge(way, 10 * chart.scale) for way in ways])}"/>'
    )
    return tap_target + _dashes(d, 11 * chart.scale) + ("" if offer.radius else _centred(ways))


def _centred(ways: list[list[Spot]]) -> str:
    """An invisible box around all strokes whose centre is the middle of the first one.

    A program that clicks the centre of the element then hits a stroke, not the market between them.
    """
    (ax, ay), (bx, by) = ways[0]
    x, y = (ax + bx) / 2, (ay + by) / 2
    ends = [end for way in ways for end in way]
    broad = max([abs(end - x) for end, _ in ends]) + 12
    tall = max([abs(end - y) for _, end in ends]) + 12
    return f'<path class="through" d="M{x - broad:.1f} {y - tall:.1f}h{2 * broad:.1f}v{2 * tall:.1f}"/>'


def _dashes(d: str, wide: float) -> str:
    """A gold way along lanes."""
    ground = f'<path class="s-may" fill="none" stroke-width="{wide:g}" stroke-linecap="round" d="{d}"/>'
    return ground + f'<path class="may" d="{d}"/>'


def _wedge(way: list[Spot], half: float) -> str:
    """A broad strip along a stroke."""
    (ax, ay), (bx, by) = way
    dx, dy = bx - ax, by - ay
    long = max((dx * dx + dy * dy) ** 0.5, 0.1)
    px, py = -dy / long * half, dx / long * half
    return straight([(ax + px, ay + py), (bx + px, by + py), (bx - px, by - py), (ax - px, ay - py)], True)


# --- plots ----------------------------------------------------------------------------------


@lru_cache(32768)
def plot(
    chart: Chart,
    name: str,
    kind: str | None,
    built: bool,
    offer: MapOffer | None,
    glows: bool,
    lang: str,
) -> Part:
    """A plot with its bush, bonus tile or house; a house may be offered, or a bonus tile that glows."""
    key = "main-" + name.replace(" ", "-")
    body = _on_plot(chart, name, kind, built, glows, lang)
    if offer is not None:
        body = _house_offer(chart, name, kind, offer, key)
    return part(key, body)


@lru_cache(16)
def plot_places(chart: Chart, names: tuple[str, ...]) -> Part:
    """Every plot as a place: where no house can be built it tells why."""
    areas = [f'<path class="hit" d="{straight(chart.shrunk(name, 0.7), True)}"/>' for name in names]
    return part("main-plot-places", *map(place, names, areas))


def _on_plot(chart: Chart, name: str, kind: str | None, built: bool, glows: bool, lang: str) -> str:
    t = words_of(lang)
    x, y = chart.middles[name]
    scale, shape = chart.scale, _shape(name.partition(" ")[0])
    glow = f'<circle class="f-gold" opacity=".8" cx="{x:g}" cy="{y:g}" r="{27 * scale:g}"/>' if glows else ""
    if built:
        label = t("House at {plot}", plot=plot_name(name))
        home = at(round(x - 20 * scale, 1), round(y - 21 * scale, 1), house(shape), 0.69 * scale)
        return named(label, f'<g class="piece">{home}</g>')
    if name not in chart.bushes:
        return ""
    drawn = glow + at(x, y, bush(shape), scale * 1.05)
    if kind is None:
        return drawn
    label = t("Bonus tile {kind} at {plot}", kind=t(GOODS[kind]), plot=plot_name(name))
    return named(label, drawn + _tile(x, y, kind, scale))


def _tile(x: float, y: float, kind: str, scale: float) -> str:
    return at(round(x - 17.4 * scale, 1), round(y - 17 * scale, 1), bonus(kind), 0.6 * scale)


def _house_offer(chart: Chart, name: str, kind: str | None, offer: MapOffer, key: str) -> str:
    x, y = chart.middles[name]
    scale = chart.scale
    body = f'<path class="hit" d="{straight(chart.shrunk(name, 0.97), True)}"/>'
    body += f'<path class="may" stroke-linejoin="round" d="{straight(chart.shrunk(name, 0.68), True)}"/>'
    if kind is None:
        body += text(x, round(y + 6 * scale, 1), offer.gain, round(17 * scale), "t-gain")
    else:
        body += at(round(x - 16 * scale, 1), round(y - 22 * scale, 1), bonus(kind), 0.55 * scale)
        body += _flag(x, round(y + 11 * scale, 1), offer.gain)
    return can(f"{key}-house", offer.action, offer.title, body)


# --- roads ----------------------------------------------------------------------------------


@lru_cache(1024)
def roads(chart: Chart, lines: tuple[tuple[str, str], ...]) -> list[Part]:
    """Every road piece, in the part of the field it begins at."""
    leads: dict[str, list[str]] = {name: [] for name in chart.spots}
    for one, other in lines:
        leads[one].append(other)
    return [_pieces(chart, name, tuple(others)) for name, others in leads.items()]


@lru_cache(4096)
def _pieces(chart: Chart, name: str, others: tuple[str, ...]) -> Part:
    """The road pieces from a field to the right and down."""
    if not others:
        return part(f"main-road-{name}")
    d = "".join([straight(toward(chart.spots[name], chart.spots[other], 0.13, 0.87)) for other in others])
    wide = 11 * chart.scale
    return part(
        f"main-road-{name}",
        f'<path class="s-ink" fill="none" stroke-width="{wide + 4:g}" stroke-linecap="round" d="{d}"/>'
        f'<path class="s-brown" fill="none" stroke-width="{wide:g}" stroke-linecap="round" d="{d}"/>'
        f'<path class="s-lane" fill="none" stroke-width="1.4" stroke-dasharray="5 4" d="{d}"/>',
    )
