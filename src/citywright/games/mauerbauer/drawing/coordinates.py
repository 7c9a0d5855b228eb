"""Where things are in the picture: a layout's coordinates scaled to the panel, and the areas between them.

Nothing is drawn here. A `Chart` is made once per layout and is a cheap key for cached parts."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from citywright.draw.pen import Points, straight
from citywright.games.mauerbauer.rules.material import REGIONS

WIDTH = 640
MARGIN = 40  # between the outermost points and the side of the panel: room for their names
TOP, BOTTOM = 56, 44  # margins of a whole map: names beyond the towers, coats of arms between them
FIGURE_MARGIN = 32  # around a map in the rules, which has neither
MAX_HEIGHT = 900
REACH = 1.16  # how far a tap target goes into the fields: 24 pixels on a phone
PIECE_LINE = 70  # pieces are drawn for lines of this length
LONGEST_PIECE_LINE = 100  # on longer lines they grow no more

Spot = tuple[float, float]  # a place in the picture, right and down
Ends = tuple[int, int]  # the two points of a line
Corners = tuple[int, int, int]
PointKey = tuple[str, float, float, bool]  # name, place, at the water
FieldKey = tuple[Corners, int]  # corners, region


class Chart:
    """A map as it is drawn: as wide as the panel, or in a given scale. Two charts are never equal."""

    def __init__(
        self,
        points: tuple[PointKey, ...],
        lines: tuple[Ends, ...],
        fields: tuple[FieldKey, ...],
        scale: float = 0.0,
    ) -> None:
        self.names = [name for name, _, _, _ in points]
        self.water = [water for _, _, _, water in points]
        self.lines = lines
        self.fields = [corners for corners, _ in fields]
        self.regions = [region for _, region in fields]
        self.point_named = {name: number for number, name in enumerate(self.names)}
        self.line_of_action = {
            f"wall {self.names[a]} {self.names[b]}": number for number, (a, b) in enumerate(lines)
        }
        self.lines_of_field, self.fields_beside = _link(lines, self.fields)
        self.spots, self.width, self.height = _place([(x, y) for _, x, y, _ in points], scale)
        self.centres = [self._centre(corners) for corners in self.fields]
        self.line_length = self._usual_length()
        self.piece_scale = min(self.line_length, LONGEST_PIECE_LINE) / PIECE_LINE

    def _centre(self, corners: Corners) -> Spot:
        x, y = middle_of([self.spots[corner] for corner in corners])
        return round(x, 1), round(y, 1)

    def _usual_length(self) -> float:
        """The length of a line such that half of the others are longer."""
        lengths = sorted(hypot(*self.span(line)) for line in range(len(self.lines)))
        return lengths[len(lengths) // 2]

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
        """Does a line separate two regions?"""
        return len({self.regions[field] for field in self.fields_beside[line]}) == 2

    def rim(self) -> list[int]:
        """The lines with land on one side only."""
        return [line for line, sides in enumerate(self.fields_beside) if len(sides) == 1]

    def outward(self, line: int) -> Spot:
        """One unit of length away from the land, for a rim line."""
        dx, dy = self.span(line)
        length = hypot(dx, dy)
        x, y = -dy / length, dx / length
        (mx, my), (cx, cy) = self.middle(line), self.centres[self.fields_beside[line][0]]
        return (x, y) if (mx - cx) * x + (my - cy) * y > 0 else (-x, -y)

    def tap_area(self, line: int) -> list[Spot]:
        """The corners of a line's tap target: its ends, and a little beyond the middles of its fields."""
        a, b = self.ends(line)
        mx, my = self.middle(line)
        facing = [self.centres[field] for field in self.fields_beside[line]]
        if len(facing) == 1:
            ox, oy = self.outward(line)
            facing.append((mx + ox * self.line_length * 0.3, my + oy * self.line_length * 0.3))
        (cx, cy), (dx, dy) = [(mx + (x - mx) * REACH, my + (y - my) * REACH) for x, y in facing]
        return [a, (cx, cy), b, (dx, dy)]

    def field_across(self, line: int, apex: int) -> int:
        """The field of a line whose third corner is `apex`."""
        return next(field for field in self.fields_beside[line] if apex in self.fields[field])

    def outline(self, fields: tuple[int, ...]) -> list[int]:
        """The lines around some fields."""
        counted: dict[int, int] = {}
        for field in fields:
            for line in self.lines_of_field[field]:
                counted[line] = counted.get(line, 0) + 1
        return [line for line, times in counted.items() if times == 1]

    def arms(self) -> list[Spot]:
        """Where each coat of arms hangs: off the northern rim of its region, or in its middle."""
        return [self._arms_of(region) for region in range(REGIONS)]

    def _arms_of(self, region: int) -> Spot:
        """Off the middle of a line: the names of points and their towers are at its ends."""
        rim = [line for line in self.rim() if self.regions[self.fields_beside[line][0]] == region]
        northern = sorted([self.middle(line) for line in rim if self.outward(line)[1] < -0.7])
        if not northern:
            fields = [field for field, own in enumerate(self.regions) if own == region]
            return middle_of([self.centres[field] for field in fields])
        x, y = northern[len(northern) // 2]
        return x, y - 32

    def points_down(self, field: int) -> bool:
        """Has a field its flat side in the north, and a tip in the south?"""
        _, middle, _ = sorted([self.spots[corner][1] for corner in self.fields[field]])
        return middle < self.centres[field][1]


def _link(lines: tuple[Ends, ...], fields: list[Corners]) -> tuple[list[list[int]], list[list[int]]]:
    """The lines of each field, and the fields beside each line."""
    number_of = {line: number for number, line in enumerate(lines)}
    lines_of_field: list[list[int]] = []
    fields_beside: list[list[int]] = [[] for _ in lines]
    for field, (p, q, r) in enumerate(fields):
        own_lines = [number_of[pair] for pair in ((p, q), (p, r), (q, r))]
        lines_of_field.append(own_lines)
        for line in own_lines:
            fields_beside[line].append(field)
    return lines_of_field, fields_beside


def _place(places: list[Spot], scale: float) -> tuple[list[Spot], int, int]:
    """Where points are in the picture, and its width and height. Without a scale the map fills the panel."""
    left, upper = min(x for x, _ in places), min(y for _, y in places)
    broad, tall = max(x for x, _ in places) - left, max(y for _, y in places) - upper
    if scale:
        top = bottom = FIGURE_MARGIN
        width = round(broad * scale + 2 * FIGURE_MARGIN)
    else:
        top, bottom, width = TOP, BOTTOM, WIDTH
        scale = min((WIDTH - 2 * MARGIN) / broad, (MAX_HEIGHT - TOP - BOTTOM) / tall)
    inset = (width - broad * scale) / 2
    spots = [(round(inset + (x - left) * scale, 1), round(top + (y - upper) * scale, 1)) for x, y in places]
    return spots, width, round(top + tall * scale + bottom)


def middle_of(spots: list[Spot]) -> Spot:
    """The middle of some places."""
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


@lru_cache(8)
def chart_of(points: tuple[PointKey, ...], lines: tuple[Ends, ...], fields: tuple[FieldKey, ...]) -> Chart:
    """The chart of a layout."""
    return Chart(points, lines, fields)


def path(spots: Points, close: bool = False) -> str:
    """The `d` of straight lines through places, in whole pixels."""
    return straight(spots, close, 0)
