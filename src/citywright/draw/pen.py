"""A pen that draws as by a slightly unsteady hand, always in the same way for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, tau
from zlib import crc32

Points = Sequence[tuple[float, float]]
_BEND = 0.045  # of a stroke's length, for a stray of 1


def straight(points: Points, close: bool = False, digits: int = 1) -> str:
    """The `d` of straight lines through the points, drawn with a ruler: no unsteady hand."""
    spec = f".{digits}f"  # made once: a format built anew for each number takes twice as long
    return "M" + "L".join([f"{x:{spec}} {y:{spec}}" for x, y in points]) + ("Z" if close else "")


class Pen:
    """Draws inked outlines as `<path>` elements; `cls` are classes of the style sheet.

    Equal seeds and equal calls give equal bytes. `shake` is how far a point may stray.
    """

    __slots__ = ("_noise", "shake")

    def __init__(self, seed: str, shake: float = 0.6) -> None:
        self._noise = crc32(seed.encode()) & 0x7FFFFFFF
        self.shake = shake

    def stray(self) -> float:
        """The next small deviation, between -shake and +shake."""
        self._noise = (self._noise * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._noise / 1073741824 - 1.0) * self.shake

    def d(self, points: Points, close: bool = False) -> str:
        """The `d` of a line through the points: corners stray a little, long strokes are bent a little.

        The noise is drawn in place: this is where nearly all the time of drawing goes.
        """
        noise, shake = self._noise, self.shake
        unit = shake / 1073741824
        out: list[str] = []
        first_x = first_y = last_x = last_y = 0.0
        for x, y in (*points, points[0]) if close else points:
            if close and len(out) == len(points):
                x, y = first_x, first_y
            else:
                noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
                x += noise * unit - shake
                noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
                y += noise * unit - shake
            dx, dy = x - last_x, y - last_y
            if not out:
                out.append(f"M{x:.1f} {y:.1f}")
                first_x, first_y = x, y
            elif -9 < dx < 9 and -9 < dy < 9:
                out.append(f"L{x:.1f} {y:.1f}")
            else:
                noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
                bend = (noise * unit - shake) * _BEND
                if (way := abs(dx) + abs(dy)) > 70:  # a long line is as steady as a short one
                    bend *= 70 / way
                out.append(
                    f"Q{last_x + dx / 2 - dy * bend:.1f} {last_y + dy / 2 + dx * bend:.1f} {x:.1f} {y:.1f}"
                )
            last_x, last_y = x, y
        self._noise = noise
        return "".join(out) + "Z" if close else "".join(out)

    def boxes(self, corners: Points, width: float, height: float, cls: str) -> str:
        """Many plain boxes of one size in one element: quicker than a shape for each."""
        stray = self.stray
        d = []
        for x, y in corners:
            d.append(f"M{x + stray():.1f} {y + stray():.1f}l{width:g} {stray():.1f}l{stray():.1f} {height:g}")
            d.append(f"l{-width:g} {stray():.1f}z")
        return f'<path class="{cls}" d="{"".join(d)}"/>'

    def waves(self, places: Points, width: float) -> str:
        """Little waves on the water that begin at these places; `width` is half of one."""
        curve = f"q{width:g}-5 {2 * width:g} 0q{width:g} 5 {2 * width:g} 0"
        d = [f"M{x + self.stray():.1f} {y + self.stray():.1f}{curve}" for x, y in places]
        return f'<path class="thin s-foam" d="{"".join(d)}"/>'

    def line(self, points: Points, cls: str = "pen") -> str:
        """An open line."""
        return f'<path class="{cls}" d="{self.d(points)}"/>'

    def lines(self, strokes: Sequence[Points], cls: str = "thin") -> str:
        """Several open lines of one kind in one element."""
        return f'<path class="{cls}" d="{"".join([self.d(points) for points in strokes])}"/>'

    def shape(self, points: Points, cls: str) -> str:
        """A closed outline."""
        return f'<path class="{cls}" d="{self.d(points, True)}"/>'

    def rect(self, x: float, y: float, width: float, height: float, cls: str) -> str:
        """A rectangle drawn by hand."""
        return self.shape([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], cls)

    def ring(self, x: float, y: float, radius: float, cls: str, ry: float = 0.0) -> str:
        """A circle or an ellipse drawn in four strokes."""
        ry = ry or radius
        k, stray = 0.5523, self.stray
        rx, ax = x + radius + stray(), x + stray()
        lx, bx = x - radius + stray(), x + stray()
        ty, by = y - ry + stray(), y + ry + stray()
        low, high, near, far = y + k * ry, y - k * ry, x - k * radius, x + k * radius
        d = (
            f"M{rx:.1f} {y:.1f}C{rx:.1f} {low:.1f} {far:.1f} {by:.1f} {bx:.1f} {by:.1f}"
            f"S{lx:.1f} {low:.1f} {lx:.1f} {y:.1f}S{near:.1f} {ty:.1f} {ax:.1f} {ty:.1f}"
            f"S{rx:.1f} {high:.1f} {rx:.1f} {y:.1f}Z"
        )
        return f'<path class="{cls}" d="{d}"/>'

    def polygon(self, x: float, y: float, radius: float, corners: int, cls: str, turn: float = 0.0) -> str:
        """A regular polygon around (x, y); `turn` is a part of a full turn."""
        angles = [tau * (corner / corners + turn) for corner in range(corners)]
        return self.shape([(x + radius * cos(a), y + radius * sin(a)) for a in angles], cls)
