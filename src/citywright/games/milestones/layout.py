"""Reads and checks a layout file: the map, the tiles and the supplies as data. Names every defect at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from citywright.engine.game import LayoutError, NotationError
from citywright.games.milestones.notation import format_field, format_plot, parse_plot, parse_tile
from citywright.games.milestones.rules.board import Board, new_board
from citywright.games.milestones.rules.grid import COLUMNS, ROWS, corners, field_at, neighbours
from citywright.games.milestones.rules.material import KIND_NAMES

GAME_ID: Final = "milestones"
MAX_NUMBER: Final = 5
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
    board: Board


@dataclass
class _Draft:
    """What has been read so far, and what was wrong with it."""

    problems: list[str] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)


def parse_layout(text: str) -> Layout:
    """A layout from the text of its file; LayoutError lists everything that is wrong."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is a plain ValueError
        raise LayoutError([f"this is not TOML: {error}"]) from None
    draft = _Draft()
    tables = {name: _table(draft, data, name, TABLES[name]) for name in TABLES}
    if data.pop("game", None) != GAME_ID:
        draft.problems.append(f'the file must say game = "{GAME_ID}"')
    draft.problems += [f"{name} is not known" for name in data if name not in TABLES]
    _read_map(draft, tables["map"].get("rows"))
    bushes = _read_words(draft, tables["map"].get("bushes"), "bushes", parse_plot, BUSHES)
    _check_bushes(draft, bushes)
    tiles = _read_words(draft, tables["tiles"].get("workers"), "workers", parse_tile, TILES)
    bonus_table = _table(draft, tables["tiles"], "tiles.bonus", tuple(KIND_NAMES))
    bonus = [_amount(draft, bonus_table, "tiles.bonus", kind, 0, BUSHES) for kind in KIND_NAMES]
    if bonus_table and sum(bonus) != BUSHES:
        draft.problems.append(f"[tiles.bonus]: {sum(bonus)} bonus tiles for {BUSHES} bushes")
    supplies = [_amount(draft, tables["supplies"], "supplies", name, 1, MAX_SUPPLY) for name in SUPPLIES]
    ends = [_amount(draft, tables["end"], "end", name, 1, MAX_END_MARK) for name in TABLES["end"]]
    if draft.problems:
        raise LayoutError(draft.problems)
    start = draft.starts[0]
    return Layout(text, new_board(draft.numbers, start, bushes, tiles, bonus, supplies, [0, 0, *ends]))


def _table(draft: _Draft, data: dict[str, Any], name: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """A table of the file with exactly these keys."""
    table = data.get(name.rpartition(".")[2])
    if not isinstance(table, dict):
        draft.problems.append(f"the table [{name}] with {', '.join(keys)} is missing")
        return {}
    draft.problems += [f"[{name}]: {key} is missing" for key in keys if key not in table]
    draft.problems += [f"[{name}]: {key} is not known" for key in table if key not in keys]
    return table


def _amount(draft: _Draft, table: dict[str, Any], name: str, key: str, least: int, most: int) -> int:
    """A whole number between two bounds."""
    amount = table.get(key, least)
    if type(amount) is not int or not least <= amount <= most:
        draft.problems.append(f"[{name}]: {key} = {amount!r} is not a whole number from {least} to {most}")
        return least
    return amount


def _strings(draft: _Draft, value: Any, name: str) -> list[str] | None:
    if value is None:
        return None  # its absence has been reported
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        draft.problems.append(f"{name} is not a list of strings")
        return None
    return value


def _read_words(draft: _Draft, value: Any, name: str, parse: Callable[[str], int], count: int) -> list[int]:
    """So many strings in notation."""
    strings = _strings(draft, value, name)
    if strings is None:
        return []
    if len(strings) != count:
        draft.problems.append(f"{name}: {len(strings)} are listed, {count} are needed")
    numbers = []
    for index, words in enumerate(strings, 1):
        try:
            numbers.append(parse(words))
        except NotationError as error:
            draft.problems.append(f"{name}, number {index}: {error}")
    return numbers


def _read_map(draft: _Draft, value: Any) -> None:
    """Fields with their numbers; the map has one start and hangs together (MS-3)."""
    rows = _strings(draft, value, "rows")
    if rows is None:
        return
    if len(rows) > ROWS:
        draft.problems.append(f"rows: {len(rows)} rows, at most {ROWS} are possible")
    for row, text in enumerate(rows[:ROWS]):
        marks = text.split()
        if len(marks) > COLUMNS:
            draft.problems.append(f"row {row + 1}: {len(marks)} fields, at most {COLUMNS} are possible")
        for column, mark in enumerate(marks[:COLUMNS]):
            _read_mark(draft, field_at(row, column), mark)
    if len(draft.starts) != 1:
        named = ", ".join(format_field(start) for start in draft.starts) or "none"
        draft.problems.append(f"rows: exactly one field is the start market *, here {named}")
    apart = sorted(set(draft.numbers) - _reachable(draft.numbers))
    if apart:
        named = ", ".join(format_field(one) for one in apart)
        draft.problems.append(f"rows: the map is not connected; not reached from its first field: {named}")


def _read_mark(draft: _Draft, field: int, mark: str) -> None:
    if mark == "*":
        draft.starts.append(field)
        draft.numbers[field] = 0
    elif len(mark) == 1 and mark in "12345":
        draft.numbers[field] = int(mark)
    elif mark != ".":
        draft.problems.append(
            f"field {format_field(field)}: {mark!r} is neither a number 1 to {MAX_NUMBER} nor * nor ."
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


def _check_bushes(draft: _Draft, bushes: list[int]) -> None:
    """Bush plots are different plots of this map."""
    for index, plot in enumerate(bushes):
        outside = [format_field(corner) for corner in corners(plot) if corner not in draft.numbers]
        if outside and draft.numbers:
            missing = ", ".join(outside)
            draft.problems.append(f"bushes: {format_plot(plot)!r} is not on the map: {missing} is missing")
        if plot in bushes[:index]:
            draft.problems.append(f"bushes: {format_plot(plot)!r} is listed twice")
