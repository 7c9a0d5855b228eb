"""What a card scores (MB-70 to MB-90), for a closed city and for what stands outside all of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.games.mauerbauer.rules import counts, material
from citywright.games.mauerbauer.rules.land import Land

EXACT_SIZE: Final = 6  # MB-70: for one field; one point more for two, two more for three
LARGE_SIZE: Final = 7  # fields from which a city is large
LARGE_CITY: Final = 9  # MB-70
TWO_COLOURS: Final = 4  # MB-71: houses and palaces of two or three colours
FOUR_COLOURS: Final = 7  # four or five
TOWER_OF_COLOUR: Final = 2  # MB-72, MB-83
PALACE_OF_COLOUR: Final = 3  # MB-74
HOUSE_OF_COLOUR: Final = 1
TOWER_AT_WATER: Final = 2  # MB-84


def points(land: Land, kind: i64, city: i64) -> i64:
    """What a card scores now, for a closed city (0: none) if its points depend on one."""
    if kind >= material.OUTSIDE:
        return outside_points(land, kind)
    if city == 0:
        return 0
    if kind < material.CITY_COLOURS:  # MB-70
        return _size_points(kind - material.CITY_SIZE, land.city_size(city))
    if kind == material.CITY_COLOURS:  # MB-71
        colours: i64 = popcount(counts.present(land.city_houses(city) + land.city_palaces(city)))
        return 0 if colours < 2 else TWO_COLOURS if colours < 4 else FOUR_COLOURS
    if kind < material.CITY_PALACES:  # MB-72
        return TOWER_OF_COLOUR * counts.count_of(land.city_towers(city), kind - material.CITY_TOWER)
    if kind == material.CITY_PALACES:  # MB-73
        return counts.total(land.city_palaces(city))
    if kind < material.CITY_TOWERS:  # MB-74
        colour: i64 = kind - material.CITY_HOUSE
        palaces: i64 = counts.count_of(land.city_palaces(city), colour)
        houses: i64 = counts.count_of(land.city_houses(city), colour)
        return PALACE_OF_COLOUR * palaces + HOUSE_OF_COLOUR * houses
    return counts.total(land.city_towers(city))  # MB-75


def _size_points(card: i64, size: i64) -> i64:
    """The first three cards score for exactly 1, 2 and 3 fields, the fourth for a large city (MB-70)."""
    if card == 3:
        return LARGE_CITY if size >= LARGE_SIZE else 0
    return EXACT_SIZE + card if size == card + 1 else 0


def outside_points(land: Land, kind: i64) -> i64:
    """What a card scores now whose points do not depend on a city."""
    if kind < material.OUTSIDE_REGION:  # MB-80
        return counts.count_of(land.open_houses, kind - material.OUTSIDE_HOUSE)
    if kind < material.OUTSIDE_TOWERS:  # MB-81
        return counts.count_of(land.open_regions, kind - material.OUTSIDE_REGION)
    if kind == material.OUTSIDE_TOWERS:  # MB-82
        return counts.total(land.open_towers)
    if kind < material.OUTSIDE_WATER:  # MB-83
        return TOWER_OF_COLOUR * counts.count_of(land.open_towers, kind - material.OUTSIDE_TOWER)
    if kind == material.OUTSIDE_WATER:  # MB-84
        return TOWER_AT_WATER * land.open_water
    if kind == material.OUTSIDE_WALLS:  # MB-85
        return land.open_walls
    return land.city_count  # MB-90
