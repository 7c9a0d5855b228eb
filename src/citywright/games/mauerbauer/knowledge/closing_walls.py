"""Where a wall of Die Mauerbauer would close a city, for all lines at once."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules.land import FREE, WALL, Land


def quarters(land: Land) -> vec[i64]:
    """For each point the number of its quarter: what walls connect has the same."""
    terrain = land.terrain
    quarter: vec[i64] = vec[i64](range(terrain.point_count))
    line: i64 = 0
    while line < terrain.line_count:
        if land.lines[line] == WALL:
            a: i64 = first_of(quarter, terrain.line_a[line])
            b: i64 = first_of(quarter, terrain.line_b[line])
            quarter[max(a, b)] = min(a, b)
        line += 1
    point: i64 = 0
    while point < terrain.point_count:
        quarter[point] = quarter[quarter[point]]  # lower points are done already
        point += 1
    return quarter


def first_of(quarter: vec[i64], point: i64) -> i64:
    """The lowest point of a quarter."""
    while quarter[point] != point:
        point = quarter[point]
    return point


def closing_lines(land: Land) -> list[int]:
    """The free lines where a wall would close a city: it completes a ring where walls connect its ends."""
    terrain = land.terrain
    quarter = quarters(land)
    found: list[int] = []
    line: i64 = 0
    while line < terrain.line_count:
        if land.lines[line] == FREE and quarter[terrain.line_a[line]] == quarter[terrain.line_b[line]]:
            found.append(line)
        line += 1
    return found
