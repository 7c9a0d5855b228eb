"""A player's ring: the path with its workers, the four buildings and the figure.

The same parts are drawn for the viewer (in the tray) and for the other seats; the ids of parts begin with
that of their panel.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import at, can, card, chip, hit, may, named, part, text, why
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.wrapping import breadth, column, in_lines
from citywright.games.milestones.drawing import small_ring
from citywright.games.milestones.drawing.buildings import building
from citywright.games.milestones.drawing.pieces import bonus, figure, good, home, market, milestone, warning
from citywright.games.milestones.drawing.workers import TILE_TALL, TILE_WIDE, bust, cover, on_path, slot, tile
from citywright.games.milestones.text.names import (
    BUILDINGS,
    LABELS,
    STORES,
    USES,
    tile_name,
    words_of,
    worker_name,
)
from citywright.games.milestones.text.why_not import Reason, reason_words
from citywright.text.phrases import capital

WIDTH, HEIGHT = 560, 194
LEFT, CELL = 5, 68.75  # where the path begins, and how broad its fields are
TOP, TALL = 6, 100
LOW, LOW_TALL, BROAD = 116, 72, 137.5  # the buildings: their top, height and width
NAME = 18  # letters of their names
RISES, FALLS = "rises", "falls"  # what a tile does to the row of numbers
PLACES = ("castle", "mill", "building office", "trading house")  # from the left


class RingOffer(NamedTuple):
    """An action on a place of the ring: its notation, its title, and what it brings as text and kind."""

    action: str
    title: str
    gain: str = ""
    kind: str = ""
    points: str = ""
    warns: bool = False  # something is lost for good
    idle: bool = False  # it brings nothing


class OnPath(NamedTuple):
    """What lies on a path field."""

    kind: str
    number: int
    bonus: bool
    covered: bool


@lru_cache(64)
def base(panel: str, height: int) -> Part:
    """The paper, and the way round."""
    body = card(0, 0, WIDTH, height - 3, 14, "f-card")
    body += f'<rect class="f-lane" width="{WIDTH}" height="{LOW + LOW_TALL + 5}" rx="12"/>'
    middle = TOP + TALL + 5
    down = "".join([f"M{x} {middle - 3.5}h16l-8 7z" for x in (478, 500, 522)])
    up = "".join([f"M{x} {middle + 3.5}h16l-8-7z" for x in (22, 44, 66)])
    return part(f"{panel}-base", body + f'<path class="f-soft" d="{down}{up}"/>')


def _plain(x: float, y: float, width: float, height: float) -> str:
    """A place of the ring where nothing may be done."""
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="thin s-faint f-paper" {box} rx="8"/>'


def _flat(x: float, y: float, width: float, height: float) -> str:
    """The mark of what may be clicked but brings nothing: an edge alone, and pale."""
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="may" fill-opacity="0" stroke-opacity=".35" {box} rx="8"/>'


# --- the path -------------------------------------------------------------------------------


@lru_cache(16384)
def path_field(
    panel: str, number: int, shown: OnPath, offers: tuple[RingOffer, ...], reason: Reason, lang: str
) -> Part:
    """A path field: its worker, and what the viewer may do there."""
    x = LEFT + CELL * (number - 1)
    key = f"{panel}-path-{number}"
    label, body = _path_body(panel, x, number, shown, lang)
    if len(offers) == 1:
        return part(key, _path_offer(key, x, offers[0], body))
    if offers:
        marks = [_share(key, x, k, len(offers), offer) for k, offer in enumerate(offers)]
        return part(key, body, *marks)
    body = named(label, body)
    return part(key, why(reason_words(reason, lang), body) if reason else body)


def is_small(panel: str) -> bool:
    """Is it the ring of another seat, which pages show small and without letters?"""
    return panel.startswith("ring-")


def _path_body(panel: str, x: float, number: int, shown: OnPath, lang: str) -> tuple[str, str]:
    t = words_of(lang)
    where = t("Path {n}", n=number)
    small = is_small(panel)
    if shown.covered:
        covered = small_ring.cover(CELL, TALL) if small else cover(CELL, TALL)
        return t("{place}: covered, brings nothing (MS-12)", place=where), at(x, TOP, covered)
    if not shown.kind:
        body = at(x, TOP, slot(CELL, TALL)) + text(x + CELL / 2, TOP + 54, number, 24, "t-soft")
        return t("{place}: empty, brings nothing (MS-12)", place=where), body
    ground = small_ring.worker(shown.kind, CELL, TALL) if small else on_path(shown.kind, CELL, TALL)
    body = at(x, TOP, ground) + text(x + 8, TOP + 31, shown.number, 32, "t left")
    worker, goods = capital(worker_name(t, shown.kind, shown.number)), t(STORES[shown.kind])
    if shown.bonus:
        tile = (
            at(x + CELL - 33, TOP + TALL - 33, bonus(shown.kind), 0.55)
            if small
            else at(x + 2, TOP + 37, bonus(shown.kind), 0.45)
        )
        body += tile
        label = t(
            "{worker} with a bonus tile: brings {goods} and a point (MS-20, MS-21)",
            worker=worker,
            goods=goods,
        )
    else:
        label = t("{worker}: brings {goods} (MS-20)", worker=worker, goods=goods)
    return label, body


def _path_offer(key: str, x: float, offer: RingOffer, body: str) -> str:
    """The only action on a path field: the field glows, what it brings stands at its foot."""
    drawn = hit(x, TOP - 4, CELL, TALL + 6) + body
    if offer.idle:
        drawn += chip(x + 14, TOP + TALL - 32, CELL - 28, 27) + text(
            x + CELL / 2, TOP + TALL - 12, "–", 21, "t-soft"
        )
        return can(f"{key}-0", offer.action, offer.title, drawn + _flat(x + 1, TOP + 1, CELL - 2, TALL - 2))
    drawn += f'<rect class="may" fill-opacity="0" x="{x + 1:g}" y="{TOP + 1}" width="{CELL - 2:g}" '
    drawn += f'height="{TALL - 2}" rx="7"/>' + _pill(x + 5, TOP + TALL - 32, CELL - 10, offer)
    if offer.points:
        drawn += _pill(x + 5, TOP + TALL - 61, CELL - 10, RingOffer("", "", offer.points, "points"))
    if offer.warns:
        drawn += at(x + CELL - 17, TOP + 50, warning())
    return can(f"{key}-0", offer.action, offer.title, drawn)


def _share(key: str, x: float, place: int, count: int, offer: RingOffer) -> str:
    """One of several actions on a path field: they share it from top to bottom."""
    tall = TALL / count
    y = TOP + tall * place
    drawn = hit(x, y, CELL, tall) + may(x + 2, y + 1, CELL - 4, tall - 2, 8)
    return can(f"{key}-{place}", offer.action, offer.title, drawn + _gain(x + CELL / 2, y + tall / 2, offer))


def _pill(x: float, y: float, width: float, offer: RingOffer) -> str:
    """What a stop brings, on a gold ground."""
    ground = f'<rect class="may" x="{x:g}" y="{y:g}" width="{width:g}" height="27" rx="9"/>'
    return ground + _gain(x + width / 2, y + 13.5, offer)


def _gain(x: float, y: float, offer: RingOffer) -> str:
    """A number with the piece it counts, around (x, y)."""
    if not offer.kind:
        return text(x, y + 7, offer.gain, 21, "t-gain") if offer.gain else ""
    half = 6 * len(offer.gain) + 12.5
    if offer.kind == "build":
        return _to_build(x, y, offer.gain.split(" "))
    if offer.kind == "worker":
        return text(x - half, y + 7, offer.gain, 21, "t-loss left") + at(
            x + half - 21, y - 14, bust("stone"), 0.4
        )
    icon = _laurel() if offer.kind == "points" else good(offer.kind)
    return text(x - half, y + 7, offer.gain, 21, "t-gain left") + at(x + half - 25, y - 13, icon, 0.44)


def _to_build(x: float, y: float, pieces: list[str]) -> str:
    """What can be built, in a row around (x, y)."""
    drawings = {"road": milestone(1), "house": home(1), "market": market(1)}
    left = x + 27 - 22 * len(pieces)
    return "".join([at(left + 22 * k, y, drawings[piece], 0.5) for k, piece in enumerate(pieces)])


@lru_cache(1)
def _laurel() -> str:
    """The mark of points: a wreath."""
    pen = Pen("laurel", 0.4)
    left = "M29 50C10 48 6 28 14 10c1 8 3 10 8 12c-5 3-6 6-4 10c4-1 7 0 9 4z"
    leaves = left + "M29 50C48 48 52 28 44 10c-1 8-3 10-8 12c5 3 6 6 4 10c-4-1-7 0-9 4z"
    return f'<path class="pen f-green" d="{leaves}"/>' + pen.line([(29, 54), (29, 44)], "pen")


# --- tiles that are placed, or wait for it --------------------------------------------------------


@lru_cache(4096)
def tile_place(panel: str, left: int, offer: RingOffer | None) -> Part:
    """Where a tile may be placed: over the border of two path fields. A coin stands for the income."""
    key = f"{panel}-between-{left}"
    if offer is None:
        return part(key)
    x = LEFT + CELL * left
    body = hit(x - CELL / 2, TOP - 4, CELL, TALL + 6) + may(x - 31, TOP + TALL - 37, 62, 36, 10)
    body += f'<path class="f-mark" d="M{x - 7:g} {TOP + TALL - 46}h14l-7 8z"/>'
    coin = at(-16, -16, good("coin"), 0.55)
    if offer.gain == FALLS:
        coin = f'<g class="quiet">{coin}</g><path class="fat s-crimson" d="M-13 13L13-13"/>'
    body += at(x - (13 if offer.warns else 0), TOP + TALL - 19, coin)
    if offer.warns:
        body += at(x + 15, TOP + TALL - 18, warning(), 0.85)
    return part(key, can(f"{key}-go", offer.action, offer.title, body))


@lru_cache(1024)
def waiting_tiles(panel: str, tiles: tuple[tuple[str, str, int], ...], lang: str) -> Part:
    """Start tiles that were taken and wait to be placed: they lie loosely on the path.

    Each is given with the path field (from 0) it lies on.
    """
    t = words_of(lang)
    body = ""
    for k, (left, right, path) in enumerate(tiles):
        turn = -5 if k == 0 else 4
        x, y = LEFT + CELL * (path + 1) - TILE_WIDE * 0.6, TOP + 9
        lying = f'<g transform="rotate({turn} {TILE_WIDE / 2} {TILE_TALL / 2})">{tile(left, right)}</g>'
        name = capital(tile_name(t, f"{left} {right}"))
        label = t("{tile}: taken, is placed when all have chosen (MS-6)", tile=name)
        body += named(label, at(x, y, lying, 1.2))
    return part(f"{panel}-waiting", body)


# --- buildings ------------------------------------------------------------------------------


@lru_cache(4096)
def building_field(panel: str, place: str, offer: RingOffer | None, reason: Reason, lang: str) -> Part:
    """A building of the ring."""
    t = words_of(lang)
    x = LEFT + BROAD * PLACES.index(place)
    key = f"{panel}-{place.replace(' ', '-')}"
    drawn = _with_name(x, place, lang) if panel == "tray" else at(x + 10, LOW + 5, building(place), 1.06)
    box = (x + 2, LOW, BROAD - 4, LOW_TALL)
    if offer is None:
        label = f"{capital(t(BUILDINGS[place]))}: {t(USES[place])}"
        body = named(label, _plain(*box) + drawn)
        return part(key, why(reason_words(reason, lang), body) if reason else body)
    if offer.idle:
        drawn = _plain(*box) + drawn + text(x + BROAD - 28, LOW + 21, "–", 21, "t-soft") + _flat(*box)
    else:
        drawn = may(*box, 8) + drawn + _gain(x + BROAD - 30, LOW + 15, offer)
    target = hit(x, LOW - 3, BROAD, LOW_TALL + 6)
    return part(key, can(f"{key}-go", offer.action, offer.title, target + drawn))


def _with_name(x: float, place: str, lang: str) -> str:
    """A building, and its whole name below."""
    lines = _name_lines(place, lang)
    top = LOW + LOW_TALL - 7 - (len(lines) - 1) * NAME
    scale = 0.53 if len(lines) > 1 else 0.8
    return at(x + 9, LOW + 2, building(place), scale) + column(x + 10, top, lines, NAME, "t left", 1.0)


@lru_cache(16)
def _name_lines(place: str, lang: str) -> tuple[str, ...]:
    return in_lines(words_of(lang)(LABELS[place]), NAME, BROAD - 12, 2)


def _beside_name(place: str, lang: str) -> tuple[float, float]:
    """Where a figure hides no name: right of it, or above a long one."""
    broadest = max([breadth(line, NAME) for line in _name_lines(place, lang)])
    return (BROAD - 24, 66.0) if 10 + broadest < BROAD - 42 else (86.0, 44.0)


# --- the figure -----------------------------------------------------------------------------


@lru_cache(1024)
def figure_on_ring(panel: str, seat: int, position: str, acts: bool, lang: str, worker: str = "") -> Part:
    """The figure where it stands, with a worker such as `stone4`; in a building where it hides no name."""
    t = words_of(lang)
    if position.startswith("path"):
        x, y = LEFT + CELL * (int(position[5:]) - 0.5), TOP + TALL - 5.0
        where = capital(tile_name(t, worker)) if worker else t("Path {n}", n=position[5:])
    else:
        beside, foot = _beside_name(position, lang) if panel == "tray" else (94.0, 62.0)
        x, y = LEFT + BROAD * PLACES.index(position) + beside, LOW + foot
        where = capital(t(BUILDINGS[position]))
    if is_small(panel):
        standing, scale = small_ring.edged_figure(seat, acts), " scale(1.45)"
    else:
        glow = '<circle class="fat s-gold" cx="0" cy="-16" r="19"/>' if acts else ""
        standing, scale = glow + figure(seat), ""
    drawn = f'<g class="moves" transform="translate({x:g} {y:g}){scale}">{standing}</g>'
    drawn = named(t("Figure: {place}", place=where), drawn)
    return part(f"{panel}-figure", f'<g pointer-events="none">{drawn}</g>')
