"""Where things are in the picture: a layout's coordinates scaled to the panel, and the shapes made of them.

Nothing is drawn here. A `Chart` is made once per layout and is a cheap key for cached parts."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

WIDTH = 640
SEAM = 32  # between the outermost points and the side of the panel
TOP, BOTTOM = 84, 42  # above there is room for the coats of arms
TALLEST = 900
REACH = 1.16  # how far a touch target goes into the fields: 24 pixels on a phone

Spot = tuple[float, float]
Corners = tuple[int, int, int]
PointKey = tuple[str, float, float, bool]  # name, place, at the water
FieldKey = tuple[Corners, int]  # corners, region


class Chart:
    """A map as it is drawn, as wide as the panel or in a scale of its own. Two charts are never equal."""

    def __init__(
        self,
        points: tuple[PointKey, ...],
        lines: tuple[tuple[int, int], ...],
        fields: tuple[FieldKey, ...],
        scale: float = 0.0,
    ) -> None:
        self.names = [name for name, _, _, _ in points]
        self.water = [water for _, _, _, water in points]
        left, upper = min(point[1] for point in points), min(point[2] for point in points)
        broad = max(point[1] for point in points) - left
        tall = max(point[2] for point in points) - upper
        top, bottom = (SEAM + 14, SEAM) if scale else (TOP, BOTTOM)  # a map of its own scale has no arms
        self.width = round(broad * scale + 2 * SEAM) if scale else WIDTH
        scale = scale or min((WIDTH - 2 * SEAM) / broad, (TALLEST - TOP - BOTTOM) / tall)
        inset = (self.width - broad * scale) / 2
        self.spots: list[Spot] = [
            (round(inset + (x - left) * scale, 1), round(top + (y - upper) * scale, 1))
            for _, x, y, _ in points
        ]
        self.height = round(top + tall * scale + bottom)
        self.lines = lines
        self.fields = [corners for corners, _ in fields]
        self.regions = [region for _, region in fields]
        self.centres = [self._centre(corners) for corners in self.fields]
        self.sides: list[list[int]] = [[] for _ in lines]
        number_of = {line: number for number, line in enumerate(lines)}
        self.lines_of: list[list[int]] = []
        for field, (p, q, r) in enumerate(self.fields):
            own = [number_of[pair] for pair in ((p, q), (p, r), (q, r))]
            self.lines_of.append(own)
            for line in own:
                self.sides[line].append(field)
        self.line_of = {
            f"wall {self.names[a]} {self.names[b]}": number for number, (a, b) in enumerate(lines)
        }
        self.point_of = {name: number for number, name in enumerate(self.names)}
        reach = sorted(hypot(*self.span(line)) for line in range(len(lines)))
        self.unit = reach[len(reach) // 2]  # a usual line
        self.size = min(self.unit, 100) / 73  # of pieces, which are drawn for lines of 73

    def _centre(self, corners: Corners) -> Spot:
        x = sum(self.spots[corner][0] for corner in corners) / 3
        return round(x, 1), round(sum(self.spots[corner][1] for corner in corners) / 3, 1)

    def ends(self, line: int) -> tuple[Spot, Spot]:
        """Where a line begins and ends."""
        a, b = self.lines[line]
        return self.spots[a], self.spots[b]

    def span(self, line: int) -> Spot:
        """How far a line goes, east and south."""
        (ax, ay), (bx, by) = self.ends(line)
        return bx - ax, by - ay

    def middle(self, line: int) -> Spot:
        """The middle of a line."""
        (ax, ay), (bx, by) = self.ends(line)
        return (ax + bx) / 2, (ay + by) / 2

    def is_border(self, line: int) -> bool:
        """Does a line part two regions?"""
        return len({self.regions[field] for field in self.sides[line]}) == 2

    def rim(self) -> list[int]:
        """The lines with land on one side only."""
        return [line for line, sides in enumerate(self.sides) if len(sides) == 1]

    def outward(self, line: int) -> Spot:
        """One unit of length away from the land, for a rim line."""
        dx, dy = self.span(line)
        length = hypot(dx, dy)
        x, y = -dy / length, dx / length
        (mx, my), (cx, cy) = self.middle(line), self.centres[self.sides[line][0]]
        return (x, y) if (mx - cx) * x + (my - cy) * y > 0 else (-x, -y)

    def around(self, line: int) -> list[Spot]:
        """The places nearest to a line, and a little more: its ends and beyond the middles of its fields."""
        a, b = self.ends(line)
        mx, my = self.middle(line)
        facing = [self.centres[field] for field in self.sides[line]]
        if len(facing) == 1:
            ox, oy = self.outward(line)
            facing.append((mx + ox * self.unit * 0.3, my + oy * self.unit * 0.3))
        (cx, cy), (dx, dy) = [(mx + (x - mx) * REACH, my + (y - my) * REACH) for x, y in facing]
        return [a, (cx, cy), b, (dx, dy)]

    def field_across(self, line: int, apex: int) -> int:
        """The field of a line whose third corner is `apex`."""
        return next(field for field in self.sides[line] if apex in self.fields[field])

    def outline(self, fields: tuple[int, ...]) -> list[int]:
        """The lines around some fields."""
        counted: dict[int, int] = {}
        for field in fields:
            for line in self.lines_of[field]:
                counted[line] = counted.get(line, 0) + 1
        return [line for line, times in counted.items() if times == 1]

    def arms(self) -> list[Spot]:
        """Where each coat of arms hangs: above the northern rim of its region, or in its middle."""
        hung: list[Spot] = []
        for region in range(3):
            own = [field for field, its in enumerate(self.regions) if its == region]
            rim = [line for line in self.rim() if self.regions[self.sides[line][0]] == region]
            north = [line for line in rim if self.outward(line)[1] < -0.7]
            if north:
                spots = [self.middle(line) for line in north]
                x = (min(spot[0] for spot in spots) + max(spot[0] for spot in spots)) / 2
                hung.append((x, min(spot[1] for spot in spots) - 50))
            else:
                middles = [self.centres[field] for field in own]
                hung.append(
                    (sum(x for x, _ in middles) / len(own), sum(y for _, y in middles) / len(own)),
                )
        return hung


@lru_cache(8)
def chart_of(
    points: tuple[PointKey, ...], lines: tuple[tuple[int, int], ...], fields: tuple[FieldKey, ...]
) -> Chart:
    """The chart of a layout."""
    return Chart(points, lines, fields)


def path(spots: list[Spot], close: bool = False) -> str:
    """The `d` of a straight line through places."""
    return "M" + "L".join([f"{x:.0f} {y:.0f}" for x, y in spots]) + ("Z" if close else "")
