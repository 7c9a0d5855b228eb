"""The faces of Saint Malo's dice: one bold sign each, in its own shape and colour, in a box of 58 by 58."""

from __future__ import annotations

from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once

HEAD = "M19 53V43Q9 36 10 22Q12 6 29 6Q45 6 47 21L52 32L46 34V41Q46 46 40 46H35V53Z"


@drawn_once
def face(symbol: str) -> str:
    """One of the six signs."""
    return _FACES[symbol](Pen(symbol, 0.35))


def _head(pen: Pen) -> str:
    hair = "M19 40Q9 34 10.5 22Q12 6 29 6Q42 6 46 17Q36 14 30 19Q27 30 19 40Z"
    return f'<path class="pen w-green" d="{HEAD}"/><path class="pen f-green" d="{hair}"/>' + pen.ring(
        40, 23, 2, "f-ink"
    )


def _crate(pen: Pen) -> str:
    return (
        pen.rect(6, 10, 46, 40, "pen w-orange")
        + pen.rect(6, 10, 46, 9, "pen f-orange")
        + pen.rect(6, 41, 46, 9, "pen f-orange")
        + pen.shape([(7, 35), (7, 41), (51, 25), (51, 19)], "pen f-orange")
    )


def _cross(pen: Pen) -> str:
    arms = [(23, 53), (23, 29), (9, 29), (9, 17), (23, 17), (23, 4), (35, 4), (35, 17), (49, 17), (49, 29)]
    return pen.shape([*arms, (35, 29), (35, 53)], "pen f-violet")


def _wall(pen: Pen) -> str:
    top = [(4, 51), (4, 10), (15, 10), (15, 21), (23, 21), (23, 10), (35, 10), (35, 21), (43, 21), (43, 10)]
    joints = [[(5, 31), (53, 31)], [(5, 41), (53, 41)], [(18, 21), (18, 31)], [(40, 21), (40, 31)]]
    joints += [[(29, 31), (29, 41)], [(11, 31), (11, 41)], [(47, 31), (47, 41)]]
    joints += [[(19, 41), (19, 50)], [(39, 41), (39, 50)]]
    return pen.shape([*top, (54, 10), (54, 51)], "pen f-rampart") + pen.lines(joints, "thin")


def _log(pen: Pen) -> str:
    return (
        pen.shape([(14, 17), (48, 17), (54, 23), (54, 36), (48, 42), (14, 42)], "pen f-brown")
        + pen.lines([[(28, 24), (46, 24)], [(26, 30), (38, 30)], [(30, 36), (48, 36)]], "thin")
        + pen.ring(14, 29.5, 9.5, "pen w-brown", 12.5)
        + pen.ring(14, 29.5, 5.2, "thin", 7.5)
        + pen.ring(14, 29.5, 1.6, "thin", 2.8)
    )


def _swords(_: Pen) -> str:
    """Two crossed sabres."""
    blade = "M50 4Q50 27 20 43L15 38Q38 24 50 4Z"
    guard = "M9 31Q11 44 25 48M14 41L5 52"
    mirrored = 'transform="translate(58 0) scale(-1 1)"'
    one = f'<path class="pen f-white" d="{blade}"/><path class="wide s-crimson" fill="none" d="{guard}"/>'
    return f"<g {mirrored}>{one}</g>{one}"


_FACES = {
    "head": _head,
    "crate": _crate,
    "cross": _cross,
    "wall": _wall,
    "log": _log,
    "swords": _swords,
}
