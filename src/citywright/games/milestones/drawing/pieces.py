"""The pieces of Milestones in a box of 58 by 58: goods, workers, tiles, and what stands on the map."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, text
from citywright.draw.pen import Pen
from citywright.draw.pieces import coin, log
from citywright.draw.symbols import drawn_once
from citywright.games.milestones.text.names import LETTERS, words_of

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


# --- workers --------------------------------------------------------------------------------

_HATS = {
    "stone": [(18, 16), (19, 8), (29, 4), (39, 8), (40, 16)],
    "wood": [(18, 16), (22, 3), (30, 1), (36, 6), (40, 16)],
    "sand": [(9, 17), (19, 13), (22, 5), (36, 5), (39, 13), (49, 17)],
    "grain": [(8, 18), (20, 12), (29, 3), (38, 12), (50, 18)],
    "coin": [(16, 15), (18, 7), (32, 3), (43, 7), (40, 15)],
}


@drawn_once
def worker(kind: str, lang: str) -> str:
    """A worker: hat and coat by his kind, his letter on the coat."""
    pen = Pen(f"worker{kind}", 0.5)
    coat = pen.shape([(6, 56), (9, 40), (20, 34), (38, 34), (49, 40), (52, 56)], f"pen {WASH[kind]}")
    head = pen.ring(29, 23, 10.5, "thin f-paper", 12)
    face = f'<path class="pen" d="M25 23h.1M33 23h.1"/>{pen.line([(26, 29), (32, 29)], "thin")}'
    hat = pen.shape(_HATS[kind], f"pen {WASH[kind]}")
    t = words_of(lang)
    return coat + head + face + hat + text(29, 53, t(LETTERS[kind]), 18)


@drawn_once
def bonus(kind: str) -> str:
    """A bonus tile: a red rosette with the good of its kind."""
    pen = Pen(f"bonus{kind}", 0.4)
    rosette = pen.polygon(29, 29, 28, 12, "thin f-red") + pen.ring(29, 29, 23, "thin f-card")
    return rosette + at(9, 8.5, good(kind), 0.69)


@drawn_once
def small_bonus() -> str:
    """A bonus tile on a worker; both are of the same kind."""
    pen = Pen("rosette", 0.3)
    return pen.polygon(0, 0, 12.5, 9, "thin f-red") + text(0, 5, "+1", 14, "t-light bold")


@lru_cache(16)
def cover(width: float, height: float) -> str:
    """A cover tile: a slab with hatching."""
    pen = Pen("cover", 0.6)
    strokes = [
        [(6.0 + k * 9, height - 5), (6.0 + k * 9 + 14, height - 24)] for k in range(int(width / 9) - 2)
    ]
    return pen.rect(3, 3, width - 6, height - 6, "thin f-stone") + pen.lines(strokes, "thin s-faint")


@drawn_once
def tile(left: str, right: str, lang: str) -> str:
    """A worker tile, 104 by 62: two workers as `stone4` with their numbers."""
    pen = Pen(f"{left}{right}", 0.6)
    body = pen.rect(1, 1, 102, 60, "thin f-paper") + pen.line([(52, 3), (52, 59)], "thin s-faint")
    for x, one in ((1, left), (52, right)):
        body += at(x + 7, 10, worker(one[:-1], lang), 0.86) + text(x + 9, 21, one[-1], 22)
    return body


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
        + text(0, -3, "ABCDEF"[seat], 15, f"bold on-{seat}")
    )


# --- what stands on the map: drawn around (0, 0) ------------------------------------------------


@drawn_once
def milestone(shape: int) -> str:
    """A milestone with a round head."""
    pen = Pen(f"milestone{shape}", 0.5)
    head = [(-10, 13), (-10, -7), (-7, -14), (0, -17), (7, -14), (10, -7), (10, 13)]
    return (
        '<ellipse class="shade" cx="1" cy="14" rx="16" ry="5"/>'
        + pen.shape(head, "pen w-stone")
        + pen.lines([[(-5, -6), (5, -6)], [(-5, 0), (5, 0)], [(-5, 6), (3, 6)]])
    )


@drawn_once
def market(shape: int) -> str:
    """A market: a stall with a striped awning."""
    pen = Pen(f"market{shape}", 0.5)
    awning = [(-19, -5), (-14, -17), (14, -17), (19, -5)]
    stripes = [[(-13, -6), (-9, -16)], [(-4, -6), (-3, -16)], [(5, -6), (4, -16)], [(13, -6), (9, -16)]]
    return (
        '<ellipse class="shade" cx="0" cy="15" rx="21" ry="5"/>'
        + pen.shape([(-15, -5), (15, -5), (15, 15), (-15, 15)], "pen w-plain")
        + pen.shape([(-15, 5), (15, 5), (15, 15), (-15, 15)], "thin w-brown")
        + pen.shape(awning, "pen w-red")
        + pen.lines(stripes, "thin")
    )


@drawn_once
def bush(shape: int) -> str:
    """A bush."""
    pen = Pen(f"bush{shape}", 0.9)
    edge = [
        (-16, 7),
        (-18, -1),
        (-11, -8),
        (-4, -12),
        (5, -11),
        (12, -7),
        (18, 0),
        (15, 7),
        (4, 10),
        (-7, 10),
    ]
    return pen.shape(edge, "thin f-wood s-green") + pen.lines(
        [[(-9, -1), (-5, -4)], [(2, -5), (7, -3)], [(-2, 4), (3, 3)]], "thin s-green"
    )
