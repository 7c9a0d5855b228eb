"""The four buildings of the ring, in a box of 58 by 58."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at
from citywright.draw.pen import Pen
from citywright.draw.pieces import coin

_WALL = [(24, 28), (24, 24), (34, 24), (34, 28), (39, 28)]
_LEFT_TOWER = [(5, 53), (5, 14), (10, 14), (10, 19), (14, 19), (14, 14), (19, 14), (19, 28)]
_RIGHT_TOWER = [(39, 14), (44, 14), (44, 19), (48, 19), (48, 14), (53, 14), (53, 53)]


@lru_cache(8)
def building(place: str) -> str:
    """A building of the ring."""
    pen = Pen(place, 0.5)
    drawings = {
        "castle": _castle,
        "mill": _mill,
        "trading house": _trading_house,
        "building office": _building_office,
    }
    return drawings[place](pen)


def _castle(pen: Pen) -> str:
    return (
        pen.shape([*_LEFT_TOWER, *_WALL, *_RIGHT_TOWER], "pen w-stone")
        + pen.line([(24, 53), (24, 42), (29, 38), (34, 42), (34, 53)])
        + pen.lines([[(12, 27), (12, 33)], [(46, 27), (46, 33)]], "pen")
    )


def _mill(pen: Pen) -> str:
    arms = [[(9, 4), (49, 40)], [(49, 4), (9, 40)]]
    sails = [[(6, 9), (13, 2)], [(45, 2), (52, 9)], [(6, 35), (13, 42)], [(45, 42), (52, 35)]]
    return (
        pen.shape([(18, 54), (22, 20), (29, 11), (36, 20), (40, 54)], "pen w-plain")
        + pen.line([(26, 54), (26, 44), (32, 44), (32, 54)], "thin")
        + pen.lines(arms, "pen")
        + pen.lines(sails, "fat s-brown")
    )


def _trading_house(pen: Pen) -> str:
    left = [(11, 34), (18, 34), (18, 42), (11, 42), (11, 34)]
    right = [(x + 29, y) for x, y in left]
    return (
        pen.shape([(6, 54), (6, 26), (52, 26), (52, 54)], "pen w-plain")
        + pen.shape([(3, 27), (12, 12), (46, 12), (55, 27)], "pen w-sea")
        + pen.line([(23, 54), (23, 38), (35, 38), (35, 54)], "thin")
        + at(16, 2, coin(2), 0.45)
        + pen.lines([left, right])
    )


def _building_office(pen: Pen) -> str:
    crane = [[(50, 54), (50, 6)], [(52, 8), (26, 8)], [(50, 18), (40, 8)], [(29, 8), (29, 14)]]
    return (
        pen.shape([(6, 54), (6, 30), (24, 17), (42, 30), (42, 54)], "pen w-red")
        + pen.line([(19, 54), (19, 41), (29, 41), (29, 54)], "thin")
        + pen.lines(crane, "pen s-brown")
    )
