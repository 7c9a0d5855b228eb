"""The material: colours, pieces, dice, cards and why a game ends, as numbers with names."""

from __future__ import annotations

from typing import Final

# --- versions of the rules -----------------------------------------------------------------

FIRST_RULES: Final = 1  # what was begun under them is played on
RULES_VERSION: Final = 2

# --- colours and dice (MB-1, MB-2) -------------------------------------------------------

TOWER_COLOURS: Final = ["white", "grey", "black"]
HOUSE_COLOURS: Final = ["red", "green", "yellow", "blue", "pink"]
TOWER_COLOUR_COUNT: Final = 3
HOUSE_COLOUR_COUNT: Final = 5

DIE_FACES: Final = [*HOUSE_COLOURS, "?"]  # of a house die; the tower die shows the tower colours
ANY_COLOUR: Final = 5  # the "?" of a house die
NO_DIE: Final = 6  # a house die that is used, or was not rolled
NO_TOWER_DIE: Final = 3

# --- pieces (MB-1); those with colours as packed counts, see counts.py ----------------------

WALLS: Final = 33
TOWERS: Final = 0x0A0A0A  # ten of each colour
HOUSES: Final = 0x0C0C0C0C0C  # twelve of each
PALACES: Final = 0x0303030303  # three of each
MAX_SEATS: Final = 4
MAX_CITIES: Final = 22  # three walls at least around each, and a wall has two sides
REGIONS: Final = 3

# --- cards (MB-4, MB-5, MB-70 to MB-90) ----------------------------------------------------

CARDS: Final = 60
HAND: Final = 6  # cards dealt to each
KINDS: Final = 30
HIDDEN: Final = 30  # the kind of a card that somebody else draws

CITY_SIZE: Final = 0  # exactly 1, 2, 3 fields, 7 or more
CITY_COLOURS: Final = 4
CITY_TOWER: Final = 5  # white, grey, black
CITY_PALACES: Final = 8
CITY_HOUSE: Final = 9  # five colours
CITY_TOWERS: Final = 14
OUTSIDE: Final = 15  # from here on the points of a card do not depend on a city
OUTSIDE_KINDS: Final = 0x3FFF8000  # a mask of these
OUTSIDE_HOUSE: Final = 15  # five colours
OUTSIDE_REGION: Final = 20  # three regions
OUTSIDE_TOWERS: Final = 23
OUTSIDE_TOWER: Final = 24  # white, grey, black
OUTSIDE_WATER: Final = 27
OUTSIDE_WALLS: Final = 28
CLOSED_CITIES: Final = 29

KIND_NAMES: Final = [
    "size1", "size2", "size3", "size7", "city-colours",
    "city-white", "city-grey", "city-black", "city-palaces",
    "city-red", "city-green", "city-yellow", "city-blue", "city-pink", "city-towers",
    "outside-red", "outside-green", "outside-yellow", "outside-blue", "outside-pink",
    "region1", "region2", "region3",
    "outside-towers", "outside-white", "outside-grey", "outside-black",
    "outside-water", "outside-walls", "closed-cities",
]  # fmt: skip

# What the points of a card are called on the score sheet, and the rule they come from.
KIND_SOURCES: Final = (
    ["city size"] * 4 + ["city colours"] + ["city tower colour"] * 3 + ["city palaces"]
    + ["city house colour"] * 5 + ["city towers"] + ["outside house colour"] * 5 + ["outside region"] * 3
    + ["outside towers"] + ["outside tower colour"] * 3 + ["water"] + ["outside walls"] + ["closed cities"]
)  # fmt: skip
KIND_RULES: Final = (
    ["MB-70"] * 4 + ["MB-71"] + ["MB-72"] * 3 + ["MB-73"] + ["MB-74"] * 5 + ["MB-75"]
    + ["MB-80"] * 5 + ["MB-81"] * 3 + ["MB-82"] + ["MB-83"] * 3 + ["MB-84"] + ["MB-85"] + ["MB-90"]
)  # fmt: skip

# --- why a game ends (MB-11, MB-40) ----------------------------------------------------------

NOT_ENDING: Final = 0
END_WALLS: Final = 1
END_TOWERS: Final = 2
END_HOUSES: Final = 3
END_PALACES: Final = 4
END_LINES: Final = 5
END_REASONS: Final = ["", "walls", "towers", "houses", "palaces", "lines"]
