"""Where the viewer may act on the map: a gold mark for each action, of a look of its own for each kind."""

from __future__ import annotations

from functools import lru_cache
from math import atan2
from typing import NamedTuple

from citywright.draw.elements import at, can, fitted, hit_ring, part, text
from citywright.draw.filters import hit_alone, of_kind
from citywright.draw.panel import Part
from citywright.draw.pen import straight
from citywright.games.milestones.drawing.coordinates import Chart, toward
from citywright.games.milestones.drawing.map_pieces import plot_key
from citywright.games.milestones.drawing.pieces import bonus, good
from citywright.games.milestones.drawing.printed_map import LETTER

GABLE = "M-15.5 15.5V-3L0-21L15.5-3V15.5Z"  # a house on a plot that points up; clear of its neighbours
LOW_HOUSE = "M-15.5 7.5V-10L0-19L15.5-10V7.5Z"  # and on one that points down
STALL = "M-14.5-6.5V14H14.5V-6.5M-18.5-6.5L-14-18H14L18.5-6.5Z"  # no broader than its number
PLUS = "M-8 0H8M0-8V8"
MARKET_RADIUS, ROAD_RADIUS = 20.0, 20.0  # of tap targets while other kinds are around
AROUND, BADGE = 26.0, 17.0  # a ring around what stands where a road may start, and the plus on it
FAR = 36.0  # of a tap target with no other beside it
BROAD = 40.0  # how broad the words of a gain may be
KINDS = frozenset(("road", "house", "market", "deliver"))  # of places, between which the tray switches


class MapOffer(NamedTuple):
    """An action on a place: its notation, its title, what it brings."""

    action: str
    title: str
    gain: str = ""
    alone: bool = True  # no other kind of place is offered now
    shared: bool = False  # a market can be built on the field where this road starts
    at_market: bool = False  # a market stands there
    apart: bool = False  # no neighbour is offered
    ways: tuple[str, ...] = ()  # a road that starts here: the fields it may lead to
    origin: str = ""  # the field a road comes from
    bonus: str = ""  # the kind of the bonus tile on a plot


def _outline(d: str) -> str:
    """A gold dashed shape, with an edge in the colour of paper that parts it from any field."""
    edge = f'<path class="s-card" fill="none" stroke-width="5" stroke-linejoin="round" d="{d}"/>'
    return edge + f'<path class="may fine" stroke-linejoin="round" d="{d}"/>'


def _plus(radius: float) -> str:
    """A plus on a disc of full gold around (0, 0), with the same edge."""
    disc = f'<circle class="f-card" r="{radius + 3.5:g}"/><circle class="may fine" r="{radius:g}"/>'
    return disc + f'<circle class="f-gold" r="{radius - 2.5:g}"/><path class="fat s-dark" d="{PLUS}"/>'


def _gain(y: float, words: str) -> str:
    return fitted(0, y, words, LETTER, BROAD, "t-gain") if words else ""


# --- houses ---------------------------------------------------------------------------------


@lru_cache(16384)
def on_plot(chart: Chart, name: str, offer: MapOffer) -> Part:
    """A house that may be built: a gold house with its points, and the bonus tile that must be taken."""
    x, y = chart.middles[name]
    up, scale = chart.points_up(name), chart.scale
    whole = straight(chart.shrunk(name, 0.99), True)
    if offer.alone:
        body = f'<path class="hit" d="{whole}"/>'
    else:
        body = f'<path class="hit" d="{straight(chart.shrunk(name, 0.72), True)}"/>' + hit_alone(whole)
    mark = _outline(GABLE) + _gain(13.5, offer.gain) if up else _outline(LOW_HOUSE) + _gain(5.5, offer.gain)
    if offer.bonus:  # in the gable, or below a low house: neither hides the number at the corner
        mark += at(-8.7, -21.5 if up else 7, bonus(offer.bonus), 0.3)
    body += at(x, y, mark, scale)
    key = f"{plot_key(name)}-house"
    return part(f"{key}-place", of_kind("house", can(key, offer.action, offer.title, body)))


# --- fields ---------------------------------------------------------------------------------


@lru_cache(16384)
def on_field(chart: Chart, name: str, offer: MapOffer) -> Part:
    """An action on a field."""
    verb = offer.action.partition(" ")[0]
    draw = {"road": _road, "market": _market, "deliver": _delivery}.get(verb, _ring)
    body = draw(chart, name, offer)
    key = f"main-{name}-{verb}"
    drawn = can(key, offer.action, offer.title, body)
    return part(f"{key}-place", of_kind(verb, drawn) if verb in KINDS else drawn)


def _cell(chart: Chart, name: str) -> str:
    return straight(chart.cell(name), True)


def _market(chart: Chart, name: str, offer: MapOffer) -> str:
    """A gold stall."""
    x, y = chart.spots[name]
    if offer.alone:
        body = f'<path class="hit" d="{_cell(chart, name)}"/>'
    else:
        body = hit_ring(x, y, MARKET_RADIUS * chart.scale) + hit_alone(_cell(chart, name))
    return body + at(x, y, _outline(STALL) + _gain(11.8, offer.gain), chart.scale)


def _road(chart: Chart, name: str, offer: MapOffer) -> str:
    """One plus where a road may start: on its end, or beside the market that stands or may stand there."""
    x, y = chart.spots[name]
    scale = chart.scale
    hits = f'<path class="hit" d="{_cell(chart, name)}"/>' if offer.alone else hit_alone(_cell(chart, name))
    if not (offer.shared or offer.at_market):
        return hit_ring(x, y, ROAD_RADIUS * scale) + hits + at(x, y, _plus(ROAD_RADIUS), scale)
    ways = sorted(offer.ways, key=lambda way: atan2(chart.spots[way][1] - y, chart.spots[way][0] - x))
    bx, by = toward((x, y), chart.spots[ways[len(ways) // 2]], 0, 0.55)[1]
    ring = ""
    if offer.at_market:
        hits += hit_ring(x, y, ROAD_RADIUS * scale)
    if offer.at_market and offer.alone:  # among other kinds it would hide houses
        ring = f'<circle class="s-card" fill="none" stroke-width="8" r="{AROUND:g}"/>'
        ring = at(x, y, ring + f'<circle class="may fine" fill-opacity="0" r="{AROUND:g}"/>', scale)
    badge = at(round(bx, 1), round(by, 1), _plus(BADGE), scale)
    return hits + hit_ring(bx, by, (BADGE + 3) * scale) + ring + badge


def _delivery(chart: Chart, name: str, offer: MapOffer) -> str:
    """A gold ring around the market, what it brings above."""
    x, y = chart.spots[name]
    body = f'<path class="hit" d="{_cell(chart, name)}"/>'
    body += f'<circle class="may fine" fill-opacity="0" cx="{x:g}" cy="{y:g}" r="{25 * chart.scale:g}"/>'
    words = offer.gain
    wide = 34 + 13 * len(words)
    flag = f'<rect class="may fine" x="{-wide / 2:g}" y="-21" width="{wide}" height="29" rx="10"/>'
    flag += text(-wide / 2 + 8, 3, words, LETTER, "t-gain left") + at(wide / 2 - 29, -20, good("coin"), 0.46)
    return body + at(x, round(y - 22 * chart.scale, 1), flag)


def _ring(chart: Chart, name: str, offer: MapOffer) -> str:
    """The next field of a road, or a number that counts."""
    x, y = chart.spots[name]
    body = hit_ring(x, y, FAR) if offer.apart else f'<path class="hit" d="{_cell(chart, name)}"/>'
    if offer.origin:
        body += _gold_way(straight(toward(chart.spots[offer.origin], (x, y), 0.34, 0.66)), 12 * chart.scale)
    body += f'<circle class="may fine" cx="{x:g}" cy="{y:g}" r="{20 * chart.scale:g}"/>'
    words = offer.gain or str(chart.numbers[name])
    return body + fitted(x, round(y + 8, 1), words, LETTER, BROAD * chart.scale, "t-gain")


def _gold_way(d: str, wide: float) -> str:
    """A gold way along the paths."""
    edge = f'<path class="s-ember" fill="none" stroke-width="{wide + 4:g}" stroke-linecap="round" d="{d}"/>'
    return edge + f'<path class="s-glow" fill="none" stroke-width="{wide:g}" stroke-linecap="round" d="{d}"/>'
