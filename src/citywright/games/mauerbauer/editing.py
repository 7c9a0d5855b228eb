"""The layout of Die Mauerbauer as the editor has it: one entry for each thing that can be placed or counted.

`points.ID` is where a point is, `water.ID` true if it stands at the water, `fields.ID ID ID` the number of
the region of a field, `regions.N` the name of a region, `cards.KIND` its copies. While a map is being made
points have ids of any kind; they get names when values are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citywright.engine.layout.entries import group_of, list_in, table_in
from citywright.engine.layout.file import is_number
from citywright.games.mauerbauer.layout import FARTHEST
from citywright.games.mauerbauer.notation import point_name, point_number
from citywright.games.mauerbauer.rules import codes, material

ROW_HEIGHT = 0.4  # points whose heights differ by less stand in one row


def entries_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a layout file; what cannot be understood is left out."""
    entries: dict[str, Any] = {}
    for name, spot in table_in(values, "points").items():
        if isinstance(spot, list) and len(spot) == 2:
            entries[f"points.{name}"] = spot
    for name in list_in(values, "water"):
        entries[f"water.{name}"] = True
    for number, region in enumerate(list_in(values, "regions"), 1):
        if isinstance(region, dict):
            entries[f"regions.{number}"] = region.get("name", "")
            for field in list_in(region, "fields"):
                if isinstance(field, str):
                    entries[f"fields.{field}"] = number
    for kind, copies in table_in(values, "cards").items():
        entries[f"cards.{kind}"] = copies
    return entries


def values_of(entries: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a layout file with these entries, in the order of the file."""
    names = names_of(entries)
    spots = {names[key]: spot for key, spot in group_of(entries, "points").items()}
    regions = [
        {
            "name": str(entries.get(f"regions.{number}", "")),
            "fields": _fields_of(entries, number, names, spots),
        }
        for number in range(1, material.REGIONS + 1)
    ]
    water = [names.get(key, key) for key, is_wet in group_of(entries, "water").items() if is_wet]
    return {
        "game": "mauerbauer",
        "water": sorted(water, key=_order),
        "points": {name: spots[name] for name in sorted(spots, key=_order)},
        "regions": regions,
        "cards": {kind: entries.get(f"cards.{kind}", 0) for kind in material.KIND_NAMES},
    }


def names_of(entries: Mapping[str, Any]) -> dict[str, str]:
    """The name of each point by its id. Names stay as long as all points have one; else all are named anew,
    row by row from the north, from west to east.
    """
    spots = {key: _east_and_south(spot) for key, spot in group_of(entries, "points").items()}
    if all(point_number(key) is not None for key in spots):
        return {key: key for key in spots}
    ordered = sorted(spots, key=lambda key: spots[key][::-1])
    rows: list[list[str]] = [[]]
    for key in ordered:
        if rows[-1] and spots[key][1] - spots[rows[-1][0]][1] > ROW_HEIGHT:
            rows.append([])
        rows[-1].append(key)
    if len(rows) > len(codes.POINT_ROWS) or any(len(row) > codes.POINTS_PER_ROW for row in rows):
        return {key: _name_of(number) for number, key in enumerate(ordered)}
    return {
        key: f"{codes.POINT_ROWS[number]}{place}"
        for number, row in enumerate(rows)
        for place, key in enumerate(sorted(row, key=lambda key: spots[key][0]), 1)
    }


def _east_and_south(spot: object) -> tuple[float, float]:
    """Where a point is; what is no place is far in the north-west."""
    if isinstance(spot, list) and len(spot) == 2 and all(is_number(part, FARTHEST) for part in spot):
        return float(spot[0]), float(spot[1])
    return -FARTHEST, -FARTHEST


def _name_of(number: int) -> str:
    """The name of the n-th point; beyond the last name one that is refused."""
    return point_name(number) if number < codes.MAX_POINTS else f"point {number + 1}"


def _fields_of(
    entries: Mapping[str, Any], region: int, names: Mapping[str, str], spots: Mapping[str, Any]
) -> list[str]:
    """The fields of a region, strip by strip from the north, from west to east."""
    fields = [
        " ".join(sorted((names.get(key, key) for key in keys.split()), key=_order))
        for keys, its in group_of(entries, "fields").items()
        if type(its) is int and its == region
    ]

    def west_to_east(field: str) -> tuple[str, float, str]:
        corners = field.split()
        known = [_east_and_south(spots[corner])[0] for corner in corners if corner in spots]
        return (corners[0][:1] if corners else "", sum(known) / max(1, len(known)), field)

    return sorted(fields, key=west_to_east)


def _order(name: str) -> tuple[int, str]:
    number = point_number(name)
    return (codes.MAX_POINTS if number is None else number, name)
