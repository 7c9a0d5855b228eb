"""Shapes only Die Mauerbauer has: five houses, their palaces, three towers, timber walls, coats of arms.

Colour is never alone: each house colour has its own roof, each tower colour its top, each region its shield.
Boxes are 58 by 58."""

from __future__ import annotations

from math import hypot

from citywright.draw.elements import at
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once
from citywright.games.mauerbauer.drawing.coordinates import Spot

ROOF = {"red": "f-red", "green": "f-green", "yellow": "f-gold", "blue": "f-azure", "pink": "f-rose"}
STONE = {"white": "f-light", "grey": "f-slate", "black": "f-dark"}
REGION = ("w-green", "f-meadow", "f-corn")  # the ground of each region

# the roofs, standing on a wall at y = 30
_GABLE = [(9, 31), (29, 9), (49, 31)]
_MANSARD = [(9, 31), (14, 18), (22, 11), (36, 11), (44, 18), (49, 31)]
_TWIN = [(9, 31), (19, 10), (29, 25), (39, 10), (49, 31)]
_STEPS = [(9, 31), (9, 24), (16, 24), (16, 17), (23, 17), (23, 10), (35, 10), (35, 17), (42, 17), (42, 24)]
_ROOFS = {"red": _GABLE, "green": _MANSARD, "blue": _TWIN, "pink": [*_STEPS, (49, 24), (49, 31)]}


def _roof(pen: Pen, colour: str) -> str:
    """Red: a gable; green: a mansard; yellow: a dome; blue: two gables; pink: steps."""
    if colour == "yellow":
        return f'<path class="pen {ROOF[colour]}" d="M8.6 31q-1.2-21 20.6-21.6q21.6.4 20.2 21.6zM29 9l.4-6"/>'
    return pen.shape(_ROOFS[colour], f"pen {ROOF[colour]}")


@drawn_once
def house(colour: str, shape: int = 0) -> str:
    """A house; its roof tells the colour."""
    return _house(colour, shape)


def _house(colour: str, shape: int) -> str:
    pen = Pen(f"{colour}{shape}", 0.5)
    return (
        '<ellipse class="shade" cx="31" cy="50" rx="23" ry="5"/>'
        + pen.shape([(13, 30), (45, 30), (45, 50), (13, 50)], "pen f-card")
        + _roof(pen, colour)
        + pen.line([(25, 50), (25, 39), (33, 39), (33, 50)], "thin")
    )


@drawn_once
def palace(colour: str, shape: int = 0) -> str:
    """A palace: two wings with golden windows, and the roof of its colour high in the middle under a flag."""
    return _palace(colour, shape)


def _palace(colour: str, shape: int) -> str:
    pen = Pen(f"palace{colour}{shape}", 0.5)
    windows = [f'<path class="thin f-gold" d="M{x} 48v-7q2.500-4 5 0v7z"/>' for x in (7, 46)]
    return (
        '<ellipse class="shade" cx="31" cy="53" rx="31" ry="5.500"/>'
        + pen.shape([(2, 34), (56, 34), (56, 53), (2, 53)], "pen f-card")
        + pen.shape([(-1, 35), (3, 28), (55, 28), (59, 35)], f"pen {ROOF[colour]}")
        + pen.shape([(17, 21), (41, 21), (41, 53), (17, 53)], "pen f-card")
        + pen.lines([[(29, 5), (29, -9)]], "pen")
        + pen.shape([(29, -9), (40, -6), (29, -3)], "thin f-gold")
        + at(8.4, 0.6, _roof(pen, colour), 0.71)
        + "".join(windows)
        + '<path class="thin f-gold" d="M25 53v-9q4-7 8 0v9z"/>'
        + '<circle class="thin f-gold" cx="29" cy="31" r="3.500"/>'
    )


@drawn_once
def any_house(grand: bool = False) -> str:
    """A house or palace of no particular colour, for cards and rows that count them all."""
    return (_palace if grand else _house)("red", 0).replace("f-red", "f-rampart")


@drawn_once
def tower(colour: str, shape: int = 0) -> str:
    """White has battlements, grey a pointed roof, black a dome."""
    pen = Pen(f"tower{colour}{shape}", 0.5)
    cls = f"pen {STONE[colour]}"
    slit = "s-light" if colour == "black" else "s-dark"
    shade = '<ellipse class="shade" cx="31" cy="53" rx="16" ry="4.500"/>'
    if colour == "white":
        crown = [
            (12, 22),
            (12, 7),
            (20, 7),
            (20, 13),
            (25, 13),
            (25, 7),
            (33, 7),
            (33, 13),
            (38, 13),
            (38, 7),
        ]
        body = pen.shape([(18, 53), (18, 25), *crown, (46, 7), (46, 22), (40, 25), (40, 53)], cls)
    elif colour == "grey":
        body = pen.shape([(19, 53), (19, 25), (39, 25), (39, 53)], cls) + pen.shape(
            [(12, 26), (29, 2), (46, 26)], cls
        )
    else:
        dome = f'<path class="{cls}" d="M14 25q-1-14 15-17q16 3 15 17zM29 8v-6"/>'
        body = pen.shape([(18, 53), (18, 24), (40, 24), (40, 53)], cls) + dome
    return shade + body + pen.line([(29, 33), (29, 42)], f"pen {slit}")


@drawn_once
def any_tower() -> str:
    """A tower of no particular colour."""
    return at(-8, 6, tower("white"), 0.8) + at(20, 6, tower("black"), 0.8) + at(6, 11, tower("grey"), 0.8)


def timber(a: Spot, b: Spot, seed: str, closed: bool = False) -> str:
    """A wall of timber from place to place, seen from above; around a closed city it is dark."""
    pen = Pen(seed, 0.5)
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    half = 5.5

    def spot(along: float, aside: float) -> Spot:
        return a[0] + ux * along - uy * aside, a[1] + uy * along + ux * aside

    corners = [spot(0, -half), spot(length, -half), spot(length, half), spot(0, half)]
    ends = f"M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}"
    shade = f"M{a[0] + 2:.0f} {a[1] + 5:.0f}L{b[0] + 2:.0f} {b[1] + 5:.0f}"
    fill, planks = ("f-timber", "s-card") if closed else ("w-brown", "s-ink")
    return (
        f'<path class="s-shade" stroke-width="13" opacity=".22" d="{shade}"/>'
        + pen.shape(corners, f"pen {fill}")
        + f'<path class="{planks}" stroke-width="{8 if closed else 11}" stroke-dasharray="1.2 8.4" '
        + f'stroke-dashoffset="-7" d="{ends}"/>'
    )


@drawn_once
def wall_icon() -> str:
    """A piece of wall in a box."""
    return timber((5, 37), (53, 25), "wall icon")


@drawn_once
def triangle() -> str:
    """A field."""
    return Pen("triangle", 0.5).shape([(4, 50), (29, 7), (54, 50)], "pen w-grass")


@drawn_once
def town_icon() -> str:
    """A ring of walls with a house in it."""
    ring = Pen("ring", 0.6).shape(
        [(16, 4), (42, 4), (56, 29), (42, 54), (16, 54), (2, 29)], "wide s-timber w-plain"
    )
    return ring + at(12, 10, house("red"), 0.6)


@drawn_once
def dice_icon() -> str:
    """Two dice."""
    pen = Pen("dice", 0.5)
    body = pen.rect(3, 5, 29, 29, "pen f-white") + pen.rect(25, 24, 29, 29, "pen f-white")
    return body + at(5, 6, house("blue"), 0.42) + at(28, 26, tower("grey"), 0.42)


# --- coats of arms ----------------------------------------------------------------------

_SHIELDS = (
    [(10, 8), (48, 8), (48, 30), (41, 43), (29, 52), (17, 43), (10, 30)],  # a heater
    [(9, 12), (19, 8), (29, 12), (39, 8), (49, 12), (46, 36), (29, 52), (12, 36)],  # scalloped
    [(10, 8), (48, 8), (48, 46), (36, 46), (29, 52), (22, 46), (10, 46)],  # a banner
)


@drawn_once
def arms(region: int) -> str:
    """A region's coat of arms: an oak, a bridge, a sun, each on a shield of its own shape, with a number."""
    pen = Pen(f"arms{region}", 0.4)
    shield = pen.shape(_SHIELDS[region], f"pen {('f-green', 'f-red', 'f-gold')[region]}")
    if region == 0:
        charge = (
            pen.shape([(26, 30), (32, 30), (34, 40), (24, 40)], "thin s-dark f-brown")
            + pen.ring(29, 22, 9, "thin s-dark f-light")
        )  # fmt: skip
    elif region == 1:
        charge = '<path class="thin s-dark f-light" d="M13 32v-8q16-14 32 0v8h-6q-2-8-10-8q-8 0-10 8z"/>'
    else:
        rays = "M29 12v4M29 34v4M16 25h4M38 25h4M20 16l3 3M35 31l3 3M20 34l3-3M35 19l3-3"
        charge = f'<path class="pen s-dark" d="{rays}"/>' + pen.ring(29, 25, 6.5, "pen s-dark f-light")
    plate = '<rect class="thin s-dark f-light" x="18" y="37" width="22" height="13" rx="3"/>'
    bars = "".join([f"M{29 - 3 * region + 6 * bar} 40.5v6" for bar in range(region + 1)])
    return f'{shield}{charge}{plate}<path class="pen s-dark" d="{bars}"/>'


@drawn_once
def card_back() -> str:
    """The back of a guild card, 40 by 56."""
    pen = Pen("back", 0.4)
    return (
        '<rect class="shade" x="1" y="3" width="40" height="56" rx="5"/>'
        '<rect class="thin f-brown" width="40" height="56" rx="5"/>'
        + pen.rect(5, 5, 30, 46, "thin s-light")
        + pen.shape([(20, 14), (30, 28), (20, 42), (10, 28)], "thin s-light")
    )
