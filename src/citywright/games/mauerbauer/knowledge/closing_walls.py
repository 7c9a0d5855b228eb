"""Where a wall of Die Mauerbauer would close a city, for all lines at once and much faster than by the rule.

A wall closes a city where other walls already connect its ends. That is so on every map without a hole in it;
around a hole the rule (rules/cities.py) may find a way out."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules import contents
from citywright.games.mauerbauer.rules.land import Land


def closing_lines(land: Land) -> list[int]:
    """The free lines where a wall would close a city."""
    board = land.board
    group = wall_groups(land)
    lines: list[int] = []
    for line in range(board.line_count):
        if land.lines[line] == contents.FREE and group[board.end_1[line]] == group[board.end_2[line]]:
            lines.append(line)
    return lines


def wall_groups(land: Land) -> vec[i64]:
    """For each point the lowest point that walls connect it with."""
    board = land.board
    group: vec[i64] = vec[i64](range(board.point_count))
    for line in range(board.line_count):
        if land.lines[line] == contents.WALL:
            lowest_1: i64 = lowest_point(group, board.end_1[line])
            lowest_2: i64 = lowest_point(group, board.end_2[line])
            group[max(lowest_1, lowest_2)] = min(lowest_1, lowest_2)
    for point in range(board.point_count):
        group[point] = group[group[point]]  # lower points are done already
    return group


def lowest_point(group: vec[i64], point: i64) -> i64:
    """The lowest point of a group, before all its points name it."""
    while group[point] != point:
        point = group[point]
    return point
