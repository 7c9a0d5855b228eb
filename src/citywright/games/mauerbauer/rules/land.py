"""What stands on the map and what is left in the supply: building, closing, joining, the points of a card.

Every count the cards ask for is kept up to date piece by piece. Knows no turns, hands or phases."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, popcount
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules.board import NO_TABLE, Terrain
from citywright.games.mauerbauer.rules.codes import (
    CITY_HOUSE,
    CITY_PALACES,
    CITY_TOWER,
    CITY_TOWERS,
    COLOURS,
    HOUSES,
    MAX_CITIES,
    OUTSIDE_HOUSE,
    OUTSIDE_TOWER,
    OUTSIDE_TOWERS,
    OUTSIDE_WALLS,
    PALACES,
    REGION,
    SIZE,
    TOWERS,
    WALLS,
    WATER,
    kinds_in,
    one_of,
    tally,
    total,
)

# What a line is.
FREE: Final = 0
WALL: Final = 1
INNER: Final = 2  # inside a closed city: no wall stands there, none ever will (MB-11)

# What stands on a point: 0 nothing, 1 + colour, and BOUND if it belongs to a closed city (MB-86).
BOUND: Final = 4

# What a field holds: its houses, packed, or IN_CITY + the number of its city.
IN_CITY: Final = 1 << 40

# A city's numbers: its row in `cities`.
SIZE_OF: Final = 0
HOUSES_OF: Final = 1  # packed by colour, as the next two
PALACES_OF: Final = 2
TOWERS_OF: Final = 3
ROW: Final = 4

NO_TERRAIN: Final = Terrain()


class Land:
    """The common board with the supply beside it. Cities are numbered 1, 2, 3 … without gaps."""

    __slots__ = (
        "cities", "city_count", "fields", "free_lines", "houses", "lines", "open_houses", "open_regions",
        "open_towers", "open_walls", "open_water", "palaces", "points", "terrain", "towers", "walls",
    )  # fmt: skip

    def __init__(self) -> None:
        self.terrain: Terrain = NO_TERRAIN
        self.lines: vec[i64] = NO_TABLE
        self.points: vec[i64] = NO_TABLE
        self.fields: vec[i64] = NO_TABLE
        self.cities: vec[i64] = NO_TABLE
        self.city_count: i64 = 0
        self.free_lines: i64 = 0
        self.walls: i64 = WALLS  # the supply; the next three packed by colour
        self.towers: i64 = TOWERS
        self.houses: i64 = HOUSES
        self.palaces: i64 = PALACES
        self.open_walls: i64 = 0  # what stands outside all closed cities (MB-86)
        self.open_towers: i64 = 0  # packed by colour
        self.open_water: i64 = 0
        self.open_houses: i64 = 0  # packed by colour
        self.open_regions: i64 = 0  # houses, packed by region

    def clone(self) -> Land:
        land = Land()
        land.terrain = self.terrain
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

    # --- building -----------------------------------------------------------------------

    def build_wall(self, line: i64) -> None:
        self.lines[line] = WALL
        self.free_lines -= 1
        self.walls -= 1
        self.open_walls += 1

    def build_tower(self, point: i64, colour: i64) -> None:
        self.points[point] = 1 + colour
        self.towers -= one_of(colour)
        self.open_towers += one_of(colour)
        self.open_water += self.terrain.water[point]

    def build_house(self, field: i64, colour: i64) -> None:
        self.fields[field] += one_of(colour)
        self.houses -= one_of(colour)
        self.open_houses += one_of(colour)
        self.open_regions += one_of(self.terrain.field_region[field])

    # --- closing a city -----------------------------------------------------------------

    def close(self, line: i64) -> i64:
        """The city this wall has closed (MB-20), or 0; cleared (MB-21), palaces built (MB-22)."""
        terrain: Terrain = self.terrain
        # A ring of walls passes through both ends; without a second wall there it cannot have closed.
        if not self.has_walls(terrain.line_a[line], 2) or not self.has_walls(terrain.line_b[line], 2):
            return 0
        inside: vec[i64] = self.fields[:]  # only its length matters
        size: i64 = self.enclosed(terrain.line_f[line], inside)
        if size == 0 and terrain.line_g[line] >= 0:
            size = self.enclosed(terrain.line_g[line], inside)
        if size == 0:
            return 0
        self.city_count += 1
        number: i64 = self.city_count
        houses: i64 = 0
        i: i64 = 0
        while i < size:
            field: i64 = inside[i]
            content: i64 = self.fields[field]
            houses += content
            self.open_regions -= total(content) << 8 * terrain.field_region[field]
            self.fields[field] = IN_CITY + number
            i += 1
        self.open_houses -= houses
        row: i64 = ROW * number
        self.cities[row + SIZE_OF] = size
        self.cities[row + HOUSES_OF] = houses
        self.cities[row + PALACES_OF] = 0
        i = 0
        while i < size:
            self.enclose_lines(inside[i], number)
            i += 1
        self.settle_towers(number)
        self.build_palaces(number)
        return number

    def has_walls(self, point: i64, number: i64) -> bool:
        """Do at least that many walls touch a point?"""
        terrain: Terrain = self.terrain
        i: i64 = terrain.point_first[point]
        end: i64 = terrain.point_first[point + 1]
        while i < end and number > 0:
            if self.lines[terrain.point_lines[i]] == WALL:
                number -= 1
            i += 1
        return number == 0

    def enclosed(self, start: i64, reached: vec[i64]) -> i64:
        """How many fields can be reached from one without crossing a wall; 0 if a way leads out."""
        terrain: Terrain = self.terrain
        seen: vec[i64] = terrain.field_region[:]  # overwritten with -1 where a field was seen
        reached[0] = start
        seen[start] = -1
        size: i64 = 1
        i: i64 = 0
        while i < size:
            first: i64 = 3 * reached[i]
            side: i64 = 0
            while side < 3:
                line: i64 = terrain.field_lines[first + side]
                if self.lines[line] != WALL:
                    if terrain.line_g[line] < 0:
                        return 0
                    field: i64 = terrain.line_f[line] + terrain.line_g[line] - reached[i]
                    if seen[field] >= 0:
                        seen[field] = -1
                        reached[size] = field
                        size += 1
                side += 1
            i += 1
        return size

    def enclose_lines(self, field: i64, number: i64) -> None:
        """The lines of a field of a city just closed: surrounding walls, or lines inside it (MB-21)."""
        side: i64 = 0
        while side < 3:
            line: i64 = self.terrain.field_lines[3 * field + side]
            beyond: i64 = self.beyond(line, field)
            if self.lines[line] == FREE:
                self.lines[line] = INNER
                self.free_lines -= 1
            elif self.lines[line] == WALL and beyond == number:
                self.lines[line] = INNER
                self.walls += 1
                self.open_walls -= 1
            elif self.lines[line] == WALL and beyond == 0:
                self.open_walls -= 1
            side += 1

    def beyond(self, line: i64, field: i64) -> i64:
        """The number of the closed city across a line of a field, 0 if there is none."""
        other: i64 = self.terrain.line_g[line]
        if other == field:
            other = self.terrain.line_f[line]
        if other < 0 or self.fields[other] < IN_CITY:
            return 0
        return self.fields[other] - IN_CITY

    def settle_towers(self, number: i64) -> None:
        """Count the towers of a city anew; those that no wall touches go back (MB-21, MB-24)."""
        terrain: Terrain = self.terrain
        counted: vec[i64] = terrain.water[:]  # overwritten with -1 where a point was counted
        towers: i64 = 0
        corner: i64 = 0
        while corner < 3 * terrain.field_count:
            point: i64 = terrain.field_points[corner]
            if self.fields[corner // 3] == IN_CITY + number and counted[point] >= 0 and self.points[point]:
                counted[point] = -1
                colour: i64 = (self.points[point] & 3) - 1
                if self.points[point] < BOUND:
                    self.open_towers -= one_of(colour)
                    self.open_water -= terrain.water[point]
                if self.has_walls(point, 1):
                    self.points[point] = BOUND + 1 + colour
                    towers += one_of(colour)
                else:
                    self.points[point] = 0
                    self.towers += one_of(colour)
            corner += 1
        self.cities[ROW * number + TOWERS_OF] = towers

    def build_palaces(self, number: i64) -> None:
        """Two houses of a colour become a palace while palaces of it last (MB-22)."""
        row: i64 = ROW * number
        colour: i64 = 0
        while colour < 5:
            pairs: i64 = min(tally(self.cities[row + HOUSES_OF], colour) // 2, tally(self.palaces, colour))
            pieces: i64 = pairs << 8 * colour
            self.cities[row + HOUSES_OF] -= 2 * pieces
            self.houses += 2 * pieces
            self.cities[row + PALACES_OF] += pieces
            self.palaces -= pieces
            colour += 1

    # --- joining two cities ---------------------------------------------------------------

    def neighbours(self, number: i64) -> i64:
        """A mask of the closed cities that share a wall with one (MB-24)."""
        mask: i64 = 0
        field: i64 = 0
        while field < self.terrain.field_count:
            if self.fields[field] == IN_CITY + number:
                side: i64 = 0
                while side < 3:
                    beyond: i64 = self.beyond(self.terrain.field_lines[3 * field + side], field)
                    if beyond and beyond != number:
                        mask |= bit(beyond)
                    side += 1
            field += 1
        return mask

    def join(self, number: i64) -> None:
        """The city closed last becomes part of another (MB-24): the walls between them go back."""
        last: i64 = self.city_count
        terrain: Terrain = self.terrain
        field: i64 = 0
        while field < terrain.field_count:
            if self.fields[field] == IN_CITY + last:
                side: i64 = 0
                while side < 3:
                    line: i64 = terrain.field_lines[3 * field + side]
                    if self.lines[line] == WALL and self.beyond(line, field) == number:
                        self.lines[line] = INNER
                        self.walls += 1
                    side += 1
            field += 1
        field = 0
        while field < terrain.field_count:
            if self.fields[field] == IN_CITY + last:
                self.fields[field] = IN_CITY + number
            field += 1
        what: i64 = SIZE_OF
        while what < ROW:
            self.cities[ROW * number + what] += self.cities[ROW * last + what]
            self.cities[ROW * last + what] = 0
            what += 1
        self.city_count -= 1
        self.settle_towers(number)
        self.build_palaces(number)

    # --- the points of a card -------------------------------------------------------------

    def worth(self, kind: i64, number: i64) -> i64:
        """What a card scores now, for a closed city if it looks at one (0: for none)."""
        if kind >= OUTSIDE_HOUSE:
            return self.worth_outside(kind)
        if number == 0:
            return 0
        row: i64 = ROW * number
        houses: i64 = self.cities[row + HOUSES_OF]
        palaces: i64 = self.cities[row + PALACES_OF]
        if kind < COLOURS:  # MB-70
            size: i64 = self.cities[row + SIZE_OF]
            if kind == SIZE + 3:
                return 9 if size >= 7 else 0
            return 6 + kind if size == kind + 1 else 0
        if kind == COLOURS:  # MB-71
            colours: i64 = popcount(kinds_in(houses + palaces))
            return 0 if colours < 2 else 4 if colours < 4 else 7
        if kind < CITY_PALACES:  # MB-72
            return 2 * tally(self.cities[row + TOWERS_OF], kind - CITY_TOWER)
        if kind == CITY_PALACES:  # MB-73
            return total(palaces)
        if kind < CITY_TOWERS:  # MB-74
            return 3 * tally(palaces, kind - CITY_HOUSE) + tally(houses, kind - CITY_HOUSE)
        return total(self.cities[row + TOWERS_OF])  # MB-75

    def worth_outside(self, kind: i64) -> i64:
        """The points of a card that does not look at the city."""
        if kind < REGION:  # MB-80
            return tally(self.open_houses, kind - OUTSIDE_HOUSE)
        if kind < OUTSIDE_TOWERS:  # MB-81
            return tally(self.open_regions, kind - REGION)
        if kind == OUTSIDE_TOWERS:  # MB-82
            return total(self.open_towers)
        if kind < WATER:  # MB-83
            return 2 * tally(self.open_towers, kind - OUTSIDE_TOWER)
        if kind == WATER:  # MB-84
            return 2 * self.open_water
        if kind == OUTSIDE_WALLS:  # MB-85
            return self.open_walls
        return self.city_count  # MB-90

    def snapshot(self) -> list[int]:
        numbers: list[int] = [
            self.city_count,
            self.free_lines,
            self.walls,
            self.towers,
            self.houses,
            self.palaces,
        ]
        numbers += [self.open_walls, self.open_towers, self.open_water, self.open_houses, self.open_regions]
        numbers.extend(self.lines)
        numbers.extend(self.points)
        numbers.extend(self.fields)
        numbers.extend(self.cities)
        return numbers


def new_land(terrain: Terrain) -> Land:
    """The empty map, everything in the supply (MB-1)."""
    land = Land()
    land.terrain = terrain
    land.lines = vec[i64]([FREE] * terrain.line_count)
    land.points = vec[i64]([0] * terrain.point_count)
    land.fields = vec[i64]([0] * terrain.field_count)
    land.cities = vec[i64]([0] * (ROW * (MAX_CITIES + 1)))
    land.free_lines = terrain.line_count
    return land
