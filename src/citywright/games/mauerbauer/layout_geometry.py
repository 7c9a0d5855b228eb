"""Is a list of triangles one map that lies flat on the table? Names every place where it is not."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

FLAT = 1e-6  # below this area a triangle is a line

Line = tuple[int, int]
Field = tuple[int, int, int]


@dataclass(frozen=True)
class Corner:
    """A named point on the plane, x to the east, y to the south."""

    name: str
    x: float
    y: float


def turn(a: Corner, b: Corner, c: Corner) -> float:
    """Twice the signed area of a triangle: on which side of the line a-b the point c lies."""
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def lines_of(field: Field) -> tuple[Line, Line, Line]:
    """The three lines of a field whose corners are in order."""
    p, q, r = field
    return (p, q), (p, r), (q, r)


def flaws_of(points: dict[int, Corner], listed: list[Field]) -> list[str]:
    """Everything that keeps the fields from being a planar triangle map, as sentences."""
    fields = sorted(set(listed))
    sides: dict[Line, list[Field]] = defaultdict(list)
    for field in fields:
        for line in lines_of(field):
            sides[line].append(field)

    def name(numbers: tuple[int, ...]) -> str:
        return " ".join(points[number].name for number in numbers)

    flat = [field for field in fields if abs(turn(*(points[corner] for corner in field))) < FLAT]
    flaws = [f"Field {name(field)} is no triangle: its corners lie on one line." for field in flat]
    flaws += _same_places(points)
    used = {corner for field in fields for corner in field}
    flaws += [f"Point {points[number].name} belongs to no field." for number in points if number not in used]
    for line, beside in sorted(sides.items()):
        if len(beside) > 2:
            fields_named = ", ".join(name(field) for field in beside)
            flaws.append(
                f"Line {name(line)} has {len(beside)} fields ({fields_named}); a line has one or two."
            )
        elif len(beside) == 2 and not flat and _same_side(points, line, beside):
            flaws.append(
                f"Fields {name(beside[0])} and {name(beside[1])} overlap: "
                f"both lie on the same side of line {name(line)}."
            )
    flaws += [f"Lines {name(a)} and {name(b)} cross." for a, b in _crossings(points, sorted(sides))]
    flaws += [f"Triangle {name(gap)} is in no region." for gap in _gaps(points, fields, sides)]
    parts = _parts(fields, sides)
    if len(parts) > 1:
        examples = ", ".join(name(part) for part in parts)
        flaws.append(f"The map is in {len(parts)} parts that share no line (for example at {examples}).")
    return flaws


def _same_places(points: dict[int, Corner]) -> list[str]:
    places: dict[tuple[float, float], list[str]] = defaultdict(list)
    for corner in points.values():
        places[corner.x, corner.y].append(corner.name)
    return [
        f"Points {', '.join(names)} are in the same place." for names in places.values() if len(names) > 1
    ]


def _same_side(points: dict[int, Corner], line: Line, beside: list[Field]) -> bool:
    a, b = points[line[0]], points[line[1]]
    apexes = [points[sum(field) - sum(line)] for field in beside]
    return turn(a, b, apexes[0]) * turn(a, b, apexes[1]) > 0


def _crossings(points: dict[int, Corner], lines: list[Line]) -> list[tuple[Line, Line]]:
    """Pairs of lines without a common end that meet."""
    found = []
    for first, second in combinations(lines, 2):
        if set(first) & set(second):
            continue
        a, b = points[first[0]], points[first[1]]
        c, d = points[second[0]], points[second[1]]
        if max(a.x, b.x) < min(c.x, d.x) or max(c.x, d.x) < min(a.x, b.x):
            continue
        if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
            found.append((first, second))
    return found


def _gaps(points: dict[int, Corner], fields: list[Field], sides: dict[Line, list[Field]]) -> list[Field]:
    """Three lines around nothing: a field that no region lists."""
    near: dict[int, set[int]] = defaultdict(set)
    for p, q in sides:
        near[p].add(q)
        near[q].add(p)
    known = set(fields)
    gaps = set()
    for p, q in sides:
        for r in near[p] & near[q]:
            first, second, third = sorted((p, q, r))
            gap = (first, second, third)
            if gap not in known and not any(_inside(points, gap, other) for other in points):
                gaps.add(gap)
    return sorted(gaps)


def _inside(points: dict[int, Corner], field: Field, number: int) -> bool:
    """Does a point lie in a triangle or on its rim, without being a corner of it?"""
    if number in field:
        return False
    p, q, r = (points[corner] for corner in field)
    turns = (turn(p, q, points[number]), turn(q, r, points[number]), turn(r, p, points[number]))
    return min(turns) >= 0 or max(turns) <= 0


def _parts(fields: list[Field], sides: dict[Line, list[Field]]) -> list[Field]:
    """One field of every part of the map that shares no line with the others."""
    left = set(fields)
    parts = []
    while left:
        parts.append(min(left))
        reached = [parts[-1]]
        left.discard(parts[-1])
        while reached:
            for line in lines_of(reached.pop()):
                new = [field for field in sides[line] if field in left]
                left.difference_update(new)
                reached += new
    return parts
