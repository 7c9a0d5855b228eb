"""The countryside as printed: meadows, fields with furrows, woods, hedges and the lanes between the plots."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from citywright.draw.elements import part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen, straight
from citywright.games.milestones.drawing.coordinates import WIDTH, Chart, Spot, toward

GRAIN, WOOD, MEADOW = "grain", "wood", "meadow"


@lru_cache(16)
def ground(chart: Chart) -> Part:
    """Everything that never changes."""
    wild = f'<rect class="f-wood" width="{WIDTH}" height="{chart.height}" rx="18"/>{_wild(chart)}'
    return part("main-ground", wild, country(chart), _names(chart))


def country(chart: Chart) -> str:
    """The plots and the lanes between them."""
    patches = {plot: _patch(chart, plot) for plot in chart.plots}
    return _soil(chart, patches) + _plants(chart, patches) + _hedges(chart) + _lanes(chart)


def _patch(chart: Chart, plot: str) -> str:
    """What grows on a plot; below the start market it is grain."""
    corners = chart.plots[plot]
    if chart.start in corners and corners[0] == chart.start:
        return GRAIN
    draw = crc32(corners[0].encode()) % 8
    return GRAIN if draw < 3 else WOOD if draw == 3 else MEADOW


def _wild(chart: Chart) -> str:
    """Trees along the edge of the picture."""
    pen = Pen("wild", 5.0)
    trees = []
    for k in range(0, WIDTH, 26):
        for y in (12.0, chart.height - 10.0):
            trees.append(_tree(k + 10 + pen.stray(), y + pen.stray() * 0.5))
    for y in range(34, chart.height - 24, 27):
        trees += [
            _tree(11 + pen.stray() * 0.6, y + pen.stray()),
            _tree(WIDTH - 11 + pen.stray() * 0.6, y + pen.stray()),
        ]
    return f'<path class="thin s-green" d="{"".join(trees)}"/>'


def _tree(x: float, y: float) -> str:
    return f"M{x:.0f} {y:.0f}v4M{x - 6:.0f} {y - 1:.0f}a6 7 0 1 1 12 0a6 4 0 0 1-12 0z"


def _soil(chart: Chart, patches: dict[str, str]) -> str:
    """The ground of all plots: one shape for each colour, a soft border of meadow around."""
    whole = "".join([straight(chart.shrunk(plot, 1.0), True) for plot in chart.plots])
    whole += "".join([straight(notch, True) for notch in _notches(chart)])
    wide = f'stroke-width="{46 * chart.scale:.0f}" stroke-linejoin="round"'
    border = f'<path class="s-meadow f-meadow" {wide} d="{whole}"/>'
    drawn = []
    for kind, cls in ((GRAIN, "f-field"), (WOOD, "f-wood")):
        own = [plot for plot, its in patches.items() if its == kind]
        drawn.append(
            f'<path class="{cls}" d="{"".join([straight(chart.shrunk(plot, 1.0), True) for plot in own])}"/>'
        )
    return border + "".join(drawn)


def _notches(chart: Chart) -> list[list[Spot]]:
    """Where a short row lies between two longer ones: land without plots."""
    rows: dict[str, list[Spot]] = {}
    for name, spot in chart.spots.items():
        rows.setdefault(name[0], []).append(spot)
    notches = []
    for ends in ([min(row) for row in rows.values()], [max(row) for row in rows.values()]):
        notches += [list(three) for three in zip(ends, ends[1:], ends[2:], strict=False)]
    return notches


def _plants(chart: Chart, patches: dict[str, str]) -> str:
    """Furrows, trees and tufts of grass: what a plot is, without colour."""
    pen = Pen("plants", 2.0)
    furrows, trees, grass = [], [], []
    for plot, kind in patches.items():
        x, y = chart.middles[plot]
        if kind == GRAIN:
            a, b, c = chart.shrunk(plot, 0.78)
            for share in (0.25, 0.5, 0.75):
                furrows.append(straight([_between(a, b, share), _between(a, c, share)]))
        elif plot in chart.bushes:
            continue
        elif kind == WOOD:
            trees += [_tree(x - 8 + pen.stray(), y + 3), _tree(x + 7, y + pen.stray()), _tree(x, y - 7)]
        elif crc32(plot.encode()) % 3 == 0:
            px, py = x + pen.stray() * 2, y + pen.stray()
            grass.append(f"M{px - 4:.0f} {py:.0f}l-2-6m5 6v-8m3 8l3-6")
    return (
        f'<path class="thin s-faint" opacity=".7" d="{"".join(furrows)}"/>'
        f'<path class="thin s-green" d="{"".join(trees)}"/>'
        f'<path class="thin s-green" opacity=".8" d="{"".join(grass)}"/>'
    )


def _between(a: Spot, b: Spot, share: float) -> Spot:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def edges(chart: Chart) -> list[tuple[str, str]]:
    """Every line of the map, once."""
    return [(a, b) for a, near in chart.near.items() for b in near if (a[0], int(a[1:])) < (b[0], int(b[1:]))]


def _lanes(chart: Chart) -> str:
    """The lines roads are laid on: narrow lanes."""
    d = "".join([straight([chart.spots[a], chart.spots[b]]) for a, b in edges(chart)])
    return (
        f'<path class="s-lane" fill="none" stroke-width="{6 * chart.scale:.1f}" d="{d}"/>'
        f'<path class="s-faint" fill="none" stroke-width="1" stroke-dasharray="3 5" d="{d}"/>'
    )


def _hedges(chart: Chart) -> str:
    """Hedges along some lanes."""
    pen = Pen("hedges", 1.0)
    d = []
    for a, b in edges(chart):
        if crc32(f"{a}{b}".encode()) % 5 == 0:
            (ax, ay), (bx, by) = toward(chart.spots[a], chart.spots[b], 0.32, 0.68)
            side = 7.0 if (bx - ax) > 0 else -7.0
            for k in range(4):
                x, y = ax + (bx - ax) * k / 3 + pen.stray(), ay + (by - ay) * k / 3 + pen.stray() - side
                d.append(f"M{x - 4:.0f} {y:.0f}a4 4 0 1 1 8 0a4 3 0 0 1-8 0z")
    return f'<path class="thin f-wood s-green" d="{"".join(d)}"/>'


def _names(chart: Chart) -> str:
    """Letters of the rows at the left; numbers above the first row."""
    rows: dict[str, tuple[str, Spot]] = {}
    for name, spot in chart.spots.items():
        if name[0] not in rows or spot[0] < rows[name[0]][1][0]:
            rows[name[0]] = (name, spot)
    first = min(rows)
    plates = [(x - 27 * chart.scale, y, letter) for letter, (_, (x, y)) in rows.items()]
    plates += [
        (x, y - 29 * chart.scale, name[1:]) for name, (x, y) in chart.spots.items() if name[0] == first
    ]
    size = 14 if chart.scale > 0.8 else 12
    dots = [f'<circle class="f-card" cx="{x:.0f}" cy="{y:.0f}" r="9"/>' for x, y, _ in plates]
    return f'<g opacity=".85">{"".join(dots)}</g>' + "".join(
        [text(round(x), round(y) + 5, word, size, "t-soft") for x, y, word in plates]
    )
