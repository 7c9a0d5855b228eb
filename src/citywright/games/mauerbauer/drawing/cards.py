"""The thirty guild cards: their meaning drawn, and in few words.

Cards that depend on the city being scored show a walled town, the others open meadow."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at
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
from citywright.games.mauerbauer.text.names import (
    RULE_OF,
    card_does_shortly,
    card_effect,
    piece_name,
    words_of,
)

PICTURE = (76, 66)  # the width and height of a card's picture
CITY_KINDS = frozenset(KIND_NAMES[: material.OUTSIDE])


def depends_on_city(kind: str) -> bool:
    """Do the points of a card depend on the city being scored?"""
    return kind in CITY_KINDS


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
        return "".join(drawn) + '<path class="pen" d="M61 17v10m-5-5h10"/>'
    return "".join(drawn)


def _roofs() -> str:
    """One house of each colour."""
    spots = ((15, 8), (37, 8), (4, 30), (26, 32), (48, 30))
    return "".join(
        [at(x, y, house(colour), 0.44) for colour, (x, y) in zip(HOUSE_COLOURS, spots, strict=True)]
    )


# --- words --------------------------------------------------------------------------------------


@lru_cache(128)
def rate(kind: str, lang: str) -> str:
    """How a card counts, very short: points for the whole, or for each thing."""
    t = words_of(lang)
    family, _, colour = kind.rpartition("-")
    if kind == "size7":
        return str(card_points.LARGE_CITY)
    if kind.startswith("size"):
        return str(card_points.EXACT_SIZE + KIND_NAMES.index(kind) - material.CITY_SIZE)
    if kind == "city-colours":
        return f"{card_points.TWO_COLOURS} / {card_points.FOUR_COLOURS}"
    if family == "city" and colour in HOUSE_COLOURS:
        return f"{card_points.PALACE_OF_COLOUR} / {card_points.HOUSE_OF_COLOUR}"
    each = 1
    if colour in TOWER_COLOURS:
        each = card_points.TOWER_OF_COLOUR
    elif kind == "outside-water":
        each = card_points.TOWER_AT_WATER
    return t("{n} each", n=each)


def rate_label(kind: str, lang: str) -> str:
    """What the short words of `rate` mean."""
    return f"{card_does_shortly(kind, lang)} ({RULE_OF[kind]})"


def card_label(kind: str, copies: int, points: int | None, by_city: tuple[int, ...], lang: str) -> str:
    """The accessible name of a card that only lies there: what it does, copies, points now or by city."""
    t = words_of(lang)
    words = [card_effect(kind, lang)]
    if copies > 1:
        words.append(t("you hold {n} of these", n=copies))
    if points is not None:
        words.append(t.plural("now {n} point", "now {n} points", points))
    elif by_city:
        each = [t("{points} for city {city}", points=n, city=city) for city, n in enumerate(by_city, 1)]
        words.append(t("it scores {each}", each=", ".join(each)))
    return "; ".join(words)


@lru_cache(64)
def listed_cards(kinds: tuple[tuple[str, int], ...], lang: str) -> str:
    """The open cards of the discard pile as words."""
    return ", ".join([piece_name(kind, lang) + (f" × {n}" if n > 1 else "") for kind, n in kinds])
