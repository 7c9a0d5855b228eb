"""Makes new layouts of Die Mauerbauer: a land cut from a lattice, with lakes, coasts and regions.

Everything follows from the random stream. Whether games are fair is found out by those who play them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import hypot
from typing import Any, Final

from citywright.engine.layout.making import Outline, between, chosen, connected_parts, shuffled
from citywright.engine.rng import Rng
from citywright.games.mauerbauer.rules import material
from citywright.games.mauerbauer.rules.codes import POINT_ROWS

VERSION: Final = "1"  # raised whenever the same stream makes another layout

ROWS, BREADTH = 9, 21  # of the lattice the land is cut from; x is counted in half steps
ROW_HEIGHT: Final = 0.866
SMALLEST, LARGEST = 81, 96  # fields
STRAY: Final = 0.11  # how far a point may lie from its place in the lattice
MOST_UNEVEN: Final = 2  # fields that the largest region may have more than the smallest
TRIES: Final = 12  # to divide a land into regions
LAND_SHARE: Final = (0.22, 0.42)  # of the outer rim, where it is not at the water
LEVEL: Final = ("West", "Centre", "East")  # names of regions beside each other
UPRIGHT: Final = ("North", "Centre", "South")  # and below each other

Point = tuple[int, int]  # row from the north, x in half steps
Field = tuple[Point, Point, Point]
Land = set[Field]


def make_map(rng: Rng) -> dict[str, Any]:
    """The values of a new layout."""
    land, regions = _divided_land(rng)
    names = _names(land)
    water = _water(rng, land)
    spots = {point: _spot(rng, point) for point in sorted(names)}
    west = min(x for x, _ in spots.values())
    north = min(y for _, y in spots.values())
    return {
        "game": "mauerbauer",
        "water": [names[point] for point in sorted(water)],
        "points": {
            names[point]: [round(x - west, 2), round(y - north, 2)] for point, (x, y) in spots.items()
        },
        "regions": [
            {
                "name": name,
                "fields": [" ".join(names[corner] for corner in field) for field in sorted(region)],
            }
            for name, region in _named(regions)
        ],
        "cards": _cards(rng),
    }


# --- the lattice ---------------------------------------------------------------------------


def _lattice() -> list[Field]:
    """Every field of the lattice; corners in order."""
    fields: list[Field] = []
    for row in range(ROWS - 1):
        for x in range(BREADTH - 1):
            if (row + x) % 2 == 0:
                fields.append(((row, x), (row, x + 2), (row + 1, x + 1)))
            else:
                fields.append(((row, x + 1), (row + 1, x), (row + 1, x + 2)))
    return fields


def _beyond(field: Field) -> list[Field]:
    """The three fields that share a line with one: its mirror images."""
    found = []
    for corner in field:
        first, second = (other for other in field if other != corner)
        beyond = (first[0] + second[0] - corner[0], first[1] + second[1] - corner[1])
        one, two, three = sorted((first, second, beyond))
        found.append((one, two, three))
    return found


def _middle(corners: Sequence[Point]) -> tuple[float, float]:
    """East and south, a line is 1 long."""
    return (
        sum(x for _, x in corners) / len(corners) / 2,
        sum(row for row, _ in corners) / len(corners) * ROW_HEIGHT,
    )


LATTICE: Final = _lattice()
IN_LATTICE: Final = frozenset(LATTICE)
ACROSS: Final = {field: [other for other in _beyond(field) if other in IN_LATTICE] for field in LATTICE}
MIDDLES: Final = {field: _middle(field) for field in LATTICE}


def _across(field: Field) -> list[Field]:
    """The fields of the lattice that share a line with one."""
    return ACROSS[field]


def _fields_at(land: Iterable[Field]) -> dict[Point, list[Field]]:
    """The fields around each point."""
    around: dict[Point, list[Field]] = defaultdict(list)
    for field in sorted(land):
        for corner in field:
            around[corner].append(field)
    return around


# --- the land ------------------------------------------------------------------------------


def _divided_land(rng: Rng) -> tuple[Land, list[Land]]:
    """A land, and its three regions of nearly the same size."""
    while True:
        land = _land(rng)
        if SMALLEST <= len(land) <= LARGEST and not _is_pinched(land):
            for _ in range(TRIES):
                regions = _regions(rng, land)
                if len(regions[0]) - len(regions[-1]) <= MOST_UNEVEN:
                    return land, regions


def _land(rng: Rng) -> Land:
    """The fields inside an outline, smoothed, less the lakes."""
    outline = Outline(rng, between(rng, 4.0, 5.2), between(rng, 3.0, 4.0), 0.6)
    east, south = BREADTH / 4, (ROWS - 1) * ROW_HEIGHT / 2

    def depth(field: Field) -> float:
        x, y = MIDDLES[field]
        return outline.depth(x - east, y - south)

    size = SMALLEST + rng.below(LARGEST - SMALLEST + 1)
    land = _smoothed(set(sorted(LATTICE, key=depth)[:size]))
    for _ in range(max(rng.below(5) - 2, 0)):  # one land in five has one lake, one in five has two
        around = _fields_at(land)
        inner = [point for point, fields in sorted(around.items()) if _is_far_from_the_rim(fields, around)]
        if inner:
            land.difference_update(around[chosen(rng, inner)])
    return _smoothed(land)


def _is_far_from_the_rim(fields: list[Field], around: dict[Point, list[Field]]) -> bool:
    """Are all fields around all corners of these there?"""
    return all(len(around[corner]) == 6 for field in fields for corner in field)


def _smoothed(land: Land) -> Land:
    """The largest part of a land: single gaps are filled, what juts out alone is cut off."""
    while True:
        beside = {field: sum(other in land for other in _across(field)) for field in LATTICE}
        smooth = {field for field in LATTICE if beside[field] >= (2 if field in land else 3)}
        smooth = connected_parts(sorted(smooth), _across)[0]
        if smooth == land:
            return land
        land = smooth


def _is_pinched(land: Land) -> bool:
    """Does the land only touch itself in some point?"""
    return any(len(connected_parts(fields, _across)) > 1 for fields in _fields_at(land).values())


# --- regions -------------------------------------------------------------------------------


def _regions(rng: Rng, land: Land) -> list[Land]:
    """Three parts that each hang together, the largest first; they grow from seeds far from each other."""
    fields = sorted(land)
    seeds = max(
        (shuffled(rng, fields)[: material.REGIONS] for _ in range(8)),
        key=lambda trio: min(_apart(one, other) for one, other in combinations(trio, 2)),
    )
    regions: list[Land] = [{seed} for seed in seeds]
    left = land.difference(seeds)
    while left:
        growing = [n for n in range(len(regions)) if _frontier(regions[n], left)]
        smallest = min(growing, key=lambda n: len(regions[n]))
        region = regions[smallest]
        nearest = min(_frontier(region, left), key=lambda field: _pull(field, region, seeds[smallest]))
        region.add(nearest)
        left.remove(nearest)
    return sorted(regions, key=len, reverse=True)


def _frontier(region: Land, left: Land) -> list[Field]:
    return sorted({near for field in region for near in _across(field) if near in left})


def _pull(field: Field, region: Land, seed: Field) -> tuple[float, Field]:
    """How little a field is drawn to a region: far from its seed, beside few of its fields."""
    beside = sum(near in region for near in _across(field))
    return (_apart(field, seed) - 0.7 * beside, field)


def _apart(one: Field, other: Field) -> float:
    (ax, ay), (bx, by) = MIDDLES[one], MIDDLES[other]
    return hypot(ax - bx, ay - by)


def _named(regions: list[Land]) -> list[tuple[str, Land]]:
    """Regions with their names, from the west or from the north, whichever way they lie."""
    middles = [_middle([corner for field in sorted(region) for corner in field]) for region in regions]
    broad, tall = ([middle[axis] for middle in middles] for axis in (0, 1))
    is_level = max(broad) - min(broad) >= max(tall) - min(tall)
    along = broad if is_level else tall
    order = sorted(range(len(regions)), key=along.__getitem__)
    return [(name, regions[n]) for name, n in zip(LEVEL if is_level else UPRIGHT, order, strict=True)]


# --- points, water, cards --------------------------------------------------------------------


def _names(land: Land) -> dict[Point, str]:
    """Rows by letters from the north, points by numbers from the west."""
    rows: dict[int, list[Point]] = defaultdict(list)
    for point in sorted(_fields_at(land)):
        rows[point[0]].append(point)
    return {
        point: f"{POINT_ROWS[number]}{place}"
        for number, row in enumerate(sorted(rows))
        for place, point in enumerate(rows[row], 1)
    }


def _spot(rng: Rng, point: Point) -> tuple[float, float]:
    """Where a point lies: near its place in the lattice."""
    row, x = point
    return x / 2 + between(rng, -STRAY, STRAY), row * ROW_HEIGHT + between(rng, -STRAY, STRAY)


def _water(rng: Rng, land: Land) -> set[Point]:
    """The points at the water: all around lakes, and most of the outer rim."""
    outer, *lakes = sorted(_rims(land), key=len, reverse=True)
    dry: set[Point] = set()
    strips = 1 + rng.below(2)
    length = round(len(outer) * between(rng, *LAND_SHARE) / float(strips))
    for _ in range(strips):
        first = rng.below(len(outer))
        dry.update((outer + outer)[first : first + length])
    return {point for rim in (outer, *lakes) for point in rim} - dry


def _rims(land: Land) -> list[list[Point]]:
    """The points along each rim of the land, in order."""
    ahead: dict[Point, list[Point]] = defaultdict(list)
    for field in sorted(land):
        for near in _sides(field):
            if not any(set(near) < set(other) for other in _across(field) if other in land):
                ahead[near[0]].append(near[1])
                ahead[near[1]].append(near[0])
    rims = []
    while ahead:
        rim = [min(ahead)]
        while rim[-1] in ahead:
            following = [point for point in ahead.pop(rim[-1]) if point in ahead]
            rim += following[:1]
        rims.append(rim)
    return rims


def _sides(field: Field) -> list[tuple[Point, Point]]:
    one, two, three = field
    return [(one, two), (one, three), (two, three)]


def _cards(rng: Rng) -> dict[str, int]:
    """Two of each kind; up to three kinds have a third copy, and as many others only one."""
    kinds = shuffled(rng, material.KIND_NAMES)
    changed = rng.below(4)
    copies = dict.fromkeys(kinds, 2) | dict.fromkeys(kinds[:changed], 3)
    copies |= dict.fromkeys(kinds[changed : 2 * changed], 1)
    return {kind: copies[kind] for kind in material.KIND_NAMES}
