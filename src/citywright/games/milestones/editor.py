"""What the editor of a layout shows for Milestones: numbers on fields, bushes on plots, tiles, supplies."""

from __future__ import annotations

from functools import cache

from citywright.draw.editor_sheet import Cell, Form, Item, Layer, Mark, Sheet, Spot
from citywright.games.milestones import layout
from citywright.games.milestones.notation import format_field, format_plot
from citywright.games.milestones.rules.grid import COLUMNS, PLOTS, ROWS, corners, field_at
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.names import GOODS, piece_name, words_of
from citywright.text import Words, mark
from citywright.text.phrases import capital

ROW_STEP = 0.866  # the height of a row
INSIDE = 0.62  # how much of a plot its place covers
KEYS = 9  # numbers that have a key
TILE_NUMBERS = 8
SUPPLIES = {
    "sections": mark("Road sections"),
    "markets": mark("Markets, with the start market"),
    "houses": mark("Houses"),
    "sacks": mark("Flour sacks"),
}


def sheet(lang: str) -> Sheet:
    """The editor in a language."""
    t = words_of(lang)
    return Sheet(
        width=COLUMNS + 0.5,
        height=ROW_STEP * (ROWS - 1) + 1,
        layers=(_plots(t), _fields(t)),
        forms=(_tiles(t), *_numbers(t, lang)),
    )


def _spot(field: int) -> Spot:
    """Where a field is."""
    row, column = field >> 4, field & 15
    return (column + 0.5 * (row % 2) + 0.5, round(row * ROW_STEP + 0.5, 3))


def _fields(t: Words) -> Layer:
    numbers = tuple(
        Mark(str(number), t("Number {n}", n=number), text=str(number), key=str(number))
        for number in range(1, KEYS + 1)
    )
    start = Mark("*", t("Start market"), text="*", style="start", key="*")
    cells = tuple(
        Cell(f"fields.{format_field(field)}", format_field(field), _spot(field), row=row)
        for row in range(ROWS)
        for field in [field_at(row, column) for column in range(COLUMNS)]
    )
    most = layout.MAX_NUMBER
    return Layer("fields", t("Numbers"), cells, (*numbers, start), rule="MS-3", most=most, style="number")


@cache
def _plot_cells() -> tuple[Cell, ...]:
    cells = []
    for plot in range(PLOTS):
        fields = corners(plot)
        if fields:
            spots = [_spot(field) for field in fields]
            x, y = (sum(spot[axis] for spot in spots) / 3 for axis in (0, 1))
            shape = tuple((round(x + (a - x) * INSIDE, 3), round(y + (b - y) * INSIDE, 3)) for a, b in spots)
            needs = tuple(f"fields.{format_field(field)}" for field in fields)
            name = format_plot(plot)
            at = (round(x, 3), round(y, 3))
            cells.append(Cell(f"plots.{name}", name, at, row=fields[0] >> 4, shape=shape, needs=needs))
    return tuple(cells)


def _plots(t: Words) -> Layer:
    bush = Mark(True, t("Bush with a bonus tile"), style="bush", key="b")
    return Layer("plots", t("Bushes"), _plot_cells(), (bush,), rule="MS-3", wanted=layout.BUSHES)


def _tiles(t: Words) -> Form:
    workers = [(kind, number) for kind in KIND_NAMES for number in range(1, TILE_NUMBERS + 1)]
    left = tuple((f"{kind}{n}", f"{capital(t(GOODS[kind]))} {n}") for kind, n in workers)
    right = tuple((f" {worker}", name) for worker, name in left)
    tiles = tuple(
        Item(f"tiles.workers.{number}", t("Tile {n}", n=number)) for number in range(1, layout.TILES + 1)
    )
    return Form(
        "tiles.workers",
        t("Worker tiles: the left and the right worker"),
        tiles,
        rule="MS-2",
        options=(left, right),
    )


def _numbers(t: Words, lang: str) -> tuple[Form, ...]:
    bonus = tuple(
        Item(f"tiles.bonus.{kind}", capital(piece_name(kind, lang)), most=layout.BUSHES)
        for kind in KIND_NAMES
    )
    supplies = tuple(
        Item(f"supplies.{name}", t(SUPPLIES[name]), 1, layout.MAX_SUPPLY) for name in layout.SUPPLIES
    )
    ends = tuple(
        Item(f"end.{seats}", t("{n} players", n=seats), 1, layout.MAX_END_MARK)
        for seats in layout.SEAT_COUNTS
    )
    return (
        Form("tiles.bonus", t("Bonus tiles"), bonus, rule="MS-2", wanted=layout.BUSHES),
        Form("supplies", t("Supply"), supplies, rule="MS-2"),
        Form("end", t("Points that end the game"), ends, rule="MS-80"),
    )
