"""All that a position consists of beside map and cards: whose turn, which phase, dice, points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.state import Event, State
from citywright.games.mauerbauer.rules.cards import Cards
from citywright.games.mauerbauer.rules.codes import LOT_PHASE, NO_DIE, NO_TOWER_DIE, PLACE_WALL, one_of, tally
from citywright.games.mauerbauer.rules.land import Land

NO_CARDS: Final = Cards()
NO_LAND: Final = Land()
POINT_BITS: Final = 12  # a seat's points in the packed number
POINT_MASK: Final = 4095


class Table(State):
    """`active` is the seat whose turn it is, `seat` the one that decides or draws."""

    __slots__ = (
        "active", "cards", "city", "closed", "die_1", "die_2", "ending", "land", "line", "number", "owed",
        "phase", "points", "seat", "tower_die", "turn",
    )  # fmt: skip

    def __init__(self) -> None:
        self.trace = None
        self.land: Land = NO_LAND
        self.cards: Cards = NO_CARDS
        self.number: i64 = 0  # of seats
        self.phase: i64 = LOT_PHASE
        self.turn: i64 = 0
        self.active: i64 = 0
        self.seat: i64 = 0
        self.line: i64 = 0  # this turn's wall
        self.die_1: i64 = NO_DIE  # the house dice not yet used
        self.die_2: i64 = NO_DIE
        self.tower_die: i64 = NO_TOWER_DIE
        self.city: i64 = 0  # the city that `seat` scores, 0: none
        self.closed: i64 = 0  # 1: this turn has closed a city
        self.owed: i64 = 0  # packed by seat: cards still to be drawn
        self.ending: i64 = 0  # why the game ends with this turn, 0: it does not
        self.points: i64 = 0  # packed by seat

    def copy_to(self, other: Table) -> None:
        other.land = self.land.clone()
        other.number = self.number
        other.phase = self.phase
        other.turn = self.turn
        other.active = self.active
        other.seat = self.seat
        other.line = self.line
        other.die_1 = self.die_1
        other.die_2 = self.die_2
        other.tower_die = self.tower_die
        other.city = self.city
        other.closed = self.closed
        other.owed = self.owed
        other.ending = self.ending
        other.points = self.points

    def snapshot(self) -> list[int]:
        numbers: list[int] = [self.number, self.phase, self.turn, self.active, self.seat, self.line]
        numbers += [self.die_1, self.die_2, self.tower_die, self.city, self.closed, self.owed]
        numbers += [self.ending, self.points]
        return numbers + self.land.snapshot() + self.cards.snapshot()

    # --- small questions ------------------------------------------------------------------

    def seats(self) -> i64:
        return self.number

    def turns(self) -> i64:
        return self.turn

    def scores(self) -> list[int]:
        return [self.points_of(seat) for seat in range(self.number)]

    def points_of(self, seat: i64) -> i64:
        return self.points >> POINT_BITS * seat & POINT_MASK

    def seat_after(self, seat: i64) -> i64:
        """The next seat in turn order."""
        return seat + 1 if seat + 1 < self.number else 0

    # --- small steps ----------------------------------------------------------------------

    def begin_turn(self, seat: i64) -> None:
        """MB-10: a turn begins with the wall."""
        self.turn += 1
        self.active = seat
        self.seat = seat
        self.die_1 = NO_DIE
        self.die_2 = NO_DIE
        self.tower_die = NO_TOWER_DIE
        self.city = 0
        self.closed = 0
        self.phase = PLACE_WALL
        self.tell("turn", seat, "MB-10", 0, self.turn, 0)

    def owe(self, seat: i64, cards: i64) -> None:
        """That many cards will be drawn by a seat."""
        self.owed += cards * one_of(seat)

    def owed_to(self, seat: i64) -> i64:
        return tally(self.owed, seat)

    def end_for(self, reason: i64) -> None:
        """The game ends with this turn (MB-40); the first reason stands."""
        if self.ending == 0:
            self.ending = reason
            self.tell("last turn", self.active, "MB-40", 0, reason, 0)

    def tell(self, name: str, seat: i64, rule: str, points: i64, first: i64, second: i64) -> None:
        """Report an event with two numbers, if anybody listens."""
        trace = self.trace
        if trace is not None:
            trace.append(Event(name, seat, rule, points, 0, (first, second)))
