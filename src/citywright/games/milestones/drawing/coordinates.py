"""Where things are on the map: the grid of a layout scaled to the panel. Nothing is drawn here."""

from __future__ import annotations

from functools import lru_cache

from citywright.games.milestones.notation import format_field, parse_field
from citywright.games.milestones.rules.grid import ROW_LENGTH, neighbours
from citywright.games.milestones.view import MilestonesView

WIDTH = 640
LEFT, RIGHT = 48, 28  # between the outermost fields and the edge of the panel: the names of rows stand left
TOP, BOTTOM = 55, 30  # the names of columns stand above
RISE = 1.04  # how far rows are apart, in steps
STEP = 56.4  # between neighbours, on the map of the box; smaller on broader maps

Spot = tuple[float, float]


class Chart:
    """A map as it is drawn: where its fields and plots are. Compared by identity: a cheap cache key."""

    __slots__ = ("bushes", "height", "middles", "near", "numbers", "plots", "scale", "spots", "start", "step")

    def __init__(
        self, fields: tuple[tuple[str, int], ...], plots: tuple[str, ...], bushes: frozenset[str]
    ) -> None:
        grid = {name: _on_grid(name) for name, _ in fields}
        left, right = min([x for x, _ in grid.values()]), max([x for x, _ in grid.values()])
        top, low = min([y for _, y in grid.values()]), max([y for _, y in grid.values()])
        self.step = min(STEP, (WIDTH - LEFT - RIGHT) / max(right - left, 1))
        self.scale = self.step / STEP
        inset = LEFT + (WIDTH - LEFT - RIGHT - (right - left) * self.step) / 2
        self.spots: dict[str, Spot] = {
            name: (round(inset + (x - left) * self.step, 1), round(TOP + (y - top) * self.step * RISE, 1))
            for name, (x, y) in grid.items()
        }
        self.height = round(TOP + (low - top) * self.step * RISE + BOTTOM)
        self.numbers = dict(fields)
        self.near = {name: _neighbours_of(name, self.numbers) for name in self.numbers}
        self.plots = {plot: tuple(plot.split(" ")) for plot in plots}
        self.bushes = bushes
        self.start = next((name for name, number in fields if number == 0), "")
        self.middles: dict[str, Spot] = {plot: self._middle(plot) for plot in plots}

    def _middle(self, plot: str) -> Spot:
        spots = [self.spots[corner] for corner in self.plots[plot]]
        return round(sum([x for x, _ in spots]) / 3, 1), round(sum([y for _, y in spots]) / 3, 1)

    def points_up(self, plot: str) -> bool:
        """Is the third corner of a plot above its level side?"""
        first, second, _ = self.plots[plot]
        return first[0] != second[0]

    def shrunk(self, plot: str, part: float) -> list[Spot]:
        """The corners of a plot, drawn towards its middle."""
        mx, my = self.middles[plot]
        return [
            (mx + (x - mx) * part, my + (y - my) * part)
            for x, y in [self.spots[corner] for corner in self.plots[plot]]
        ]

    def cell(self, name: str) -> list[Spot]:
        """All that is nearer to a field than to any other: what a click there means."""
        x, y = self.spots[name]
        half, third = self.step / 2, self.step * RISE / 3
        upper = [(x - half, y - third), (x, y - 2 * third), (x + half, y - third)]
        return [*upper, (x + half, y + third), (x, y + 2 * third), (x - half, y + third)]


def _on_grid(name: str) -> Spot:
    """Column and row of a field, in steps; every second row is shifted right by half a step."""
    row, column = divmod(parse_field(name), ROW_LENGTH)
    return column + row % 2 / 2, row


def _neighbours_of(name: str, on_map: dict[str, int]) -> tuple[str, ...]:
    """The fields of the map around a field, by name."""
    near = [format_field(field) for field in neighbours(parse_field(name))]
    return tuple(sorted([other for other in near if other in on_map]))


def chart_of(view: MilestonesView) -> Chart:
    """The chart of a view's map."""
    return _chart(
        tuple([(field.name, field.number) for field in view.fields]),
        tuple([plot.name for plot in view.plots]),
        frozenset([plot.name for plot in view.plots if plot.bush]),
    )


@lru_cache(32)
def _chart(fields: tuple[tuple[str, int], ...], plots: tuple[str, ...], bushes: frozenset[str]) -> Chart:
    return Chart(fields, plots, bushes)


def toward(a: Spot, b: Spot, start: float, end: float) -> list[Spot]:
    """The part of the way from a to b between two shares of it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return [(a[0] + dx * start, a[1] + dy * start), (a[0] + dx * end, a[1] + dy * end)]
