"""Pieces and marks that more than one game uses, drawn in a 58 by 58 box with its corner at the origin.

What only one game has is drawn in that game. `seed` names the place, so that no two look quite alike.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, text
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once

SHAPES = 5  # each piece is drawn in so many slightly different shapes


def hand(place: int) -> int:
    """Which of the shapes of a piece is drawn at a place."""
    return (place * 3 + place // 7) % SHAPES


@drawn_once
def house(shape: int, cls: str = "w-red") -> str:
    """A house with gable, door and chimney."""
    pen = Pen(f"house{shape}")
    return (
        pen.shape([(13, 48), (13, 28), (29, 13), (45, 28), (45, 48)], f"pen {cls}")
        + pen.line([(8, 31), (29, 11), (50, 31)])
        + pen.line([(25, 48), (25, 37), (33, 37), (33, 48)], "thin")
        + pen.line([(38, 18), (38, 11), (42, 11), (42, 22)], "thin")
    )


@drawn_once
def church(shape: int, number: int | None = None, cls: str = "w-violet") -> str:
    """A church with its steeple; a number stands in the nave."""
    pen = Pen(f"church{shape}")
    body = (
        pen.shape(
            [(7, 50), (7, 31), (22, 20), (36, 28), (36, 17), (42.5, 8), (49, 17), (49, 50)], f"pen {cls}"
        )
        + pen.line([(36, 28), (36, 50)], "thin")
        + pen.lines([[(42.5, 8), (42.5, 1)], [(39, 4), (46, 4)]], "pen")
        + pen.line([(41, 30), (41, 25), (44, 25), (44, 30), (41, 30)], "thin")
    )
    return body if number is None else body + text(21.5, 46, number, 21)


@drawn_once
def wall(shape: int, cls: str = "w-stone") -> str:
    """A piece of wall with merlons and a few of its stones."""
    pen = Pen(f"wall{shape}")
    top = [(4, 47), (4, 18), (14, 18), (14, 27), (24, 27), (24, 18), (34, 18), (34, 27), (44, 27), (44, 18)]
    return pen.shape([*top, (54, 18), (54, 47)], f"pen {cls}") + pen.lines(
        [
            [(5, 37), (53, 37)],
            [(19, 28), (19, 36)],
            [(38, 28), (38, 36)],
            [(11, 38), (11, 46)],
            [(29, 38), (29, 46)],
            [(46, 38), (46, 46)],
        ]
    )


@drawn_once
def crate(shape: int, printed: bool = False) -> str:
    """A crate with its laths; printed ones have a thin line and a pale wash."""
    pen = Pen(f"crate{shape}")
    box = pen.shape([(8, 14), (50, 14), (50, 45), (8, 45)], "thin w-plain" if printed else "pen w-orange")
    laths = [
        [(9, 21), (49, 21)],
        [(9, 38), (49, 38)],
        [(15, 22), (15, 37)],
        [(43, 22), (43, 37)],
        [(16, 37), (42, 22)],
    ]
    return box + pen.lines(laths)


@drawn_once
def tower(shape: int, cls: str = "w-stone") -> str:
    """A tower with merlons, for walls that have towers as pieces."""
    pen = Pen(f"tower{shape}")
    crown = [(17, 52), (17, 24), (12, 20), (12, 8), (20, 8), (20, 14), (25, 14), (25, 8), (33, 8), (33, 14)]
    return pen.shape(
        [*crown, (38, 14), (38, 8), (46, 8), (46, 20), (41, 24), (41, 52)], f"pen {cls}"
    ) + pen.lines([[(17, 24), (41, 24)], [(27, 40), (27, 31), (31, 31), (31, 40)]])


@drawn_once
def sack(shape: int, letter: str = "", cls: str = "w-gold") -> str:
    """A tied sack of goods with a letter."""
    pen = Pen(f"sack{shape}")
    return (
        pen.shape(
            [(24, 17), (12, 32), (10, 44), (16, 50), (42, 50), (48, 44), (46, 32), (34, 17)], f"pen {cls}"
        )
        + pen.line([(24, 17), (20, 9), (29, 12), (38, 9), (34, 17), (24, 17)])
        + (text(29, 44, letter, 20) if letter else "")
    )


@drawn_once
def log(shape: int, cls: str = "w-brown") -> str:
    """A log lying, its cut end with rings."""
    pen = Pen(f"log{shape}")
    return (
        pen.shape([(14, 20), (44, 20), (48, 24), (48, 36), (44, 40), (14, 40)], f"pen {cls}")
        + pen.ring(14, 30, 6.5, f"pen {cls}", 10)
        + pen.ring(14, 30, 2.4, "thin", 4)
        + pen.lines([[(26, 26), (42, 26)], [(24, 33), (38, 33)]])
    )


@drawn_once
def coin(shape: int, words: str = "") -> str:
    """A coin; what it is worth may stand on it."""
    pen = Pen(f"coin{shape}", 0.4)
    return (
        pen.ring(29, 29, 17, "pen f-gold")
        + pen.ring(29, 29, 12.5, "thin s-dark")
        + (text(29, 36, words, 19, "t-dark") if words else "")
    )


@drawn_once
def cannon(shape: int, lost: bool = False) -> str:
    """A cannon on its carriage; a lost one is crossed out."""
    pen = Pen(f"cannon{shape}", 0.4)
    spokes = [[(13, 40), (31, 40)], [(22, 31), (22, 49)], [(16, 34), (28, 46)], [(28, 34), (16, 46)]]
    barrel = (
        pen.shape([(22, 40), (44, 44), (50, 50), (34, 50)], "thin w-brown")
        + pen.shape(
            [(8, 26), (13, 20), (48, 12), (54, 10), (56, 22), (50, 22), (16, 34), (9, 32)], "pen f-iron"
        )
        + pen.ring(22, 40, 11, "pen w-brown")
        + pen.lines(spokes, "thin")
    )
    if not lost:
        return barrel
    return f'<g class="quiet">{barrel}</g>' + pen.lines(
        [[(6, 10), (52, 52)], [(52, 10), (6, 52)]], "fat s-crimson"
    )


@drawn_once
def shield(shape: int, words: str | int = "", cls: str = "w-sea") -> str:
    """A shield for defence and coats of arms."""
    pen = Pen(f"shield{shape}", 0.4)
    points = [(11, 10), (29, 14), (47, 10), (47, 30), (42, 41), (29, 51), (16, 41), (11, 30)]
    return pen.shape(points, f"pen {cls}") + (text(29, 38, words, 22) if words != "" else "")


# --- seats: each has its own colour and shape ------------------------------------------

_CORNERS = (0, 4, 4, 3, 5, 6)  # circle, diamond, square, triangle, pentagon, hexagon
_TURNS = (0.0, 0.25, 0.125, -0.25, -0.25, 0.0)
_GROW = (1.0, 1.18, 1.18, 1.38, 1.1, 1.08)


@lru_cache(256)
def seat_mark(
    seat: int, x: float, y: float, radius: float, lettered: bool = True, framed: bool = False
) -> str:
    """The mark of a seat: its colour, its shape and its letter; `framed` on grounds of its own colour."""
    pen = Pen(f"seat{seat}", 0.3)
    cls = f"pen seat-{seat}"
    size = radius * _GROW[seat]
    if not _CORNERS[seat]:
        body = pen.ring(0, 0, size, cls)
    else:
        body = pen.polygon(0, 0, size, _CORNERS[seat], cls, _TURNS[seat])
    if framed:
        body = f'<circle class="f-card" r="{radius * 1.42:g}"/>' + body
    if lettered:
        drop = radius * (0.52 if _CORNERS[seat] == 3 else 0.36)
        body += text(0, drop, "ABCDEF"[seat], radius * 1.05, f"bold on-{seat}")
    return at(x, y, body)


# --- dice -----------------------------------------------------------------------------


@lru_cache(256)
def die_frame(size: float = 56, picked: bool = False) -> str:
    """The empty face of a die; a picked one has a gold frame (which a page flips with its toggle)."""
    pen = Pen("die", 0.35)
    face = (
        f'<rect class="shade" x="1" y="4" width="{size:g}" height="{size:g}" rx="{size / 5:g}"/>'
        f'<rect class="thin f-white" width="{size:g}" height="{size:g}" rx="{size / 5:g}"/>'
        + pen.line([(size * 0.18, size - 2), (size * 0.8, size - 2)], "thin s-faint")
    )
    on = "" if picked else " hide"
    return face + (
        f'<rect class="frame-on{on} fat s-mark" x="-3" y="-3" width="{size + 6:g}" height="{size + 6:g}" '
        f'rx="{size / 5 + 3:g}"/>'
    )
