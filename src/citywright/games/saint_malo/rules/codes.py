"""The action codes of Saint Malo: where each kind begins, and what it carries above that.

Codes are stable for ever (records and seeded games depend on them); `notation` gives each its words.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import material

KEEP: Final = 0  # + a mask of the dice that stay, die 1 the lowest bit; the others are rolled again
STOP: Final = 31  # all five stay
USE: Final = 32  # + 5 * symbol + dice used - 1, for logs, crates, walls and crosses
PERSON: Final = 52  # + the kind of person for whom heads are used
PASS: Final = 59
PLACE: Final = 64  # + the number of the space, 8 * row + column
DONE: Final = 119  # no more houses, or no bonus person
BONUS: Final = 120  # + the kind of person a tower gives
START: Final = 128  # + the seat that begins
ROLL: Final = 136  # + ROLLS_BEFORE[dice rolled] + the faces read as a number to base six

# Rolls of fewer dice have the lower codes: 6 of one die, 36 of two, up to 7,776 of five.
ROLLS_BEFORE: Final[vec[i64]] = vec[i64]([0, 0, 6, 42, 258, 1554, 9330])

# Uses are also counted from 0, as codes less USE; the last is to pass.
LAST_USE: Final = PASS - USE
USES: Final = LAST_USE + 1

# Legal actions are a mask of bits above a code: PASS above USE, DONE and BONUS above PLACE.
PASS_BIT: Final = 1 << LAST_USE
DONE_BIT: Final = 1 << DONE - PLACE
BONUS_SHIFT: Final = BONUS - PLACE


def use_code(symbol: i64, used: i64) -> i64:
    """The code for using so many dice of a symbol other than heads."""
    return USE + 5 * symbol + used - 1


def symbol_of(code: i64) -> i64:
    """The symbol that a use takes; a pass counts as heads."""
    return material.HEAD if code >= PERSON else (code - USE) // 5


def dice_used(code: i64) -> i64:
    """How many dice a use takes; not for a pass."""
    return material.LEVELS[code - PERSON] if code >= PERSON else (code - USE) % 5 + 1
