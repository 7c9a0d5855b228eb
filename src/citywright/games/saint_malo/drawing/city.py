"""A city of Saint Malo: its spaces with what a player drew, what a player owns, and the flag of points.

Every space is a part of its own, cached by what stands there and what may be done there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import at, card, fitted, hit, may, named, part, place, text, why
from citywright.draw.panel import Part, letters_of_mark
from citywright.draw.pen import Pen
from citywright.draw.pieces import cannon, church, coin, log, seat_mark, shield
from citywright.games.saint_malo.drawing.city_plan import CELL, CORNERS, LEFT, WIDTH, grid_top, height, stone
from citywright.games.saint_malo.drawing.pieces import piece
from citywright.games.saint_malo.notation import COLUMNS, spaces_of
from citywright.games.saint_malo.rules.spaces import CITY
from citywright.games.saint_malo.text.names import piece_name, words_of
from citywright.games.saint_malo.text.prompts import taken
from citywright.games.saint_malo.view import Piece
from citywright.text.phrases import capital, coins_phrase, points_phrase


class Owned(NamedTuple):
    """What a player owns besides what stands in the city."""

    coins: int
    logs: int
    defence: int
    churches: int  # points of the series at the end
    lost: int  # cannons
    cannons: int


def pen_seed(space: str) -> int:
    """A number for each space, so that the pen draws a little differently in each."""
    return COLUMNS.index(space[0]) + 7 * (int(space[1]) - 1)


SPACES = spaces_of(CITY)
SCALE = 1.08  # of a piece in its space
INSET = (CELL - 58 * SCALE) / 2

# --- spaces ----------------------------------------------------------------------------


@lru_cache(128)
def _piece_name(kind: str, number: int, lang: str) -> str:
    t = words_of(lang)
    return t("Church {number}", number=number) if kind == "church" else capital(piece_name(kind, lang))


@lru_cache(32768)
def space_piece(panel: str, shown: Piece, fresh: bool, own: bool, large: bool, lang: str) -> Part:
    """A space with something in it; `fresh` is what was drawn in this use of the dice."""
    t = words_of(lang)
    space = shown.space
    x, y = CORNERS[large][space]
    name = _piece_name(shown.kind, shown.number, lang)
    drawing = piece(shown.kind, shown.number, shown.printed, name[0], pen_seed(space))
    body = at(x + INSET, y + INSET + 1, f'<g class="piece">{drawing}</g>', SCALE)
    if fresh:
        size = CELL - 8
        body += (
            f'<rect class="fat s-gold" x="{x + 4:g}" y="{y + 4:g}" width="{size}" height="{size}" rx="9"/>'
        )
    body = named(t("{piece} on {space}", piece=name, space=space), body)
    return part(f"{panel}-{space}", why(taken(space, lang), body) if own else body)


@lru_cache(1024)
def space_empty(panel: str, space: str) -> Part:
    """An empty space."""
    return part(f"{panel}-{space}")


@lru_cache(8)
def places_to_draw(panel: str) -> Part:
    """Every space of the viewer's own city as a place to draw into; the mark is what that brings."""
    return part(f"{panel}-places", *[_place_to_draw(space, *CORNERS[True][space]) for space in SPACES])


def _place_to_draw(space: str, x: float, y: float) -> str:
    return place(
        space,
        hit(x, y, CELL, CELL),
        may(x + 4, y + 4, CELL - 8, CELL - 8),
        letters_of_mark(x + CELL / 2, y + CELL / 2 + 8, 23, CELL - 14),
    )


# --- header and flag -------------------------------------------------------------------


@lru_cache(4096)
def header(panel: str, seat: int, name: str, points: int, starts: bool, large: bool, lang: str) -> Part:
    """Name and points."""
    t = words_of(lang)
    if large:
        body = seat_mark(seat, 42, 46, 21, framed=True) + fitted(84, 42, name, 27, 162, "t-light bold left")
        body += fitted(84, 67, points_phrase(t, points), 20, 162, "t-light left")
        body += _start_mark(66, 26, lang) if starts else ""
    else:
        body = seat_mark(seat, 50, 46, 25, framed=True) + fitted(98, 60, name, 42, 320, "t-light bold left")
        body += text(536, 60, points, 46, "t-light bold right")
        body += _start_mark(80, 26, lang) if starts else ""
        body = named(f"{name}, {points_phrase(t, points)}", body)
    return part(f"{panel}-header", body)


def purse(panel: str, owned: Owned, large: bool, lang: str) -> list[Part]:
    """Coins, logs, defence, churches and cannons, each by itself: a move changes few of them."""
    parts = [
        _chip(panel, order, name, number, large, lang)
        for order, (name, number) in enumerate(zip(owned._fields, owned[:4], strict=False))
    ]
    return [*parts, _cannons(panel, owned.lost, owned.cannons, large, lang)]


@lru_cache(4096)
def _chip(panel: str, order: int, name: str, number: int, large: bool, lang: str) -> Part:
    t = words_of(lang)
    title, icon = {
        "coins": (coins_phrase(t, number), coin(0)),
        "logs": (t.plural("{n} log", "{n} logs", number), log(0)),
        "defence": (t("defence {n}", n=number), shield(0)),
        "churches": (
            t.plural("church series: {n} point at the end", "church series: {n} points at the end", number),
            church(0),
        ),
    }[name]
    if large:
        x = 256 + 73 * order
        chip = card(x, 8, 68, 37, 12) + at(x + 2, 8, icon, 0.62) + text(x + 49, 34, number, 23)
    else:
        chip = _small_chip(order, icon, number)
    return part(f"{panel}-{name}", named(title, chip))


def _small_chip(order: int, icon: str, number: int) -> str:
    x = 18 + 106 * order
    return card(x, 84, 100, 56, 14) + at(x + 1, 84, icon, 0.95) + fitted(x + 76, 124, str(number), 36, 42)


@lru_cache(512)
def _cannons(panel: str, lost: int, cannons: int, large: bool, lang: str) -> Part:
    t = words_of(lang)
    title = t("{lost} of {all} cannons lost, 5 points less for each (SM-53)", lost=lost, all=cannons)
    if large:
        guns = "".join([at(260 + 48 * k, 45, cannon(k % 4, k < lost), 0.66) for k in range(cannons)])
    else:
        guns = _small_chip(4, cannon(1, lost == cannons), cannons - lost)
    return part(f"{panel}-cannons", named(title, guns))


def _start_mark(x: float, y: float, lang: str) -> str:
    """A small pennant for the start player."""
    t = words_of(lang)
    pen = Pen("start", 0.4)
    flag = pen.lines([[(0, 6), (0, -16)]], "pen s-light") + pen.shape(
        [(0, -16), (15, -11), (0, -6)], "thin f-gold"
    )
    return named(t("start player"), at(x, y, flag))


@lru_cache(64)
def frame(panel: str, acts: bool, large: bool) -> Part:
    """A gold edge around the city whose player acts."""
    if not acts:
        return part(f"{panel}-frame")
    size = f'width="{WIDTH - 4}" height="{height(large) - 4}"'
    weight = "fat" if large else "wide"
    return part(f"{panel}-frame", f'<rect class="{weight} s-gold through" x="2" y="2" {size} rx="17"/>')


@lru_cache(2048)
def flag(panel: str, seat: int, points: int, large: bool) -> Part:
    """The flag on the point wall."""
    x, y = stone(max(points, 0), grid_top(large))
    leans = -1 if x < LEFT else 1
    pen = Pen(f"flag{seat}", 0.4)
    body = (
        pen.line([(0, 6), (0, -26)], "pen")
        + pen.shape([(0, -27), (34 * leans, -25), (34 * leans, -7), (0, -5)], f"thin seat-{seat}")
        + text(17 * leans, -10, points, 15, f"bold on-{seat}")
    )
    return part(f"{panel}-flag", f'<g class="moves" transform="translate({x:.1f} {y:.1f})">{body}</g>')
