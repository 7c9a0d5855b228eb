"""Numbers of everything that has one: colours, card kinds, phases, action codes. Stable for ever.

Codes know no layout: a point is the number of its name (a1 is 0, j12 is 119), a line a pair of points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit

# --- colours (MB-1, MB-2) ----------------------------------------------------------------

TOWER_COLOURS: Final = ["white", "grey", "black"]
HOUSE_COLOURS: Final = ["red", "green", "yellow", "blue", "pink"]
ANY: Final = 5  # the "?" of a house die
NO_DIE: Final = 6  # a house die that is used, or was not rolled
NO_TOWER_DIE: Final = 3

# --- material (MB-1, MB-4, MB-5) ---------------------------------------------------------

WALLS: Final = 33
TOWERS: Final = 0x0A0A0A  # ten of each colour, packed
HOUSES: Final = 0x0C0C0C0C0C  # twelve of each
PALACES: Final = 0x0303030303  # three of each
CARDS: Final = 60
HAND: Final = 6
MAX_SEATS: Final = 4
MAX_CITIES: Final = 22  # three walls at least around each, and a wall has two sides

# --- card kinds (MB-70 to MB-90) ---------------------------------------------------------

KINDS: Final = 30
HIDDEN: Final = 30  # a card drawn by somebody else
SIZE: Final = 0  # exactly 1, 2, 3 fields, 7 or more
COLOURS: Final = 4
CITY_TOWER: Final = 5  # white, grey, black
CITY_PALACES: Final = 8
CITY_HOUSE: Final = 9  # five colours
CITY_TOWERS: Final = 14
OUTSIDE_HOUSE: Final = 15  # five colours; from here on no card looks at the city
REGION: Final = 20  # three regions
OUTSIDE_TOWERS: Final = 23
OUTSIDE_TOWER: Final = 24  # white, grey, black
WATER: Final = 27
OUTSIDE_WALLS: Final = 28
CITIES: Final = 29

KIND_NAMES: Final = [
    "size1", "size2", "size3", "size7", "city-colours",
    "city-white", "city-grey", "city-black", "city-palaces",
    "city-red", "city-green", "city-yellow", "city-blue", "city-pink", "city-towers",
    "outside-red", "outside-green", "outside-yellow", "outside-blue", "outside-pink",
    "region1", "region2", "region3",
    "outside-towers", "outside-white", "outside-grey", "outside-black",
    "outside-water", "outside-walls", "closed-cities",
]  # fmt: skip

# The name a card's points have on the score sheet, and the rule they come from.
KIND_SOURCES: Final = (
    ["city size"] * 4 + ["city colours"] + ["city tower colour"] * 3 + ["city palaces"]
    + ["city house colour"] * 5 + ["city towers"] + ["outside house colour"] * 5 + ["outside region"] * 3
    + ["outside towers"] + ["outside tower colour"] * 3 + ["water"] + ["outside walls"] + ["closed cities"]
)  # fmt: skip
KIND_RULES: Final = (
    ["MB-70"] * 4 + ["MB-71"] + ["MB-72"] * 3 + ["MB-73"] + ["MB-74"] * 5 + ["MB-75"]
    + ["MB-80"] * 5 + ["MB-81"] * 3 + ["MB-82"] + ["MB-83"] * 3 + ["MB-84"] + ["MB-85"] + ["MB-90"]
)  # fmt: skip

# --- phases: what is awaited -------------------------------------------------------------

LOT_PHASE: Final = 0
DEAL: Final = 1
PLACE_WALL: Final = 2
ROLL: Final = 3
PLACE_TOWER: Final = 4  # of the rolled colour
PLACE_OTHER_TOWER: Final = 5
PLACE_HOUSE: Final = 6
PLACE_OTHER_HOUSE: Final = 7
JOIN_CITY: Final = 8
PLAY_CARD: Final = 9
PLAY_SECOND: Final = 10
DRAW_CARDS: Final = 11
EXCHANGE_CARDS: Final = 12
DRAW_EXCHANGED: Final = 13
CHOOSE_CITY: Final = 14
PLAY_LAST: Final = 15
PLAY_LAST_SECOND: Final = 16
GAME_OVER: Final = 17

PHASE_NAMES: Final = [
    "lot", "deal", "place wall", "roll", "place tower", "place other tower", "place house",
    "place other house", "join city", "play card", "play second card", "draw cards", "exchange cards",
    "draw exchanged cards", "choose city", "play last card", "play last second card", "over",
]  # fmt: skip

END_REASONS: Final = ["", "walls", "towers", "houses", "palaces", "lines"]
END_WALLS: Final = 1
END_TOWERS: Final = 2
END_HOUSES: Final = 3
END_PALACES: Final = 4
END_LINES: Final = 5

# --- action codes ------------------------------------------------------------------------

POINTS_PER_ROW: Final = 12
POINT_ROWS: Final = "abcdefghij"
MAX_POINTS: Final = 120

A_START: Final = 0  # + seat
A_DRAW: Final = 4  # + kind, or HIDDEN
A_DICE: Final = 40  # + 36 * tower colour (3: left out) + 6 * house die + house die
A_JOIN: Final = 190  # + city number; 0: none
A_CITY: Final = 220  # + city number; 0: none
A_PLAY: Final = 250  # + kind
A_DISCARD: Final = 280  # + kind
A_STOP: Final = 310
A_EXCHANGE: Final = 320  # + kind
A_DONE: Final = 350
A_TOWER: Final = 360  # + 3 * point + colour
A_HOUSE: Final = 720  # + 5 * point + colour; the point is the field's corner across from the wall
A_WALL: Final = 1320  # + pair of points


def pair_of(first: i64, second: i64) -> i64:
    """The number of an unordered pair of points: every pair once, without gaps."""
    low: i64 = min(first, second)
    high: i64 = max(first, second)
    return high * (high - 1) // 2 + low


# --- packed counts: one byte each, so a whole supply fits one number ------------------------


def tally(packed: i64, index: i64) -> i64:
    """One of the packed counts."""
    return packed >> 8 * index & 255


def one_of(index: i64) -> i64:
    """A packed count of one piece."""
    return bit(8 * index)


def total(packed: i64) -> i64:
    """The sum of all packed counts."""
    result: i64 = 0
    while packed:
        result += packed & 255
        packed >>= 8
    return result


def kinds_in(packed: i64) -> i64:
    """A mask of the counts that are not zero."""
    mask: i64 = 0
    index: i64 = 0
    while packed:
        if packed & 255:
            mask |= bit(index)
        packed >>= 8
        index += 1
    return mask
