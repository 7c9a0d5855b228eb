"""Draws which package imports which, from the code, as SVG pictures for docs/architecture.md.

An arrow that follows from others is left out. An import that closes a circle is drawn dashed and red.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images"
BOX, ROW, GAP, MARGIN, LETTER = 30, 74, 18, 16, 7.6  # heights, distances and the width of a letter
BEND = 14  # the width that a line needs between boxes

Edges = dict[str, set[str]]


@dataclass(frozen=True)
class Picture:
    """One picture: its file, its title, and which box a module belongs to (None: it is not shown)."""

    name: str
    title: str
    box_of: Callable[[str], str | None]


def _top_box(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] != "__main__" else None


def _server_box(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["server"] and len(parts) > 2 else None


def _game_box(module: str) -> str | None:
    parts = module.split(".")
    if parts[1:2] != ["games"] or len(parts) < 3:
        return None
    return parts[3] if len(parts) > 3 else "GAME"


PICTURES_OF_IMPORTS = (
    Picture("imports", "What imports what in citywright", _top_box),
    Picture("imports-server", "What imports what in citywright.server", _server_box),
    Picture("imports-game", "What imports what in a game, the three games together", _game_box),
)


def edges_of(graph: grimp.ImportGraph, box_of: Callable[[str], str | None]) -> Edges:
    """For every box the boxes it imports."""
    edges: Edges = {}
    for module in sorted(graph.modules):
        source = box_of(module)
        if source is None:
            continue
        targets = edges.setdefault(source, set())
        for imported in graph.find_modules_directly_imported_by(module):
            target = box_of(imported)
            if target is not None and target != source:
                targets.add(target)
                edges.setdefault(target, set())
    return edges


def split_circles(edges: Edges) -> tuple[Edges, list[tuple[str, str]]]:
    """The edges without those that close a circle, and these."""
    straight: Edges = {box: set() for box in edges}
    closing: list[tuple[str, str]] = []
    for source in sorted(edges):
        for target in sorted(edges[source]):
            if source in _reachable(straight, target):
                closing.append((source, target))
            else:
                straight[source].add(target)
    return straight, closing


def _reachable(edges: Edges, box: str) -> set[str]:
    """A box and all it leads to."""
    reached, waiting = {box}, [box]
    while waiting:
        for target in edges[waiting.pop()] - reached:
            reached.add(target)
            waiting.append(target)
    return reached


def reduced(edges: Edges) -> Edges:
    """Only the edges that no longer way replaces."""
    return {
        source: {
            target
            for target in targets
            if not any(target in _reachable(edges, other) for other in targets - {target})
        }
        for source, targets in edges.items()
    }


def rows_of(edges: Edges) -> dict[str, int]:
    """The row of each box: below everything that imports it."""
    rows = dict.fromkeys(edges, 0)
    for _ in edges:
        for source, targets in edges.items():
            for target in targets:
                rows[target] = max(rows[target], rows[source] + 1)
    return rows


class Drawing:
    """Boxes in rows. Long arrows bend around boxes: in each row they pass they have a place like a box."""

    def __init__(self, edges: Edges) -> None:
        straight, self.closing = split_circles(edges)
        self.edges = reduced(straight)
        row_of = rows_of(self.edges)
        self.rows: list[list[str]] = [[] for _ in range(max(row_of.values()) + 1)]
        for box in sorted(edges):
            self.rows[row_of[box]].append(box)
        self.ways: list[list[str]] = []
        for source in sorted(self.edges):
            for target in sorted(self.edges[source]):
                bends = [f"{source}>{target}>{row}" for row in range(row_of[source] + 1, row_of[target])]
                for bend in bends:
                    self.rows[int(bend.rsplit(">", 1)[1])].append(bend)
                self.ways.append([source, *bends, target])
        self._sort_rows()
        self.place = self._places()

    def _sort_rows(self) -> None:
        """Put boxes near those they are tied to, so that few arrows cross."""
        tied: dict[str, list[str]] = {}
        for way in self.ways:
            for one, other in pairwise(way):
                tied.setdefault(one, []).append(other)
                tied.setdefault(other, []).append(one)
        for sweep in range(24):
            step = 1 if sweep % 2 == 0 else -1  # downwards, then upwards
            for number in range(len(self.rows))[::step][1:]:
                above = {box: (place + 0.5) for place, box in enumerate(self.rows[number - step])}
                share = len(self.rows[number]) / len(above)
                wanted = {
                    box: _mean(
                        [above[near] * share for near in tied.get(box, []) if near in above], place + 0.5
                    )
                    for place, box in enumerate(self.rows[number])
                }
                self.rows[number].sort(key=wanted.__getitem__)

    def _places(self) -> dict[str, tuple[float, float]]:
        """The middle of each box and bend."""
        widths = [sum(_width(box) + GAP for box in row) - GAP for row in self.rows]
        self.width = max(widths) + 2 * MARGIN
        self.height = (len(self.rows) - 1) * ROW + BOX + 2 * MARGIN
        place = {}
        for number, row in enumerate(self.rows):
            stretch = (self.width - 2 * MARGIN - widths[number]) / (len(row) + 1)
            x = MARGIN + stretch
            for box in row:
                place[box] = (x + _width(box) / 2, MARGIN + number * ROW + BOX / 2)
                x += _width(box) + GAP + stretch
        return place

    def svg(self, title: str) -> str:
        """The whole picture."""
        lines = [
            svg_head(title, round(self.width), round(self.height), STYLE),
        ]
        lines += [self._arrow(way) for way in self.ways]
        lines += [self._closing_arrow(source, target) for source, target in self.closing]
        lines += [self._box(box) for row in self.rows for box in row if ">" not in box]
        return "\n".join([*lines, "</svg>", ""])

    def _box(self, box: str) -> str:
        x, y = self.place[box]
        width = _width(box)
        return (
            f'<rect class="box" x="{x - width / 2:.1f}" y="{y - BOX / 2:.1f}" width="{width:.1f}" '
            f'height="{BOX}" rx="6"/><text x="{x:.1f}" y="{y + 5:.1f}">{escape(box)}</text>'
        )

    def _arrow(self, way: list[str]) -> str:
        points = [self.place[box] for box in way]
        (x, y), (last_x, last_y) = points[0], points[-1]
        path = [f"M{x:.1f} {y + BOX / 2:.1f}"]
        y += BOX / 2
        for next_x, next_y in [*points[1:-1], (last_x, last_y - BOX / 2 - 2)]:
            middle = (y + next_y) / 2
            path.append(f"C{x:.1f} {middle:.1f} {next_x:.1f} {middle:.1f} {next_x:.1f} {next_y:.1f}")
            x, y = next_x, next_y
        return f'<path d="{"".join(path)}" marker-end="url(#tip)"/>'

    def _closing_arrow(self, source: str, target: str) -> str:
        (x, y), (to_x, to_y) = self.place[source], self.place[target]
        return f'<path class="circle" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y + BOX / 2:.1f}"/>'


STYLE = (
    "<style>.paper{fill:#faf6ea}.box{fill:#fff;stroke:#2d2118;stroke-width:1.4}"
    "text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#2d2118}"
    "path{fill:none;stroke:#7a6a58;stroke-width:1.2}.circle{stroke:#b02a1e;stroke-dasharray:5 4}"
    "marker path{fill:#7a6a58;stroke:none}</style>"
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
)


def svg_head(title: str, width: int, height: int, style: str) -> str:
    """The beginning of a picture, with its paper."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 {width} {height}" width="{width}"><title>{escape(title)}</title>{style}'
        f'<rect class="paper" width="{width}" height="{height}" rx="8"/>'
    )


def _width(box: str) -> float:
    return BEND if ">" in box else LETTER * len(box) + 20


def _mean(numbers: Iterable[float], otherwise: float) -> float:
    listed = list(numbers)
    return sum(listed) / len(listed) if listed else otherwise


def pictures() -> dict[Path, str]:
    """Every picture as it should be, by its file."""
    graph = grimp.build_graph("citywright", cache_dir=None)
    return {
        PICTURES / f"{picture.name}.svg": Drawing(edges_of(graph, picture.box_of)).svg(picture.title)
        for picture in PICTURES_OF_IMPORTS
    }


def main() -> int:
    """Write the pictures anew."""
    PICTURES.mkdir(exist_ok=True)
    for path, svg in pictures().items():
        path.write_text(svg, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} is drawn")
    return 0
