"""How a turn of Saint Malo begins, is rolled and ends: turn order, dice, pirates, the final points.

Events name spaces by number (8 * row + column), dice, persons and sides by the numbers in codes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.state import CHANCE, Event, State
from citywright.games.saint_malo.rules.city import Board, City
from citywright.games.saint_malo.rules.codes import (
    DRAW_START,
    FINISHED,
    FRESH,
    FRESH_AT,
    KEEP_DICE,
    KEPT_BITS,
    ROLL_CODE,
    ROLL_DICE,
    STOP,
    SWORDS,
    USE_DICE,
    symbol_counts,
)

PASSED_ROUNDS: Final = 3  # SM-60

NO_BOARD: Final = Board(0, 0, 0, 0, [], [], [], [], [])


class TurnState(State):
    """The fields of a position, and how its turns run."""

    __slots__ = (
        "allowed",
        "board",
        "boxes",
        "cities",
        "dice",
        "group",
        "houses_left",
        "keep",
        "left",
        "passes",
        "phase",
        "piece",
        "rolls_left",
        "seat",
        "seat_count",
        "start",
        "turn",
    )

    def __init__(self) -> None:
        self.trace: list[Event] | None = None
        self.board: Board = NO_BOARD
        self.cities: list[City] = []
        self.seat_count: i64 = 0
        self.start: i64 = 0
        self.seat: i64 = 0  # whose turn it is
        self.phase: i64 = DRAW_START
        self.turn: i64 = 0
        self.dice: i64 = 0
        self.keep: i64 = 0  # which dice the coming roll leaves alone
        self.rolls_left: i64 = 0
        self.left: i64 = 0  # crates or walls still to place
        self.piece: i64 = (
            0  # the number of the church, the kind of the person, or the side that gives a bonus
        )
        self.houses_left: i64 = 0  # houses the architect may still build
        self.group: i64 = 0  # the crates or houses of this use so far
        self.allowed: i64 = 0  # where the next piece may go
        self.boxes: i64 = 0  # pirate boxes crossed
        self.passes: i64 = 0  # turns passed in a row

    def _tell(self, name: str, rule: str, points: i64, coins: i64, args: tuple[int, ...]) -> None:
        """Report an event of the acting seat; callers ask first whether there is a trace."""
        if self.trace is not None:
            self.trace.append(Event(name, self.seat, rule, points, coins, args))

    # --- rolling --------------------------------------------------------------------

    def _begin(self, start: i64) -> None:
        """SM-5: this seat has the first turn of every round."""
        self.start = start
        self.seat = start
        if self.trace is not None:
            self._tell("start", "SM-5", 0, 0, ())
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn += 1
        self.dice = 0
        self.rolls_left = 3  # SM-10
        self.phase = ROLL_DICE
        if self.trace is not None:
            self._tell("turn", "SM-5", 0, 0, ((self.turn - 1) // self.seat_count + 1,))

    def _roll(self, code: i64) -> None:
        keep: i64 = self.keep
        self.dice = self.dice & KEPT_BITS[keep] | FRESH[FRESH_AT[keep] + code - ROLL_CODE[keep]]
        self.keep = 0
        self.rolls_left -= 1
        self.phase = KEEP_DICE if self.rolls_left > 0 else USE_DICE
        if self.trace is not None:
            faces: list[int] = [int(self.dice >> 3 * die & 7) for die in range(5)]
            self._tell("roll", "SM-10", 0, 0, (faces[0], faces[1], faces[2], faces[3], faces[4]))

    def _keep(self, keep: i64) -> None:
        if keep == STOP:
            self.rolls_left = 0
            self.phase = USE_DICE
        else:
            self.keep = keep
            self.phase = ROLL_DICE

    # --- the end of a turn, and of the game -----------------------------------------

    def _end_turn(self) -> None:
        swords: i64 = symbol_counts(self.dice) >> 4 * SWORDS & 15
        if swords > 0:
            self._cross_boxes(swords)
        self.rolls_left = 0
        self.left = 0
        self.piece = 0
        self.houses_left = 0
        self.group = 0
        self.allowed = 0
        self.seat += 1
        if self.seat == self.seat_count:
            self.seat = 0
        if self.seat == self.start and self._is_last_round():
            self._finish()
        else:
            self._begin_turn()

    def _cross_boxes(self, swords: i64) -> None:
        """SM-50 to SM-52; after the last attack swords do nothing (SM-54)."""
        row_length: i64 = self.board.boxes[self.seat_count]
        before: i64 = self.boxes
        self.boxes = min(before + swords, row_length * len(self.board.strengths))
        if self.trace is not None and self.boxes > before:
            self._tell("swords", "SM-50", 0, 0, (self.boxes - before, self.boxes))
        row: i64 = before // row_length
        while row < self.boxes // row_length:
            self._attack(row)
            row += 1

    def _attack(self, row: i64) -> None:
        """SM-53: whoever is too weak loses a cannon."""
        strength: i64 = self.board.strengths[row]
        trace = self.trace
        if trace is not None:
            trace.append(Event("attack", CHANCE, "SM-52", 0, 0, (row, strength)))
        for seat, city in enumerate(self.cities):
            defence: i64 = city.defence()
            if defence < strength:
                city.cannons += 1
            if trace is not None:
                name = "lost cannon" if defence < strength else "repelled"
                trace.append(Event(name, seat, "SM-53", 0, 0, (row, strength, defence)))

    def _has_full_city(self) -> bool:
        return any(city.empty == 0 for city in self.cities)

    def _is_last_round(self) -> bool:
        """SM-60, asked when a round is over."""
        return self.passes >= PASSED_ROUNDS * self.seat_count or self._has_full_city()

    def _finish(self) -> None:
        """SM-61: the final points."""
        self.phase = FINISHED
        self.dice = 0
        trace = self.trace
        if trace is not None:
            trace.append(Event("end", CHANCE, "SM-60"))
        for seat, city in enumerate(self.cities):
            churches: i64 = city.church_points(self.board.series)  # SM-62
            full: i64 = 5 if city.empty == 0 else 0
            city.points += full + city.coins // 2 + city.logs + churches - 5 * city.cannons
            if trace is not None:
                trace.append(Event("full city", seat, "SM-61", full))
                trace.append(Event("coins", seat, "SM-61", city.coins // 2, 0, (city.coins,)))
                trace.append(Event("logs", seat, "SM-61", city.logs, 0, (city.logs,)))
                trace.append(Event("churches", seat, "SM-62", churches))
                trace.append(Event("cannons", seat, "SM-61", -5 * city.cannons, 0, (city.cannons,)))
