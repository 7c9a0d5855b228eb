"""Reads and checks layout.toml: the printed boards as data. Knows nothing of turns."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from citywright.engine.game import LayoutError
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.board import Board, new_board

PLAN = ("#-----#", "-.....-", "-.....-", "-.....-", "-.....-", "-.....-", "#-----#")
MOST = 1000  # no printed number is larger

TABLES = {
    "start": ("coins", "logs", "cannons"),
    "towers": material.SIDE_NAMES,
    "pirates": ("strengths", "boxes"),
    "churches": ("series",),
}


@dataclass(frozen=True)
class SaintMaloLayout:
    """A checked layout: the text it was read from, and its numbers for the rules."""

    source: str
    board: Board


class _Reader:
    """Reads one layout: takes the values out, and collects what is wrong with them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.problems: list[str] = []

    def table(self, name: str) -> dict[str, Any]:
        """A table of the file; unknown keys in it are reported, too."""
        table = self.data.get(name)
        if not isinstance(table, dict):
            self.problems.append(f"the table [{name}] is missing")
            return {}
        unknown = [f"“{name}.{key}”" for key in table if key not in TABLES[name]]
        if unknown:
            self.problems.append(f"unknown: {', '.join(unknown)}; [{name}] has {', '.join(TABLES[name])}")
        return table

    def number(self, table: dict[str, Any], key: str, where: str, least: int, most: int = MOST) -> int:
        """A whole number within bounds."""
        value = table.get(key)
        if type(value) is int and least <= value <= most:
            return value
        self.problems.append(f"{where} must be a whole number from {least} to {most}, not {_shown(value)}")
        return most

    def ascending(self, table: dict[str, Any], key: str, where: str, length: int | None = None) -> list[int]:
        """A list of whole numbers from 1, each larger than the one before."""
        values = table.get(key)
        if (
            isinstance(values, list)
            and values
            and all(type(value) is int and 1 <= value <= MOST for value in values)
            and all(low < high for low, high in pairwise(values))
            and len(values) == (length or len(values))
        ):
            return values
        count = f"{length} " if length else ""
        self.problems.append(
            f"{where} must be {count}ascending whole numbers from 1 to {MOST}, not {_shown(values)}"
        )
        return [1] * (length or 1)

    def crates(self) -> int:
        """The mask of the crates in the plan."""
        plan = self.data.get("plan")
        if not isinstance(plan, list) or len(plan) != 7 or not all(isinstance(row, str) for row in plan):
            self.problems.append("plan must be a list of 7 rows of text")
            return 0
        crates = 0
        for row, (marks, expected_marks) in enumerate(zip(plan, PLAN, strict=True)):
            if len(marks) != 7:
                self.problems.append(f"row {row + 1} of plan has {len(marks)} spaces instead of 7")
                continue
            for column, (mark, expected) in enumerate(zip(marks, expected_marks, strict=True)):
                if mark == "c" and expected == ".":
                    crates |= 1 << 8 * row + column
                elif mark != expected:
                    allowed = "“.” or “c”" if expected == "." else f"“{expected}”"
                    self.problems.append(
                        f"row {row + 1}, column {column + 1} of plan must be {allowed}, not {_shown(mark)}"
                    )
        return crates

    def bonus(self, towers: dict[str, Any], side: str) -> tuple[int, int]:
        """What a side gives, and how much of it."""
        bonus = towers.get(side)
        if (
            not isinstance(bonus, dict)
            or bonus.get("gives") not in material.BONUS_NAMES
            or set(bonus) != {"gives", "amount"}
        ):
            self.problems.append(
                f"towers.{side} must be like {{ gives = “coins”, amount = 2 }} with coins, points or person,"
                f" not {_shown(bonus)}"
            )
            return material.GIVES_COINS, 1
        gives = material.BONUS_NAMES.index(bonus["gives"])
        most = material.HIGHEST_BONUS_LEVEL if gives == material.GIVES_PERSON else MOST
        return gives, self.number(bonus, "amount", f"towers.{side}.amount", 1, most)


def _shown(value: object) -> str:
    """A value as it may stand in a sentence."""
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 40 else text[:40] + "…"


def _read(reader: _Reader) -> Board:
    unknown = [f"“{key}”" for key in reader.data if key not in ("game", "plan", *TABLES)]
    if unknown:
        reader.problems.append(f"unknown: {', '.join(unknown)}; a layout has game, plan, {', '.join(TABLES)}")
    if reader.data.get("game") != "saint-malo":
        reader.problems.append(
            f"the file must say game = “saint-malo”, not {_shown(reader.data.get('game'))}"
        )
    crates = reader.crates()
    start = reader.table("start")
    coins = reader.number(start, "coins", "start.coins", 0)
    logs = reader.number(start, "logs", "start.logs", 0)
    cannons = reader.number(start, "cannons", "start.cannons", 1)
    towers = reader.table("towers")
    bonuses = [reader.bonus(towers, side) for side in material.SIDE_NAMES]
    pirates = reader.table("pirates")
    strengths = reader.ascending(pirates, "strengths", "pirates.strengths")
    seat_numbers = material.MAX_SEATS - material.MIN_SEATS + 1
    row_lengths = reader.ascending(pirates, "boxes", "pirates.boxes", seat_numbers)
    series = reader.ascending(reader.table("churches"), "series", "churches.series", material.HIGHEST_CHURCH)
    if len(strengths) > cannons:
        reader.problems.append(f"{len(strengths)} rows of pirates need as many cannons, not {cannons}")
    return new_board(
        crates,
        coins,
        logs,
        cannons,
        [gives for gives, _ in bonuses],
        [amount for _, amount in bonuses],
        strengths,
        [0] * material.MIN_SEATS + row_lengths,
        [0, *series],
    )


def parse_layout(text: str) -> SaintMaloLayout:
    """Read the text of a layout file; LayoutError names every defect."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise LayoutError([f"this is no TOML: {error}"]) from error
    reader = _Reader(data)
    board = _read(reader)
    if reader.problems:
        raise LayoutError(reader.problems)
    return SaintMaloLayout(text, board)
