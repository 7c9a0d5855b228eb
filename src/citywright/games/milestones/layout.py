"""Reads and checks a layout file: the map, the tiles and the supplies as data. Names every defect at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from citywright.engine.game import NotationError
from citywright.engine.layout.about import About
from citywright.engine.layout.file import LayoutFile, shown
from citywright.engine.sentence import Sentence
from citywright.games.milestones.notation import format_field, format_plot, parse_plot, parse_tile
from citywright.games.milestones.rules.board import Board, new_board
from citywright.games.milestones.rules.grid import COLUMNS, ROWS, corners, field_at, neighbours
from citywright.games.milestones.rules.material import KIND_NAMES

GAME_ID: Final = "milestones"
MAX_NUMBER: Final = 99  # two digits fit on a field; the rulebook shows 1 to 4 and states no highest
BUSHES: Final = 15
TILES: Final = 35
SUPPLIES: Final = ("sections", "markets", "houses", "sacks")
MAX_SUPPLY: Final = 99
SEAT_COUNTS: Final = (2, 3, 4)
MAX_END_MARK: Final = 999
TABLES: Final = {
    "map": ("rows", "bushes"),
    "tiles": ("workers", "bonus"),
    "supplies": SUPPLIES,
    "end": tuple(str(seats) for seats in SEAT_COUNTS),
}


@dataclass(frozen=True)
class Layout:
    """A checked layout; `board` holds it as tables for the rules."""

    source: str
    about: About
    board: Board


class _Map:
    """The fields read so far: their numbers, and which of them are start markets."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.starts: list[int] = []


def parse_layout(text: str) -> Layout:
    """A layout from the text of its file; LayoutError lists everything that is wrong."""
    file = LayoutFile(text, GAME_ID, tuple(TABLES))
    for table, keys in TABLES.items():
        file.table(table, keys)
    bonus_table = file.table("tiles.bonus", tuple(KIND_NAMES))
    fields = _read_map(file)
    bushes = _read_words(file, "map.bushes", parse_plot, BUSHES, "plots")
    _check_bushes(file, fields, bushes)
    tiles = _read_words(file, "tiles.workers", parse_tile, TILES)
    bonus = [file.whole(f"tiles.bonus.{kind}", 0, BUSHES) for kind in KIND_NAMES]
    if bonus_table and sum(bonus) != BUSHES:
        file.note(
            "tiles.bonus",
            "{n} bonus tiles for {wanted} bushes",
            n=sum(bonus),
            wanted=BUSHES,
            rule="MS-3",
        )
    supplies = [file.whole(f"supplies.{name}", 1, MAX_SUPPLY) for name in SUPPLIES]
    ends = [file.whole(f"end.{seats}", 1, MAX_END_MARK) for seats in TABLES["end"]]
    file.check()
    board = new_board(fields.numbers, fields.starts[0], bushes, tiles, bonus, supplies, [0, 0, *ends])
    return Layout(text, file.about, board)


def _read_words(
    file: LayoutFile, place: str, parse: Callable[[str], int], count: int, group: str = ""
) -> list[int]:
    """So many strings in notation."""
    numbers = []
    for index, words in enumerate(file.texts(place, count, count, group=group), 1):
        try:
            numbers.append(parse(words))
        except NotationError as error:
            file.note(
                f"{place}.{index}",
                "{list}, number {n}: {problem}",
                list=place,
                n=index,
                problem=str(error),
            )
    return numbers


def _read_map(file: LayoutFile) -> _Map:
    """Fields with their numbers; the map has one start and hangs together (MS-3)."""
    fields = _Map()
    rows = file.texts("map.rows", 1, ROWS, "MS-3", "fields")
    for row, text in enumerate(rows):
        marks = text.split()
        if len(marks) > COLUMNS:
            file.note(
                "fields",
                "{list}, row {row}: {n} fields, at most {most} are possible",
                list="map.rows",
                row=row + 1,
                n=len(marks),
                most=COLUMNS,
            )
        for column, mark in enumerate(marks[:COLUMNS]):
            _read_mark(file, fields, field_at(row, column), mark)
    if len(fields.starts) != 1:
        names = ", ".join(format_field(start) for start in fields.starts)
        file.note(
            f"fields.{format_field(fields.starts[-1])}" if fields.starts else "fields",
            "exactly one field is the start market *, here {names}",
            names=names or Sentence("none"),
            rule="MS-3",
        )
    apart = sorted(set(fields.numbers) - _reachable(fields.numbers))
    if apart:
        file.note(
            f"fields.{format_field(apart[0])}",
            "the map is not connected; not reached from its first field: {names}",
            names=", ".join(format_field(one) for one in apart),
            rule="MS-3",
        )
    return fields


def _read_mark(file: LayoutFile, fields: _Map, field: int, mark: str) -> None:
    if mark == "*":
        fields.starts.append(field)
        fields.numbers[field] = 0
    elif re.fullmatch("[1-9][0-9]?", mark):
        fields.numbers[field] = int(mark)
    elif mark != ".":
        given = shown(mark)
        file.note(
            f"fields.{format_field(field)}",
            "field {field}: {given} is neither a number 1 to {most} nor * nor .",
            field=format_field(field),
            given=given,
            most=MAX_NUMBER,
            rule="MS-3",
        )


def _reachable(numbers: dict[int, int]) -> set[int]:
    """The fields connected with the first one."""
    reached: set[int] = set()
    waiting = sorted(numbers)[:1]
    while waiting:
        one = waiting.pop()
        reached.add(one)
        waiting += [near for near in neighbours(one) if near in numbers and near not in reached]
    return reached


def _check_bushes(file: LayoutFile, fields: _Map, bushes: list[int]) -> None:
    """Bush plots are different plots of this map."""
    for index, plot in enumerate(bushes):
        outside = [format_field(corner) for corner in corners(plot) if corner not in fields.numbers]
        name = format_plot(plot)
        if outside and fields.numbers:
            file.note(
                f"plots.{name}",
                "{plot!r} is not on the map: {missing} is missing",
                plot=name,
                missing=", ".join(outside),
                rule="MS-3",
            )
        if plot in bushes[:index]:
            file.note(f"plots.{name}", "{plot!r} is listed twice", plot=name, rule="MS-3")
