"""The thirty guild cards, their meaning drawn: what counts, where it counts and how many points it brings.

Cards that depend on the city being scored show a walled town, the others open meadow."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, can, fitted, named, part, signed, text, variant, why
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once
from citywright.games.mauerbauer.drawing.pieces import (
    any_house,
    any_tower,
    arms,
    house,
    palace,
    tower,
    wall_icon,
)
from citywright.games.mauerbauer.rules import card_points, material
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, KIND_NAMES, TOWER_COLOURS
from citywright.games.mauerbauer.text.names import card_effect, piece_name, words_of
from citywright.games.mauerbauer.text.prompts import title
from citywright.games.mauerbauer.text.why_not import NO_CARDS_NOW

WIDTH, HEIGHT = 84, 122
CITY_KINDS = frozenset(KIND_NAMES[: material.OUTSIDE])


def depends_on_city(kind: str) -> bool:
    """Do the points of a card depend on the city being scored?"""
    return kind in CITY_KINDS


@drawn_once
def _medal(kind: str) -> str:
    """The points on the medal in the corner of a card: for the whole, or for each thing counted."""
    family, _, colour = kind.rpartition("-")
    if kind == "size7":
        return str(card_points.LARGE_CITY)
    if kind.startswith("size"):
        return str(card_points.EXACT_SIZE + KIND_NAMES.index(kind) - material.CITY_SIZE)
    if kind == "city-colours":
        return f"{card_points.TWO_COLOURS}·{card_points.FOUR_COLOURS}"
    if family == "city" and colour in HOUSE_COLOURS:
        return f"{card_points.PALACE_OF_COLOUR}·{card_points.HOUSE_OF_COLOUR}"
    if colour in TOWER_COLOURS:
        return str(card_points.TOWER_OF_COLOUR)
    return str(card_points.TOWER_AT_WATER) if kind == "outside-water" else "1"


# --- pictures ---------------------------------------------------------------------------


@drawn_once
def picture(kind: str) -> str:
    """The drawing of a card, 76 by 66."""
    ground = _town() if depends_on_city(kind) else _meadow()
    return ground + _content(kind)


def _town() -> str:
    """A paved place with a ring of walls around it."""
    pen = Pen("town", 0.6)
    corners = [(19, 3), (57, 3), (74, 33), (57, 63), (19, 63), (2, 33)]
    ring = pen.shape(corners, "fat s-brown w-plain")
    knobs = [f'<circle class="thin f-stone" cx="{x}" cy="{y}" r="4.500"/>' for x, y in corners]
    return ring + "".join(knobs)


def _meadow() -> str:
    """Open meadow."""
    grass = "M7 60l-2-6m5 6v-8m3 8l3-6M4 14l-2-6m5 6v-8m3 8l3-6"
    return (
        '<rect class="f-meadow" width="76" height="66" rx="8"/>'
        f'<path class="thin s-green" d="{grass}" opacity=".6"/>'
    )


def _content(kind: str) -> str:
    family, _, colour = kind.rpartition("-")
    if kind.startswith("size"):
        return _triangles(int(kind[4:]))
    if kind == "city-colours":
        return _roofs()
    if kind == "city-palaces":
        return at(14, 11, any_house(True), 0.83)
    if kind in ("city-towers", "outside-towers"):
        return at(8, 3, any_tower())
    if family == "city" and colour in HOUSE_COLOURS:
        return at(9, 14, palace(colour), 0.66) + at(43, 26, house(colour), 0.5)
    if colour in TOWER_COLOURS:
        return at(9, 3, tower(colour))
    if colour in HOUSE_COLOURS:
        return at(9, 3, house(colour))
    return _other_content(kind)


def _other_content(kind: str) -> str:
    if kind.startswith("region"):
        return at(-3, -1, arms(int(kind[6:]) - 1), 0.92) + at(36, 22, any_house(), 0.72)
    if kind == "outside-water":
        sea = '<path class="f-sea" d="M0 40q10-5 19 0t19 0t19 0t19 0v18q0 8-8 8h-60q-8 0-8-8z"/>'
        waves = '<path class="thin s-foam" d="M10 52q5-4 10 0q5 4 10 0m16 6q5-4 10 0q5 4 10 0"/>'
        return sea + at(12, -1, any_tower(), 0.88) + waves
    if kind == "outside-walls":
        return at(9, 4, wall_icon())
    return at(3, 4, _town(), 0.46) + at(38, 28, _town(), 0.46)


def _triangles(number: int) -> str:
    """So many fields as triangles; 7 stands for 7 and more."""
    pen = Pen(f"fields{number}", 0.4)
    up, down = [(0, 17), (10, 0), (20, 17)], [(0, 0), (10, 17), (20, 0)]
    starts = {1: 28, 2: 23, 3: 18, 7: 18}[number]
    drawn = []
    for k in range(min(number, 3)):
        shape = pen.shape(up if k % 2 == 0 else down, "pen w-grass")
        drawn.append(at(starts + 10 * k, 24 if number < 7 else 12, shape))
    if number == 7:
        drawn += [at(8 + 10 * k, 29, pen.shape(up if k % 2 == 0 else down, "pen w-grass")) for k in range(4)]
        return "".join(drawn) + text(61, 48, "+", 24)
    return "".join(drawn)


def _roofs() -> str:
    """One house of each colour."""
    spots = ((15, 8), (37, 8), (4, 30), (26, 32), (48, 30))
    return "".join(
        [at(x, y, house(colour), 0.44) for colour, (x, y) in zip(HOUSE_COLOURS, spots, strict=True)]
    )


@lru_cache(64)
def face(kind: str, lang: str) -> str:
    """A whole card, without what it scores now."""
    t = words_of(lang)
    if depends_on_city(kind):
        band = t("in the city")
    else:
        band = t("on the map") if kind == "closed-cities" else t("outside")
    medal = '<path class="thin f-gold s-dark" d="M60 0h16q8 0 8 8v15q-22 2-24-23z"/>'
    points = _medal(kind)
    return (
        f'<rect class="shade" x="1" y="4" width="{WIDTH}" height="{HEIGHT}" rx="9"/>'
        f'<rect class="thin f-card" width="{WIDTH}" height="{HEIGHT}" rx="9"/>'
        + at(4, 7, picture(kind))
        + medal
        + text(74, 15, points, 15 if len(points) == 1 else 11, "t-dark")
        + fitted(WIDTH / 2, 88, band, 14, WIDTH - 8, "t-soft")
    )


def shown(kind: str, points: int, lang: str) -> str:
    """A card with what it scores, for a picture of the rules."""
    return named(_card_name(kind, points, lang), face(kind, lang) + _points_plate(points, False))


# --- cards in the hand ------------------------------------------------------------------


def _points_plate(points: int | None, clickable: bool) -> str:
    """What the card would score now."""
    if points is None:
        return text(WIDTH / 2, 112, "–", 20, "t-soft")
    cls = "may" if clickable else "w-plain"
    plate = f'<rect class="{cls}" x="14" y="93" width="{WIDTH - 28}" height="25" rx="12"/>'
    return plate + text(
        WIDTH / 2, 112, signed(points) if clickable else points, 19, "t-gain" if clickable else "t"
    )


def _copy_count(copies: int) -> str:
    """How many copies there are, if more than one."""
    if copies < 2:
        return ""
    return f'<circle class="thin f-card" cx="11" cy="11" r="13"/>{text(11, 17, f"×{copies}", 15)}'


@lru_cache(4096)
def hand_card(
    kind: str,
    copies: int,
    points: int | None,
    actions: tuple[str, ...],
    spot: tuple[float, float, float],
    lang: str,
) -> Part:
    """A card in the viewer's hand with what may be done with it: nothing, one thing, or play and discard."""
    x, y, size = spot
    key = f"tray-card-{kind}"
    under = (
        f'<rect class="thin f-paper" x="4" y="-4" width="{WIDTH}" height="{HEIGHT}" rx="9"/>'
        if copies > 1
        else ""
    )
    drawn = under + face(kind, lang)
    if not actions:
        t = words_of(lang)
        body = drawn + _points_plate(points, False) + _copy_count(copies)
        quiet = why(t(NO_CARDS_NOW), named(_card_name(kind, points, lang), body))
        return part(key, at(x, y, quiet, size))
    shown = []
    for k, action in enumerate(actions):
        verb = action.split(" ")[0]
        plate = _points_plate(points, True) if verb == "play" else _arrow_plate(verb)
        body = drawn + _gold_frame() + plate + _copy_count(copies)
        button = can(f"{key}-{verb}", action, title(action, points or 0, False, lang), body)
        shown.append(variant("discard" if k else "", k == 0, button) if len(actions) > 1 else button)
    return part(key, at(x, y, "".join(shown), size))


def _gold_frame() -> str:
    """The gold frame of a card that may be clicked."""
    box = f'width="{WIDTH}" height="{HEIGHT}" rx="9"'
    return f'<rect class="may" fill-opacity="0" {box}/>'


def _arrow_plate(verb: str) -> str:
    """The sign of a card that leaves the hand: an arrow away (discard), or an arrow round (exchange)."""
    plate = f'<rect class="may" x="14" y="93" width="{WIDTH - 28}" height="25" rx="12"/>'
    arrow = "M30 105h22m-7-6l7 6l-7 6" if verb == "discard" else "M32 108q0-9 10-9q8 0 9 6m-4-1l4 2l3-4"
    return f'{plate}<path class="pen" d="{arrow}"/>'


def _card_name(kind: str, points: int | None, lang: str) -> str:
    """The accessible name of a card that only lies there."""
    t = words_of(lang)
    if points is None:
        return card_effect(kind, lang)
    now = t.plural("now {n} point", "now {n} points", points)
    return f"{card_effect(kind, lang)}, {now}"


@lru_cache(64)
def listed_cards(kinds: tuple[tuple[str, int], ...], lang: str) -> str:
    """The open cards of the discard pile as words."""
    return ", ".join([piece_name(kind, lang) + (f" × {n}" if n > 1 else "") for kind, n in kinds])
