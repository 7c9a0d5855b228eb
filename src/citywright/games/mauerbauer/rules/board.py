"""The printed map as tables the rules can index: which line lies between which points and fields.

Built and checked by layout.py; never changes during a game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules.codes import A_WALL, MAX_POINTS, pair_of

NOWHERE: Final = -1  # the second field of a rim line
NO_TABLE: Final[vec[i64]] = vec[i64]([])


class Terrain:
    """Points, lines and fields by index, in the order of their names (see layout.py)."""

    __slots__ = (
        "copies", "field_count", "field_lines", "field_points", "field_region", "line_a", "line_b",
        "line_count", "line_f", "line_g", "line_of_pair", "places", "point_count", "point_first",
        "point_lines", "point_name", "region_names", "water",
    )  # fmt: skip

    def __init__(self) -> None:
        self.point_count: i64 = 0
        self.line_count: i64 = 0
        self.field_count: i64 = 0
        self.point_name: vec[i64] = NO_TABLE  # the number of each point's name
        self.water: vec[i64] = NO_TABLE  # 1: the point stands at the water
        self.point_first: vec[i64] = (
            NO_TABLE  # where a point's lines begin in point_lines; one more at the end
        )
        self.point_lines: vec[i64] = NO_TABLE
        self.line_a: vec[i64] = NO_TABLE  # the two ends
        self.line_b: vec[i64] = NO_TABLE
        self.line_f: vec[i64] = NO_TABLE  # the two fields; the second is NOWHERE for a rim line
        self.line_g: vec[i64] = NO_TABLE
        self.line_of_pair: vec[i64] = NO_TABLE  # the line between two named points, -1 if there is none
        self.field_lines: vec[i64] = NO_TABLE  # three each
        self.field_points: vec[i64] = NO_TABLE  # three each
        self.field_region: vec[i64] = NO_TABLE
        self.copies: vec[i64] = NO_TABLE  # of every card kind
        self.places: list[tuple[float, float]] = []  # where each point is drawn
        self.region_names: list[str] = []

    def line_code(self, line: i64) -> i64:
        """The action of building a wall here."""
        return A_WALL + pair_of(self.point_name[self.line_a[line]], self.point_name[self.line_b[line]])

    def apex(self, field: i64, line: i64) -> i64:
        """The corner of a field across from one of its lines."""
        corners: vec[i64] = self.field_points
        first: i64 = 3 * field
        rest: i64 = corners[first] + corners[first + 1] + corners[first + 2]
        return rest - self.line_a[line] - self.line_b[line]


def new_terrain(
    points: list[int], lines: list[tuple[int, int]], fields: list[tuple[int, int, int]]
) -> Terrain:
    """The tables for points (numbers of their names), lines and fields (by the indices of their points)."""
    terrain = Terrain()
    terrain.point_count = len(points)
    terrain.line_count = len(lines)
    terrain.field_count = len(fields)
    terrain.point_name = vec[i64](points)
    terrain.line_a = vec[i64]([line[0] for line in lines])
    terrain.line_b = vec[i64]([line[1] for line in lines])
    index = {line: number for number, line in enumerate(lines)}
    sides: list[list[int]] = [[] for _ in lines]
    field_lines: list[int] = []
    for number, (p, q, r) in enumerate(fields):
        for line in ((p, q), (p, r), (q, r)):
            field_lines.append(index[line])
            sides[index[line]].append(number)
    terrain.field_lines = vec[i64](field_lines)
    terrain.field_points = vec[i64]([corner for field in fields for corner in field])
    terrain.line_f = vec[i64]([side[0] for side in sides])
    terrain.line_g = vec[i64]([side[1] if len(side) > 1 else NOWHERE for side in sides])
    first: list[int] = [0]
    touching: list[int] = []
    for point in range(len(points)):
        touching += [number for number, line in enumerate(lines) if point in line]
        first.append(len(touching))
    terrain.point_first = vec[i64](first)
    terrain.point_lines = vec[i64](touching)
    pairs = [-1] * (MAX_POINTS * (MAX_POINTS - 1) // 2)
    for number, line in enumerate(lines):
        pairs[pair_of(points[line[0]], points[line[1]])] = number
    terrain.line_of_pair = vec[i64](pairs)
    return terrain
