"""What is printed on the boards of Saint Malo: the numbers of a layout as the rules need them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec


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

    def __init__(
        self,
        crates: i64,
        coins: i64,
        logs: i64,
        cannons: i64,
        bonuses: list[int],
        bonus_amounts: list[int],
        strengths: list[int],
        row_lengths: list[int],
        series: list[int],
    ) -> None:
        self.crates: i64 = crates  # SM-4: a mask of the spaces with a printed crate
        self.coins: i64 = coins  # SM-4: what a player begins with
        self.logs: i64 = logs
        self.cannons: i64 = cannons
        self.bonuses: vec[i64] = vec[i64](bonuses)  # SM-6: what the tower of a side gives
        self.bonus_amounts: vec[i64] = vec[i64](bonus_amounts)
        self.strengths: vec[i64] = vec[i64](strengths)  # SM-51: of the pirates, by row
        self.row_lengths: vec[i64] = vec[i64](row_lengths)  # SM-51: boxes in a row, by number of seats
        self.series: vec[i64] = vec[i64](series)  # SM-62: points, by the last number of a church series


NO_BOARD: Final = Board(0, 0, 0, 0, [], [], [], [], [])
