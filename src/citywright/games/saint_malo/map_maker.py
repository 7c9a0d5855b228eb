"""Makes new layouts of Saint Malo: crates elsewhere, other towers, stronger or weaker pirates, another start.

Everything follows from the random stream. Boxes, cannons and church series stay as printed.
"""

from __future__ import annotations

from typing import Any, Final

from citywright.engine.layout.making import chosen, shuffled
from citywright.engine.rng import Rng
from citywright.games.saint_malo.layout import PLAN
from citywright.games.saint_malo.rules import material

VERSION: Final = "1"  # raised whenever the same stream makes another layout

INNER: Final = [(row, column) for row in range(1, 6) for column in range(1, 6)]
NEAR: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
CRATES: Final = (3, 4, 4, 5)  # how many are printed
COINS: Final = (2, 3, 3, 4)
LOGS: Final = (1, 2, 2, 3)
PERSON, POINTS, BONUS_COINS = (2, 3, 3), (3, 3, 4), (2, 2, 3)  # what towers give
STRENGTHS: Final = (1, 3, 6, 8, 10, 12)  # as printed; each may be one more or less
BOXES: Final = [4, 6, 8, 10]
CANNONS: Final = 6
SERIES: Final = [1, 4, 8, 13, 20]

Space = tuple[int, int]


def make_map(rng: Rng) -> dict[str, Any]:
    """The values of a new layout."""
    crates = _crates(rng)
    rows = [[*marks] for marks in PLAN]
    for row, column in crates:
        rows[row][column] = "c"
    return {
        "game": "saint-malo",
        "plan": ["".join(marks) for marks in rows],
        "start": {"coins": chosen(rng, COINS), "logs": chosen(rng, LOGS), "cannons": CANNONS},
        "towers": _towers(rng),
        "pirates": {"strengths": _strengths(rng), "boxes": list(BOXES)},
        "churches": {"series": list(SERIES)},
    }


def _crates(rng: Rng) -> list[Space]:
    """Spaces for the printed crates: one group in most layouts, here and there in the others."""
    number = chosen(rng, CRATES)
    if rng.below(3) == 0:
        return shuffled(rng, INNER)[:number]
    group = [chosen(rng, INNER)]
    while len(group) < number:
        row, column = chosen(rng, group)
        down, right = chosen(rng, NEAR)
        near = (row + down, column + right)
        if near in INNER and near not in group:
            group.append(near)
    return group


def _towers(rng: Rng) -> dict[str, dict[str, Any]]:
    """One tower gives a person, one gives points, two give coins, in any order."""
    bonuses = [
        {"gives": "person", "amount": chosen(rng, PERSON)},
        {"gives": "points", "amount": chosen(rng, POINTS)},
        {"gives": "coins", "amount": chosen(rng, BONUS_COINS)},
        {"gives": "coins", "amount": chosen(rng, BONUS_COINS)},
    ]
    return dict(zip(material.SIDE_NAMES, shuffled(rng, bonuses), strict=True))


def _strengths(rng: Rng) -> list[int]:
    """Pirates about as strong as the printed ones, each row stronger than the one before."""
    while True:
        strengths = [max(strength + rng.below(3) - 1, 1) for strength in STRENGTHS]
        if strengths == sorted(set(strengths)):
            return strengths
