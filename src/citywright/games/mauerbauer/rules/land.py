"""What stands on the map and what is left in the supply, with every count the cards ask for kept up to date.

Closing cities is in cities.py, the points of cards in card_points.py. Knows no turns, hands or phases."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules import contents, counts, material
from citywright.games.mauerbauer.rules.board import NO_TABLE, Board

NO_BOARD: Final = Board()


class Land:
    """The map all share with the supply beside it. Cities are numbered 1, 2, 3 … without gaps."""

    __slots__ = (
        "board", "cities", "city_count", "fields", "free_lines", "houses", "lines", "open_houses",
        "open_regions", "open_towers", "open_walls", "open_water", "palaces", "points", "towers", "walls",
    )  # fmt: skip

    def __init__(self) -> None:
        self.board: Board = NO_BOARD
        self.lines: vec[i64] = NO_TABLE  # what each line is
        self.points: vec[i64] = NO_TABLE  # what stands on each point
        self.fields: vec[i64] = NO_TABLE  # what each field holds
        self.cities: vec[i64] = NO_TABLE  # a row of numbers for each city; row 0 is not used
        self.city_count: i64 = 0
        self.free_lines: i64 = 0
        self.walls: i64 = material.WALLS  # the supply; the next three packed by colour
        self.towers: i64 = material.TOWERS
        self.houses: i64 = material.HOUSES
        self.palaces: i64 = material.PALACES
        self.open_walls: i64 = 0  # what stands outside all closed cities (MB-86)
        self.open_towers: i64 = 0  # packed by colour
        self.open_water: i64 = 0  # towers at the water
        self.open_houses: i64 = 0  # packed by colour
        self.open_regions: i64 = 0  # houses, packed by region

    def clone(self) -> Land:
        land = Land()
        land.board = self.board
        land.lines = self.lines[:]
        land.points = self.points[:]
        land.fields = self.fields[:]
        land.cities = self.cities[:]
        land.city_count = self.city_count
        land.free_lines = self.free_lines
        land.walls = self.walls
        land.towers = self.towers
        land.houses = self.houses
        land.palaces = self.palaces
        land.open_walls = self.open_walls
        land.open_towers = self.open_towers
        land.open_water = self.open_water
        land.open_houses = self.open_houses
        land.open_regions = self.open_regions
        return land

    def snapshot(self) -> list[int]:
        numbers: list[int] = [self.city_count, self.free_lines]
        numbers += [self.walls, self.towers, self.houses, self.palaces]
        numbers += [self.open_walls, self.open_towers, self.open_water, self.open_houses, self.open_regions]
        numbers.extend(self.lines)
        numbers.extend(self.points)
        numbers.extend(self.fields)
        numbers.extend(self.cities)
        return numbers

    # --- building -----------------------------------------------------------------------

    def build_wall(self, line: i64) -> None:
        self.lines[line] = contents.WALL
        self.free_lines -= 1
        self.walls -= 1
        self.open_walls += 1

    def build_tower(self, point: i64, colour: i64) -> None:
        self.points[point] = 1 + colour
        self.towers -= counts.one(colour)
        self.open_towers += counts.one(colour)
        self.open_water += self.board.water[point]

    def build_house(self, field: i64, colour: i64) -> None:
        self.fields[field] += counts.one(colour)
        self.houses -= counts.one(colour)
        self.open_houses += counts.one(colour)
        self.open_regions += counts.one(self.board.field_region[field])

    # --- lines, points and fields ---------------------------------------------------------

    def has_walls(self, point: i64, number: i64) -> bool:
        """Do at least that many walls touch a point?"""
        lines: vec[i64] = self.lines
        point_lines: vec[i64] = self.board.point_lines
        for index in range(self.board.point_first[point], self.board.point_first[point + 1]):
            if lines[point_lines[index]] == contents.WALL:
                number -= 1
                if number == 0:
                    return True
        return False

    def tower_colour(self, point: i64) -> i64:
        """The colour of the tower on a point; -1 if none stands there."""
        return (self.points[point] & 3) - 1

    def city_of(self, field: i64) -> i64:
        """The number of the closed city a field belongs to; 0: none, or the field is NOWHERE."""
        if field < 0 or self.fields[field] < contents.IN_CITY:
            return 0
        return self.fields[field] - contents.IN_CITY

    def city_beyond(self, line: i64, field: i64) -> i64:
        """The number of the closed city across a line of a field; 0: none."""
        return self.city_of(self.board.field_across(line, field))

    def is_city_wall(self, line: i64) -> bool:
        """Is the wall on a line part of a closed city (MB-86)?"""
        return self.city_of(self.board.side_1[line]) != 0 or self.city_of(self.board.side_2[line]) != 0

    def line_kinds(self) -> list[int]:
        """What every line is, with the walls of closed cities told apart."""
        kinds: list[int] = []
        line: i64
        for line in range(len(self.lines)):
            is_city_wall = self.lines[line] == contents.WALL and self.is_city_wall(line)
            kinds.append(contents.CITY_WALL if is_city_wall else self.lines[line])
        return kinds

    # --- closed cities --------------------------------------------------------------------

    def city_size(self, number: i64) -> i64:
        return self.cities[contents.CITY_ROW * number + contents.SIZE]

    def city_houses(self, number: i64) -> i64:
        return self.cities[contents.CITY_ROW * number + contents.HOUSES]

    def city_palaces(self, number: i64) -> i64:
        return self.cities[contents.CITY_ROW * number + contents.PALACES]

    def city_towers(self, number: i64) -> i64:
        return self.cities[contents.CITY_ROW * number + contents.TOWERS]


def new_land(board: Board) -> Land:
    """The empty map, everything in the supply (MB-1)."""
    land = Land()
    land.board = board
    land.lines = vec[i64]([contents.FREE] * board.line_count)
    land.points = vec[i64]([contents.NO_TOWER] * board.point_count)
    land.fields = vec[i64]([0] * board.field_count)
    land.cities = vec[i64]([0] * (contents.CITY_ROW * (material.MAX_CITIES + 1)))
    land.free_lines = board.line_count
    return land
