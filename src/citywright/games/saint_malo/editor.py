"""What the editor of a layout shows for Saint Malo: crates on the plan, and the printed numbers."""

from __future__ import annotations

from citywright.draw.editor_sheet import Cell, Form, Item, Layer, Mark, Sheet, Spot
from citywright.games.saint_malo import layout
from citywright.games.saint_malo.notation import format_space
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.text.names import side_name, words_of
from citywright.text import Words, mark
from citywright.text.phrases import capital

SIDE = 0.46  # half the side of a space
INNER = "."
TOWER = "#"
START = {"coins": mark("Coins"), "logs": mark("Logs"), "cannons": mark("Cannons on the wall")}
GIVES = {"coins": mark("coins"), "points": mark("points"), "person": mark("a person up to level")}


def sheet(lang: str) -> Sheet:
    """The editor in a language."""
    t = words_of(lang)
    size = len(layout.PLAN)
    crate = Mark(True, t("Printed crate"), style="crate", key="c")
    layers = (
        Layer("towers", t("Towers"), _cells(TOWER, "towers"), style="tower"),
        Layer("walls", t("Outer spaces"), _cells("-", "walls"), style="wall"),
        Layer("plan", t("Crates"), _cells(INNER, "plan"), (crate,), rule="SM-4"),
    )
    return Sheet(width=size, height=size, layers=layers, forms=_forms(t, lang))


def _cells(kind: str, group: str) -> tuple[Cell, ...]:
    """The spaces of a kind as squares."""
    return tuple(
        Cell(f"{group}.{name}", name, (column + 0.5, row + 0.5), row=row, shape=_square(row, column))
        for row, marks in enumerate(layout.PLAN)
        for column, its in enumerate(marks)
        for name in [format_space(8 * row + column)]
        if its == kind
    )


def _square(row: int, column: int) -> tuple[Spot, ...]:
    x, y = column + 0.5, row + 0.5
    return ((x - SIDE, y - SIDE), (x + SIDE, y - SIDE), (x + SIDE, y + SIDE), (x - SIDE, y + SIDE))


def _forms(t: Words, lang: str) -> tuple[Form, ...]:
    start = tuple(Item(f"start.{name}", t(START[name]), most=layout.MOST) for name in layout.TABLES["start"])
    gives = tuple((name, t(GIVES[name])) for name in material.BONUS_NAMES)
    towers: list[Item] = []
    for side in material.SIDE_NAMES:
        title = capital(side_name(side, lang))
        towers.append(Item(f"towers.{side}.gives", t("{side}: gives", side=title), options=(gives,)))
        towers.append(Item(f"towers.{side}.amount", t("{side}: how much", side=title), 1, layout.MOST))
    strengths = tuple(
        Item(f"pirates.strengths.{n}", t("Row {n}", n=n), 1, layout.MOST, is_optional=True)
        for n in range(1, layout.MOST_ROWS + 1)
    )
    seats = range(material.MIN_SEATS, material.MAX_SEATS + 1)
    boxes = tuple(Item(f"pirates.boxes.{n}", t("{n} players", n=n), 1, layout.MOST_BOXES) for n in seats)
    churches = tuple(
        Item(f"churches.series.{n}", t("1 to {n}", n=n), 1, layout.MOST)
        for n in range(1, material.HIGHEST_CHURCH + 1)
    )
    return (
        Form("start", t("At the start"), start, rule="SM-4"),
        Form("towers", t("What a whole side gives"), tuple(towers), rule="SM-6"),
        Form("pirates.strengths", t("Strength of each pirate row"), strengths, rule="SM-51"),
        Form("pirates.boxes", t("Boxes in a pirate row"), boxes, rule="SM-51"),
        Form("churches", t("Points of a church series"), churches, rule="SM-62"),
    )
