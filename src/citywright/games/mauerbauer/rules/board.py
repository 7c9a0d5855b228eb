"""The printed map as tables the rules can index: which line lies between which points and fields.

Built and checked by layout.py; never changes during a game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules import codes

NOWHERE: Final = -1  # the second field of a rim line
NO_LINE: Final = -1  # between two points that no line joins
NO_TABLE: Final[vec[i64]] = vec[i64]([])


class Board:
    """Points, lines and fields by index, in the order of their names (see layout.py)."""

    __slots__ = (
        "card_copies", "coordinates", "end_1", "end_2", "field_count", "field_lines", "field_points",
        "field_region", "line_count", "line_of_pair", "no_actions", "point_count", "point_first",
        "point_lines", "point_name", "region_names", "side_1", "side_2", "wall_codes", "water",
    )  # fmt: skip

    def __init__(self) -> None:
        self.point_count: i64 = 0
        self.line_count: i64 = 0
        self.field_count: i64 = 0
        self.point_name: vec[i64] = NO_TABLE  # the number of each point's name
        self.water: vec[i64] = NO_TABLE  # 1: the point is at the water
        self.point_first: vec[i64] = NO_TABLE  # where a point's lines begin in point_lines, and the end
        self.point_lines: vec[i64] = NO_TABLE
        self.end_1: vec[i64] = NO_TABLE  # the two points a line joins
        self.end_2: vec[i64] = NO_TABLE
        self.side_1: vec[i64] = NO_TABLE  # the two fields beside a line; the second is NOWHERE on the rim
        self.side_2: vec[i64] = NO_TABLE
        self.line_of_pair: vec[i64] = NO_TABLE  # the line between two named points, or NO_LINE
        self.field_lines: vec[i64] = NO_TABLE  # three each
        self.field_points: vec[i64] = NO_TABLE  # three each
        self.field_region: vec[i64] = NO_TABLE
        self.card_copies: vec[i64] = NO_TABLE  # of each kind
        self.wall_codes: vec[i64] = NO_TABLE  # the action of building a wall on each line
        self.no_actions: vec[i64] = NO_TABLE  # an empty table with room for all actions of any decision
        self.coordinates: list[tuple[float, float]] = []  # where each point is drawn
        self.region_names: list[str] = []

    def wall_code(self, line: i64) -> i64:
        """The action of building a wall on a line."""
        return self.wall_codes[line]

    def field_across(self, line: i64, field: i64) -> i64:
        """The field on the other side of a line, or NOWHERE."""
        return self.side_1[line] + self.side_2[line] - field

    def apex(self, field: i64, line: i64) -> i64:
        """The corner of a field across from one of its lines."""
        corners: vec[i64] = self.field_points
        first: i64 = 3 * field
        all_three: i64 = corners[first] + corners[first + 1] + corners[first + 2]
        return all_three - self.end_1[line] - self.end_2[line]


def new_board(points: list[int], lines: list[tuple[int, int]], fields: list[tuple[int, int, int]]) -> Board:
    """The tables for points (numbers of their names), lines and fields (by the indices of their points)."""
    board = Board()
    board.point_count = len(points)
    board.line_count = len(lines)
    board.field_count = len(fields)
    board.point_name = vec[i64](points)
    board.end_1 = vec[i64]([line[0] for line in lines])
    board.end_2 = vec[i64]([line[1] for line in lines])
    board.field_points = vec[i64]([corner for field in fields for corner in field])
    _link_fields(board, lines, fields)
    _link_points(board, lines)
    pairs = [codes.pair_of(points[line[0]], points[line[1]]) for line in lines]
    line_of_pair = [NO_LINE] * codes.POINT_PAIRS
    for number, pair in enumerate(pairs):
        line_of_pair[pair] = number
    board.line_of_pair = vec[i64](line_of_pair)
    board.wall_codes = vec[i64]([codes.WALL + pair for pair in pairs])
    board.no_actions = vec[i64]([0] * max(len(lines), codes.MASK_BITS))
    return board


def is_same(one: Board, other: Board) -> bool:
    """Is it the same map, with the same cards? All other tables follow from those compared here."""
    return one is other or (
        list(one.point_name) == list(other.point_name)
        and list(one.wall_codes) == list(other.wall_codes)
        and list(one.field_points) == list(other.field_points)
        and list(one.field_region) == list(other.field_region)
        and list(one.water) == list(other.water)
        and list(one.card_copies) == list(other.card_copies)
    )


def _link_fields(board: Board, lines: list[tuple[int, int]], fields: list[tuple[int, int, int]]) -> None:
    """Which lines a field has, and which fields lie beside a line."""
    index = {line: number for number, line in enumerate(lines)}
    sides: list[list[int]] = [[] for _ in lines]
    field_lines: list[int] = []
    for number, (p, q, r) in enumerate(fields):
        for line in ((p, q), (p, r), (q, r)):
            field_lines.append(index[line])
            sides[index[line]].append(number)
    board.field_lines = vec[i64](field_lines)
    board.side_1 = vec[i64]([side[0] for side in sides])
    board.side_2 = vec[i64]([side[1] if len(side) > 1 else NOWHERE for side in sides])


def _link_points(board: Board, lines: list[tuple[int, int]]) -> None:
    """Which lines meet at a point."""
    first: list[int] = [0]
    point_lines: list[int] = []
    for point in range(board.point_count):
        point_lines += [number for number, line in enumerate(lines) if point in line]
        first.append(len(point_lines))
    board.point_first = vec[i64](first)
    board.point_lines = vec[i64](point_lines)
