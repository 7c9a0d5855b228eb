"""Workers as they lie on the path and on tiles: each inside the frame of its half of a tile."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, text
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once
from citywright.games.milestones.drawing.pieces import WASH, good

TILE_WIDE, TILE_TALL = 108, 69
COATS = {"stone": "f-slate", "wood": "f-brown", "sand": "f-orange", "grain": "f-green", "coin": "f-gold"}
_HATS = {
    "stone": [(18, 16), (19, 8), (29, 4), (39, 8), (40, 16)],
    "wood": [(18, 16), (22, 3), (30, 1), (36, 6), (40, 16)],
    "sand": [(9, 17), (19, 13), (22, 5), (36, 5), (39, 13), (49, 17)],
    "grain": [(8, 18), (20, 12), (29, 3), (38, 12), (50, 18)],
    "coin": [(16, 15), (18, 7), (32, 3), (43, 7), (40, 15)],
}


@drawn_once
def bust(kind: str) -> str:
    """A worker in a box of 58 by 69: hat and coat by his kind."""
    pen = Pen(f"worker{kind}", 0.4)
    coat = pen.shape([(7, 68), (8, 47), (19, 37), (39, 37), (50, 47), (51, 68)], f"pen {COATS[kind]}")
    collar = pen.shape([(21, 37), (29, 45), (37, 37)], "thin f-paper")
    return coat + collar + head(kind)


@lru_cache(16)
def head(kind: str) -> str:
    """The head of a worker, with his hat, where it is in the box of his bust: 58 wide, 37 high."""
    pen = Pen(f"head{kind}", 0.4)
    face = f'<path class="pen" d="M25 24h.1M33 24h.1"/>{pen.line([(26, 30), (32, 30)], "thin")}'
    return pen.ring(29, 24, 10.5, "pen f-skin", 12.5) + face + pen.shape(_HATS[kind], f"pen {COATS[kind]}")


@lru_cache(16)
def ground(kind: str, width: float, height: float) -> str:
    """The half of a tile a worker stands on."""
    box = f'x="1" y="1" width="{width - 2:g}" height="{height - 2:g}" rx="6"'
    return f'<rect class="thin {WASH[kind]}" stroke-width="1.6" {box}/>'


@drawn_once
def on_path(kind: str, width: float, height: float) -> str:
    """A worker on a path field, without his number."""
    return (
        ground(kind, width, height)
        + at(width - 33, 3, good(kind), 0.5)
        + at((width - 56) / 2, height - 67.5, bust(kind), 0.97)
    )


@drawn_once
def _half(kind: str) -> str:
    """One half of a tile, without its number."""
    wide = TILE_WIDE / 2
    return ground(kind, wide, TILE_TALL) + at(wide - 27, 2, good(kind), 0.42) + at(10, 26, bust(kind), 0.61)


@lru_cache(4096)
def tile(left: str, right: str, scale: float = 1.0, *, pale: bool = False) -> str:
    """A worker tile: two workers as `stone4`; numbers are letters of the panel, as pages may hide them.

    Of a pale one only the numbers stay dark: it cannot be had now, but is still read.
    """
    body = f'<rect class="shade" x="2" y="4" width="{TILE_WIDE - 2}" height="{TILE_TALL - 3}" rx="7"/>'
    for x, one in ((0.0, left), (TILE_WIDE / 2, right)):
        body += at(x, 0, _half(one[:-1]), cls="quiet" if pale else "") + text(
            x + 6, 24, one[-1], 25, "t left"
        )
    return body if scale == 1.0 else at(0, 0, body, scale)


@drawn_once
def cover(width: float, height: float) -> str:
    """A cover tile: boards nailed over a field."""
    pen = Pen("cover", 0.5)
    box = f'x="1" y="1" width="{width - 2:g}" height="{height - 2:g}" rx="6"'
    boards = [[(x * width, 2), (x * width, height - 2)] for x in (0.28, 0.52, 0.75)]
    nails = "".join(
        [f"M{x * width:.0f} {y:.0f}h.1" for x in (0.15, 0.4, 0.64, 0.87) for y in (22.0, height - 20)]
    )
    return (
        f'<rect class="thin w-stone" stroke-width="1.6" {box}/>'
        + pen.lines(boards, "thin s-faint")
        + pen.shape([(3, 15), (width - 3, 13), (width - 3, 29), (3, 31)], "thin w-brown")
        + pen.shape(
            [(3, height - 28), (width - 3, height - 30), (width - 3, height - 14), (3, height - 12)],
            "thin w-brown",
        )
        + f'<path class="pen" d="{nails}"/>'
    )


@drawn_once
def slot(width: float, height: float) -> str:
    """An empty path field: trodden ground where a tile may lie."""
    box = f'x="2.5" y="2.5" width="{width - 5:g}" height="{height - 5:g}" rx="6"'
    middle = width / 2
    grass = f"M{middle - 6:.0f} {height - 14:.0f}l-3-8m8 8v-10m6 10l3-8"
    return (
        f'<rect class="thin s-faint f-earth" stroke-dasharray="5 4" {box}/>'
        f'<path class="thin s-green" opacity=".7" d="{grass}"/>'
    )
