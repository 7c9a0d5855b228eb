"""What lies on the rings of other seats.

Pages show them about 180 pixels wide and without letters, so colours are full, pieces large and lines bold.
"""

from __future__ import annotations

from citywright.draw.elements import at
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once
from citywright.games.milestones.drawing.pieces import WASH, figure, good
from citywright.games.milestones.drawing.workers import COATS

BAND = 36  # the height of the ground his number stands on
OUTLINE = "M-12 0L-9-14L-5-20A8 8 0 1 1 5-20L9-14L12 0Z"  # of a figure


@drawn_once
def worker(kind: str, width: float, height: float) -> str:
    """A worker, without his number: a field of the colour of his coat, with the good he brings."""
    box = f'x="2" y="2" width="{width - 4:g}" height="{height - 4:g}" rx="7"'
    lower = f"M2 {BAND}H{width - 2:g}V{height - 9:g}a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7Z"
    ground = f'<rect class="{WASH[kind]}" {box}/><path class="{COATS[kind]}" d="{lower}"/>'
    if kind == "coin":  # which is gold itself
        ground += f'<circle class="f-card" cx="{width / 2:g}" cy="{(BAND + height) / 2 - 1:g}" r="28"/>'
    return ground + f'<rect class="pen" {box}/>' + at((width - 63) / 2, BAND - 1, good(kind), 1.09)


@drawn_once
def cover(width: float, height: float) -> str:
    """A cover tile: two boards nailed crosswise over a field."""
    pen = Pen("small cover", 0.5)
    box = f'x="2" y="2" width="{width - 4:g}" height="{height - 4:g}" rx="7"'
    right, low = width - 4, height - 4
    down = [(4, 16), (16, 4), (right, low - 12), (right - 12, low)]
    up = [(4, low - 12), (right - 12, 4), (right, 16), (16, low)]
    return (
        f'<rect class="f-lane" {box}/>'
        + pen.shape(down, "pen w-brown")
        + pen.shape(up, "pen w-brown")
        + f'<rect class="pen" {box}/>'
    )


@drawn_once
def edged_figure(seat: int, acts: bool) -> str:
    """A player's figure with a light edge, golden in its turn; (0, 0) is where it stands."""
    edge = "s-gold" if acts else "s-light"
    outline = f'<path class="{edge} f-light" stroke-width="7" stroke-linejoin="round" d="{OUTLINE}"/>'
    return outline + figure(seat)
