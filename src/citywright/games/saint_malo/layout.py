"""Reads and checks layout.toml: the printed boards as data. Knows nothing of turns."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from citywright.engine.game import LayoutError
from citywright.games.saint_malo.rules.city import Board
from citywright.games.saint_malo.rules.codes import GIVES_COINS, GIVES_PERSON, GIVES_POINTS
from citywright.games.saint_malo.rules.state import MAX_SEATS, MIN_SEATS

PLAN = ("#-----#", "-.....-", "-.....-", "-.....-", "-.....-", "-.....-", "#-----#")
SIDE_NAMES = ("top", "right", "bottom", "left")  # by the numbers in codes
BONUSES = {"coins": GIVES_COINS, "points": GIVES_POINTS, "person": GIVES_PERSON}
MOST = 1000  # no printed number is larger
HIGHEST_BONUS_LEVEL = 3  # SM-34: neither juggler nor noble

TABLES = {
    "start": ("coins", "logs", "cannons"),
    "towers": SIDE_NAMES,
    "pirates": ("strengths", "boxes"),
    "churches": ("series",),
}


@dataclass(frozen=True)
class SaintMaloLayout:
    """A checked layout: the text it was read from, and its numbers for the rules."""

    source: str
    board: Board


class _Reading:
    """One reading of a layout: takes the values out, and collects what is wrong with them."""

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
        for row, (drawn, printed) in enumerate(zip(plan, PLAN, strict=True)):
            if len(drawn) != 7:
                self.problems.append(f"row {row + 1} of plan has {len(drawn)} spaces instead of 7")
                continue
            for column, (mark, expected) in enumerate(zip(drawn, printed, strict=True)):
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
            or bonus.get("gives") not in BONUSES
            or set(bonus) != {"gives", "amount"}
        ):
            self.problems.append(
                f"towers.{side} must be like {{ gives = “coins”, amount = 2 }} with coins, points or person,"
                f" not {_shown(bonus)}"
            )
            return GIVES_COINS, 1
        gives = BONUSES[bonus["gives"]]
        most = HIGHEST_BONUS_LEVEL if gives == GIVES_PERSON else MOST
        return gives, self.number(bonus, "amount", f"towers.{side}.amount", 1, most)


def _shown(value: object) -> str:
    """A value as it may stand in a sentence."""
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 40 else text[:40] + "…"


def _read(reading: _Reading) -> Board:
    unknown = [f"“{key}”" for key in reading.data if key not in ("game", "plan", *TABLES)]
    if unknown:
        reading.problems.append(
            f"unknown: {', '.join(unknown)}; a layout has game, plan, {', '.join(TABLES)}"
        )
    if reading.data.get("game") != "saint-malo":
        reading.problems.append(
            f"the file must say game = “saint-malo”, not {_shown(reading.data.get('game'))}"
        )
    crates = reading.crates()
    start = reading.table("start")
    coins = reading.number(start, "coins", "start.coins", 0)
    logs = reading.number(start, "logs", "start.logs", 0)
    cannons = reading.number(start, "cannons", "start.cannons", 1)
    towers = reading.table("towers")
    bonuses = [reading.bonus(towers, side) for side in SIDE_NAMES]
    pirates = reading.table("pirates")
    strengths = reading.ascending(pirates, "strengths", "pirates.strengths")
    boxes = reading.ascending(pirates, "boxes", "pirates.boxes", MAX_SEATS - MIN_SEATS + 1)
    series = reading.ascending(reading.table("churches"), "series", "churches.series", 5)
    if len(strengths) > cannons:
        reading.problems.append(f"{len(strengths)} rows of pirates need as many cannons, not {cannons}")
    return Board(
        crates,
        coins,
        logs,
        cannons,
        [gives for gives, _ in bonuses],
        [amount for _, amount in bonuses],
        strengths,
        [0] * MIN_SEATS + boxes,
        [0, *series],
    )


def parse_layout(text: str) -> SaintMaloLayout:
    """Read the text of a layout file; LayoutError names every defect."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise LayoutError([f"this is no TOML: {error}"]) from error
    reading = _Reading(data)
    board = _read(reading)
    if reading.problems:
        raise LayoutError(reading.problems)
    return SaintMaloLayout(text, board)
