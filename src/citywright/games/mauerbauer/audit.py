"""A slow recount of a position from scratch: what is wrong with it. For tests, not for play."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from citywright.engine.state import State
from citywright.games.mauerbauer.rules.board import Terrain
from citywright.games.mauerbauer.rules.cards import WHOLE, Cards
from citywright.games.mauerbauer.rules.codes import (
    CARDS,
    HOUSES,
    KIND_NAMES,
    KINDS,
    PALACES,
    TOWERS,
    WALLS,
    tally,
)
from citywright.games.mauerbauer.rules.land import BOUND, FREE, IN_CITY, INNER, ROW, WALL
from citywright.games.mauerbauer.rules.state import MauerbauerState


def audit(state: State) -> list[str]:
    """Everything that is wrong with a state."""
    assert isinstance(state, MauerbauerState)
    land = list(_audit_land(state.land.terrain, tuple(state.land.snapshot())))
    return land + _audit_cards(state.cards, state.land.terrain)


@lru_cache(maxsize=8)  # most actions are about cards, and leave the map as it is
def _audit_land(terrain: Terrain, numbers: tuple[int, ...]) -> tuple[str, ...]:
    """The map and the supply, from their snapshot."""
    recount = Recount(terrain, numbers)
    recount.check_cities()
    recount.check_supply()
    recount.check_outside()
    return tuple(recount.wrong)


def unpack(packed: int, number: int) -> list[int]:
    """Packed counts as a list."""
    return [tally(packed, index) for index in range(number)]


@lru_cache(maxsize=8)
def _lines_of(terrain: Terrain) -> list[tuple[int, int, int, int]]:
    """The two ends and the two fields of every line."""
    return list(zip(terrain.line_a, terrain.line_b, terrain.line_f, terrain.line_g, strict=True))


class Recount:
    """The map counted anew: closed cities by walking, pieces one by one."""

    def __init__(self, terrain: Terrain, numbers: tuple[int, ...]) -> None:
        self.terrain = terrain
        self.map = _lines_of(terrain)
        self.wrong: list[str] = []
        self.city_count, self.free_lines, self.walls, *rest = numbers[:6]
        self.towers, self.houses, self.palaces = rest
        self.open_walls, self.open_towers, self.open_water, self.open_houses, self.open_regions = numbers[
            6:11
        ]
        points, fields = 11 + terrain.line_count, 11 + terrain.line_count + terrain.point_count
        cities = fields + terrain.field_count
        self.lines, self.points = numbers[11:points], numbers[points:fields]
        self.fields, self.cities = numbers[fields:cities], numbers[cities:]

    def expect(self, what: str, kept: object, counted: object) -> None:
        if kept != counted:
            self.wrong.append(f"{what}: {kept} kept, {counted} counted")

    def row(self, number: int) -> tuple[int, ...]:
        """Size, houses, palaces and towers of a city."""
        return self.cities[ROW * number : ROW * number + ROW]

    def city_of(self, field: int) -> int:
        """The number of a field's city, 0 if it is open or not on the map."""
        return self.fields[field] - IN_CITY if field >= 0 and self.fields[field] >= IN_CITY else 0

    def walk(self) -> list[set[int]]:
        """The fields of every closed city, found by walking across lines without walls; -1 is outside."""
        steps: dict[int, list[int]] = {field: [] for field in range(-1, self.terrain.field_count)}
        for (_, _, first, second), what in zip(self.map, self.lines, strict=True):
            if what != WALL:
                steps[first].append(second)
                steps[second].append(first)
        left, parts = set(steps), []
        while left:
            part, new = set(), [-1 if -1 in left else min(left)]
            while new:
                field = new.pop()
                if field not in part:
                    part.add(field)
                    new += steps[field]
            left -= part
            parts.append(part)
        return parts[1:]

    def check_cities(self) -> None:
        """MB-20, MB-23: exactly the enclosed parts are cities, each whole and cleared."""
        cities: list[set[int]] = [set() for _ in range(self.city_count)]
        for field, what in enumerate(self.fields):
            if IN_CITY < what <= IN_CITY + self.city_count:
                cities[what - IN_CITY - 1].add(field)
        enclosed = self.walk()
        self.expect("closed fields", sum(map(len, cities)), sum(what >= IN_CITY for what in self.fields))
        closing = [part for part in enclosed if part not in cities]
        if len(closing) > 1 or (closing and any(self.city_of(field) for field in closing[0])):
            self.wrong.append(
                f"enclosed parts that are no city: {closing}"
            )  # one may wait for its houses (MB-22)
        self.expect("cities that are divided or open", [city for city in cities if city not in enclosed], [])
        for number, city in enumerate(cities, 1):
            ends = self.ends_around(city)
            towers = Counter((self.points[end] & 3) - 1 for end in ends if self.points[end])
            size, houses, palaces, kept = self.row(number)
            self.expect(f"size of city {number}", size, len(city))
            self.expect(f"towers of city {number}", unpack(kept, 3), [towers[colour] for colour in range(3)])
            for colour, left in enumerate(unpack(houses, 5)):
                if left > 1 and tally(self.palaces, colour):
                    self.wrong.append(
                        f"city {number} has {left} houses of colour {colour} that are no palace"
                    )
            self.expect(f"unknown pieces of city {number}", (houses | palaces) >> 40, 0)
        self.expect(
            "numbers of cities that are no more", any(self.cities[ROW * self.city_count + ROW :]), False
        )

    def ends_around(self, city: set[int]) -> set[int]:
        """The points on the walls around some fields."""
        ends: set[int] = set()
        for (first, second, *fields), what in zip(self.map, self.lines, strict=True):
            if what == WALL and not city.isdisjoint(fields):
                ends.update((first, second))
        return ends

    def check_supply(self) -> None:
        """MB-1: every piece is on the map or in the supply."""
        rows = [self.row(number) for number in range(1, self.city_count + 1)]
        self.expect("walls", self.walls + self.lines.count(WALL), WALLS)
        self.expect("free lines", self.free_lines, self.lines.count(FREE))
        towers = [sum(what and what & 3 == colour + 1 for what in self.points) for colour in range(3)]
        self.expect(
            "towers", [a + b for a, b in zip(unpack(self.towers, 3), towers, strict=True)], unpack(TOWERS, 3)
        )
        houses = (
            self.houses + sum(what for what in self.fields if what < IN_CITY) + sum(row[1] for row in rows)
        )
        self.expect("houses", unpack(houses, 5), unpack(HOUSES, 5))
        palaces = self.palaces + sum(row[2] for row in rows)
        self.expect("palaces", unpack(palaces, 5), unpack(PALACES, 5))

    def check_outside(self) -> None:
        """MB-86: what is not part of any closed city; MB-11: lines inside a city are never free."""
        water, region_of = list(self.terrain.water), list(self.terrain.field_region)
        sides = [(self.city_of(first), self.city_of(second)) for _, _, first, second in self.map]
        inner = [n for n, (first, second) in enumerate(sides) if first and first == second]
        self.expect("lines inside cities", [n for n, what in enumerate(self.lines) if what == INNER], inner)
        walls = [n for n, what in enumerate(self.lines) if what == WALL]
        self.expect("outside walls", self.open_walls, sum(sides[n] == (0, 0) for n in walls))
        bound = {end for n in walls if any(sides[n]) for end in self.map[n][:2]}
        towers = [n for n, what in enumerate(self.points) if what]
        self.expect("towers of cities", {n for n in towers if self.points[n] > BOUND}, bound & set(towers))
        colours = Counter(self.points[n] - 1 for n in towers if n not in bound)
        self.expect("outside towers", unpack(self.open_towers, 3), [colours[colour] for colour in range(3)])
        self.expect("towers at the water", self.open_water, sum(water[n] for n in towers if n not in bound))
        outside = [(n, unpack(what, 5)) for n, what in enumerate(self.fields) if what < IN_CITY]
        houses = [sum(content[colour] for _, content in outside) for colour in range(5)]
        self.expect("outside houses", unpack(self.open_houses, 5), houses)
        regions = [sum(sum(content) for n, content in outside if region_of[n] == r) for r in range(3)]
        self.expect("outside houses by region", unpack(self.open_regions, 3), regions)


def _audit_cards(cards: Cards, terrain: Terrain) -> list[str]:
    """MB-4: all cards are somewhere, and the sizes of hands, pile and discards agree."""
    numbers = list(cards.rows)
    rows = [numbers[start : start + KINDS] for start in range(0, len(numbers), KINDS)]
    held, copies = [sum(column) for column in zip(*rows, strict=True)], list(terrain.copies)
    wrong = [f"{KIND_NAMES[k]}: {held[k]} cards of {copies[k]}" for k in range(KINDS) if held[k] != copies[k]]
    if min(numbers) < 0:
        wrong.append("a number of cards is negative")
    seats = range(cards.seats)
    kept, drawn = [tally(cards.kept, seat) for seat in seats], [tally(cards.drawn, seat) for seat in seats]
    if sum(kept) + sum(drawn) + cards.pile + cards.discards != CARDS:
        wrong.append(f"{kept} and {drawn} in hands, {cards.pile} and {cards.discards} in piles: not {CARDS}")
    known = [cards.viewer in (WHOLE, seat) for seat in seats]
    sizes = [kept[seat] * known[seat] for seat in seats] + [drawn[seat] * known[seat] for seat in seats]
    unseen_kept, unseen_drawn = sum(kept) - sum(sizes[: cards.seats]), sum(drawn) - sum(sizes[cards.seats :])
    sizes += [cards.pile + unseen_drawn, cards.discards, unseen_kept]
    for row, (cells, size) in enumerate(zip(rows, sizes, strict=True)):
        if sum(cells) != size:
            wrong.append(f"row {row} of the cards has {sum(cells)} cards, not {size}")
    return wrong
