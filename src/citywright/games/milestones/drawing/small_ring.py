"""What lies on the rings of other seats.

Pages show them about 180 pixels wide and without letters, so colours are full, pieces large and lines bold.
"""

from __future__ import annotations

from citywright.draw.elements import at
from citywright.draw.symbols import drawn_once
from citywright.games.milestones.drawing.pieces import WASH, figure, good
from citywright.games.milestones.drawing.workers import COATS, head

BAND = 36  # the height of the ground his number stands on
OUTLINE = "M-12 0L-9-14L-5-20A8 8 0 1 1 5-20L9-14L12 0Z"  # of a figure


@drawn_once
def worker(kind: str, width: float, height: float) -> str:
    """A worker, without his number: his head beside it, and the good he brings on the colour of his coat."""
    box = f'x="2" y="2" width="{width - 4:g}" height="{height - 4:g}" rx="7"'
    lower = f"M2 {BAND}H{width - 2:g}V{height - 9:g}a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7Z"
    ground = f'<rect class="{WASH[kind]}" {box}/><path class="{COATS[kind]}" d="{lower}"/>'
    if kind == "coin":  # which is gold itself
        ground += f'<circle class="f-card" cx="{width / 2:g}" cy="{(BAND + height) / 2 - 1:g}" r="28"/>'
    face = at(width - 43, BAND - 34, head(kind), 0.68)
    return ground + face + f'<rect class="pen" {box}/>' + at((width - 63) / 2, BAND - 1, good(kind), 1.09)


@drawn_once
def cover(width: float, height: float) -> str:
    """A cover tile: shutters with two bars across."""
    box = f'x="2" y="2" width="{width - 4:g}" height="{height - 4:g}" rx="7"'
    boards = "".join([f"M{x * width:.0f} 3V{height - 3:g}" for x in (0.27, 0.5, 0.73)])
    bars = "".join([f"M3 {y:g}H{width - 3:g}v17H3z" for y in (16, height - 33)])
    return (
        f'<rect class="f-slab" {box}/><path class="pen s-soft" d="{boards}"/>'
        f'<path class="pen f-brown" d="{bars}"/><rect class="pen" {box}/>'
    )


@drawn_once
def edged_figure(seat: int, acts: bool) -> str:
    """A player's figure with a light edge, golden in its turn; (0, 0) is where it stands."""
    edge = "s-gold" if acts else "s-light"
    outline = f'<path class="{edge} f-light" stroke-width="7" stroke-linejoin="round" d="{OUTLINE}"/>'
    return outline + figure(seat)
