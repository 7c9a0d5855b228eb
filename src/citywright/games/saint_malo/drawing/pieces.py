"""Shapes only Saint Malo has: its persons, the faces of its dice, the pirates' ship."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, text
from citywright.draw.pen import Pen
from citywright.draw.pieces import church, crate, hand, house, wall
from citywright.draw.symbols import drawn_once

WASH = {
    "citizen": "w-brown",
    "soldier": "w-sea",
    "priest": "w-violet",
    "architect": "w-orange",
    "merchant": "w-green",
    "juggler": "w-red",
    "noble": "w-gold",
}


@drawn_once
def person(kind: str, letter: str, shape: int = 0) -> str:
    """Head and shoulders with the hat of the person's trade, and an initial."""
    pen = Pen(f"{kind}{shape}", 0.5)
    body = pen.shape(
        [(7, 54), (8, 42), (15, 35), (24, 33), (34, 33), (43, 35), (50, 42), (51, 54)], f"pen {WASH[kind]}"
    )
    face = pen.ring(29, 22, 9.5, "pen w-plain")
    return body + face + _HATS[kind](pen) + text(29, 52, letter, 19)


def _cap(pen: Pen) -> str:
    """The citizen's cap."""
    return pen.shape([(18, 19), (20, 11), (29, 8), (38, 11), (40, 19), (29, 16)], "pen w-brown")


def _helmet(pen: Pen) -> str:
    """The soldier's helmet, and a pike beside him."""
    crown = pen.shape(
        [(17, 21), (18, 13), (24, 7), (29, 3), (34, 7), (40, 13), (41, 21), (29, 18)], "pen w-stone"
    )
    return crown + pen.lines([[(49, 36), (49, 6)], [(46, 11), (49, 2), (52, 11)]], "pen")


def _mitre(pen: Pen) -> str:
    """The priest's mitre with a cross."""
    return pen.shape(
        [(20, 17), (18, 8), (24, 1), (29, -2), (34, 1), (40, 8), (38, 17)], "pen w-violet"
    ) + pen.lines([[(29, 2), (29, 13)], [(25, 6), (33, 6)]], "thin")


def _compasses(pen: Pen) -> str:
    """The architect's flat hat, and a square in his hand."""
    hat = pen.shape([(16, 16), (19, 9), (39, 9), (42, 16)], "pen w-orange")
    return hat + pen.lines([[(48, 32), (48, 10), (55, 10)]], "pen") + pen.line([(11, 18), (11, 32)], "pen")


def _feather(pen: Pen) -> str:
    """The merchant's broad hat."""
    brim = pen.shape([(12, 17), (20, 14), (38, 14), (46, 17), (38, 19), (20, 19)], "pen w-green")
    return brim + pen.shape([(20, 14), (22, 5), (36, 5), (38, 14)], "pen w-green") + _coin_in_hand(pen)


def _coin_in_hand(pen: Pen) -> str:
    return pen.ring(50, 29, 5, "thin f-gold")


def _bells(pen: Pen) -> str:
    """The juggler's cap with two horns and bells, and balls in the air."""
    horns = pen.shape(
        [(19, 18), (10, 12), (8, 4), (20, 7), (29, 4), (38, 7), (50, 4), (48, 12), (39, 18), (29, 14)],
        "pen w-red",
    )
    return horns + pen.ring(8, 3, 2.6, "thin f-gold") + pen.ring(50, 3, 2.6, "thin f-gold")


def _crown(pen: Pen) -> str:
    """The noble's crown."""
    points = [(18, 17), (16, 4), (23, 10), (29, 1), (35, 10), (42, 4), (40, 17)]
    return pen.shape(points, "pen f-gold")


_HATS = {
    "citizen": _cap,
    "soldier": _helmet,
    "priest": _mitre,
    "architect": _compasses,
    "merchant": _feather,
    "juggler": _bells,
    "noble": _crown,
}


@lru_cache(4096)
def piece(kind: str, number: int, printed: bool, letter: str, place: int) -> str:
    """What stands in a space of the city."""
    shape = hand(place)
    if kind == "crate":
        return crate(shape, printed)
    if kind == "wall":
        return wall(shape)
    if kind == "house":
        return house(shape)
    if kind == "church":
        return church(shape, number)
    return person(kind, letter, shape % 2)  # persons differ by their hats: two ways to draw each are enough


@drawn_once
def face(symbol: str) -> str:
    """A face of a die, 58 wide and high: one bold sign in its own shape and colour."""
    pen = Pen(symbol, 0.35)
    if symbol == "head":
        return (
            '<path class="f-green" d="M20 50v-9q-9-6-8-19q2-13 17-13q15 0 17 14l4 9l-5 2v7q0 4-5 4h-5v5z"/>'
        )
    if symbol == "crate":
        box = pen.shape([(8, 14), (50, 14), (50, 46), (8, 46)], "fat s-orange f-white")
        return box + pen.lines(
            [[(8, 23), (50, 23)], [(8, 37), (50, 37)], [(14, 36), (44, 24)]], "pen s-orange"
        )
    if symbol == "cross":
        return pen.lines([[(29, 10), (29, 49)], [(16, 22), (42, 22)]], "fat s-violet wide")
    if symbol == "wall":
        top = [
            (7, 46),
            (7, 15),
            (17, 15),
            (17, 25),
            (24, 25),
            (24, 15),
            (34, 15),
            (34, 25),
            (41, 25),
            (41, 15),
        ]
        return pen.shape([*top, (51, 15), (51, 46)], "f-iron")
    if symbol == "log":
        body = pen.shape([(13, 20), (46, 20), (50, 24), (50, 36), (46, 40), (13, 40)], "f-brown")
        return body + pen.ring(14, 30, 7, "pen s-brown f-white", 10) + pen.ring(14, 30, 2.5, "pen s-brown", 4)
    blades = "M12 10q24 8 33 33M46 10q-24 8-33 33"
    hilts = pen.lines(
        [[(37, 46), (50, 36)], [(21, 46), (8, 36)], [(44, 42), (50, 49)], [(14, 42), (8, 49)]], "fat"
    )
    return f'<path class="fat" d="{blades}"/>{hilts}'


@drawn_once
def ship(size: float) -> str:
    """The pirates' ship, about 100 wide at size 1, its waterline at y = 0."""
    pen = Pen("ship", 0.8)
    body = (
        pen.shape([(-46, -22), (-38, 2), (34, 2), (50, -28), (38, -24), (28, -16), (-30, -16)], "pen w-brown")
        + pen.lines([[(-36, -7), (36, -7)]], "thin")
        + pen.lines([[(-16, -16), (-16, -92)], [(16, -16), (16, -80)], [(48, -28), (64, -40)]], "pen")
        + pen.shape([(-36, -76), (4, -76), (8, -48), (-32, -48)], "pen f-card")
        + pen.shape([(-34, -44), (6, -44), (8, -22), (-30, -22)], "pen f-card")
        + pen.shape([(2, -66), (34, -66), (38, -30), (6, -30)], "pen f-card")
        + pen.shape([(-16, -92), (-16, -108), (14, -104), (14, -92)], "thin f-iron")
        + "".join([pen.ring(x, -3, 2.2, "thin f-iron") for x in (-24, -8, 8, 24)])
        + _skull()
    )
    waves = pen.lines(
        [[(-58, 6), (-46, 2), (-34, 6), (-22, 2), (-10, 6), (2, 2), (14, 6), (26, 2), (38, 6), (50, 2)]],
        "pen s-foam",
    )
    return at(0, 0, body + waves, size)


def _skull() -> str:
    bones = '<path class="thin s-card" d="M-9 -95l10 3M1 -95l-10 3"/>'
    return f'<circle class="f-card" cx="-4" cy="-100" r="3.6"/>{bones}'
