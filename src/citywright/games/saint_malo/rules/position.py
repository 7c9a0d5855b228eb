"""A position of Saint Malo as data: all fields, copying, and reporting events. The rules are elsewhere.

Events name spaces by number (8 * row + column), and faces, persons and sides by the numbers in material.
"""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.state import Event, State
from citywright.games.saint_malo.rules import phases
from citywright.games.saint_malo.rules.board import NO_BOARD, Board
from citywright.games.saint_malo.rules.city import City


class Position(State):
    """Every field of a game in progress."""

    __slots__ = (
        "allowed",
        "board",
        "cities",
        "crossed_boxes",
        "dice",
        "group",
        "houses_left",
        "keep",
        "passes",
        "phase",
        "piece",
        "pieces_left",
        "rolls_left",
        "seat",
        "seat_count",
        "start",
        "turn",
    )

    def __init__(self) -> None:
        self.trace: list[Event] | None = None
        self.board: Board = NO_BOARD
        self.cities: list[City] = []  # by seat
        self.seat_count: i64 = 0
        self.start: i64 = 0  # the seat that begins every round
        self.seat: i64 = 0  # whose turn it is, and who decides
        self.phase: i64 = phases.DRAW_START
        self.turn: i64 = 0  # turns begun so far
        self.dice: i64 = 0  # the five faces, as dice.py packs them
        self.keep: i64 = 0  # a mask of the dice that the coming roll leaves alone
        self.rolls_left: i64 = 0
        self.pieces_left: i64 = 0  # crates or walls still to place
        self.piece: i64 = 0  # the number of a church, the kind of a person, or the side that gives a person
        self.houses_left: i64 = 0  # houses the architect may still build
        self.group: i64 = 0  # the crates or houses of this turn so far
        self.allowed: i64 = 0  # where the next piece may go
        self.crossed_boxes: i64 = 0  # of the pirates
        self.passes: i64 = 0  # turns passed in a row

    def copy_to(self, copy: Position) -> None:
        """Make a blank position equal to this one, without the trace."""
        copy.board = self.board
        copy.cities = [city.clone() for city in self.cities]
        copy.seat_count = self.seat_count
        copy.start = self.start
        copy.seat = self.seat
        copy.phase = self.phase
        copy.turn = self.turn
        copy.dice = self.dice
        copy.keep = self.keep
        copy.rolls_left = self.rolls_left
        copy.pieces_left = self.pieces_left
        copy.piece = self.piece
        copy.houses_left = self.houses_left
        copy.group = self.group
        copy.allowed = self.allowed
        copy.crossed_boxes = self.crossed_boxes
        copy.passes = self.passes

    def snapshot(self) -> list[int]:
        numbers: list[int] = [
            self.seat_count,
            self.start,
            self.seat,
            self.phase,
            self.turn,
            self.dice,
            self.keep,
            self.rolls_left,
            self.pieces_left,
            self.piece,
            self.houses_left,
            self.group,
            self.allowed,
            self.crossed_boxes,
            self.passes,
        ]
        for city in self.cities:
            numbers.extend(city.snapshot())
        return numbers

    def city(self) -> City:
        """The city of the seat whose turn it is."""
        return self.cities[self.seat]

    def round_number(self) -> i64:
        """The round that is played, from 1; 0 before the first turn."""
        return (self.turn - 1) // self.seat_count + 1

    def tell(
        self, name: str, seat: i64, rule: str, points: i64 = 0, coins: i64 = 0, args: tuple[int, ...] = ()
    ) -> None:
        """Report an event. Where it saves time, callers ask first whether there is a trace."""
        if self.trace is not None:
            self.trace.append(Event(name, seat, rule, points, coins, args))
