"""The layout of Saint Malo as the editor has it: one entry for each thing that can be placed or counted.

`plan.b2` is true if a crate is printed on that space; all others have the places of the file, and lists a
number for each of their places: `pirates.strengths.1`, `pirates.boxes.2` (for two players),
`churches.series.1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citywright.engine.layout.entries import group_of, list_in, numbered, table_in
from citywright.games.saint_malo.layout import PLAN, TABLES
from citywright.games.saint_malo.notation import format_space
from citywright.games.saint_malo.rules import material

CRATE = "c"
LISTS = {("pirates", "strengths"): 1, ("pirates", "boxes"): material.MIN_SEATS, ("churches", "series"): 1}


def entries_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a layout file; what cannot be understood is left out."""
    entries: dict[str, Any] = {}
    rows = [row for row in list_in(values, "plan") if isinstance(row, str)]
    for row, marks in enumerate(rows[: len(PLAN)]):
        for column, mark in enumerate(marks[: len(PLAN)]):
            if mark == CRATE:
                entries[f"plan.{format_space(8 * row + column)}"] = True
    for name, number in table_in(values, "start").items():
        entries[f"start.{name}"] = number
    for side in material.SIDE_NAMES:
        for key, value in table_in(table_in(values, "towers"), side).items():
            entries[f"towers.{side}.{key}"] = value
    for (table, key), first in LISTS.items():
        for number, value in enumerate(list_in(table_in(values, table), key), first):
            entries[f"{table}.{key}.{number}"] = value
    return entries


def values_of(entries: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a layout file with these entries, in the order of the file."""
    plan = []
    for row, marks in enumerate(PLAN):
        spaces = [format_space(8 * row + column) for column in range(len(marks))]
        plan.append(
            "".join(
                CRATE if entries.get(f"plan.{space}") else mark
                for space, mark in zip(spaces, marks, strict=True)
            )
        )
    lists = {(table, key): numbered(group_of(entries, f"{table}.{key}")) for table, key in LISTS}
    return {
        "game": "saint-malo",
        "plan": plan,
        "start": {name: entries.get(f"start.{name}", 0) for name in TABLES["start"]},
        "towers": {side: group_of(entries, f"towers.{side}") for side in material.SIDE_NAMES},
        "pirates": {key: lists["pirates", key] for key in TABLES["pirates"]},
        "churches": {"series": lists["churches", "series"]},
    }


def names_of(_entries: Mapping[str, Any]) -> dict[str, str]:
    """Spaces have the names of their places: none has another one."""
    return {}
