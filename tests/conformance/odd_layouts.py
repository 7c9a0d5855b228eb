"""Layouts at the limits of what the readers accept: the smallest, the largest, and lopsided ones."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from citywright.catalogue import games
from citywright.engine.layout.text import format_layout

Spot = tuple[float, float]
Triangle = tuple[int, int, int]

USUAL = {game.id: tomllib.loads(game.default_layout.source) for game in games().values()}
KINDS = ("stone", "wood", "sand", "grain", "coin")


# --- Milestones --------------------------------------------------------------------------


def milestones(rows: list[str], tile: str = "", supply: int = 12, end: int = 999) -> str:
    """A map with its bushes on the first fifteen plots; all tiles alike if one is given."""
    marks = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row.split()) if mark != "."}
    bushes = []
    for r, c in sorted(marks):
        for apex in ((r - 1, c + r % 2), (r + 1, c + r % 2)):  # of the level side that begins here
            if {(r, c + 1), apex} <= marks:
                bushes.append(" ".join(_name(*corner) for corner in sorted([(r, c), (r, c + 1), apex])))
    tiles: dict[str, Any] = {"workers": [tile] * 35} if tile else {}
    bonus = {"bonus": dict.fromkeys(KINDS, 0) | {"stone": 15}} if tile else {}
    return format_layout(
        USUAL["milestones"]
        | {
            "map": {"rows": rows, "bushes": bushes[:15]},
            "tiles": USUAL["milestones"]["tiles"] | tiles | bonus,
            "supplies": dict.fromkeys(("sections", "markets", "houses", "sacks"), supply),
            "end": dict.fromkeys("234", end),
        }
    )


def _name(row: int, column: int) -> str:
    return f"{'abcdefgh'[row]}{column + 1}"


def grid(columns: int, rows: int, mark: str) -> list[str]:
    """So many rows of the same number, with the start market at the left end of the first."""
    lines = [" ".join([mark] * columns)] * rows
    return ["* " + lines[0].partition(" ")[2], *lines[1:]]


# --- Die Mauerbauer ----------------------------------------------------------------------


def mauerbauer(spots: Sequence[Spot], fields: Sequence[Triangle], only: str = "") -> str:
    """A map all of whose points are at the water; all cards alike if a kind is given."""
    names = [f"{'abcdefghij'[n // 12]}{n % 12 + 1}" for n in range(len(spots))]
    texts = [" ".join(names[corner] for corner in sorted(field)) for field in fields]
    third = len(texts) // 3
    cards = USUAL["mauerbauer"]["cards"]
    return format_layout(
        {
            "game": "mauerbauer",
            "water": names,
            "points": {name: [float(x), float(y)] for name, (x, y) in zip(names, spots, strict=True)},
            "regions": [
                {"name": "One", "fields": texts[:third]},
                {"name": "Two", "fields": texts[third : 2 * third]},
                {"name": "Three", "fields": texts[2 * third :]},
            ],
            "cards": {kind: 60 * (kind == only) for kind in cards} if only else cards,
        }
    )


def strip(columns: int, rows: int) -> tuple[list[Spot], list[Triangle]]:
    """A part of the triangle lattice."""
    spots = [(c + r % 2 / 2, r * 0.866) for r in range(rows) for c in range(columns)]
    fields: list[Triangle] = []
    for r in range(rows - 1):
        for c in range(columns - 1):
            a, b = r * columns + c, (r + 1) * columns + c
            fields += [(a, a + 1, b), (a + 1, b, b + 1)] if r % 2 == 0 else [(a, b, b + 1), (a, a + 1, b + 1)]
    return spots, fields


def ring(points: int) -> tuple[list[Spot], list[Triangle]]:
    """A map around a lake."""
    inner = [(2 * cos(2 * pi * k / points), 2 * sin(2 * pi * k / points)) for k in range(points)]
    outer = [(3 * cos(pi * (2 * k + 1) / points), 3 * sin(pi * (2 * k + 1) / points)) for k in range(points)]
    fields: list[Triangle] = []
    for k in range(points):
        following = (k + 1) % points
        fields += [(k, following, points + k), (following, points + k, points + following)]
    return inner + outer, fields


def wheel(spokes: int) -> tuple[list[Spot], list[Triangle]]:
    """All fields around one point."""
    rim = [(10 * cos(2 * pi * k / spokes), 10 * sin(2 * pi * k / spokes)) for k in range(spokes)]
    return [(0.0, 0.0), *rim], [(0, 1 + k, 1 + (k + 1) % spokes) for k in range(spokes)]


# --- Saint Malo --------------------------------------------------------------------------


def saint_malo(
    row: str, start: int, bonus: tuple[str, int], strengths: Sequence[int], boxes: Sequence[int]
) -> str:
    """Boards with the same five spaces in every inner row, and the same bonus in every tower."""
    gives, amount = bonus
    return format_layout(
        {
            "game": "saint-malo",
            "plan": ["#-----#", *[f"-{row}-"] * 5, "#-----#"],
            "start": {"coins": start, "logs": start, "cannons": max(start, len(strengths))},
            "towers": {
                side: {"gives": gives, "amount": amount} for side in ("top", "right", "bottom", "left")
            },
            "pirates": {"strengths": list(strengths), "boxes": list(boxes)},
            "churches": {"series": [996, 997, 998, 999, 1000] if start else [1, 2, 3, 4, 5]},
        }
    )


ODD_LAYOUTS = {
    "milestones": {
        "the smallest": milestones(["* 1 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 1"]),
        "the largest, highest numbers": milestones(grid(15, 8, "99"), supply=99),
        "only one piece of each": milestones(grid(15, 8, "10"), supply=1),
        "one kind that falls": milestones(grid(8, 3, "2"), "grain8 grain1"),
        "no coins": milestones(grid(8, 3, "12"), "wood8 sand1", end=1),
        "a tail": milestones([". 1 2 3 4 5 6 7 8 9", "1 . 20 30 40 50 60 70 80 90", "* 1 1 1 1 1 1 1 1 1"]),
    },
    "mauerbauer": {
        "three fields": mauerbauer([(0, 0), (4, 0), (2, 4), (2, 1)], [(0, 1, 3), (1, 2, 3), (0, 2, 3)]),
        "all 120 points": mauerbauer(*strip(12, 10)),
        "nothing but water": mauerbauer(*strip(12, 10), only="outside-water"),
        "nothing but small cities": mauerbauer(*strip(12, 10), only="size1"),
        "around a lake": mauerbauer(*ring(12)),
        "all around one point": mauerbauer(*wheel(119)),
        "slivers far apart": mauerbauer(
            [(0, 0), (999_000, 0.5), (-1_000_000, 0), (5, -0.5), (1_000_000, 0.2)],
            [(0, 1, 3), (0, 2, 3), (1, 3, 4)],
        ),
    },
    "saint-malo": {
        "crates everywhere": saint_malo("ccccc", 3, ("coins", 2), (1, 3, 6), (4, 6, 8, 10)),
        "as much as can be": saint_malo(".....", 1000, ("coins", 1000), range(989, 1001), (27, 28, 29, 30)),
        "points and nothing to begin with": saint_malo("c.c.c", 0, ("points", 1000), (1000,), (1, 2, 3, 4)),
        "persons": saint_malo(".c.c.", 0, ("person", 3), range(1, 13), (1, 2, 3, 4)),
    },
}  # fmt: skip
