"""The icon of the app as PNGs, drawn from web/static/icon.svg: not every system takes the drawing itself."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from citywright.draw.theme import LIGHT, colours
from citywright.pictures import png_of

DRAWING = Path(__file__).parent.parent / "web" / "static" / "icon.svg"
SIDE = 32  # of the drawing

# name -> width, how much of it the drawing takes, how round its corners are (of 1)
FRAMED = {
    "icon-180.png": (180, 0.74, 0.0),  # iOS cuts the corners itself, and fills what is transparent with black
    "icon-192.png": (192, 0.78, 0.22),
    "icon-512.png": (512, 0.78, 0.22),
    "icon-maskable.png": (512, 0.58, 0.0),  # whatever is cut off at the edges, the drawing is in the middle
}
BADGE = "icon-badge.png"  # an outline for a line of signs: its colour is not looked at


def names() -> tuple[str, ...]:
    """All pictures there are."""
    return (*FRAMED, BADGE)


@lru_cache(len(FRAMED) + 1)
def icon(name: str) -> bytes:
    """The picture with this name, as a PNG."""
    inside = re.sub(r"</?svg[^>]*>", "", DRAWING.read_text(encoding="utf-8"))
    if name == BADGE:
        white = re.sub(r'(fill|stroke)="#[0-9a-f]+"', r'\1="#fff"', inside)
        gate = re.findall(r"<path[^>]*/>", white)[1]
        return _png(white.replace(gate, ""), 96, 1.0, 0.0, "")
    return _png(inside, *FRAMED[name], colours(LIGHT)["page"])


def _png(inside: str, width: int, share: float, roundness: float, behind: str) -> bytes:
    margin = SIDE * (1 - share) / 2
    frame = (
        f'<rect width="{SIDE}" height="{SIDE}" rx="{SIDE * roundness}" fill="{behind}"/>' if behind else ""
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{frame}'
        f'<g transform="translate({margin} {margin}) scale({share})">{inside}</g></svg>'
    )
    return png_of(svg, width, with_system_fonts=False)
