"""Draws the picture of docs/one-move.md from the table in it: who has the move in hand at each hop."""

from __future__ import annotations

import re
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tools.import_graph import svg_head

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "one-move.md"
PICTURE = ROOT / "docs" / "images" / "one-move.svg"
ROW = re.compile(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)
LANES = {  # the beginning of a path -> who that is
    "web/": "Anke's browser",
    "server/live/": "live pages",
    "server/tables/": "tables",
    "server/storage/": "database",
    "match/": "match",
    "games/": "game",
}
LAST = "Bernd's browser"
LEFT, TOP, LANE, STEP = 70, 54, 128, 30


class Hop(NamedTuple):
    """A line of the table."""

    number: int
    path: str
    name: str


def hops(text: str) -> list[Hop]:
    """The lines of the table."""
    return [Hop(int(number), path, name) for number, path, name in ROW.findall(text)]


def lanes_of(way: list[Hop]) -> list[str]:
    """Who has the move at each hop: in a browser it is Anke's before the server, and Bernd's after it."""
    first_served = next(n for n, hop in enumerate(way) if not hop.path.startswith("web/"))
    return [
        LAST
        if hop.path.startswith("web/") and number > first_served
        else next(lane for prefix, lane in LANES.items() if hop.path.startswith(prefix))
        for number, hop in enumerate(way)
    ]


def draw(way: list[Hop]) -> str:
    """The picture as SVG: a column for each of them, a row for each hop."""
    columns = [*LANES.values(), LAST]
    places = [
        (LEFT + LANE * columns.index(lane), TOP + 24 + STEP * row) for row, lane in enumerate(lanes_of(way))
    ]
    width, height = LEFT * 2 + 10 + LANE * (len(columns) - 1), TOP + 24 + STEP * len(way)
    lines = [svg_head("One move: who has it in hand at each hop", width, height, STYLE)]
    for number, name in enumerate(columns):
        x = LEFT + LANE * number
        lines.append(f'<text class="head" x="{x}" y="30">{escape(name)}</text>')
        lines.append(f'<path class="lane" d="M{x} 44V{height - 14}"/>')
    for (x, y), (next_x, next_y) in pairwise(places):
        lines.append(f'<path d="M{x} {y}L{next_x} {next_y}"/>')
    for hop, (x, y) in zip(way, places, strict=True):
        lines.append(
            f'<circle cx="{x}" cy="{y}" r="10"/><text class="number" x="{x}" y="{y + 4}">{hop.number}</text>'
        )
        lines.append(f'<text class="name" x="{x + 15}" y="{y + 4}">{escape(hop.name)}</text>')
    return "\n".join([*lines, "</svg>", ""])


STYLE = (
    "<style>.paper{fill:#faf6ea}text{font:12px system-ui,sans-serif;fill:#2d2118}"
    ".head{font-weight:700;font-size:13px;text-anchor:middle}.number{text-anchor:middle;font-size:11px;fill:#fff}"
    ".name{paint-order:stroke;stroke:#faf6ea;stroke-width:4px}path{fill:none;stroke:#7a6a58;stroke-width:1.4}"
    ".lane{stroke:#d8cbb0;stroke-width:1}circle{fill:#a63a2b}</style>"
)


def main() -> int:
    """Write the picture anew."""
    PICTURE.write_text(draw(hops(DOCUMENT.read_text(encoding="utf-8"))), encoding="utf-8")
    print(f"{PICTURE.relative_to(ROOT)} is drawn")
    return 0
