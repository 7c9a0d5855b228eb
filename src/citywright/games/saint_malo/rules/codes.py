"""The numbers of Saint Malo: symbols, pieces, phases and action codes, with the tables that follow from them.

Codes are stable for ever (records and seeded games depend on them); `notation` gives each its words.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.vecs import vec

# --- the faces of a die (SM-2) ------------------------------------------------------
LOG: Final = 0
CRATE: Final = 1
WALL: Final = 2
CROSS: Final = 3
HEAD: Final = 4
SWORDS: Final = 5

# --- what is drawn into a city: a mask of spaces for each ---------------------------
CITIZEN: Final = 0
SOLDIER: Final = 1
PRIEST: Final = 2
ARCHITECT: Final = 3
MERCHANT: Final = 4
JUGGLER: Final = 5
NOBLE: Final = 6
PERSON_KINDS: Final = 7
CRATES: Final = 7
WALLS: Final = 8
HOUSES: Final = 9
CHURCHES: Final = 10  # all of them; those with the number n are also in CHURCHES + n
PIECE_KINDS: Final = 16

# --- the sides of the city and what their towers give (SM-6) ------------------------
TOP_SIDE: Final = 0
RIGHT_SIDE: Final = 1
BOTTOM_SIDE: Final = 2
LEFT_SIDE: Final = 3

GIVES_COINS: Final = 0
GIVES_POINTS: Final = 1
GIVES_PERSON: Final = 2

# --- phases: what is awaited; the two of chance come first --------------------------
DRAW_START: Final = 0
ROLL_DICE: Final = 1
KEEP_DICE: Final = 2
USE_DICE: Final = 3
PLACE_CRATE: Final = 4
PLACE_WALL: Final = 5
PLACE_CHURCH: Final = 6
PLACE_PERSON: Final = 7
PLACE_HOUSE: Final = 8
CHOOSE_BONUS: Final = 9
FINISHED: Final = 10

# --- action codes -------------------------------------------------------------------
KEEP: Final = 0  # + a mask of the dice that stay, die 1 the lowest bit; the others are rolled again
STOP: Final = 31  # all five stay
USE: Final = 32  # + 5 * symbol + dice used - 1, for logs, crates, walls and crosses
PERSON: Final = 52  # + the person for whom heads are used
PASS: Final = 59
PLACE: Final = 64  # + the space, 8 * row + column
DONE: Final = 119  # no more houses, or no bonus person
BONUS: Final = 120  # + the person a tower gives
START: Final = 128  # + the seat that begins
ROLL: Final = 136  # + ROLLS_BEFORE[dice rolled] + the faces read as a number to base six

# Legal actions are found as a mask above a base: these are the bits of DONE and BONUS above PLACE.
DONE_BIT: Final = 1 << 55
BONUS_SHIFT: Final = 56

# Rolls of fewer dice have the lower codes: 6 of one die, 36 of two, up to 7,776 of five.
ROLLS_BEFORE: Final[vec[i64]] = vec[i64]([0, 0, 6, 42, 258, 1554, 9330])

# --- persons (SM-40 to SM-46) -------------------------------------------------------
LEVELS: Final[vec[i64]] = vec[i64]([1, 2, 2, 3, 3, 4, 5])
PERSONS_UP_TO: Final[vec[i64]] = vec[i64]([0, 0b1, 0b111, 0b11111, 0b111111, 0b1111111])


# --- dice: five of them in one number, three bits each, die 1 lowest ----------------
def _fresh_dice() -> list[int]:
    """For every mask of kept dice and every roll of the others: the rolled dice, in their places."""
    fresh: list[int] = []
    for keep in range(31):
        places = [3 * die for die in range(5) if not keep >> die & 1]
        for faces in product(range(6), repeat=len(places)):
            dice = 0
            for face, place in zip(faces, places, strict=True):
                dice |= face << place
            fresh.append(dice)
    return fresh


def _rolled(keep: int) -> int:
    """How many dice are rolled when these are kept."""
    return 5 - keep.bit_count()


KEPT_BITS: Final[vec[i64]] = vec[i64](
    [sum([7 << 3 * die for die in range(5) if keep >> die & 1]) for keep in range(32)]
)
ROLL_CODE: Final[vec[i64]] = vec[i64]([ROLL + ROLLS_BEFORE[_rolled(keep)] for keep in range(31)])
ROLL_TOTAL: Final[vec[i64]] = vec[i64]([6 ** _rolled(keep) for keep in range(31)])
FRESH: Final[vec[i64]] = vec[i64](_fresh_dice())
FRESH_AT: Final[vec[i64]] = vec[i64]([sum([6 ** _rolled(k) for k in range(keep)]) for keep in range(31)])


def symbol_counts(dice: i64) -> i64:
    """How many of the five dice show each symbol, four bits a symbol, logs lowest."""
    return (
        bit(4 * (dice & 7))
        + bit(4 * (dice >> 3 & 7))
        + bit(4 * (dice >> 6 & 7))
        + bit(4 * (dice >> 9 & 7))
        + bit(4 * (dice >> 12 & 7))
    )
