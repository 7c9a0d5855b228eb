"""The map as printed: sea, coast, the country around, regions with coats of arms, wall lines, points."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from citywright.draw.elements import at, named, part, text
from citywright.draw.panel import Part
from citywright.draw.pen import Pen
from citywright.games.mauerbauer.drawing.coordinates import WIDTH, Chart, Spot, path
from citywright.games.mauerbauer.drawing.pieces import REGION, arms
from citywright.games.mauerbauer.text.names import point_words, region_name

BEACH = 11  # how broad the sand is
LETTERS = 24  # the size of the names of points
WAVE = 7  # a quarter of the width of a wave
ARMS = 0.74  # the size of a coat of arms


@lru_cache(16)
def ground(chart: Chart, regions: tuple[str, ...], lang: str) -> Part:
    """Everything that never changes. The land around the map is cut off at the edge of the picture."""
    return part(
        "main-ground",
        f'<rect class="f-sea" width="{WIDTH}" height="{chart.height}" rx="18"/>',
        f'<svg width="{WIDTH}" height="{chart.height}">{_waves(chart)}{_beyond(chart)}</svg>',
        _beaches(chart),
        land(chart),
        _plants(chart),
        lines(chart),
        points(chart),
        _named_points(chart, lang),
        _names(chart),
        _arms(chart, regions, lang),
    )


def _is_coast(chart: Chart, line: int) -> bool:
    a, b = chart.lines[line]
    return chart.water[a] and chart.water[b]


def _waves(chart: Chart) -> str:
    """Waves all over the sea, but none through the name of a point."""
    places = [
        ((k * 197 + 23) % (WIDTH - 40), (k * k * 41 + k * 67) % (chart.height - 20) + 14) for k in range(34)
    ]
    names = name_spots(chart).values()
    free = [
        (x, y)
        for x, y in places
        if not any(abs(x + 2 * WAVE - tx) < 2 * WAVE + LETTERS and abs(y - ty) < LETTERS for tx, ty in names)
    ]
    return Pen("waves", 1.0).waves(free, WAVE)


def _strip(chart: Chart, line: int, reach: float) -> list[Spot]:
    """A strip of land along the outside of a rim line, `reach` wide."""
    a, b = chart.ends(line)
    x, y = chart.outward(line)
    return [a, b, (b[0] + x * reach, b[1] + y * reach), (a[0] + x * reach, a[1] + y * reach)]


def _beyond(chart: Chart) -> str:
    """Woods where the map ends on land."""
    inland = [line for line in chart.rim() if not _is_coast(chart, line)]
    pen = Pen("woods", 1.2)
    d = "".join([path(_strip(chart, line, 60), True) for line in inland])
    trees = []
    for line in inland:
        (mx, my), (x, y) = chart.middle(line), chart.outward(line)
        for far, aside in ((11, -17), (15, 9), (27, -4), (34, 16)):
            dx, dy = -y * aside, x * aside
            trees.append(_tree(pen, mx + x * far + dx, my + y * far + dy))
    dry = [end for end in _ends(chart, inland) if not chart.water[end]]
    woods = f'<path class="f-wood" d="{d}"/>{_joints(chart, dry, 60, "f-wood")}'
    return woods + _strokes(trees, "thin s-green")


def _joints(chart: Chart, points: list[int], radius: float, cls: str) -> str:
    """Round corners where strips meet."""
    return f'<path class="{cls}" d="{"".join([_ring(chart.spots[point], radius) for point in points])}"/>'


def _ends(chart: Chart, lines: list[int]) -> list[int]:
    return sorted({end for line in lines for end in chart.lines[line]})


def _beaches(chart: Chart) -> str:
    coast = [line for line in chart.rim() if _is_coast(chart, line)]
    d = "".join([path(_strip(chart, line, BEACH), True) for line in coast])
    surf = Pen("surf", 1.6)
    edges = [surf.line(_strip(chart, line, BEACH + 4)[2:], "thin s-foam") for line in coast]
    sand = f'<path class="f-field" d="{d}"/>{_joints(chart, _ends(chart, coast), BEACH, "f-field")}'
    return sand + "".join(edges)


def land(chart: Chart) -> str:
    """The fields, tinted by region."""
    drawn = []
    for region, cls in enumerate(REGION):
        own = [field for field, its in enumerate(chart.regions) if its == region]
        d = "".join([path([chart.spots[corner] for corner in chart.fields[field]], True) for field in own])
        drawn.append(f'<path class="{cls}" d="{d}"/>')
    return "".join(drawn)


def _plants(chart: Chart) -> str:
    """Grass in the first region, trees in the second, furrows in the third, for those who see no colours."""
    pen = Pen("plants", 1.5)
    grass, trees, furrows = [], [], []
    for field, (x, y) in enumerate(chart.centres):
        region = chart.regions[field]
        for k, corner in enumerate(chart.fields[field]):
            if (field * 7 + k * 5) % 3 == 0:
                continue
            cx, cy = chart.spots[corner]
            px, py = x + (cx - x) * 0.58 + pen.stray(), y + (cy - y) * 0.58 + pen.stray()
            if region == 0:
                grass.append(f"M{px - 4:.0f} {py:.0f}l-2-6m5 6v-8m3 8l3-6")
            elif region == 1:
                trees.append(_tree(pen, px, py))
            else:
                furrows.append(f"M{px - 7:.0f} {py - 3:.0f}q7-3 14 0m-15 5q7-3 14 0")
    return (
        _strokes(grass, "thin s-green") + _strokes(trees, "thin s-green") + _strokes(furrows, "thin s-faint")
    )


def _tree(pen: Pen, x: float, y: float) -> str:
    """A little tree of three strokes."""
    x, y = x + pen.stray(), y + pen.stray()
    return f"M{x:.0f} {y + 6:.0f}v-5q-6 1-5-5q1-6 5-6q4 0 5 6q1 6-5 5"


def _strokes(strokes: list[str], cls: str) -> str:
    return f'<path class="{cls}" d="{"".join(strokes)}" opacity=".55"/>' if strokes else ""


def lines(chart: Chart) -> str:
    """Wall lines; borders between regions are drawn broader."""
    inner: list[str] = []
    border: list[str] = []
    for line in range(len(chart.lines)):
        (border if chart.is_border(line) else inner).append(path(chart.ends(line)))
    edge = "".join(border)
    return (
        f'<path class="thin s-merlon" d="{"".join(inner)}"/><path class="fat s-card" d="{edge}"/>'
        f'<path class="pen s-brown" stroke-dasharray="9 5" d="{edge}"/>'
    )


def points(chart: Chart) -> str:
    """Tower points: stones, those at the water with a ring of foam."""
    dry = "".join([_ring(spot, 5) for spot, water in zip(chart.spots, chart.water, strict=True) if not water])
    wet = [spot for spot, water in zip(chart.spots, chart.water, strict=True) if water]
    around = f'<path class="pen f-shoal s-foam" d="{"".join([_ring(spot, 8) for spot in wet])}"/>'
    inside = "".join([_ring(spot, 4) for spot in wet])
    return f'<path class="thin f-stone" d="{dry}"/>{around}<path class="thin f-stone" d="{inside}"/>'


def _ring(spot: Spot, radius: float) -> str:
    """A circle as part of a path."""
    arc = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{spot[0] - radius:.1f} {spot[1]:.1f}{arc} {2 * radius:g} 0{arc} {-2 * radius:g} 0z"


def _named_points(chart: Chart, lang: str) -> str:
    """What answers with the name of a point; it cannot be seen."""
    drawn = []
    for point, (x, y) in enumerate(chart.spots):
        name = point_words(chart.names[point], chart.water[point], lang)
        drawn.append(named(name, f'<circle class="hit" cx="{x:g}" cy="{y:g}" r="13"/>'))
    return "".join(drawn)


@lru_cache(16)
def name_spots(chart: Chart) -> dict[int, Spot]:
    """Where the names of the points on the rim stand: outside it, beyond the towers that may come there."""
    away: dict[int, list[Spot]] = {}
    for line in chart.rim():
        for end in chart.lines[line]:
            away.setdefault(end, []).append(chart.outward(line))
    spots = {}
    for point, pulls in away.items():
        x, y = chart.spots[point]
        px, py = sum(pull[0] for pull in pulls) / len(pulls), sum(pull[1] for pull in pulls) / len(pulls)
        px, py = px / (hypot(px, py) or 1), py / (hypot(px, py) or 1)
        far = 25 + 12 * max(0.0, -py) + 4 * max(0.0, py) + 6 * abs(px)
        spots[point] = min(max(x + px * far, 19), WIDTH - 19), y + py * far + LETTERS / 3
    return spots


def _names(chart: Chart) -> str:
    drawn = []
    for point, (x, y) in name_spots(chart).items():
        cls = "t-light" if chart.water[point] else "t"
        drawn.append(text(round(x, 1), round(y, 1), chart.names[point], LETTERS, f"{cls} coordinate"))
    return "".join(drawn)


def _arms(chart: Chart, regions: tuple[str, ...], lang: str) -> str:
    drawn = []
    for number, (x, y) in enumerate(chart.arms()):
        name = region_name(number, regions[number], lang)
        shield = at(round(x - 29 * ARMS, 1), round(y - 30 * ARMS, 1), arms(number), ARMS)
        drawn.append(named(name, shield))
    return "".join(drawn)
