"""What is printed on the boards of Saint Malo: the numbers of a layout as the rules need them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec

NO_TABLE: Final[vec[i64]] = vec[i64]([])


class Board:
    """The printed board. Never changes; all positions of a game share it."""

    __slots__ = (
        "bonus_amounts",
        "bonuses",
        "cannons",
        "coins",
        "crates",
        "logs",
        "row_lengths",
        "series",
        "strengths",
    )

    def __init__(self) -> None:  # without arguments, so that a compiled board can be unpickled
        self.crates: i64 = 0  # SM-4: a mask of the spaces with a printed crate
        self.coins: i64 = 0  # SM-4: what a player begins with
        self.logs: i64 = 0
        self.cannons: i64 = 0
        self.bonuses: vec[i64] = NO_TABLE  # SM-6: what the tower of a side gives
        self.bonus_amounts: vec[i64] = NO_TABLE
        self.strengths: vec[i64] = NO_TABLE  # SM-51: of the pirates, by row
        self.row_lengths: vec[i64] = NO_TABLE  # SM-51: boxes in a row, by number of seats
        self.series: vec[i64] = NO_TABLE  # SM-62: points, by the last number of a church series


NO_BOARD: Final = Board()


def new_board(
    crates: i64,
    coins: i64,
    logs: i64,
    cannons: i64,
    bonuses: list[int],
    bonus_amounts: list[int],
    strengths: list[int],
    row_lengths: list[int],
    series: list[int],
) -> Board:
    """The board that a layout describes."""
    board = Board()
    board.crates = crates
    board.coins = coins
    board.logs = logs
    board.cannons = cannons
    board.bonuses = vec[i64](bonuses)
    board.bonus_amounts = vec[i64](bonus_amounts)
    board.strengths = vec[i64](strengths)
    board.row_lengths = vec[i64](row_lengths)
    board.series = vec[i64](series)
    return board
