"""The corner towers of a city: what a side of five walls gives, and what has become of the side."""

from __future__ import annotations

from functools import lru_cache
from math import cos, sin, tau

from citywright.draw.elements import at, fitted, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.draw.pieces import coin
from citywright.games.saint_malo.drawing.city_plan import CELL, LEFT, TOP
from citywright.games.saint_malo.drawing.faces import face
from citywright.games.saint_malo.drawing.shapes import path, tick
from citywright.games.saint_malo.text.names import bonus_words, side_name, words_of
from citywright.text.phrases import capital

# side -> column and row of the tower that has its arrow, and which way the arrow points, as a part of a turn
_TOWERS = {"top": (0, 0, 0.0), "right": (6, 0, 0.25), "bottom": (6, 6, 0.5), "left": (0, 6, 0.75)}


@lru_cache(1024)
def tower(panel: str, side: str, bonus: str, status: str, lang: str) -> Part:
    """A corner tower."""
    column, row, _ = _TOWERS[side]
    x, y = LEFT + CELL * (column + 0.5), TOP + CELL * (row + 0.5)
    body = at(x, y, drawing(side, bonus, status))
    return part(f"{panel}-tower-{side}", named(_words(side, bonus, status, lang), body))


@lru_cache(64)
def drawing(side: str, bonus: str, status: str) -> str:
    """The tower around the origin: open, complete or destroyed."""
    gives, amount = bonus.split(" ")
    pen = Pen(f"tower{side}", 0.5)
    ring = {"open": "w-stone", "complete": "f-gold", "destroyed": "f-rampart"}[status]
    inner = {"open": "f-card", "complete": "f-may", "destroyed": "f-stone"}[status]
    body = '<circle class="shade" cx="1.5" cy="3" r="35"/>'
    body += pen.ring(0, 0, 34, f"pen {ring}") + _crenels() + pen.ring(0, 0, 26, f"thin {inner}")
    gift = _gift(gives, amount)
    if status == "destroyed":
        cracks = "M-33-8L-22-4L-26 6M8 33L4 22L12 16M26-22L18-14"
        return body + gift + path(cracks, "pen") + _crossed()
    body += gift + _arrow(_TOWERS[side][2])
    if status == "complete":
        body += tick(24, 24, 11.5)
    return body


def _crossed() -> str:
    return '<path class="fat s-crimson" d="M-17-17L17 17M17-17L-17 17"/>'


def _words(side: str, bonus: str, status: str, lang: str) -> str:
    t = words_of(lang)
    state = {
        "open": t("it is still open"),
        "complete": t("it is complete: defence 2"),
        "destroyed": t("it can never be completed any more (SM-27)"),
    }[status]
    name = capital(side_name(side, lang))
    return t(
        "{side}: five walls bring {bonus} (SM-6); {state}",
        side=name,
        bonus=bonus_words(bonus, lang),
        state=state,
    )


@lru_cache(1)
def _crenels() -> str:
    """Short strokes around a tower's edge: its merlons from above."""
    angles = [tau * (k + 0.5) / 16 for k in range(16)]
    d = [f"M{27 * cos(a):.1f} {27 * sin(a):.1f}L{33 * cos(a):.1f} {33 * sin(a):.1f}" for a in angles]
    return f'<path class="thin" d="{"".join(d)}"/>'


def _arrow(turn: float) -> str:
    """A bold arrow on the edge: this way lies the side."""
    return (
        f'<g transform="rotate({360 * turn:g})"><path class="pen f-card" d="M25-8L39 0L25 8Q28 0 25-8Z"/></g>'
    )


def _gift(gives: str, amount: str) -> str:
    if gives == "coins":
        return at(-26, -26, coin(1, ""), 0.9) + fitted(0, 9, str(amount), 25, 56, "t-dark")
    if gives == "person":
        return at(-12, -25, face("head"), 0.41) + text(0, 17, f"1–{amount}", 21)
    return fitted(-1, 10, f"+{amount}", 28, 60)
