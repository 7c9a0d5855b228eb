"""A slow recount of a position from scratch: what is wrong with it. For tests, not for play."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from citywright.engine.state import State
from citywright.games.mauerbauer.rules import contents, counts, material
from citywright.games.mauerbauer.rules.board import NOWHERE, Board
from citywright.games.mauerbauer.rules.cards import Cards
from citywright.games.mauerbauer.rules.land import Land
from citywright.games.mauerbauer.rules.state import MauerbauerState


def audit(state: State) -> list[str]:
    """Everything that is wrong with a state."""
    assert isinstance(state, MauerbauerState)
    return [*_audit_land(state.board, _kept_numbers(state.land)), *_audit_cards(state.cards, state.board)]


def unpack(packed: int, number: int) -> list[int]:
    """Packed counts as a list."""
    return [counts.count_of(packed, index) for index in range(number)]


# --- the map ---------------------------------------------------------------------------------


class KeptNumbers(NamedTuple):
    """What a `Land` says of itself, as a key: most actions are about cards and leave it as it is."""

    city_count: int
    free_lines: int
    walls: int
    towers: int
    houses: int
    palaces: int
    open_walls: int
    open_towers: int
    open_water: int
    open_houses: int
    open_regions: int
    lines: tuple[int, ...]
    points: tuple[int, ...]
    fields: tuple[int, ...]
    cities: tuple[int, ...]


class LineEnds(NamedTuple):
    """What a line lies between."""

    points: tuple[int, int]
    fields: tuple[int, int]  # the second is NOWHERE for a rim line


class CityNumbers(NamedTuple):
    """The row of a city, in the order of contents.py."""

    size: int
    houses: int
    palaces: int
    towers: int


def _kept_numbers(land: Land) -> KeptNumbers:
    return KeptNumbers(
        city_count=land.city_count,
        free_lines=land.free_lines,
        walls=land.walls,
        towers=land.towers,
        houses=land.houses,
        palaces=land.palaces,
        open_walls=land.open_walls,
        open_towers=land.open_towers,
        open_water=land.open_water,
        open_houses=land.open_houses,
        open_regions=land.open_regions,
        lines=tuple(land.lines),
        points=tuple(land.points),
        fields=tuple(land.fields),
        cities=tuple(land.cities),
    )


@lru_cache(maxsize=8)
def _audit_land(board: Board, kept: KeptNumbers) -> tuple[str, ...]:
    recount = Recount(board, kept)
    recount.check_parts()
    recount.check_cities()
    recount.check_supply()
    recount.check_lines()
    recount.check_outside_towers()
    recount.check_outside_houses()
    return tuple(recount.problems)


@lru_cache(maxsize=8)
def _lines_of(board: Board) -> list[LineEnds]:
    points = zip(board.end_1, board.end_2, strict=True)
    fields = zip(board.side_1, board.side_2, strict=True)
    return [LineEnds(ends, sides) for ends, sides in zip(points, fields, strict=True)]


class Recount:
    """The map counted anew, cities by walking through them and pieces one by one, against what was kept."""

    def __init__(self, board: Board, kept: KeptNumbers) -> None:
        self.kept = kept
        self.line_ends = _lines_of(board)
        self.at_water = list(board.water)
        self.region_of = list(board.field_region)
        self.problems: list[str] = []
        self.walls = [line for line, content in enumerate(kept.lines) if content == contents.WALL]
        self.towers = [point for point, content in enumerate(kept.points) if content]
        self.city_fields: list[set[int]] = [set() for _ in range(kept.city_count)]
        for field in range(board.field_count):
            if 0 < self.city_of(field) <= kept.city_count:
                self.city_fields[self.city_of(field) - 1].add(field)

    def expect(self, what: str, kept: object, counted: object) -> None:
        if kept != counted:
            self.problems.append(f"{what}: {kept} kept, {counted} counted")

    def city_of(self, field: int) -> int:
        """The number of a field's city, 0 if it is open or NOWHERE."""
        content = self.kept.fields[field] if field != NOWHERE else 0
        return content - contents.IN_CITY if content >= contents.IN_CITY else 0

    def cities_beside(self, line: int) -> tuple[int, int]:
        """The cities on both sides of a line; 0: none."""
        first, second = self.line_ends[line].fields
        return self.city_of(first), self.city_of(second)

    def colour_of(self, point: int) -> int:
        """The colour of the tower on a point."""
        return self.kept.points[point] % contents.CITY_TOWER - 1

    def city_numbers(self) -> list[CityNumbers]:
        """The rows of all cities."""
        row = contents.CITY_ROW
        return [
            CityNumbers(*self.kept.cities[row * number : row * number + row])
            for number in range(1, self.kept.city_count + 1)
        ]

    # --- cities -----------------------------------------------------------------------------

    def enclosed_parts(self) -> list[set[int]]:
        """Every part of the map from which no way without walls leads off it."""
        steps: dict[int, list[int]] = {field: [] for field in range(NOWHERE, len(self.kept.fields))}
        for (_, (first, second)), content in zip(self.line_ends, self.kept.lines, strict=True):
            if content != contents.WALL:
                steps[first].append(second)
                steps[second].append(first)
        left = set(steps)
        parts = []
        while left:
            part: set[int] = set()
            new = [NOWHERE if NOWHERE in left else min(left)]
            while new:
                field = new.pop()
                if field not in part:
                    part.add(field)
                    new += steps[field]
            left -= part
            parts.append(part)
        return parts[1:]  # the first is what is connected with NOWHERE

    def check_parts(self) -> None:
        """MB-20, MB-23: exactly the enclosed parts are cities, each whole."""
        enclosed = self.enclosed_parts()
        in_cities = sum(content >= contents.IN_CITY for content in self.kept.fields)
        self.expect("closed fields", sum(map(len, self.city_fields)), in_cities)
        no_city = [part for part in enclosed if part not in self.city_fields]
        # one part may be enclosed already while the turn's houses are awaited (MB-22)
        if len(no_city) > 1 or (no_city and any(self.city_of(field) for field in no_city[0])):
            self.problems.append(f"enclosed parts that are no city: {no_city}")
        not_enclosed = [fields for fields in self.city_fields if fields not in enclosed]
        self.expect("cities that are divided or open", not_enclosed, [])

    def check_cities(self) -> None:
        """MB-21, MB-22: the towers around each city, its size, and palaces wherever there can be one."""
        for number, (fields, city) in enumerate(zip(self.city_fields, self.city_numbers(), strict=True), 1):
            towers = Counter(map(self.colour_of, self.points_around(fields).intersection(self.towers)))
            self.expect(f"size of city {number}", city.size, len(fields))
            self.expect(f"towers of city {number}", unpack(city.towers, 3), [towers[n] for n in range(3)])
            for colour, left in enumerate(unpack(city.houses, 5)):
                if left > 1 and counts.count_of(self.kept.palaces, colour):
                    self.problems.append(
                        f"city {number} has {left} houses of colour {colour} that are no palace"
                    )
            self.expect(f"unknown pieces of city {number}", (city.houses | city.palaces) >> 40, 0)
        unused = self.kept.cities[contents.CITY_ROW * (self.kept.city_count + 1) :]
        self.expect("numbers of cities that are no more", any(unused), False)

    def points_around(self, fields: set[int]) -> set[int]:
        """The points on the walls around some fields."""
        ends = [self.line_ends[line] for line in self.walls]
        return {point for line in ends if not fields.isdisjoint(line.fields) for point in line.points}

    # --- pieces -----------------------------------------------------------------------------

    def check_supply(self) -> None:
        """MB-1: every piece is on the map or in the supply."""
        kept, cities = self.kept, self.city_numbers()
        self.expect("walls", kept.walls + len(self.walls), material.WALLS)
        self.expect("free lines", kept.free_lines, kept.lines.count(contents.FREE))
        built = Counter(map(self.colour_of, self.towers))
        towers = [left + built[colour] for colour, left in enumerate(unpack(kept.towers, 3))]
        self.expect("towers", towers, unpack(material.TOWERS, 3))
        houses = kept.houses + sum(city.houses for city in cities)
        houses += sum(content for content in kept.fields if content < contents.IN_CITY)
        self.expect("houses", unpack(houses, 5), unpack(material.HOUSES, 5))
        palaces = kept.palaces + sum(city.palaces for city in cities)
        self.expect("palaces", unpack(palaces, 5), unpack(material.PALACES, 5))

    def check_lines(self) -> None:
        """MB-11: lines inside a city are never free; MB-86: walls that are part of no city are outside."""
        marked = [line for line, content in enumerate(self.kept.lines) if content == contents.INSIDE_CITY]
        inside = []
        for line in range(len(self.line_ends)):
            first, second = self.cities_beside(line)
            if first and first == second:
                inside.append(line)
        self.expect("lines inside cities", marked, inside)
        outside = [line for line in self.walls if not any(self.cities_beside(line))]
        self.expect("outside walls", self.kept.open_walls, len(outside))

    def check_outside_towers(self) -> None:
        """MB-86: towers that no wall of a city touches are outside."""
        city_walls = [line for line in self.walls if any(self.cities_beside(line))]
        touched = {point for line in city_walls for point in self.line_ends[line].points}
        marked = {point for point in self.towers if self.kept.points[point] > contents.CITY_TOWER}
        self.expect("towers of cities", marked, touched.intersection(self.towers))
        outside = [point for point in self.towers if point not in touched]
        colours = Counter(map(self.colour_of, outside))
        self.expect("outside towers", unpack(self.kept.open_towers, 3), [colours[n] for n in range(3)])
        at_water = sum(self.at_water[point] for point in outside)
        self.expect("towers at the water", self.kept.open_water, at_water)

    def check_outside_houses(self) -> None:
        """MB-86: houses on fields that are part of no city are outside."""
        colours, regions = [0] * 5, [0] * material.REGIONS
        for field, content in enumerate(self.kept.fields):
            if content < contents.IN_CITY:
                for colour, houses in enumerate(unpack(content, 5)):
                    colours[colour] += houses
                    regions[self.region_of[field]] += houses
        self.expect("outside houses", unpack(self.kept.open_houses, 5), colours)
        kept_regions = unpack(self.kept.open_regions, material.REGIONS)
        self.expect("outside houses by region", kept_regions, regions)


# --- the cards -------------------------------------------------------------------------------


def _audit_cards(cards: Cards, board: Board) -> list[str]:
    """MB-4: all cards are somewhere, and the sizes of hands, pile and discards agree."""
    numbers = list(cards.rows)
    rows = [numbers[start : start + material.KINDS] for start in range(0, len(numbers), material.KINDS)]
    counted = [sum(column) for column in zip(*rows, strict=True)]
    problems = [
        f"{name}: {number} cards of {copies}"
        for name, number, copies in zip(material.KIND_NAMES, counted, board.card_copies, strict=True)
        if number != copies
    ]
    if min(numbers) < 0:
        problems.append("a number of cards is negative")
    kept, drawn = unpack(cards.kept, cards.seat_count), unpack(cards.drawn, cards.seat_count)
    if sum(kept) + sum(drawn) + cards.pile + cards.discards != material.CARDS:
        piles = f"{cards.pile} and {cards.discards} in piles"
        problems.append(f"{kept} and {drawn} in hands, {piles}: not {material.CARDS}")
    for row, (cells, size) in enumerate(zip(rows, _row_sizes(cards, kept, drawn), strict=True)):
        if sum(cells) != size:
            problems.append(f"row {row} of the cards has {sum(cells)} cards, not {size}")
    return problems


def _row_sizes(cards: Cards, kept: list[int], drawn: list[int]) -> list[int]:
    """How many cards each row must have; those of hands that are not seen are in two rows for all of them."""
    seen_kept = [size if cards.sees(seat) else 0 for seat, size in enumerate(kept)]
    seen_drawn = [size if cards.sees(seat) else 0 for seat, size in enumerate(drawn)]
    unseen_kept, unseen_drawn = sum(kept) - sum(seen_kept), sum(drawn) - sum(seen_drawn)
    return [*seen_kept, *seen_drawn, cards.pile + unseen_drawn, cards.discards, unseen_kept]
