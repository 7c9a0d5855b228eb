"""Reads and checks layout.toml: the printed boards as data. Knows nothing of turns."""

from __future__ import annotations

from dataclasses import dataclass

from citywright.engine.layout.about import About
from citywright.engine.layout.file import LayoutFile, shown
from citywright.engine.sentence import Sentence
from citywright.games.saint_malo.notation import format_space
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.board import Board, new_board

PLAN = ("#-----#", "-.....-", "-.....-", "-.....-", "-.....-", "-.....-", "#-----#")
MOST = 1000  # no printed number is larger
MOST_ROWS = 12  # of pirates
MOST_BOXES = 30  # in a row

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
    about: About
    board: Board


def parse_layout(text: str) -> SaintMaloLayout:
    """Read the text of a layout file; LayoutError names every defect."""
    file = LayoutFile(text, "saint-malo", ("plan", *TABLES))
    for table, keys in TABLES.items():
        file.table(table, keys)
    crates = _read_crates(file)
    cannons = file.whole("start.cannons", 1, MOST)
    strengths = file.ascending("pirates.strengths", range(1, MOST_ROWS + 1), MOST)
    seat_numbers = material.MAX_SEATS - material.MIN_SEATS + 1
    row_lengths = file.ascending("pirates.boxes", range(seat_numbers, seat_numbers + 1), MOST_BOXES)
    churches = range(material.HIGHEST_CHURCH, material.HIGHEST_CHURCH + 1)
    bonuses = [_read_bonus(file, side) for side in material.SIDE_NAMES]
    if len(strengths) > cannons:
        file.note(
            "start.cannons",
            "{rows} rows of pirates need as many cannons, not {cannons}",
            rows=len(strengths),
            cannons=cannons,
        )
    board = new_board(
        crates,
        file.whole("start.coins", 0, MOST),
        file.whole("start.logs", 0, MOST),
        cannons,
        [gives for gives, _ in bonuses],
        [amount for _, amount in bonuses],
        strengths,
        [0] * material.MIN_SEATS + row_lengths,
        [0, *file.ascending("churches.series", churches, MOST)],
    )
    file.check()
    return SaintMaloLayout(text, file.about, board)


def _read_crates(file: LayoutFile) -> int:
    """The mask of the crates in the plan."""
    crates = 0
    for row, (marks, expected_marks) in enumerate(zip(file.texts("plan", 7, 7), PLAN, strict=False)):
        if len(marks) != 7:
            file.note("plan", "row {row} of plan has {n} spaces instead of 7", row=row + 1, n=len(marks))
            continue
        for column, (mark, expected) in enumerate(zip(marks, expected_marks, strict=True)):
            if mark == "c" and expected == ".":
                crates |= 1 << 8 * row + column
            elif mark != expected:
                file.note(
                    f"plan.{format_space(8 * row + column)}",
                    "row {row}, column {column} of plan must be {allowed}, not {given}",
                    row=row + 1,
                    column=column + 1,
                    allowed=Sentence("“.” or “c”") if expected == "." else f"“{expected}”",
                    given=shown(mark),
                )
    return crates


def _read_bonus(file: LayoutFile, side: str) -> tuple[int, int]:
    """What a side gives, and how much of it."""
    bonus = file.table(f"towers.{side}", ("gives", "amount"))
    name = bonus.get("gives")
    if name not in material.BONUS_NAMES:
        if bonus:
            file.note(
                f"towers.{side}.gives",
                "{place} must be one of {known}, not {given}",
                known=", ".join(material.BONUS_NAMES),
                given=shown(name),
            )
        return material.GIVES_COINS, 1
    gives = material.BONUS_NAMES.index(name)
    most = material.HIGHEST_BONUS_LEVEL if gives == material.GIVES_PERSON else MOST
    return gives, file.whole(f"towers.{side}.amount", 1, most)
