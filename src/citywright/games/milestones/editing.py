"""The layout of Milestones as the editor has it: one entry for each thing that can be placed or counted.

`fields.b3` is the mark of a field (a number, or * for the start market), `plots.a1 a2 b1` true if a bush
stands on that plot, `tiles.workers.1` the two workers of a tile; then the numbers: `tiles.bonus.KIND`,
`supplies.NAME`, `end.SEATS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citywright.engine.game import NotationError
from citywright.engine.layout.entries import group_of, list_in, numbered, table_in
from citywright.games.milestones.layout import GAME_ID, SUPPLIES, TABLES
from citywright.games.milestones.notation import format_field, parse_field, parse_plot
from citywright.games.milestones.rules.grid import COLUMNS, ROWS, field_at
from citywright.games.milestones.rules.material import KIND_NAMES

NO_FIELD = "."


def entries_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a layout file; what cannot be understood is left out."""
    entries: dict[str, Any] = {}
    rows = [row for row in list_in(table_in(values, "map"), "rows") if isinstance(row, str)]
    for row, marks in enumerate(rows[:ROWS]):
        for column, mark in enumerate(marks.split()[:COLUMNS]):
            if mark != NO_FIELD:
                entries[f"fields.{format_field(field_at(row, column))}"] = mark
    for plot in list_in(table_in(values, "map"), "bushes"):
        entries[f"plots.{plot}"] = True
    for number, tile in enumerate(list_in(table_in(values, "tiles"), "workers"), 1):
        entries[f"tiles.workers.{number}"] = tile
    for kind, count in table_in(table_in(values, "tiles"), "bonus").items():
        entries[f"tiles.bonus.{kind}"] = count
    for group in ("supplies", "end"):
        for name, number in table_in(values, group).items():
            entries[f"{group}.{name}"] = number
    return entries


def values_of(entries: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a layout file with these entries, in the order of the file."""
    bushes = [plot for plot, has_bush in group_of(entries, "plots").items() if has_bush]
    return {
        "game": GAME_ID,
        "map": {"rows": _rows(group_of(entries, "fields")), "bushes": sorted(bushes, key=_plot_order)},
        "tiles": {
            "workers": numbered(group_of(entries, "tiles.workers")),
            "bonus": {kind: entries.get(f"tiles.bonus.{kind}", 0) for kind in KIND_NAMES},
        },
        "supplies": {name: entries.get(f"supplies.{name}", 0) for name in SUPPLIES},
        "end": {seats: entries.get(f"end.{seats}", 0) for seats in TABLES["end"]},
    }


def names_of(_entries: Mapping[str, Any]) -> dict[str, str]:
    """Fields have the names of their places: none has another one."""
    return {}


def _rows(fields: Mapping[str, Any]) -> list[str]:
    """The rows of the map, every second one shifted, without what is empty at their ends."""
    marks = {_field_number(name): "".join(str(mark).split()) or NO_FIELD for name, mark in fields.items()}
    rows = []
    for row in range(ROWS):
        line = [marks.get(field_at(row, column), NO_FIELD) for column in range(COLUMNS)]
        while line and line[-1] == NO_FIELD:
            line.pop()
        rows.append(" " * (row % 2) + " ".join(line) if line else "")
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _field_number(name: str) -> int:
    try:
        return parse_field(name)
    except NotationError:
        return -1


def _plot_order(plot: str) -> tuple[int, ...]:
    """By the corners of a plot; what is none comes first."""
    try:
        parse_plot(plot)
    except NotationError:
        return ()
    return tuple(parse_field(corner) for corner in plot.split())
