"""The picture that stands for a game where others link to it: its board, its name, and who it is for.

It has the shape such previews are shown in; nothing of it is cut off. Does no I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citywright.draw.compose.whole import document, nested
from citywright.draw.elements import at, fitted, text
from citywright.draw.panel import MAIN, Panel
from citywright.draw.pieces import seat_mark
from citywright.draw.theme import LIGHT, css

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 28
WORDS: Final = 232  # the height of what is said beside the board


def preview(
    panels: Sequence[Panel],
    name: str,
    seats: int,
    theme: str = LIGHT,
    tone: str = "",
    site: str = "Citywright",
) -> str:
    """One SVG document; nothing if there is no board."""
    main = next((panel for panel in panels if panel.role == MAIN), None)
    if main is None:
        return ""
    inner = HEIGHT - 2 * MARGIN
    board = min(inner * main.width / main.height, WIDTH * 0.7)
    high = board * main.height / main.width
    left = board + 2 * MARGIN
    width = WIDTH - left - MARGIN
    body = nested(main, MARGIN, (HEIGHT - high) / 2, board, high)
    heights = {panel: width * panel.height / panel.width for panel in panels if panel is not main}
    fits = [panel for panel in heights if heights[panel] <= inner - WORDS]
    top = (HEIGHT - WORDS) / 2
    if fits:
        beside = max(fits, key=heights.__getitem__)
        top = (HEIGHT - WORDS - heights[beside]) / 2
        body += nested(beside, left, top + WORDS, width, heights[beside])
    marks = [seat_mark(seat, 20 + 52 * seat, 0, 17) for seat in range(seats)]
    body += (
        text(left, top + 34, site, 30, "t-soft left")
        + fitted(left, top + 112, name, 74, width, "t left")
        + at(left + 4, top + 170, "".join(marks), min(1, width / (52 * seats)))
    )
    return document(body, WIDTH, HEIGHT, css(theme, tone), f"{name} – {site}")
