"""The countryside as printed: a patchwork of fields, pastures and woods, hedges, and paths between plots."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import NamedTuple
from zlib import crc32

from citywright.draw.elements import at, hit, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen, straight
from citywright.draw.symbols import drawn_once
from citywright.games.milestones.drawing.coordinates import WIDTH, Chart, Spot, toward
from citywright.games.milestones.text.names import words_of

WHEAT, TILTH, MEADOW, PASTURE, WOOD = "wheat", "tilth", "meadow", "pasture", "wood"
GROWS = (WHEAT, MEADOW, PASTURE, TILTH, WOOD, WHEAT, PASTURE, MEADOW, WHEAT)
SOIL = {WHEAT: "f-wheat", TILTH: "f-tilth", PASTURE: "w-grass", WOOD: "f-wood"}
FURROWS = ((0.87, 0.5), (0.87, -0.5), (1.0, 0.0), (0.5, 0.87), (0.5, -0.87))  # directions
LETTER = 24.0  # the size of all letters of the map
BROAD, TALL = 128, 104  # how far the middles of two fields of the patchwork are apart


class Patch(NamedTuple):
    """A part of the patchwork: what grows on it, and the way its furrows run."""

    number: int
    grows: str
    furrows: Spot


@lru_cache(32)
def ground(chart: Chart, lang: str) -> Part:
    """Everything that never changes."""
    land = f'<rect class="f-meadow" width="{WIDTH}" height="{chart.height}" rx="18"/>'
    body = country(chart) + _outskirts(chart) + _names(chart)
    return part("main-ground", land, body, _answer(chart, lang))


def _answer(chart: Chart, lang: str) -> str:
    """What a tap says where nothing stands.

    One invisible shape for all the land, of no cost to any later change. It has no title: a tooltip
    wherever the mouse rests would be too much.
    """
    t = words_of(lang)
    words = t("Countryside: a house can stand between three numbers, once a road runs by (MS-42)")
    return f'<g role="img" aria-label="{escape(words)}">{hit(0, 0, WIDTH, chart.height)}</g>'


def country(chart: Chart) -> str:
    """The plots and the paths between them."""
    patches = _patches(chart)
    return _soil(chart, patches) + _plants(chart, patches) + _paths(chart) + _hedges(chart, patches)


# --- the patchwork --------------------------------------------------------------------------


def _patches(chart: Chart) -> dict[str, Patch]:
    """The patch each plot belongs to: the one whose middle is nearest."""
    middles: list[tuple[float, float, Patch]] = []
    for row in range(-1, chart.height // TALL + 2):
        for column in range(-1, WIDTH // BROAD + 2):
            noise = crc32(f"{row} {column}".encode())
            x = (column + row % 2 / 2) * BROAD + noise % 61
            y = row * TALL + noise // 61 % 53
            number = len(middles)
            grows = GROWS[noise // 4096 % len(GROWS)]
            middles.append((x, y, Patch(number, grows, FURROWS[noise // 7 % len(FURROWS)])))
    nearest = {}
    for plot, (mx, my) in chart.middles.items():
        nearest[plot] = min([((mx - px) ** 2 + (my - py) ** 2, patch) for px, py, patch in middles])[1]
    return nearest


def _soil(chart: Chart, patches: dict[str, Patch]) -> str:
    """The ground of all plots: one shape for each colour."""
    shapes: dict[str, list[str]] = {}
    for plot, patch in patches.items():
        shapes.setdefault(patch.grows, []).append(straight(chart.shrunk(plot, 1.0), True))
    return "".join(
        [
            f'<path class="{cls}" d="{"".join(shapes[grows])}"/>'
            for grows, cls in SOIL.items()
            if grows in shapes
        ]
    )


def _plants(chart: Chart, patches: dict[str, Patch]) -> str:
    """Furrows, trees, tufts of grass and sheep: what a plot is, without colour."""
    pen = Pen("plants", 3.0)
    furrows: dict[str, list[str]] = {WHEAT: [], TILTH: []}
    grass, living = [], []
    for plot, patch in patches.items():
        x, y = chart.middles[plot]
        if patch.grows in furrows:
            apart = 7.5 if patch.grows == TILTH else 9.5
            furrows[patch.grows] += _furrows(chart.shrunk(plot, 0.86), patch.furrows, apart)
        elif plot in chart.bushes:
            continue
        elif patch.grows == WOOD:
            for dx, dy in ((-10, 4), (9, 6), (0, -5)):
                living.append(at(round(x + dx + pen.stray(), 1), round(y + dy + pen.stray() / 2, 1), tree()))
        elif crc32(plot.encode()) % 9 == 1:
            living.append(at(round(x + pen.stray(), 1), round(y + pen.stray(), 1), sheep()))
        else:
            px, py = x + pen.stray() * 3, y + pen.stray() * 2
            grass.append(f"M{px - 4:.0f} {py:.0f}l-2-5m5 5v-7m3 7l3-5")
    return (
        f'<path class="thin s-gold" opacity=".55" d="{"".join(furrows[WHEAT])}"/>'
        f'<path class="thin s-brown" opacity=".45" d="{"".join(furrows[TILTH])}"/>'
        f'<path class="thin s-green" opacity=".7" d="{"".join(grass)}"/>' + "".join(living)
    )


def _furrows(triangle: list[Spot], way: Spot, apart: float) -> list[str]:
    """Parallel lines across a triangle; neighbours of one patch continue each other's."""
    ahead, side = way
    depth = [x * side - y * ahead for x, y in triangle]
    drawn = []
    for number in range(int(min(depth) // apart) + 1, int(max(depth) // apart) + 1):
        level = number * apart
        ends = []
        for k in range(3):
            one, other = depth[k], depth[k - 1]
            if (one < level) != (other < level):
                share = (level - one) / (other - one)
                (ax, ay), (bx, by) = triangle[k], triangle[k - 1]
                ends.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        (ax, ay), (bx, by) = ends
        drawn.append(f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}")
    return drawn


@drawn_once
def tree() -> str:
    """A small tree around (0, 0)."""
    crown = "M-8 1c-4-5-1-10 3-10c2-5 9-4 10 0c5 0 6 7 2 10c-4 4-11 4-15 0z"
    return (
        '<path class="thin s-brown" stroke-width="2" d="M0 2v8"/>'
        f'<path class="thin f-wood s-green" stroke-width="1.5" d="{crown}"/>'
        '<path class="thin s-green" opacity=".6" d="M-4-2q2-4 5-3M1 1q3 0 4-3"/>'
    )


@drawn_once
def sheep() -> str:
    """Two sheep that graze, around (0, 0)."""
    one = "c-3 0-4-4-1-5c1-3 5-3 6-1c3-1 5 2 4 4c0 2-2 2-3 2z"
    return (
        f'<path class="thin f-card s-faint" d="M-9 4{one}M4-3{one}"/>'
        '<path class="thin s-soft" d="M-8 4v3m4-3v3M5-3v3m4-3v3" />'
        '<path class="f-iron" d="M-13 2a2 2 0 0 1 3-1v3zM0-5a2 2 0 0 1 3-1v3z"/>'
    )


# --- paths and hedges -----------------------------------------------------------------------


def edges(chart: Chart) -> list[tuple[str, str]]:
    """Every line of the map, once."""
    return [(a, b) for a, near in chart.near.items() for b in near if (a[0], int(a[1:])) < (b[0], int(b[1:]))]


def _paths(chart: Chart) -> str:
    """The lines roads are laid on: trodden paths."""
    d = "".join([straight([chart.spots[a], chart.spots[b]], digits=0) for a, b in edges(chart)])
    return f'<path class="s-earth" fill="none" stroke-width="{5 * chart.scale:.1f}" d="{d}"/>'


def _hedges(chart: Chart, patches: dict[str, Patch]) -> str:
    """Hedges between fields of the patchwork, beside the paths."""
    pen = Pen("hedges", 0.9)
    seen: dict[tuple[str, str], str] = {}
    d = []
    for plot, (a, b, c) in chart.plots.items():
        for edge in ((a, b), (a, c), (b, c)):
            other = seen.setdefault(edge, plot)
            if patches[other].number != patches[plot].number and crc32(f"{edge}".encode()) % 3:
                (ax, ay), (bx, by) = toward(chart.spots[edge[0]], chart.spots[edge[1]], 0.36, 0.64)
                mx, my = chart.middles[plot]
                px, py = (mx - (ax + bx) / 2) * 0.36, (my - (ay + by) / 2) * 0.36
                for k in range(3):
                    x, y = (
                        ax + (bx - ax) * k / 2 + pen.stray() + px,
                        ay + (by - ay) * k / 2 + py + pen.stray(),
                    )
                    d.append(f"M{x - 5:.0f} {y + 2:.0f}a5 5 0 1 1 10 0a6 3 0 0 1-10 0z")
    return f'<path class="thin f-wood s-green" d="{"".join(d)}"/>'


def _outskirts(chart: Chart) -> str:
    """Trees along the right and lower edge."""
    pen = Pen("outskirts", 6.0)
    spots = [(WIDTH - 12 + pen.stray() * 0.3, float(y)) for y in range(70, chart.height - 30, 58)]
    spots += [(x + pen.stray(), chart.height - 13.0) for x in range(70, WIDTH, 56)]
    return "".join([at(round(x, 1), round(y, 1), tree(), 0.9) for x, y in spots])


def _names(chart: Chart) -> str:
    """Letters of the rows at the left; numbers above the first row."""
    rows: dict[str, Spot] = {}
    for name, spot in chart.spots.items():
        if name[0] not in rows or spot[0] < rows[name[0]][0]:
            rows[name[0]] = spot
    first = min(rows)
    left = min([x for x, _ in rows.values()])
    plates = [(left - 31, y + 8, letter) for letter, (_, y) in rows.items()]
    plates += [(x, y - 29, name[1:]) for name, (x, y) in chart.spots.items() if name[0] == first]
    return "".join([text(round(x), round(y), word, LETTER, "t-print coordinate") for x, y, word in plates])
