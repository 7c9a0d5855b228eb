"""How a turn of Saint Malo begins, is rolled and ends."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.games.saint_malo.rules import codes, ending, material, phases, pirates
from citywright.games.saint_malo.rules.dice import after_roll, count_of, face_of, symbol_counts
from citywright.games.saint_malo.rules.position import Position

ROLLS: Final = 3  # SM-10


def begin_game(position: Position, start: i64) -> None:
    """SM-5: this seat has the first turn of every round."""
    position.start = start
    position.seat = start
    position.tell("start", start, "SM-5")
    begin_turn(position)


def begin_turn(position: Position) -> None:
    """The seat takes the dice."""
    position.turn += 1
    position.dice = 0
    position.rolls_left = ROLLS
    position.phase = phases.ROLL_DICE
    if position.trace is not None:
        position.tell("turn", position.seat, "SM-5", 0, 0, (position.round_number(),))


def roll(position: Position, code: i64) -> None:
    """SM-10: roll the dice that are not kept, three times at most."""
    position.dice = after_roll(position.dice, position.keep, code)
    position.keep = 0
    position.rolls_left -= 1
    position.phase = phases.KEEP_DICE if position.rolls_left > 0 else phases.USE_DICE
    if position.trace is not None:
        faces = tuple([face_of(position.dice, die) for die in range(i64(material.DICE_COUNT))])
        position.tell("roll", position.seat, "SM-10", 0, 0, faces)


def keep_dice(position: Position, keep: i64) -> None:
    """SM-10 to SM-12: keep any dice and roll the others, or stop; kept dice and swords are like any other."""
    if keep == codes.STOP:
        position.rolls_left = 0
        position.phase = phases.USE_DICE
    else:
        position.keep = keep
        position.phase = phases.ROLL_DICE


def end_turn(position: Position) -> None:
    """Swords count (SM-50), then the next seat has its turn, or the game is over (SM-60)."""
    swords: i64 = count_of(symbol_counts(position.dice), material.SWORDS)
    if swords > 0:
        pirates.cross_boxes(position, swords)
    position.rolls_left = 0
    position.pieces_left = 0
    position.piece = 0
    position.houses_left = 0
    position.group = 0
    position.allowed = 0
    position.seat += 1
    if position.seat == position.seat_count:
        position.seat = 0
    if position.seat == position.start and ending.is_last_round(position):
        ending.finish(position)
    else:
        begin_turn(position)
