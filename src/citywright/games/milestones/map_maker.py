"""Makes new layouts of Milestones: a land of any outline, numbers that rise away from the start, new tiles.

Everything follows from the random stream. Whether games are fair is found out by those who play them.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice
from typing import Any, Final

from citywright.engine.layout.making import Outline, between, chosen, connected_parts, shuffled
from citywright.engine.rng import Rng
from citywright.games.milestones.layout import BUSHES, GAME_ID, TILES
from citywright.games.milestones.notation import format_plot
from citywright.games.milestones.rules.grid import COLUMNS, PLOTS, ROWS, corners, field_at, neighbours
from citywright.games.milestones.rules.material import KIND_NAMES

VERSION: Final = "1"  # raised whenever the same stream makes another layout

SMALLEST, LARGEST = 62, 86  # fields
FEWEST_PLOTS: Final = 84
SHARES: Final = ((1, 0.27), (2, 0.33), (3, 0.23), (4, 0.11), (5, 0.06))  # of the numbers, as on the usual map
SLOPE: Final = 3.2  # how much higher numbers are at the far end
SWAPS: Final = 600  # of numbers, to spread them
HIGH: Final = 4  # numbers from here on should not be neighbours
BEYOND: Final = -1  # no field: the grid ends there
TRIES: Final = 14  # plots looked at for each bush

SUPPLIES: Final = {"sections": 24, "markets": 12, "houses": 12, "sacks": 12}  # as printed
END: Final = {"2": 67, "3": 59, "4": 51}
BONUS: Final = 3  # of each kind

Fields = frozenset[int]


def make_map(rng: Rng) -> dict[str, Any]:
    """The values of a new layout."""
    fields = _land(rng)
    start = chosen(rng, [field for field in sorted(fields) if 3 <= len(_near(field, fields)) <= 4])
    numbers = _numbers(rng, fields, start)
    return {
        "game": GAME_ID,
        "map": {"rows": _rows(numbers), "bushes": _bushes(rng, fields, start)},
        "tiles": {"workers": _tiles(rng), "bonus": dict.fromkeys(KIND_NAMES, BONUS)},
        "supplies": dict(SUPPLIES),
        "end": dict(END),
    }


# --- the land ------------------------------------------------------------------------------


def _land(rng: Rng) -> Fields:
    """The fields of a land that hangs together, without thin tongues of it."""
    while True:
        size = SMALLEST + rng.below(LARGEST - SMALLEST + 1)
        outline = Outline(rng, between(rng, 5.4, 7.4), between(rng, 3.0, 3.8), 0.35)
        depths = {}
        for row in range(ROWS):
            for column in range(COLUMNS):
                x, y = column + row % 2 / 2 - (COLUMNS - 0.5) / 2, (row - (ROWS - 1) / 2) * 0.866
                depths[field_at(row, column)] = outline.depth(x, y)
        kept = set(sorted(depths, key=depths.__getitem__)[:size])
        kept -= _lake(rng, kept)
        fields = _moved_to_the_corner(_tidied(kept))
        if BEYOND not in fields and len(fields) >= SMALLEST and len(_plots(fields)) >= FEWEST_PLOTS:
            return fields


def _lake(rng: Rng, fields: set[int]) -> set[int]:
    """A field or two in the middle of the land, in every third one."""
    inner = [field for field in sorted(fields) if len(_near(field, fields)) == 6]
    first = chosen(rng, inner)
    return [set(), {first}, {first, chosen(rng, neighbours(first))}, set(), set(), set()][rng.below(6)]


def _tidied(fields: set[int]) -> set[int]:
    """The largest part of a land, without fields that fewer than two plots touch."""
    while True:
        touched = Counter(corner for plot in _plots(frozenset(fields)) for corner in corners(plot))
        kept = {field for field in fields if touched[field] >= 2}
        kept = connected_parts(sorted(kept), neighbours)[0]
        if kept == fields:
            return fields
        fields = kept


def _moved_to_the_corner(fields: set[int]) -> Fields:
    """The same land as far up and left as it can be.

    Where the first row was a shifted one all move half a step: what is as broad as the grid gets beyond it.
    """
    places = [(2 * (field & 15) + (field >> 4) % 2, field >> 4) for field in fields]  # x in half steps
    up = min(row for _, row in places)
    left = min(x for x, _ in places)
    left -= (left + up) % 2
    return frozenset(field_at(row - up, (x - left - (row - up) % 2) // 2) for x, row in places)


def _near(field: int, fields: Fields | set[int]) -> list[int]:
    return [other for other in neighbours(field) if other in fields]


def _plots(fields: Fields) -> list[int]:
    return [plot for plot in range(PLOTS) if corners(plot) and fields.issuperset(corners(plot))]


# --- numbers -------------------------------------------------------------------------------


def _numbers(rng: Rng, fields: Fields, start: int) -> dict[int, int]:
    """A number for each field, 0 for the start: low near it, high ones apart from each other."""
    distance = _distances(fields, start)
    far = max(distance.values())
    level = {field: 1 + SLOPE * away / far for field, away in distance.items()}
    others = [field for field in sorted(fields) if field != start]
    quotas = [number for number, share in SHARES for _ in range(round(share * len(others)))]
    quotas = sorted(islice(cycle(quotas), len(others)))
    waiting = sorted(others, key=lambda field: level[field] + between(rng, 0.0, 2.2))
    numbers = {start: 0, **dict(zip(waiting, quotas, strict=True))}

    def strain(field: int) -> float:
        """How badly a number stands where it stands."""
        own = numbers[field]
        around = [numbers[near] for near in _near(field, fields)]
        clashes = around.count(own) + 3 * sum(1 for near in around if min(near, own) >= HIGH)
        return clashes + abs(own - level[field])

    for _ in range(SWAPS):
        one, other = chosen(rng, others), chosen(rng, others)
        before = strain(one) + strain(other)
        numbers[one], numbers[other] = numbers[other], numbers[one]
        if strain(one) + strain(other) > before:
            numbers[one], numbers[other] = numbers[other], numbers[one]
    return numbers


def _distances(fields: Fields, start: int) -> dict[int, int]:
    """How many lines each field is away from the start."""
    distance = {start: 0}
    waiting = [start]
    for field in waiting:
        for near in _near(field, fields):
            if near not in distance:
                distance[near] = distance[field] + 1
                waiting.append(near)
    return distance


def _rows(numbers: dict[int, int]) -> list[str]:
    """The map as the file writes it."""
    rows = []
    for row in range(1 + max(field >> 4 for field in numbers)):
        last = max(field & 15 for field in numbers if field >> 4 == row)
        marks = [numbers.get(field_at(row, column)) for column in range(last + 1)]
        words = ["." if mark is None else str(mark) if mark else "*" for mark in marks]
        rows.append(" " * (row % 2) + " ".join(words))
    return rows


def _bushes(rng: Rng, fields: Fields, start: int) -> list[str]:
    """Fifteen plots that share as few corners as can be, none of them at the start."""
    left = [plot for plot in _plots(fields) if start not in corners(plot)]
    taken: Counter[int] = Counter()
    bushes: list[int] = []
    for _ in range(BUSHES):
        some = shuffled(rng, left)[:TRIES]
        best = min(some, key=lambda plot: sum(taken[corner] for corner in corners(plot)))
        left.remove(best)
        taken.update(corners(best))
        bushes.append(best)
    return [format_plot(plot) for plot in sorted(bushes, key=corners)]


# --- tiles ---------------------------------------------------------------------------------


def _tiles(rng: Rng) -> list[str]:
    """Tiles of two workers with numbers near each other, as many of each kind, few with two alike."""
    workers = []
    for kind in KIND_NAMES:
        once = set(shuffled(rng, range(1, 9))[:2]) if rng.below(3) == 0 else {1, 8}
        for number in range(1, 9):
            workers += [(number, kind)] * (1 if number in once else 2)
    ordered = sorted((number + between(rng, 0.0, 1.9), number, kind) for number, kind in workers)
    pairs = []
    while ordered:
        _, number, kind = ordered.pop(0)
        mate = next((place for place in range(min(3, len(ordered))) if ordered[place][2] != kind), 0)
        _, other_number, other_kind = ordered.pop(mate)
        pairs.append(sorted([(number, kind), (other_number, other_kind)], key=lambda worker: worker[0]))
    assert len(pairs) == TILES
    pairs.sort(key=lambda pair: (pair[0][0] + pair[1][0], pair[0][0]))
    return [" ".join(f"{kind}{number}" for number, kind in pair) for pair in pairs]
