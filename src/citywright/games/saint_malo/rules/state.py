"""Saint Malo's State: who acts, what is legal, who has won.

What an action does is in state_turn and state_drawing, one part of the class each.
Everything is public, so a seat's observation is the state itself.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import append_bits, bit, nth_bit, popcount
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, Standing, ranks_of
from citywright.games.saint_malo.rules.city import OUTER, Board, City, largest_group, new_city
from citywright.games.saint_malo.rules.codes import (
    BONUS,
    BONUS_SHIFT,
    CHOOSE_BONUS,
    CRATE,
    CROSS,
    DONE,
    DONE_BIT,
    DRAW_START,
    FINISHED,
    HEAD,
    KEEP,
    KEEP_DICE,
    LOG,
    PERSON,
    PERSONS_UP_TO,
    PLACE,
    PLACE_HOUSE,
    ROLL_CODE,
    ROLL_DICE,
    ROLL_TOTAL,
    START,
    STOP,
    SWORDS,
    USE,
    USE_DICE,
    WALL,
    symbol_counts,
)
from citywright.games.saint_malo.rules.placing import DrawingState

KEEP_ACTIONS: Final[list[int]] = list(range(KEEP, STOP + 1))  # SM-10, SM-11, SM-12: any dice, swords too
PASS_BIT: Final = 1 << 27  # PASS above USE
MIN_SEATS: Final = 2  # SM-1
MAX_SEATS: Final = 5


class SaintMalo(DrawingState):
    """A position of Saint Malo. Built by `new_game`."""

    __slots__ = ()

    # --- whose turn it is -----------------------------------------------------------

    def seats(self) -> i64:
        return self.seat_count

    def actor(self) -> i64:
        phase: i64 = self.phase
        if phase <= ROLL_DICE:
            return CHANCE
        if phase == FINISHED:
            return OVER
        return self.seat

    def turns(self) -> i64:
        return self.turn

    def clone(self) -> SaintMalo:
        copy = SaintMalo()
        copy.board = self.board
        copy.seat_count = self.seat_count
        copy.start = self.start
        copy.seat = self.seat
        copy.phase = self.phase
        copy.turn = self.turn
        copy.dice = self.dice
        copy.keep = self.keep
        copy.rolls_left = self.rolls_left
        copy.left = self.left
        copy.piece = self.piece
        copy.houses_left = self.houses_left
        copy.group = self.group
        copy.allowed = self.allowed
        copy.boxes = self.boxes
        copy.passes = self.passes
        copy.cities = [city.clone() for city in self.cities]
        return copy

    # --- what is legal --------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        if self.phase == KEEP_DICE:
            return KEEP_ACTIONS[:]
        actions: list[int] = []
        append_bits(actions, self.legal_mask(), self.code_base())
        return actions

    def random_action(self, rng: Rng) -> i64:
        if self.phase == KEEP_DICE:
            return KEEP + rng.below(STOP + 1)
        mask: i64 = self.legal_mask()
        return self.code_base() + nth_bit(mask, rng.below(popcount(mask)))

    def code_base(self) -> i64:
        """The code that the lowest bit of legal_mask() stands for."""
        return USE if self.phase == USE_DICE else PLACE

    def legal_mask(self) -> i64:
        """The legal actions of a seat as bits above code_base(); not for keeping dice, where all are."""
        phase: i64 = self.phase
        if phase == USE_DICE:
            return self.use_mask()
        if phase == PLACE_HOUSE:
            return self.allowed | DONE_BIT
        if phase == CHOOSE_BONUS:
            level: i64 = self.board.bonus_amounts[self.piece]  # SM-34
            return PERSONS_UP_TO[level] << BONUS_SHIFT | DONE_BIT
        return self.allowed

    def use_mask(self) -> i64:
        """SM-20 to SM-24: a symbol and how many dice, or a pass; only numbers that can be paid and fit."""
        city: City = self.cities[self.seat]
        counts: i64 = symbol_counts(self.dice)
        usable: i64 = 5 - (counts >> 4 * SWORDS & 15)  # SM-22
        turned: i64 = city.coins // 2  # SM-21: dice that can be paid for
        mask: i64 = PASS_BIT
        if turned > 0:  # SM-30: the delivery itself costs as much as turning a die
            logs: i64 = min(usable, (counts >> 4 * LOG & 15) + turned - 1)
            mask |= bit(logs) - 1
        crates: i64 = min(usable, (counts >> 4 * CRATE & 15) + turned)
        if crates > 1:
            crates = largest_group(city.empty, crates)  # SM-31
        mask |= bit(crates) - 1 << 5 * CRATE
        walls: i64 = min(usable, (counts >> 4 * WALL & 15) + turned)
        walls = min(walls, popcount(city.empty & OUTER))  # SM-32
        mask |= bit(walls) - 1 << 5 * WALL
        crosses: i64 = min(usable, (counts >> 4 * CROSS & 15) + turned)
        mask |= bit(crosses) - 1 << 5 * CROSS
        heads: i64 = min(usable, (counts >> 4 * HEAD & 15) + turned)
        return mask | PERSONS_UP_TO[heads] << PERSON - USE  # SM-36

    # --- acting ---------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        phase: i64 = self.phase
        if phase == ROLL_DICE:
            self._roll(code)
        elif phase == KEEP_DICE:
            self._keep(code)
        elif phase == USE_DICE:
            self._use(code)
        elif phase == DRAW_START:
            self._begin(code - START)
        elif code == DONE:
            self._resume_walls(self.cities[self.seat])
        elif phase == CHOOSE_BONUS:
            self._await_person(self.cities[self.seat], code - BONUS)
        else:
            self._place(code - PLACE)

    # --- chance ---------------------------------------------------------------------

    def chance_total(self) -> i64:
        return self.seat_count if self.phase == DRAW_START else ROLL_TOTAL[self.keep]

    def chance_at(self, ticket: i64) -> i64:
        return (START if self.phase == DRAW_START else ROLL_CODE[self.keep]) + ticket

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(self.chance_at(ticket), 1) for ticket in range(self.chance_total())]

    def is_outcome(self, code: i64) -> bool:
        first: i64 = self.chance_at(0)
        return first <= code < first + self.chance_total()

    def sample_chance(self, rng: Rng) -> i64:
        if self.phase == DRAW_START:
            return START + rng.below(self.seat_count)
        return ROLL_CODE[self.keep] + rng.below(ROLL_TOTAL[self.keep])

    def playout(self, rng: Rng, limit: i64) -> i64:
        decisions: i64 = 0
        phase: i64 = self.phase
        while phase != FINISHED and decisions < limit:
            if phase <= ROLL_DICE:
                self.apply(self.sample_chance(rng))
            else:
                self.apply(self.random_action(rng))
                decisions += 1
            phase = self.phase
        return decisions

    # --- results --------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [city.points for city in self.cities]

    def standing(self) -> Standing:
        """SM-63: most points, then more empty spaces."""
        keys: list[tuple[int, ...]] = [(city.points, popcount(city.empty)) for city in self.cities]
        return Standing(ranks_of(keys), "full city" if self._has_full_city() else "passes")

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
            self.left,
            self.piece,
            self.houses_left,
            self.group,
            self.allowed,
            self.boxes,
            self.passes,
        ]
        for city in self.cities:
            numbers.extend(list(city.pieces))
            numbers.extend([city.empty, city.coins, city.logs, city.points, city.cannons])
        return numbers


def new_game(seats: i64, start: i64, board: Board) -> SaintMalo:
    """The beginning of a game for `seats`, begun by seat `start` or by LOT (SM-5)."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"Saint Malo is for {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    if start != LOT and not 0 <= start < seats:
        raise ValueError(f"the start player is a seat from 0 to {seats - 1} or LOT, not {start}")
    state = SaintMalo()
    state.board = board
    state.seat_count = seats
    state.cities = [new_city(board) for _ in range(seats)]
    if start != LOT:
        state._begin(start)
    return state
