"""Action codes: where each kind begins, and how what it carries is packed. The numbers never change.

Codes know no layout: a point is the number of its name (a1 is 0, j12 is 119), a wall a pair of points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

START: Final = 0  # + seat
DRAW: Final = 4  # + kind, or material.HIDDEN
DICE: Final = 40  # + 36 * tower die (3: left out) + 6 * first house die + second house die
JOIN: Final = 190  # + city number; 0: none
CITY: Final = 220  # + city number; 0: none
PLAY: Final = 250  # + kind
DISCARD: Final = 280  # + kind
STOP: Final = 310
EXCHANGE: Final = 320  # + kind
DONE: Final = 350
TOWER: Final = 360  # + 3 * point + colour
HOUSE: Final = 720  # + 5 * point + colour; the point is the field's corner across from the wall
WALL: Final = 1320  # + pair of points

# In a mask of kinds of cards that may be played or exchanged: the actions that are no card.
MASK_BITS: Final = 63
STOP_BIT: Final = 1 << STOP - PLAY
DONE_BIT: Final = 1 << DONE - EXCHANGE

POINTS_PER_ROW: Final = 12
POINT_ROWS: Final = "abcdefghij"
MAX_POINTS: Final = 120
POINT_PAIRS: Final = MAX_POINTS * (MAX_POINTS - 1) // 2
DICE_ROLLS: Final = 144  # with each colour of the tower die, and without it


def pair_of(first: i64, second: i64) -> i64:
    """The number of an unordered pair of points: every pair has one, and there are no gaps."""
    low: i64 = min(first, second)
    high: i64 = max(first, second)
    return high * (high - 1) // 2 + low


def tower_code(point: i64, colour: i64) -> i64:
    return TOWER + 3 * point + colour


def tower_point(code: i64) -> i64:
    return (code - TOWER) // 3


def tower_colour(code: i64) -> i64:
    return (code - TOWER) % 3


def house_code(point: i64, colour: i64) -> i64:
    return HOUSE + 5 * point + colour


def house_point(code: i64) -> i64:
    return (code - HOUSE) // 5


def house_colour(code: i64) -> i64:
    return (code - HOUSE) % 5


def dice_code(tower_die: i64, die_1: i64, die_2: i64) -> i64:
    return DICE + 36 * tower_die + 6 * die_1 + die_2


def rolled_tower_die(code: i64) -> i64:
    return (code - DICE) // 36


def rolled_die_1(code: i64) -> i64:
    return (code - DICE) // 6 % 6


def rolled_die_2(code: i64) -> i64:
    return (code - DICE) % 6
