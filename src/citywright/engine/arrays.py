"""Positions and actions as arrays of fixed size, for programs that learn.

An `Encoder` belongs to one game on one layout with so many seats. It numbers every action a seat can ever be
offered there, without gaps, and writes what one seat knows as a row of small numbers. Knows no game.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i16, i64, mypyc_attr

from citywright.engine.state import State
from citywright.engine.vecs import vec

NO_INDEX: Final = -1  # in `Encoder.index_of`: a code that no seat is ever offered on this layout
LOWEST: Final = -32_768  # of a number in a row: they have 16 bits
HIGHEST: Final = 32_767


class Field(NamedTuple):
    """A named part of an observation, and what its numbers mean."""

    name: str
    shape: tuple[int, ...]  # empty: a single number
    low: int
    high: int
    about: str
    labels: tuple[str, ...] = ()  # what low, low + 1, … stand for; empty where the numbers are amounts

    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for length in self.shape:
            size *= length
        return size


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Numbers the actions and writes the observations of one game. A game's `arrays` module subclasses it.

    Seats are written from the observer's point of view: first its own, then the next ones in turn order.
    """

    def __init__(self, seats: i64, version: i64, codes: list[int], fields: list[Field]) -> None:
        self.seats: i64 = seats
        self.version: i64 = version  # raised whenever a field or the order of actions changes
        self.fields: list[Field] = fields
        self.codes: vec[i64] = vec[i64](codes)  # the code of every action, by its index
        self.action_count: i64 = len(codes)
        self.index_of: vec[i64] = vec[i64](indices_of(codes))  # by code; NO_INDEX where there is none
        self.size: i64 = sum([field.size() for field in fields])  # of an observation

    def write(self, state: State, seat: i64, row: vec[i16], at: i64) -> None:
        """Write what `seat` knows of a position into `row`, from `at` on: `size` numbers, field by field.

        The position may be whole or the seat's own observation: what is written is the same. There are zeros
        in `row`, or what this encoder has written there before; an encoder may leave numbers as they are that
        it finds to be right.
        """
        raise NotImplementedError

    def fits(self, state: State) -> bool:
        """Is it a position of a table this encoder is for? Where the layout changes the rows, it counts."""
        return state.seats() == self.seats

    def index(self, code: i64) -> i64:
        """The index of a code, or NO_INDEX."""
        return self.index_of[code] if 0 <= code < len(self.index_of) else NO_INDEX


def indices_of(codes: list[int]) -> list[int]:
    """A table from code to index."""
    indices = [NO_INDEX] * (max(codes) + 1)
    for index, code in enumerate(codes):
        if indices[code] != NO_INDEX:
            raise ValueError(f"action {code} is listed twice")
        indices[code] = index
    return indices


def clamped(number: i64) -> i16:
    """A number without an upper limit in the rules, as far as a row can hold it."""
    if number > HIGHEST:
        number = HIGHEST
    elif number < LOWEST:
        number = LOWEST
    return i16(number)


def steps_from(observer: i64, seat: i64, seats: i64) -> i64:
    """How many places a seat sits behind the observer in turn order; nobody, below 0, is behind all."""
    if seat < 0:
        return seats
    return seat - observer if seat >= observer else seat - observer + seats


def seat_labels(seats: int) -> tuple[str, ...]:
    """What the numbers of `steps_from` stand for."""
    return ("self", *[f"seat +{step}" for step in range(1, seats)], "nobody")
