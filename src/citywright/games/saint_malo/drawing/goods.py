"""Crates, houses, churches and walls of a city, each in several shapes, in a box of 58 by 58.

What ends in `_lines` is the drawing itself, of which small_pieces.py makes a stronger one.
"""

from __future__ import annotations

from citywright.draw.elements import text
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once

Corner = tuple[float, float]

# --- crates ------------------------------------------------------------------------------


@drawn_once
def crate(shape: int, printed: bool = False) -> str:
    """A crate, in one of five shapes; printed ones have thin lines and are pale."""
    return crate_lines(shape, printed)


def crate_lines(shape: int, printed: bool = False) -> str:
    """A crate as it is drawn."""
    line = "thin" if printed else "pen"
    return _CRATES[shape](Pen(f"crate{shape}", 0.5), line, printed)


def _box(pen: Pen, box: tuple[float, float, float, float], line: str, front: str) -> str:
    """A crate seen from its corner: front, lid and side."""
    x, y, width, height = box
    deep = 9.0
    lid = [(x, y), (x + deep, y - deep * 0.8), (x + width + deep, y - deep * 0.8), (x + width, y)]
    side = [
        (x + width, y),
        (x + width + deep, y - deep * 0.8),
        (x + width + deep, y + height - deep),
        (x + width, y + height),
    ]
    return (
        pen.shape(lid, f"{line} w-plain")
        + pen.shape(side, f"{line} {'w-plain' if front == 'w-plain' else 'w-brown'}")
        + pen.rect(x, y, width, height, f"{line} {front}")
    )


def _braced(pen: Pen, line: str, printed: bool) -> str:
    """A large crate with a frame and a brace."""
    body = _box(pen, (5, 17, 40, 36), line, "w-plain" if printed else "w-orange")
    frame: list[list[Corner]] = [[(5, 25), (45, 25)], [(5, 45), (45, 45)], [(9, 44), (41, 26)]]
    return body + pen.lines(frame, "thin")


def _stacked(pen: Pen, line: str, printed: bool) -> str:
    """A small crate on a broad one."""
    front, small = ("w-plain", "w-plain") if printed else ("w-orange", "w-gold")
    return (
        _box(pen, (3, 31, 45, 22), line, front)
        + pen.lines([[(3, 38), (48, 38)], [(3, 46), (48, 46)], [(14, 31), (14, 53)], [(37, 31), (37, 53)]])
        + _box(pen, (13, 9, 24, 19), line, small)
        + pen.lines([[(13, 9), (37, 28)], [(37, 9), (13, 28)]])
    )


def _tied(pen: Pen, line: str, printed: bool) -> str:
    """A crate with a rope around it both ways."""
    body = _box(pen, (5, 18, 40, 35), line, "w-plain" if printed else "w-gold")
    rope = "pen s-faint" if printed else "fat s-brown"
    return (
        body
        + pen.lines([[(5, 27), (45, 27)], [(5, 44), (45, 44)]], "thin")
        + pen.lines([[(25, 53), (25, 18), (33, 11)], [(5, 36), (45, 36), (54, 28)]], rope)
        + pen.ring(25, 36, 3.6, f"{line} w-plain")
    )


def _with_barrel(pen: Pen, line: str, printed: bool) -> str:
    """A crate behind a barrel."""
    front, wood = ("w-plain", "w-plain") if printed else ("w-orange", "w-brown")
    barrel = "M33 28Q43 24 53 28Q59 41 53 54Q43 58 33 54Q27 41 33 28Z"
    hoops = "M30.5 35Q43 39 55.5 35M30.5 47Q43 51 55.5 47M33 28Q43 32 53 28"
    return (
        _box(pen, (3, 15, 35, 35), line, front)
        + pen.lines([[(3, 23), (38, 23)], [(3, 42), (38, 42)], [(7, 24), (34, 41)]], "thin")
        + f'<path class="{line} {wood}" d="{barrel}"/><path class="{line}" d="{hoops}"/>'
    )


def _open(pen: Pen, line: str, printed: bool) -> str:
    """An open crate full of fruit."""
    fills = ("w-plain",) * 3 if printed else ("w-red", "w-gold", "w-green")
    places = ((14, 21), (27, 17), (40, 21))
    fruit = "".join([pen.ring(x, y, 9, f"{line} {fill}") for (x, y), fill in zip(places, fills, strict=True)])
    front = "w-plain" if printed else "w-orange"
    return (
        fruit
        + pen.shape([(3, 26), (55, 26), (51, 54), (7, 54)], f"{line} {front}")
        + pen.lines([[(4, 35), (54, 35)], [(6, 45), (52, 45)], [(15, 26), (17, 54)], [(43, 26), (41, 54)]])
    )


_CRATES = (_braced, _tied, _stacked, _open, _with_barrel)

# --- houses ------------------------------------------------------------------------------


@drawn_once
def house(shape: int) -> str:
    """A house; its roof is one of five."""
    return house_lines(shape)


def house_lines(shape: int) -> str:
    """A house as it is drawn."""
    return _HOUSES[shape](Pen(f"house{shape}", 0.5))


def _gable(pen: Pen) -> str:
    return (
        pen.rect(38, 6, 6, 16, "pen w-stone")
        + pen.shape([(9, 54), (9, 29), (29, 9), (49, 29), (49, 54)], "pen w-plain")
        + pen.shape([(3, 32), (29, 4), (55, 32), (50, 35), (29, 14), (8, 35)], "pen w-red")
        + pen.shape([(23, 54), (23, 40), (35, 40), (35, 54)], "pen w-brown")
        + pen.rect(25, 24, 8, 8, "thin w-sea")
    )


def _broad(pen: Pen) -> str:
    return (
        pen.rect(12, 6, 6, 14, "pen w-stone")
        + pen.rect(6, 30, 46, 24, "pen w-plain")
        + pen.shape([(1, 32), (11, 12), (47, 12), (57, 32)], "pen w-red")
        + pen.lines([[(6, 22), (52, 22)], [(20, 13), (17, 22)], [(38, 13), (41, 22)]], "thin")
        + pen.shape([(25, 54), (25, 39), (34, 39), (34, 54)], "pen w-brown")
        + pen.boxes([(11, 37), (41, 37)], 8, 8, "thin w-sea")
    )


def _stepped(pen: Pen) -> str:
    left = [(11.0, 54.0), (11, 30), (16, 30), (16, 21), (21, 21), (21, 12), (26, 12), (26, 5)]
    right = [(58 - x, y) for x, y in reversed(left)]
    return (
        pen.shape([*left, *right], "pen w-red")
        + pen.shape([(23, 54), (23, 42), (35, 42), (35, 54)], "pen w-brown")
        + pen.boxes([(17, 34), (33, 34), (25, 20)], 8, 7, "thin w-plain")
    )


def _pair(pen: Pen) -> str:
    return (
        pen.shape([(29, 54), (29, 32), (42, 19), (54, 32), (54, 54)], "pen w-plain")
        + pen.shape([(26, 34), (42, 16), (58, 34), (54, 36), (42, 23), (30, 36)], "pen w-orange")
        + pen.shape([(5, 54), (5, 24), (19, 9), (33, 24), (33, 54)], "pen w-plain")
        + pen.shape([(0, 27), (19, 4), (38, 27), (33, 30), (19, 13), (5, 30)], "pen w-red")
        + pen.shape([(13, 54), (13, 43), (23, 43), (23, 54)], "pen w-brown")
        + pen.boxes([(15, 28), (40, 37)], 8, 8, "thin w-sea")
    )


def _timbered(pen: Pen) -> str:
    return (
        pen.rect(41, 8, 6, 14, "pen w-stone")
        + pen.shape([(8, 54), (8, 26), (50, 26), (50, 54)], "pen w-plain")
        + pen.lines([[(8, 38), (50, 38)], [(22, 27), (22, 38)], [(36, 27), (36, 38)]], "pen s-brown")
        + pen.lines([[(9, 37), (21, 27)], [(37, 27), (49, 37)]], "pen s-brown")
        + pen.shape([(2, 28), (17, 6), (41, 6), (56, 28)], "pen w-red")
        + pen.lines([[(8, 19), (50, 19)]], "thin")
        + pen.shape([(24, 54), (24, 42), (34, 42), (34, 54)], "pen w-brown")
    )


_HOUSES = (_gable, _broad, _stepped, _pair, _timbered)

# --- churches ----------------------------------------------------------------------------


@drawn_once
def church(shape: int, number: int) -> str:
    """A church with its number large in the nave; its spire is one of three."""
    return church_lines(shape) + text(20, 52, number, 31)


def church_lines(shape: int) -> str:
    """A church as it is drawn, without its number."""
    pen = Pen(f"church{shape}", 0.5)
    nave = pen.shape([(2, 55), (2, 28), (20, 14), (38, 28), (38, 55)], "pen w-violet")
    roof = pen.shape([(-1, 30), (20, 10), (41, 30), (37, 32), (20, 17), (3, 32)], "pen w-stone")
    tower = pen.shape([(38, 55), (38, 22), (55, 22), (55, 55)], "pen w-violet")
    spire = (
        pen.shape([(36, 24), (46.5, 5), (57, 24)], "pen w-stone"),
        pen.shape([(36, 24), (37, 13), (42, 9), (46.5, 5), (51, 9), (56, 13), (57, 24)], "pen w-stone"),
        pen.shape(
            [(36, 23), (36, 12), (41, 12), (41, 16), (52, 16), (52, 12), (57, 12), (57, 23)], "pen w-stone"
        ),
    )[shape % 3]
    top = 16.0 if shape % 3 == 2 else 5.0
    cross = pen.lines([[(46.5, top), (46.5, top - 10)], [(43, top - 6.5), (50, top - 6.5)]], "pen")
    window = pen.line([(43.5, 44), (43.5, 36), (46.5, 32), (49.5, 36), (49.5, 44), (43.5, 44)], "thin")
    return tower + spire + cross + window + nave + roof


# --- walls -------------------------------------------------------------------------------

WALL = 69.0  # how long a piece of wall is: as long as a space, so that neighbours form a rampart


@drawn_once
def wall(shape: int, before: bool, after: bool) -> str:
    """A piece of wall around the origin, its merlons up; `before` and `after` it the wall goes on."""
    return wall_lines(shape, before, after, 4)


def wall_lines(shape: int, before: bool, after: bool, merlons: int) -> str:
    """A piece of wall as it is drawn, with so many merlons."""
    half, step = WALL / 2, WALL / merlons
    merlon = step * 0.58
    start = -half + (step - merlon) / 2
    top, walk, foot = -27.0, -16.0, 24.0
    edge: list[Corner] = [(-half, walk)]
    for k in range(merlons):
        x = start + k * step
        edge += [(x, walk), (x, top), (x + merlon, top), (x + merlon, walk)]
    edge.append((half, walk))
    pen = Pen(f"wall{shape}", 0.45)
    ends = ([] if before else [[(-half + 1, walk), (-half + 1, foot)]]) + (
        [] if after else [[(half - 1, foot), (half - 1, walk)]]
    )
    ground = "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in [*edge, (half, foot), (-half, foot)]]) + "Z"
    return (
        f'<path class="w-stone" d="{ground}"/>'
        + pen.lines([edge, [(-half, foot), (half, foot)], *ends], "pen")
        + pen.lines(_courses(half, walk, foot, shape), "thin")
        + f'<path class="shade" d="M{-half:g} {foot - 9:g}H{half:g}V{foot:g}H{-half:g}Z"/>'
    )


def _courses(half: float, walk: float, foot: float, shape: int) -> list[list[Corner]]:
    """The joints between the stones."""
    rows = [walk + (foot - walk) * k / 3 for k in range(4)]
    joints: list[list[Corner]] = [[(-half, y), (half, y)] for y in rows[1:3]]
    for row in range(3):
        shift = (5, 16, 9)[(row + shape) % 3]
        for x in range(shift - 34, 34, 23):
            joints.append([(float(x), rows[row] + 1), (float(x), rows[row + 1] - 1)])
    return joints
