"""The pieces of Milestones: goods in a box of 58 by 58, figures, and what stands on the map."""

from __future__ import annotations

from citywright.draw.elements import at, text
from citywright.draw.pen import Pen
from citywright.draw.pieces import coin, log
from citywright.draw.symbols import drawn_once

WASH = {"stone": "w-stone", "wood": "w-brown", "sand": "w-orange", "grain": "w-green", "coin": "w-gold"}

# --- goods: each kind has a shape of its own -------------------------------------------------------------


@drawn_once
def good(kind: str) -> str:
    """One good as a piece."""
    if kind == "wood":
        return log(1)
    if kind == "coin":
        return coin(1)
    return {"stone": _block, "sand": _heap, "grain": _sheaf}[kind]()


def _block() -> str:
    """A hewn stone."""
    pen = Pen("block", 0.5)
    return (
        pen.shape([(9, 25), (36, 25), (36, 49), (9, 49)], "pen w-stone")
        + pen.shape([(9, 25), (20, 14), (48, 14), (36, 25)], "pen w-plain")
        + pen.shape([(36, 25), (48, 14), (48, 38), (36, 49)], "pen f-rampart")
        + pen.lines([[(14, 33), (22, 32)], [(24, 43), (31, 42)]])
    )


def _heap() -> str:
    """A heap of sand."""
    pen = Pen("heap", 0.5)
    hill = [(5, 47), (15, 36), (23, 21), (30, 16), (37, 24), (44, 37), (53, 47)]
    dots = [(22, 36), (30, 28), (33, 40), (40, 43), (17, 43), (27, 44)]
    grains = "".join([f"M{x} {y}h1.5" for x, y in dots])
    return pen.shape(hill, "pen w-orange") + f'<path class="pen" d="{grains}"/>'


def _sheaf() -> str:
    """A sheaf of grain."""
    pen = Pen("sheaf", 0.5)
    ears = [(17, 8), (29, 4), (41, 8)]
    body = pen.shape([(13, 12), (29, 6), (45, 12), (33, 35), (43, 52), (15, 52), (25, 35)], "pen w-green")
    stalks = pen.lines(
        [[(29, 34), (x, y + 8)] for x, y in ears] + [[(29, 37), (x, 50)] for x in (22, 29, 36)]
    )
    heads = "".join([pen.ring(x, y + 4, 3.4, "thin w-gold", 7) for x, y in ears])
    return body + stalks + heads + pen.line([(22, 35), (36, 35)], "fat s-brown")


# --- bonus tiles ----------------------------------------------------------------------------


@drawn_once
def bonus(kind: str) -> str:
    """A bonus tile: a red rosette with the good of its kind."""
    pen = Pen(f"bonus{kind}", 0.4)
    rosette = pen.polygon(29, 29, 28, 12, "thin f-red") + pen.ring(29, 29, 22.5, "thin f-card")
    return rosette + at(9, 8.5, good(kind), 0.69)


@drawn_once
def warning() -> str:
    """A warning sign around (0, 0)."""
    pen = Pen("warning", 0.3)
    sign = pen.shape([(0, -13), (14, 11), (-14, 11)], "pen f-gold")
    return sign + '<path class="fat s-dark" stroke-width="3" d="M0-5v7M0 7v.1"/>'


# --- figures -----------------------------------------------------------


@drawn_once
def figure(seat: int) -> str:
    """A player's figure around (0, 0), which is where it stands; its letter on it."""
    pen = Pen(f"figure{seat}", 0.4)
    body = pen.shape([(-12, 0), (-9, -14), (-4, -21), (4, -21), (9, -14), (12, 0)], f"pen seat-{seat}")
    return (
        '<ellipse class="shade" cx="1" cy="1" rx="15" ry="4"/>'
        + body
        + pen.ring(0, -27, 7.5, f"pen seat-{seat}")
        + text(0, -3, "ABCDEF"[seat], 18, f"bold on-{seat}")
    )


# --- what stands on the map: drawn around (0, 0) ------------------------------------------------


@drawn_once
def milestone(shape: int) -> str:
    """A milestone with a round head."""
    pen = Pen(f"milestone{shape}", 0.5)
    head = [(-11, 15), (-11, -8), (-8, -16), (0, -20), (8, -16), (11, -8), (11, 15)]
    return (
        '<ellipse class="shade" cx="2" cy="16" rx="17" ry="5"/>'
        + pen.shape(head, "pen f-slab")
        + pen.shape([(-14, 17), (-13, 11), (13, 11), (14, 17)], "pen w-stone")
        + pen.lines([[(-5, -9), (5, -9)], [(-6, -3), (6, -3)], [(-5, 3), (4, 3)]], "thin")
    )


@drawn_once
def market(shape: int) -> str:
    """A market: a stall with a striped awning."""
    pen = Pen(f"market{shape}", 0.5)
    awning = [(-21, -5), (-15, -19), (15, -19), (21, -5)]
    stripes = "M-12.6-5L-9-19H-3L-4.2-5ZM4.2-5L3-19H9L12.6-5Z"
    hem = "M-21-5q4 6 8.4 0q4 6 8.4 0q4 6 8.4 0q4 6 8.4 0q4 6 8.4 0"
    return (
        '<ellipse class="shade" cx="1" cy="17" rx="23" ry="5"/>'
        + pen.shape([(-16, -5), (16, -5), (16, 16), (-16, 16)], "pen w-plain")
        + pen.shape([(-18, 5), (18, 5), (18, 16), (-18, 16)], "pen w-brown")
        + pen.shape(awning, "pen f-red")
        + f'<path class="f-card" d="{stripes}"/><path class="thin f-card" stroke-width="1.8" d="{hem}"/>'
        + pen.lines([[(-8, 6), (-8, 15)], [(8, 6), (8, 15)]], "thin")
    )


@drawn_once
def home(shape: int) -> str:
    """A house with a red roof around (0, 0)."""
    pen = Pen(f"home{shape}", 0.5)
    return (
        '<ellipse class="shade" cx="2" cy="15" rx="20" ry="4"/>'
        + pen.shape([(8, -7), (8, -18), (13, -18), (13, -3)], "thin w-brown")
        + pen.shape([(-14, 15), (-14, -2), (14, -2), (14, 15)], "pen w-plain")
        + pen.shape([(-20, 1), (-1, -18), (1, -18), (20, 1)], "pen f-red")
        + pen.shape([(-4, 15), (-4, 5), (4, 5), (4, 15)], "thin w-brown")
    )


@drawn_once
def mill_sack() -> str:
    """A sack of flour in a box of 58 by 58."""
    pen = Pen("flour", 0.5)
    body = [(22, 18), (11, 32), (9, 46), (15, 53), (43, 53), (49, 46), (47, 32), (36, 18)]
    return (
        pen.shape(body, "fat f-card")
        + pen.shape([(22, 18), (17, 7), (29, 11), (41, 7), (36, 18)], "pen f-card")
        + pen.line([(21, 18), (37, 18)], "fat s-brown")
        + pen.lines([[(20, 34), (18, 44)], [(38, 34), (40, 44)]], "thin")
    )


@drawn_once
def bush(shape: int) -> str:
    """A bush around (0, 0), whose leaves look out from under a bonus tile."""
    pen = Pen(f"bush{shape}", 0.8)
    turns = (
        (-16, 9),
        (-19, 0),
        (-14, -9),
        (-6, -15),
        (4, -16),
        (13, -11),
        (19, -2),
        (17, 8),
        (9, 15),
        (-7, 15),
    )
    d = "".join([f"A6 6 0 0 1 {x + pen.stray():.1f} {y + pen.stray():.1f}" for x, y in turns])
    leaves = [[(-9, -1), (-5, -4)], [(2, -6), (7, -4)], [(-3, 5), (3, 4)], [(8, 4), (11, 2)]]
    edge = f'<path class="thin f-wood s-green" stroke-width="1.6" d="M-7 15{d}Z"/>'
    return edge + pen.lines(leaves, "thin s-green")
