"""Cities on the map: closing them, clearing them, palaces, joining two of them (MB-20 to MB-24)."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules import contents, counts, material
from citywright.games.mauerbauer.rules.board import NOWHERE, Board
from citywright.games.mauerbauer.rules.land import Land

# --- which fields a wall encloses ----------------------------------------------------------


def collect_enclosed(land: Land, line: i64, inside: vec[i64]) -> i64:
    """List the fields the wall on a line has enclosed (MB-20) in `inside`; returns how many, 0 if none."""
    board: Board = land.board
    size: i64 = collect_reachable(land, board.side_1[line], inside)
    if size == 0 and board.side_2[line] != NOWHERE:
        size = collect_reachable(land, board.side_2[line], inside)
    return size


def collect_reachable(land: Land, start: i64, reached: vec[i64]) -> i64:
    """List the fields that can be reached from one without crossing a wall; 0 if a way leads off the map."""
    board: Board = land.board
    unvisited: vec[i64] = board.field_region[:]  # set to -1 where a field was visited
    reached[0] = start
    unvisited[start] = -1
    size: i64 = 1
    index: i64 = 0
    while index < size:  # the list grows while it is read
        field: i64 = reached[index]
        for side in range(i64(3)):
            line: i64 = board.field_lines[3 * field + side]
            if land.lines[line] != contents.WALL:
                beyond: i64 = board.field_across(line, field)
                if beyond == NOWHERE:
                    return 0
                if unvisited[beyond] >= 0:
                    unvisited[beyond] = -1
                    reached[size] = beyond
                    size += 1
        index += 1
    return size


def may_enclose(land: Land, line: i64, walls: i64) -> bool:
    """Are there so many walls at both ends of a line? A ring of walls passes through both."""
    return land.has_walls(land.board.end_1[line], walls) and land.has_walls(land.board.end_2[line], walls)


def size_if_walled(land: Land, line: i64) -> i64:
    """How many fields the city has that a wall on a free line would close; 0: it would close none."""
    if not may_enclose(land, line, 1):
        return 0
    land.lines[line] = contents.WALL
    size: i64 = collect_enclosed(land, line, land.fields[:])
    land.lines[line] = contents.FREE
    return size


def sizes_if_walled(land: Land) -> list[tuple[int, int]]:
    """Every free line whose wall would close a city, with the number of its fields.

    Only a line whose ends are joined by walls can: the others need no search.
    """
    board: Board = land.board
    group: vec[i64] = _points_joined_by_walls(land)
    sizes: list[tuple[int, int]] = []
    line: i64
    for line in range(len(land.lines)):
        if land.lines[line] == contents.FREE and group[board.end_1[line]] == group[board.end_2[line]]:
            size: i64 = size_if_walled(land, line)
            if size:
                sizes.append((line, size))
    return sizes


def _points_joined_by_walls(land: Land) -> vec[i64]:
    """A number for every point; points have the same one if walls lead from one to the other."""
    board: Board = land.board
    group: vec[i64] = board.point_name[:]  # they all differ
    point: i64
    line: i64
    for line in range(len(land.lines)):
        if land.lines[line] == contents.WALL:
            joined: i64 = group[board.end_1[line]]
            other: i64 = group[board.end_2[line]]
            if joined != other:
                for point in range(len(group)):
                    if group[point] == other:
                        group[point] = joined
    return group


# --- closing -----------------------------------------------------------------------------


def close(land: Land, line: i64) -> i64:
    """The city this wall has closed (MB-20), or 0; cleared (MB-21), palaces built (MB-22)."""
    if not may_enclose(land, line, 2):
        return 0
    inside: vec[i64] = land.fields[:]  # room for every field; its content does not matter
    size: i64 = collect_enclosed(land, line, inside)
    if size == 0:
        return 0
    land.city_count += 1
    number: i64 = land.city_count
    row: i64 = contents.CITY_ROW * number
    land.cities[row + contents.SIZE] = size
    land.cities[row + contents.HOUSES] = 0
    land.cities[row + contents.PALACES] = 0
    for index in range(size):
        _enclose_field(land, inside[index], number)
    for index in range(size):  # only now is it known which lines have the city on both sides
        _enclose_lines(land, inside[index], number)
    _settle_towers(land, number)
    _build_palaces(land, number)
    return number


def _enclose_field(land: Land, field: i64, number: i64) -> None:
    """A field and its houses are no longer outside but part of a city."""
    houses: i64 = land.fields[field]
    region: i64 = land.board.field_region[field]
    land.open_houses -= houses
    land.open_regions -= counts.total(houses) * counts.one(region)
    land.cities[contents.CITY_ROW * number + contents.HOUSES] += houses
    land.fields[field] = contents.IN_CITY + number


def _enclose_lines(land: Land, field: i64, number: i64) -> None:
    """The lines of a field of a city just closed: surrounding walls, or lines inside it (MB-21)."""
    for side in range(i64(3)):
        line: i64 = land.board.field_lines[3 * field + side]
        beyond: i64 = land.city_beyond(line, field)
        if land.lines[line] == contents.FREE:
            land.lines[line] = contents.INSIDE_CITY
            land.free_lines -= 1
        elif land.lines[line] == contents.WALL and beyond == number:
            land.lines[line] = contents.INSIDE_CITY
            land.walls += 1
            land.open_walls -= 1
        elif land.lines[line] == contents.WALL and beyond == 0:
            land.open_walls -= 1


def _settle_towers(land: Land, number: i64) -> None:
    """Count the towers of a city anew; those that no wall touches go back (MB-21, MB-24)."""
    board: Board = land.board
    uncounted: vec[i64] = board.water[:]  # set to -1 where a point was counted
    towers: i64 = 0
    for corner in range(3 * board.field_count):
        if land.fields[corner // 3] != contents.IN_CITY + number:
            continue
        point: i64 = board.field_points[corner]
        if uncounted[point] >= 0 and land.points[point]:
            uncounted[point] = -1
            colour: i64 = land.tower_colour(point)
            if land.points[point] < contents.CITY_TOWER:
                land.open_towers -= counts.one(colour)
                land.open_water -= board.water[point]
            if land.has_walls(point, 1):
                land.points[point] = contents.CITY_TOWER + 1 + colour
                towers += counts.one(colour)
            else:
                land.points[point] = contents.NO_TOWER
                land.towers += counts.one(colour)
    land.cities[contents.CITY_ROW * number + contents.TOWERS] = towers


def _build_palaces(land: Land, number: i64) -> None:
    """Two houses of a colour become a palace while palaces of it last (MB-22)."""
    row: i64 = contents.CITY_ROW * number
    for colour in range(i64(material.HOUSE_COLOUR_COUNT)):
        pairs: i64 = counts.count_of(land.cities[row + contents.HOUSES], colour) // 2
        palaces: i64 = min(pairs, counts.count_of(land.palaces, colour)) * counts.one(colour)
        land.cities[row + contents.HOUSES] -= 2 * palaces
        land.houses += 2 * palaces
        land.cities[row + contents.PALACES] += palaces
        land.palaces -= palaces


# --- joining -----------------------------------------------------------------------------


def neighbours(land: Land, number: i64) -> i64:
    """A mask of the closed cities that share a wall with one (MB-24)."""
    board: Board = land.board
    mask: i64 = 0
    for field in range(board.field_count):
        if land.fields[field] == contents.IN_CITY + number:
            for side in range(i64(3)):
                beyond: i64 = land.city_beyond(board.field_lines[3 * field + side], field)
                if beyond and beyond != number:
                    mask |= bit(beyond)
    return mask


def join(land: Land, number: i64) -> None:
    """The city closed last becomes part of another (MB-24): the walls between them go back."""
    last: i64 = land.city_count
    _remove_walls_between(land, last, number)
    for field in range(land.board.field_count):
        if land.fields[field] == contents.IN_CITY + last:
            land.fields[field] = contents.IN_CITY + number
    for cell in range(i64(contents.CITY_ROW)):
        land.cities[contents.CITY_ROW * number + cell] += land.cities[contents.CITY_ROW * last + cell]
        land.cities[contents.CITY_ROW * last + cell] = 0
    land.city_count -= 1
    _settle_towers(land, number)
    _build_palaces(land, number)


def _remove_walls_between(land: Land, first: i64, second: i64) -> None:
    board: Board = land.board
    for field in range(board.field_count):
        if land.fields[field] == contents.IN_CITY + first:
            for side in range(i64(3)):
                line: i64 = board.field_lines[3 * field + side]
                if land.lines[line] == contents.WALL and land.city_beyond(line, field) == second:
                    land.lines[line] = contents.INSIDE_CITY
                    land.walls += 1
