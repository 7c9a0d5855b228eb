"""A player's ring: the path with its workers, the four buildings, the figure, the goods and the name above.

The same parts are drawn for the viewer (in the tray) and for the other seats; the ids of parts begin with
that of their panel.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import at, can, card, fitted, hit, may, named, part, text, why
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import seat_mark
from citywright.games.milestones.drawing.buildings import building
from citywright.games.milestones.drawing.pieces import cover, figure, good, small_bonus, worker
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.names import (
    BUILDINGS,
    GOODS,
    PIECES,
    amount,
    words_of,
    worker_name,
)
from citywright.games.milestones.text.why_not import reason_words
from citywright.text.phrases import capital, points_phrase

WIDTH, HEIGHT = 560, 312
LEFT, CELL = 16, 66  # where the path begins, and how broad its fields are
TOP, TALL = 56, 96
LOW, LOW_TALL, BROAD = 158, 78, 132  # the buildings: their top, height and width
GOODS_TOP, GOODS_TALL, GOODS_BROAD = 243, 60, 105.6
RISES, FALLS = "rises", "falls"  # what a tile does to the row of numbers
PLACES = ("castle", "mill", "building office", "trading house")  # from the left


class RingOffer(NamedTuple):
    """An action on a place of the ring: its notation, its title, and what it brings as text and kind."""

    action: str
    title: str
    gain: str = ""
    kind: str = ""


class OnPath(NamedTuple):
    """What lies on a path field."""

    kind: str
    number: int
    bonus: bool
    covered: bool


@lru_cache(64)
def base(panel: str, height: int) -> Part:
    """The paper, and the way round."""
    pen = Pen("ring", 0.8)
    body = card(2, 2, WIDTH - 4, height - 6, 18)
    body += pen.rect(LEFT - 6, TOP - 6, 8 * CELL + 12, LOW + LOW_TALL - TOP + 12, "thin f-stone")
    arrows = [[(LEFT + 8 * CELL - 12, TOP + TALL - 4), (LEFT + 8 * CELL - 4, TOP + TALL + 5)]]
    return part(f"{panel}-base", body + pen.lines(arrows, "thin s-faint"))


@lru_cache(2048)
def header(
    panel: str, seat: int, name: str, points: int, starts: bool, moves: int, ended: bool, lang: str
) -> Part:
    """Who it is, the points, and the moves left; `ended`: this seat triggered the end."""
    t = words_of(lang)
    label = points_phrase(t, points)
    if panel == "tray":
        body = seat_mark(seat, 36, 27, 16) + fitted(66, 36, name, 27, 200, "t left")
        body += fitted(WIDTH - 18, 36, label, 25, 140, "t right")
    else:
        body = seat_mark(seat, 36, 27, 19) + fitted(70, 39, name, 38, 200, "t left")
        body += named(label, text(WIDTH - 18, 39, points, 40, "t right"))
    note = t("Triggered the end") if ended else t("Start player") if starts else ""
    if moves:
        pips = [
            f'<circle class="thin {"f-gold" if k < moves else "f-card"}" cx="{300 + 24 * k}" cy="27" r="9"/>'
            for k in range(2)
        ]
        body += named(t.plural("{n} move left", "{n} moves left", moves), "".join(pips))
    elif note:
        body += fitted(338, 36, note, 17 if panel == "tray" else 24, 150, "t-soft")
    return part(f"{panel}-header", body)


def _plain(x: float, y: float, width: float, height: float) -> str:
    """A place of the ring where nothing may be done."""
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="thin s-faint f-paper" {box} rx="8"/>'


# --- the path -------------------------------------------------------------------------------


@lru_cache(16384)
def path_field(
    panel: str, number: int, shown: OnPath, offers: tuple[RingOffer, ...], reason: str, lang: str
) -> Part:
    """A path field: its worker, and what the viewer may do there."""
    x = LEFT + CELL * (number - 1)
    key = f"{panel}-path-{number}"
    label, body = _path_body(x, number, shown, "t" if offers else "t-soft", lang)
    if offers:
        return part(
            key, *[_path_offer(key, x, k, len(offers), offer, body) for k, offer in enumerate(offers)]
        )
    body = named(label, _plain(x + 2, TOP, CELL - 4, TALL) + body)
    return part(key, why(reason_words(reason, lang), body) if reason else body)


def _path_body(x: float, number: int, shown: OnPath, cls: str, lang: str) -> tuple[str, str]:
    t = words_of(lang)
    where = t("Path {n}", n=number)
    if shown.covered:
        body = at(x + 1, TOP - 1, cover(CELL - 2, TALL + 2))
        return t("{place}: covered", place=where), body
    if not shown.kind:
        return t("{place}: empty", place=where), text(x + CELL / 2, TOP + 52, number, 20, cls)
    body = at(x + 8, TOP + 9, worker(shown.kind, lang), 0.9) + text(x + 14, TOP + 22, shown.number, 23)
    label = f"{where}: {worker_name(t, shown.kind, shown.number)}"
    if shown.bonus:
        body += at(x + CELL - 15, TOP + 16, small_bonus())
        label = t("{worker} with a bonus tile", worker=label)
    return label, body


def _path_offer(key: str, x: float, place: int, count: int, offer: RingOffer, body: str) -> str:
    """One action on a path field; where there are several they share the field from top to bottom."""
    tall = TALL / count
    y = TOP + tall * place
    drawn = hit(x, y - (6 if place == 0 else 0), CELL, tall + 6) + may(x + 2, y, CELL - 4, tall, 8)
    if count == 1:
        drawn += body
    drawn += _gain(x + CELL / 2, y + tall - 9, offer)
    return can(f"{key}-{place}", offer.action, offer.title, drawn)


def _gain(x: float, y: float, offer: RingOffer) -> str:
    """A number with the piece it counts."""
    if not offer.kind:
        return fitted(x, y, offer.gain, 20, CELL - 8, "t-gain") if offer.gain else ""
    wide = 12 * len(offer.gain)
    return fitted(x - 13, y, offer.gain, 21, wide + 6, "t-gain") + at(
        x + wide / 2 - 7, y - 20, good(offer.kind), 0.44
    )


@lru_cache(2)
def slope(rises: bool) -> str:
    """An arrow that goes up where the numbers never fall, or down."""
    up = -1 if rises else 1
    tip = [(5, up * 9), (13, up * 9), (13, up * 1)]
    return Pen("slope", 0.4).lines([[(-13, -up * 9), (13, up * 9)], tip], "pen" if rises else "thin")


@lru_cache(4096)
def tile_place(panel: str, left: int, offer: RingOffer | None) -> Part:
    """Where a tile may be placed: over the border of two path fields."""
    key = f"{panel}-between-{left}"
    if offer is None:
        return part(key)
    x = LEFT + CELL * left
    body = hit(x - CELL / 2, TOP - 4, CELL, TALL + 10) + may(x - 27, TOP + TALL - 36, 54, 34, 10)
    body += Pen(key, 0.3).line(
        [(x - 22, TOP + TALL - 42), (x, TOP + TALL - 48), (x + 22, TOP + TALL - 42)], "thin s-mark"
    )
    body += at(x, TOP + TALL - 19, slope(offer.gain == RISES))
    return part(key, can(f"{key}-go", offer.action, offer.title, body))


# --- buildings ------------------------------------------------------------------------------


@lru_cache(4096)
def building_field(panel: str, place: str, offer: RingOffer | None, reason: str, lang: str) -> Part:
    """A building of the ring."""
    t = words_of(lang)
    x = LEFT + BROAD * PLACES.index(place)
    key = f"{panel}-{place.replace(' ', '-')}"
    name = capital(t(BUILDINGS[place]))
    if panel == "tray":
        drawn = at(x + 8, LOW + 4, building(place), 0.82)
        drawn += fitted(x + BROAD / 2, LOW + LOW_TALL - 7, name, 18, BROAD - 16)
    else:  # too small for names
        drawn = at(x + 6, LOW + 9, building(place), 0.95)
    if offer is None:
        body = named(name, _plain(x + 2, LOW, BROAD - 4, LOW_TALL) + drawn)
        return part(key, why(reason_words(reason, lang), body) if reason else body)
    drawn = may(x + 2, LOW, BROAD - 4, LOW_TALL, 8) + drawn + _gain(x + 96, LOW + 40, offer)
    return part(
        key, can(f"{key}-go", offer.action, offer.title, hit(x, LOW - 3, BROAD, LOW_TALL + 6) + drawn)
    )


@lru_cache(1024)
def figure_on_ring(panel: str, seat: int, position: str, acts: bool, lang: str) -> Part:
    """The figure where it stands."""
    t = words_of(lang)
    if position.startswith("path"):
        x, y = LEFT + CELL * (int(position[5:]) - 0.5), TOP + TALL - 2.0
    else:
        x, y = LEFT + BROAD * PLACES.index(position) + 72.0, LOW + LOW_TALL - 22.0
    glow = '<circle class="fat s-gold" cx="0" cy="-15" r="25"/>' if acts else ""
    drawn = f'<g class="moves" transform="translate({x:g} {y:g})">{glow}{figure(seat)}</g>'
    drawn = named(capital(t(PIECES["figure"])), drawn)
    return part(f"{panel}-figure", f'<g pointer-events="none">{drawn}</g>')


# --- goods ----------------------------------------------------------------------------------


@lru_cache(4096)
def goods(panel: str, kind: str, number: int, offer: RingOffer | None, reason: str, lang: str) -> Part:
    """A store of goods as pieces; with their number where there are more than fit."""
    t = words_of(lang)
    x = round(LEFT + GOODS_BROAD * KIND_NAMES.index(kind), 1)
    key = f"{panel}-{kind}"
    label = amount(t, kind, number) if number else t("no {good}", good=t(GOODS[kind]))
    small = panel != "tray"
    shown = min(number, 1 if small else 4)
    spread = 12 if shown > 2 else 20
    if number:
        pieces = "".join(
            [
                at(x + 2 + spread * k, GOODS_TOP + 7, f'<g class="piece">{good(kind)}</g>', 0.78)
                for k in range(shown)
            ]
        )
    else:
        pieces = f'<g class="quiet">{at(x + 2, GOODS_TOP + 7, good(kind), 0.78)}</g>'
    after = x + 52 + spread * max(shown - 1, 0)
    count = text(
        after, GOODS_TOP + 46, number, 36 if small else 24, "t left" if number or offer else "t-soft left"
    )
    if offer is None:
        body = named(label, pieces + count)
        return part(
            key,
            why(reason_words(reason, lang), hit(x, GOODS_TOP, GOODS_BROAD, GOODS_TALL) + body)
            if reason
            else body,
        )
    drawn = hit(x, GOODS_TOP - 2, GOODS_BROAD, GOODS_TALL + 4) + may(
        x + 1, GOODS_TOP, GOODS_BROAD - 4, GOODS_TALL, 10
    )
    drawn += pieces + count + fitted(x + GOODS_BROAD - 12, GOODS_TOP + 22, offer.gain, 18, 58, "t-gain right")
    return part(key, can(f"{key}-go", offer.action, offer.title, drawn))
