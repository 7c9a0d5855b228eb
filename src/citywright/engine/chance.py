"""What chance draws at a moment of a game, told apart so that a dealer can draw each thing by its name."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64

LETTERS: Final = "ABCDEFGH"  # of the seats, as records have them
ALL_LEFT: Final = -1  # as a mask: every number may be drawn


class Draw(NamedTuple):
    """One number that chance draws: below `total`, and one of those whose bit is set in `left`.

    A die has as many numbers as faces, all of them left. A pack has one for each card or tile it was printed
    with; `left` are those still in it, so packs that differ in one card mostly give the same.
    """

    moment: str  # what is drawn, for whom and when; no other draw of the game has the same name
    total: int
    left: int = ALL_LEFT


def turn_of_seat(turn: i64, seats: i64) -> i64:
    """How many turns the seat whose turn it is has begun, where seats take turns one after the other."""
    return (turn - 1) // seats + 1


def named(what: str, seat: i64, turn: i64, number: i64) -> str:
    """The name of a moment: what is drawn, the seat, its turn, and which one within the turn."""
    return f"{what} {LETTERS[seat]} {turn} {number}"
