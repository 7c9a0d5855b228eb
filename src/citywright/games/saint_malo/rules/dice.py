"""Five dice in one number, three bits each, die 1 lowest; and the tables that turn a code into a roll."""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import codes, material


def _all_rolls() -> list[int]:
    """For every mask of kept dice and every roll of the others: the rolled dice, in their places."""
    rolls: list[int] = []
    for keep in range(codes.STOP):
        places = [3 * die for die in range(material.DICE_COUNT) if not keep >> die & 1]
        for faces in product(range(material.FACE_COUNT), repeat=len(places)):
            dice = 0
            for face, place in zip(faces, places, strict=True):
                dice |= face << place
            rolls.append(dice)
    return rolls


def _dice_rolled(keep: int) -> int:
    """How many dice are rolled when these are kept."""
    return material.DICE_COUNT - keep.bit_count()


# All by the mask of the dice that are kept.
KEPT_BITS: Final[vec[i64]] = vec[i64](
    [sum([7 << 3 * die for die in range(material.DICE_COUNT) if keep >> die & 1]) for keep in range(32)]
)
ROLL_CODE: Final[vec[i64]] = vec[i64](
    [codes.ROLL + codes.ROLLS_BEFORE[_dice_rolled(keep)] for keep in range(31)]
)
ROLL_TOTAL: Final[vec[i64]] = vec[i64]([6 ** _dice_rolled(keep) for keep in range(31)])
ROLLS: Final[vec[i64]] = vec[i64](_all_rolls())
# Where the rolls of the other dice begin in ROLLS, less the code of the first of them.
ROLLS_AT: Final[vec[i64]] = vec[i64](
    [sum([6 ** _dice_rolled(before) for before in range(keep)]) - ROLL_CODE[keep] for keep in range(31)]
)


def after_roll(dice: i64, keep: i64, code: i64) -> i64:
    """The dice after a roll of those that are not kept."""
    return dice & KEPT_BITS[keep] | ROLLS[ROLLS_AT[keep] + code]


def face_of(dice: i64, die: i64) -> i64:
    """What a die shows; dice are counted from 0."""
    return dice >> 3 * die & 7


def symbol_counts(dice: i64) -> i64:
    """How many of the five dice show each symbol, four bits a symbol, logs lowest."""
    return (
        bit(4 * (dice & 7))
        + bit(4 * (dice >> 3 & 7))
        + bit(4 * (dice >> 6 & 7))
        + bit(4 * (dice >> 9 & 7))
        + bit(4 * (dice >> 12 & 7))
    )


def count_of(counts: i64, symbol: i64) -> i64:
    """How many dice show a symbol, by what `symbol_counts` packed."""
    return counts >> 4 * symbol & 15


def dice_showing(dice: i64, symbol: i64) -> i64:
    """A mask of the dice that show a symbol, die 1 lowest: what `keep` takes."""
    mask: i64 = 0
    for die in range(i64(material.DICE_COUNT)):
        if face_of(dice, die) == symbol:
            mask |= bit(die)
    return mask
