"""Reads a layout file (MB-3, MB-4) and names everything that is wrong with it."""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from mypy_extensions import i64

from citywright.engine.game import LayoutError
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.layout_geometry import Corner, flaws_of
from citywright.games.mauerbauer.notation import point_name, point_number
from citywright.games.mauerbauer.rules.board import Terrain, new_terrain
from citywright.games.mauerbauer.rules.codes import CARDS, KIND_NAMES, MAX_POINTS

REGIONS = 3
MAX_SOURCE = 100_000  # characters


@dataclass(frozen=True)
class MauerbauerLayout:
    """A checked map with its cards."""

    source: str
    name: str
    terrain: Terrain


def parse_layout(source: str) -> MauerbauerLayout:
    """A layout from the text of its file; LayoutError lists every defect."""
    if len(source) > MAX_SOURCE:
        raise LayoutError([f"The file has {len(source)} characters; a layout has at most {MAX_SOURCE}."])
    try:
        data = tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        raise LayoutError([f"This is no TOML file: {error}."]) from None
    problems: list[str] = []
    known = {"game", "name", "water", "points", "regions", "cards"}
    problems += [
        f"Unknown entry {key!r}; a layout has {', '.join(sorted(known))}." for key in data.keys() - known
    ]
    if data.get("game") != "mauerbauer":
        problems.append(f'The file must say game = "mauerbauer", not {data.get("game")!r}.')
    points = _read_points(data.get("points"), problems)
    regions = _read_regions(data.get("regions"), points, problems)
    water = _read_water(data.get("water", []), points, problems)
    copies = _read_cards(data.get("cards"), problems)
    problems += flaws_of(points, [field for _, fields in regions for field in fields])
    if problems:
        raise LayoutError(problems)
    name = str(data.get("name", "Unnamed map"))
    return MauerbauerLayout(source, name, _terrain(points, regions, water, copies))


def _read_points(entry: Any, problems: list[str]) -> dict[int, Corner]:
    """Points by the number of their name."""
    points: dict[int, Corner] = {}
    if not isinstance(entry, dict) or not entry:
        problems.append("There is no table [points] with lines like a1 = [0, 0].")
        return points
    for name, place in entry.items():
        number = point_number(name)
        if number is None:
            problems.append(
                f"Point {name!r} has no valid name: there are a1 to a12, b1 … j12, {MAX_POINTS} in all."
            )
        elif not (
            isinstance(place, list) and len(place) == 2 and all(_is_coordinate(value) for value in place)
        ):
            problems.append(f"Point {name} must have two numbers, east and south, not {place!r}.")
        else:
            points[number] = Corner(name, float(place[0]), float(place[1]))
    return dict(sorted(points.items()))


def _is_coordinate(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and abs(value) < 1e6
    )


def _read_regions(
    entry: Any, points: dict[int, Corner], problems: list[str]
) -> list[tuple[str, list[tuple[int, int, int]]]]:
    """Name and fields of each region; a field is its three corners in order."""
    regions: list[tuple[str, list[tuple[int, int, int]]]] = []
    if not isinstance(entry, list) or len(entry) != REGIONS:
        problems.append(f"There must be exactly {REGIONS} tables [[regions]], each with a name and fields.")
    places: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    for order, region in enumerate(entry if isinstance(entry, list) else []):
        name = region.get("name") if isinstance(region, dict) else None
        fields = region.get("fields") if isinstance(region, dict) else None
        if not isinstance(name, str) or not isinstance(fields, list):
            problems.append(f"Region {order + 1} must have a name and a list of fields.")
            continue
        if not fields:
            problems.append(f"Region {name} has no fields.")
        if name in [other for other, _ in regions]:
            problems.append(f"Two regions are named {name}.")
        corners = [_read_field(field, name, points, problems) for field in fields]
        regions.append((name, [field for field in corners if field is not None]))
        for field in regions[-1][1]:
            places[field].append(name)
    for field, names in places.items():
        if len(names) > 1:
            where = " and ".join(names)
            problems.append(f"Field {_field_name(field)} is listed {len(names)} times (in {where}).")
    return regions


def _read_field(
    text: object, region: str, points: dict[int, Corner], problems: list[str]
) -> tuple[int, int, int] | None:
    words = text.split() if isinstance(text, str) else []
    numbers = [point_number(word) for word in words]
    unknown = [
        word for word, number in zip(words, numbers, strict=True) if number is None or number not in points
    ]
    if len(words) != 3 or len(set(words)) != 3:
        problems.append(f"Field {text!r} in region {region} must name three different points.")
    elif unknown:
        problems.append(f"Field {text!r} in region {region} names unknown points: {', '.join(unknown)}.")
    else:
        first, second, third = sorted(number for number in numbers if number is not None)
        return (first, second, third)
    return None


def _field_name(field: tuple[int, int, int]) -> str:
    return " ".join(point_name(corner) for corner in field)


def _read_water(entry: Any, points: dict[int, Corner], problems: list[str]) -> set[int]:
    if not isinstance(entry, list):
        problems.append("The entry water must be a list of points.")
        return set()
    numbers = {name: point_number(name) if isinstance(name, str) else None for name in map(_hashable, entry)}
    problems += [
        f"Water point {name!r} is no point." for name, number in numbers.items() if number not in points
    ]
    return {number for number in numbers.values() if number is not None}


def _hashable(value: object) -> object:
    return value if isinstance(value, str) else repr(value)


def _read_cards(entry: Any, problems: list[str]) -> list[int]:
    """Copies of every kind."""
    if not isinstance(entry, dict):
        problems.append(f"There is no table [cards] with the copies of every kind, {CARDS} together.")
        return []
    problems += [f"Unknown card kind {name!r}." for name in entry if name not in KIND_NAMES]
    copies: list[int] = []
    for name in KIND_NAMES:
        number = entry.get(name)
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= CARDS:
            copies.append(number)
        else:
            problems.append(
                f"Card kind {name} must have a number of copies from 0 to {CARDS}, not {number!r}."
            )
    if len(copies) == len(KIND_NAMES) and sum(copies) != CARDS:
        problems.append(f"The copies of all cards add up to {sum(copies)}, not {CARDS}.")
    return copies


def _terrain(
    points: dict[int, Corner],
    regions: list[tuple[str, list[tuple[int, int, int]]]],
    water: set[int],
    copies: list[int],
) -> Terrain:
    """The tables of a checked layout: points, lines and fields in the order of their names."""
    index = {number: position for position, number in enumerate(points)}
    region_of = {field: order for order, (_, fields) in enumerate(regions) for field in fields}
    fields = [(index[p], index[q], index[r]) for p, q, r in sorted(region_of)]
    lines = sorted({line for p, q, r in fields for line in ((p, q), (p, r), (q, r))})
    terrain = new_terrain(list(points), lines, fields)
    terrain.water = vec[i64]([int(number in water) for number in points])
    terrain.field_region = vec[i64]([region_of[field] for field in sorted(region_of)])
    terrain.copies = vec[i64](copies)
    terrain.places = [(corner.x, corner.y) for corner in points.values()]
    terrain.region_names = [name for name, _ in regions]
    return terrain
