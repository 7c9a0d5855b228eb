"""A position as data: all fields, copying, events. The rules are in the modules by theme."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.state import Event, State
from citywright.games.mauerbauer.rules import counts, material, phases
from citywright.games.mauerbauer.rules.board import Board
from citywright.games.mauerbauer.rules.cards import Cards
from citywright.games.mauerbauer.rules.land import NO_BOARD, Land

SCRATCH: Final[tuple[str, ...]] = ()  # no field is without meaning for the position
NO_CARDS: Final = Cards()
NO_LAND: Final = Land()
POINT_BITS: Final = 12  # of a seat's points in the packed number
POINT_MASK: Final = 4095


class Position(State):
    """Every field of a game in progress, whole or as one seat sees it."""

    __slots__ = (
        "board", "cards", "cards_owed", "die_1", "die_2", "end_reason", "has_closed", "land", "phase",
        "points", "rules_version", "scored_city", "seat", "seat_count", "tower_die", "turn", "turn_seat",
        "wall_line",
    )  # fmt: skip

    def __init__(self) -> None:
        self.trace = None
        self.board: Board = NO_BOARD
        self.land: Land = NO_LAND
        self.cards: Cards = NO_CARDS
        self.rules_version: i64 = material.RULES_VERSION  # under which the game was begun
        self.seat_count: i64 = 0
        self.phase: i64 = phases.DRAW_START
        self.turn: i64 = 0  # how many turns have been begun
        self.turn_seat: i64 = 0  # whose turn it is
        self.seat: i64 = 0  # who decides or draws now
        self.wall_line: i64 = 0  # where this turn's wall stands
        self.die_1: i64 = material.NO_DIE  # the house dice not yet used
        self.die_2: i64 = material.NO_DIE
        self.tower_die: i64 = material.NO_TOWER_DIE
        self.scored_city: i64 = 0  # the city that `seat` scores, 0: none
        self.has_closed: i64 = 0  # 1: a city was closed in this turn
        self.cards_owed: i64 = 0  # packed by seat: cards still to be drawn
        self.end_reason: i64 = material.NOT_ENDING  # why the game ends with this turn
        self.points: i64 = 0  # packed by seat

    def copy_to(self, other: Position) -> None:
        """Make a blank position equal to this one but for the trace and the cards.

        The caller adds a copy of the cards, an observation of them or a guess."""
        other.board = self.board
        other.land = self.land.clone()
        other.rules_version = self.rules_version
        other.seat_count = self.seat_count
        other.phase = self.phase
        other.turn = self.turn
        other.turn_seat = self.turn_seat
        other.seat = self.seat
        other.wall_line = self.wall_line
        other.die_1 = self.die_1
        other.die_2 = self.die_2
        other.tower_die = self.tower_die
        other.scored_city = self.scored_city
        other.has_closed = self.has_closed
        other.cards_owed = self.cards_owed
        other.end_reason = self.end_reason
        other.points = self.points

    def snapshot(self) -> list[int]:
        numbers: list[int] = [self.seat_count, self.phase, self.turn, self.turn_seat, self.seat]
        numbers += [self.wall_line, self.die_1, self.die_2, self.tower_die, self.scored_city]
        numbers += [self.has_closed, self.cards_owed, self.end_reason, self.points, self.rules_version]
        return numbers + self.land.snapshot() + self.cards.snapshot()

    # --- points, cards owed, the order of seats ----------------------------------------------

    def points_of(self, seat: i64) -> i64:
        return self.points >> POINT_BITS * seat & POINT_MASK

    def add_points(self, seat: i64, points: i64) -> None:
        self.points += points << POINT_BITS * seat

    def cards_owed_to(self, seat: i64) -> i64:
        return counts.count_of(self.cards_owed, seat)

    def owe_cards(self, seat: i64, number: i64) -> None:
        """That many more cards will be drawn by a seat."""
        self.cards_owed += number * counts.one(seat)

    def has_no_card_left(self) -> bool:
        """Is the hand of `seat` empty, as all can see? Then nothing is asked; the first rules did ask."""
        return self.rules_version > material.FIRST_RULES and self.cards.hand_size(self.seat) == 0

    def seat_after(self, seat: i64) -> i64:
        """The next seat in turn order."""
        return seat + 1 if seat + 1 < self.seat_count else 0

    # --- this turn's wall ---------------------------------------------------------------------

    def wall_end(self, end: i64) -> i64:
        """The point at the first (0) or second (1) end of this turn's wall."""
        return self.board.end_2[self.wall_line] if end else self.board.end_1[self.wall_line]

    def wall_side(self, side: i64) -> i64:
        """The first (0) or second (1) field beside this turn's wall; the second is NOWHERE at the rim."""
        return self.board.side_2[self.wall_line] if side else self.board.side_1[self.wall_line]

    # --- events -----------------------------------------------------------------------------

    def tell(self, name: str, seat: i64, rule: str, points: i64, first: i64, second: i64) -> None:
        """Report an event with two numbers, if anybody listens."""
        trace = self.trace
        if trace is not None:
            trace.append(Event(name, seat, rule, points, 0, (first, second)))

    def tell_list(self, name: str, rule: str, numbers: list[int]) -> None:
        """Report an event of `seat` with any numbers, if anybody listens."""
        trace = self.trace
        if trace is not None:
            trace.append(Event(name, self.seat, rule, 0, 0, tuple(numbers)))
