"""Is a list of triangles one map that lies flat on the table? Names every place where it is not."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import islice

from citywright.engine.game import Problem

FLAT = 1e-6  # a triangle with less than this (twice its area) is a line

MOST_NAMED = 5  # fields in one sentence

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


def map_problems(points: dict[int, Corner], listed: list[Field]) -> list[Problem]:
    """Everything that keeps the fields from being a planar triangle map.

    What takes the square of the number of lines is looked for only if there are no more lines than a flat
    map with so many points can have.
    """
    triangles = TriangleMap(points, listed)
    problems = [
        *triangles.flat_fields(),
        *triangles.points_in_the_same_place(),
        *triangles.unused_points(),
        *triangles.crowded_lines(),
        *triangles.too_many_lines(),
    ]
    if not triangles.too_many_lines():
        problems += triangles.crossing_lines() or triangles.missing_fields()
        problems += triangles.separate_parts()
    return problems


class TriangleMap:
    """Fields by their corners, and which of them lie beside each line."""

    def __init__(self, points: dict[int, Corner], listed: list[Field]) -> None:
        self.points = points
        self.fields = sorted(set(listed))
        self.fields_beside: dict[Line, list[Field]] = defaultdict(list)
        for field in self.fields:
            for line in lines_of(field):
                self.fields_beside[line].append(field)

    def name(self, numbers: tuple[int, ...]) -> str:
        """The names of some points."""
        return " ".join(self.points[number].name for number in numbers)

    # --- one function for each kind of problem ------------------------------------------------

    def flat_fields(self) -> list[Problem]:
        return [
            Problem(
                f"fields.{self.name(field)}",
                "field {field} is no triangle: its corners lie on one line",
                field=self.name(field),
                rule="MB-3",
            )
            for field in self.fields
            if self._is_flat(field)
        ]

    def points_in_the_same_place(self) -> list[Problem]:
        names_at: dict[tuple[float, float], list[str]] = defaultdict(list)
        for corner in self.points.values():
            names_at[corner.x, corner.y].append(corner.name)
        return [
            Problem(
                f"points.{names[-1]}",
                "points {names} are in the same place",
                names=", ".join(names),
                rule="MB-3",
            )
            for names in names_at.values()
            if len(names) > 1
        ]

    def unused_points(self) -> list[Problem]:
        used = {corner for field in self.fields for corner in field}
        return [
            Problem(
                f"points.{corner.name}", "point {name} belongs to no field", name=corner.name, rule="MB-3"
            )
            for number, corner in self.points.items()
            if number not in used
        ]

    def crowded_lines(self) -> list[Problem]:
        """Lines with more than two fields, or with two on the same side."""
        problems = []
        any_flat = any(map(self._is_flat, self.fields))  # a flat field lies on no side of a line
        for line, fields in sorted(self.fields_beside.items()):
            if len(fields) > 2:
                names = ", ".join(map(self.name, fields[:MOST_NAMED]))
                problems.append(
                    Problem(
                        f"lines.{self.name(line)}",
                        "line {line} has {n} fields ({names}); a line has one or two",
                        line=self.name(line),
                        n=len(fields),
                        names=names,
                        rule="MB-3",
                    )
                )
            elif len(fields) == 2 and not any_flat and self._are_on_the_same_side(line, *fields):
                problems.append(
                    Problem(
                        f"fields.{self.name(fields[1])}",
                        "fields {one} and {other} overlap: both lie on the same side of line {line}",
                        one=self.name(fields[0]),
                        other=self.name(fields[1]),
                        line=self.name(line),
                        rule="MB-3",
                    )
                )
        return problems

    def too_many_lines(self) -> list[Problem]:
        """A flat map of three points or more has at most 3n - 6 lines (Euler)."""
        most = max(0, 3 * len(self.points) - 6)
        lines = len(self.fields_beside)
        if lines <= most:
            return []
        return [
            Problem(
                "points",
                "{lines} lines between {n} points must cross: a flat map has at most {most}",
                lines=lines,
                n=len(self.points),
                most=most,
                rule="MB-3",
            )
        ]

    def crossing_lines(self) -> list[Problem]:
        """Every two lines that cross; from west to east, so that most pairs need not be compared."""
        lines = sorted((*self._reach(line), line) for line in self.fields_beside)
        crossing: list[tuple[Line, Line]] = []
        for number, (_, east, line) in enumerate(lines):
            for west, _, other in islice(lines, number + 1, None):
                if west > east:
                    break
                if self._cross(line, other):
                    crossing.append((min(line, other), max(line, other)))
        return [
            Problem(
                f"lines.{self.name(one)}",
                "lines {one} and {other} cross",
                one=self.name(one),
                other=self.name(other),
                rule="MB-3",
            )
            for one, other in sorted(crossing)
        ]

    def missing_fields(self) -> list[Problem]:
        """Triangles of three lines that no region lists, and that nothing fills."""
        joined: dict[int, set[int]] = defaultdict(set)
        for p, q in self.fields_beside:
            joined[p].add(q)
            joined[q].add(p)
        missing = set()
        for p, q in self.fields_beside:
            for r in joined[p] & joined[q]:
                first, second, third = sorted((p, q, r))
                missing.add((first, second, third))
        missing.difference_update(self.fields)
        return [
            Problem(
                f"fields.{self.name(triangle)}",
                "triangle {triangle} is in no region",
                triangle=self.name(triangle),
                rule="MB-3",
            )
            for triangle in sorted(missing)
            if not any(self._holds(triangle, point) for point in self.points)
        ]

    def separate_parts(self) -> list[Problem]:
        examples = self._one_field_of_each_part()
        if len(examples) <= 1:
            return []
        names = ", ".join(map(self.name, examples[:MOST_NAMED]))
        return [
            Problem(
                f"fields.{self.name(examples[-1])}",
                "the map is in {n} parts that share no line (for example at {names})",
                n=len(examples),
                names=names,
                rule="MB-3",
            )
        ]

    # --- geometry ---------------------------------------------------------------------------

    def _is_flat(self, field: Field) -> bool:
        p, q, r = (self.points[corner] for corner in field)
        return abs(turn(p, q, r)) < FLAT

    def _are_on_the_same_side(self, line: Line, first: Field, second: Field) -> bool:
        """Do two fields that share a line lie on the same side of it?"""
        a, b = self.points[line[0]], self.points[line[1]]
        apex_1, apex_2 = (self.points[sum(field) - sum(line)] for field in (first, second))
        return turn(a, b, apex_1) * turn(a, b, apex_2) > 0

    def _reach(self, line: Line) -> tuple[float, float]:
        """How far a line reaches to the west and to the east."""
        ends = self.points[line[0]].x, self.points[line[1]].x
        return min(ends), max(ends)

    def _cross(self, first: Line, second: Line) -> bool:
        """Do two lines without a common end meet?"""
        if first[0] in second or first[1] in second:
            return False
        a, b = self.points[first[0]], self.points[first[1]]
        c, d = self.points[second[0]], self.points[second[1]]
        return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0

    def _holds(self, field: Field, number: int) -> bool:
        """Does a point lie in a triangle or on its rim, without being a corner of it?"""
        if number in field:
            return False
        p, q, r = (self.points[corner] for corner in field)
        point = self.points[number]
        turns = (turn(p, q, point), turn(q, r, point), turn(r, p, point))
        return min(turns) >= 0 or max(turns) <= 0

    def _one_field_of_each_part(self) -> list[Field]:
        """The first field of every part of the map that shares no line with the others."""
        left = set(self.fields)
        examples = []
        while left:
            examples.append(min(left))
            reached = [examples[-1]]
            left.discard(examples[-1])
            while reached:
                for line in lines_of(reached.pop()):
                    new = [field for field in self.fields_beside[line] if field in left]
                    left.difference_update(new)
                    reached += new
        return examples
