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
from citywright.games.mauerbauer.layout_geometry import Corner, Field, map_problems
from citywright.games.mauerbauer.notation import point_name, point_number
from citywright.games.mauerbauer.rules import codes, material
from citywright.games.mauerbauer.rules.board import Board, new_board

MAX_SOURCE = 100_000  # characters
ENTRIES = {"game", "name", "water", "points", "regions", "cards"}


@dataclass(frozen=True)
class Region:
    """A region as the file lists it."""

    name: str
    fields: list[Field]


@dataclass(frozen=True)
class MauerbauerLayout:
    """A checked map with its cards."""

    source: str
    name: str
    board: Board


def parse_layout(source: str) -> MauerbauerLayout:
    """A layout from the text of its file; LayoutError lists every defect."""
    if len(source) > MAX_SOURCE:
        raise LayoutError([f"The file has {len(source)} characters; a layout has at most {MAX_SOURCE}."])
    try:
        data = tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        raise LayoutError([f"This is no TOML file: {error}."]) from None
    problems: list[str] = []
    problems += [
        f"Unknown entry {key!r}; a layout has {', '.join(sorted(ENTRIES))}." for key in data.keys() - ENTRIES
    ]
    if data.get("game") != "mauerbauer":
        problems.append(f'The file must say game = "mauerbauer", not {data.get("game")!r}.')
    points = _read_points(data.get("points"), problems)
    regions = _read_regions(data.get("regions"), points, problems)
    water = _read_water(data.get("water", []), points, problems)
    copies = _read_cards(data.get("cards"), problems)
    problems += map_problems(points, [field for region in regions for field in region.fields])
    if problems:
        raise LayoutError(problems)
    name = str(data.get("name", "Unnamed map"))
    return MauerbauerLayout(source, name, _board(points, regions, water, copies))


# --- points ------------------------------------------------------------------------------


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
                f"Point {name!r} has no valid name: there are a1 to a12, b1 … j12, {codes.MAX_POINTS} in all."
            )
        elif not _is_place(place):
            problems.append(f"Point {name} must have two numbers, east and south, not {place!r}.")
        else:
            points[number] = Corner(name, float(place[0]), float(place[1]))
    return dict(sorted(points.items()))


def _is_place(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_coordinate(part) for part in value)


def _is_coordinate(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and abs(value) < 1e6
    )


def _read_water(entry: Any, points: dict[int, Corner], problems: list[str]) -> set[int]:
    """The numbers of the points at the water."""
    if not isinstance(entry, list):
        problems.append("The entry water must be a list of points.")
        return set()
    names = dict.fromkeys(value if isinstance(value, str) else repr(value) for value in entry)
    numbers = {name: point_number(name) for name in names}
    problems += [
        f"Water point {name!r} is no point." for name, number in numbers.items() if number not in points
    ]
    return {number for number in numbers.values() if number is not None}


# --- regions -----------------------------------------------------------------------------


def _read_regions(entry: Any, points: dict[int, Corner], problems: list[str]) -> list[Region]:
    """The regions in their order; those that cannot be read are left out."""
    if not isinstance(entry, list) or len(entry) != material.REGIONS:
        problems.append(
            f"There must be exactly {material.REGIONS} tables [[regions]], each with a name and fields."
        )
    regions: list[Region] = []
    for number, table in enumerate(entry if isinstance(entry, list) else [], 1):
        region = _read_region(table, number, points, problems)
        if region is None:
            continue
        if any(region.name == other.name for other in regions):
            problems.append(f"Two regions are named {region.name}.")
        regions.append(region)
    problems += _repeated_fields(regions)
    return regions


def _read_region(table: object, number: int, points: dict[int, Corner], problems: list[str]) -> Region | None:
    """One region; None if it has no name or no list of fields."""
    name = table.get("name") if isinstance(table, dict) else None
    listed = table.get("fields") if isinstance(table, dict) else None
    if not isinstance(name, str) or not isinstance(listed, list):
        problems.append(f"Region {number} must have a name and a list of fields.")
        return None
    if not listed:
        problems.append(f"Region {name} has no fields.")
    fields = [_read_field(text, name, points, problems) for text in listed]
    return Region(name, [field for field in fields if field is not None])


def _read_field(text: object, region: str, points: dict[int, Corner], problems: list[str]) -> Field | None:
    """A field as its three corners in order."""
    words = text.split() if isinstance(text, str) else []
    numbers = [point_number(word) for word in words]
    unknown = [word for word, number in zip(words, numbers, strict=True) if number not in points]
    if len(words) != 3 or len(set(words)) != 3:
        problems.append(f"Field {text!r} in region {region} must name three different points.")
    elif unknown:
        problems.append(f"Field {text!r} in region {region} names unknown points: {', '.join(unknown)}.")
    else:
        first, second, third = sorted(number for number in numbers if number is not None)
        return (first, second, third)
    return None


def _repeated_fields(regions: list[Region]) -> list[str]:
    """A problem for each field that is listed more than once."""
    listed_in: dict[Field, list[str]] = defaultdict(list)
    for region in regions:
        for field in region.fields:
            listed_in[field].append(region.name)
    return [
        f"Field {' '.join(map(point_name, field))} is listed {len(names)} times (in {' and '.join(names)})."
        for field, names in listed_in.items()
        if len(names) > 1
    ]


# --- cards -------------------------------------------------------------------------------


def _read_cards(entry: Any, problems: list[str]) -> list[int]:
    """Copies of every kind."""
    if not isinstance(entry, dict):
        problems.append(
            f"There is no table [cards] with the copies of every kind, {material.CARDS} together."
        )
        return []
    problems += [f"Unknown card kind {name!r}." for name in entry if name not in material.KIND_NAMES]
    copies: list[int] = []
    for name in material.KIND_NAMES:
        number = entry.get(name)
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= material.CARDS:
            copies.append(number)
        else:
            problems.append(
                f"Card kind {name} must have a number of copies from 0 to {material.CARDS}, not {number!r}."
            )
    if len(copies) == material.KINDS and sum(copies) != material.CARDS:
        problems.append(f"The copies of all cards add up to {sum(copies)}, not {material.CARDS}.")
    return copies


# --- the tables ----------------------------------------------------------------------------


def _board(points: dict[int, Corner], regions: list[Region], water: set[int], copies: list[int]) -> Board:
    """The tables of a checked layout: points, lines and fields in the order of their names."""
    index = {number: order for order, number in enumerate(points)}
    region_of = {field: order for order, region in enumerate(regions) for field in region.fields}
    fields = [(index[p], index[q], index[r]) for p, q, r in sorted(region_of)]
    lines = sorted({line for p, q, r in fields for line in ((p, q), (p, r), (q, r))})
    board = new_board(list(points), lines, fields)
    board.water = vec[i64]([int(number in water) for number in points])
    board.field_region = vec[i64]([region_of[field] for field in sorted(region_of)])
    board.card_copies = vec[i64](copies)
    board.coordinates = [(corner.x, corner.y) for corner in points.values()]
    board.region_names = [region.name for region in regions]
    return board
