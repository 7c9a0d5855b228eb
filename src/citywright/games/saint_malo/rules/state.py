"""Saint Malo's State: answers the contract by leading to the rules.

Everything is public, so a seat's observation is the state itself.
"""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.chance import Draw, named
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, Standing
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import codes, ending, legal, material, phases, turn
from citywright.games.saint_malo.rules.board import Board
from citywright.games.saint_malo.rules.city import new_city
from citywright.games.saint_malo.rules.dice import ROLL_CODE, ROLL_TOTAL
from citywright.games.saint_malo.rules.persons import await_person
from citywright.games.saint_malo.rules.placing import place
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.using import use
from citywright.games.saint_malo.rules.walls import continue_walls


class SaintMaloState(Position):
    """A position of Saint Malo. Built by `new_state`."""

    __slots__ = ()

    # --- whose turn it is -----------------------------------------------------------

    def seats(self) -> i64:
        return self.seat_count

    def actor(self) -> i64:
        phase: i64 = self.phase
        if phase <= phases.LAST_OF_CHANCE:
            return CHANCE
        if phase == phases.GAME_OVER:
            return OVER
        return self.seat

    def turns(self) -> i64:
        return self.turn

    def clone(self) -> SaintMaloState:
        copy = SaintMaloState()
        self.copy_to(copy)
        return copy

    # --- acting ---------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        return legal.legal_actions(self)

    def write_legal(self, codes: vec[i64], at: i64) -> i64:
        return legal.write_legal(self, codes, at)

    def random_action(self, rng: Rng) -> i64:
        return legal.random_action(self, rng)

    def apply(self, code: i64) -> None:
        phase: i64 = self.phase
        if phase == phases.ROLL_DICE:
            turn.roll(self, code)
        elif phase == phases.KEEP_DICE:
            turn.keep_dice(self, code)
        elif phase == phases.USE_DICE:
            use(self, code)
        elif phase == phases.DRAW_START:
            turn.begin_game(self, code - codes.START)
        elif code == codes.DONE:
            continue_walls(self, self.city())
        elif phase == phases.CHOOSE_BONUS:
            await_person(self, self.city(), code - codes.BONUS)
        else:
            place(self, code - codes.PLACE)

    def playout(self, rng: Rng, limit: i64) -> i64:
        decisions: i64 = 0
        phase: i64 = self.phase
        while phase != phases.GAME_OVER and decisions < limit:
            if phase == phases.ROLL_DICE:  # most steps are rolls and keeps: straight to them
                turn.roll(self, self.sample_chance(rng))
            elif phase == phases.KEEP_DICE:
                turn.keep_dice(self, legal.random_action(self, rng))
                decisions += 1
            elif phase == phases.DRAW_START:
                self.apply(self.sample_chance(rng))
            else:
                self.apply(legal.random_action(self, rng))
                decisions += 1
            phase = self.phase
        return decisions

    # --- chance ---------------------------------------------------------------------

    def chance_total(self) -> i64:
        return self.seat_count if self.phase == phases.DRAW_START else ROLL_TOTAL[self.keep]

    def chance_at(self, ticket: i64) -> i64:
        return (codes.START if self.phase == phases.DRAW_START else ROLL_CODE[self.keep]) + ticket

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(self.chance_at(ticket), 1) for ticket in range(self.chance_total())]

    def is_outcome(self, code: i64) -> bool:
        first: i64 = self.chance_at(0)
        return first <= code < first + self.chance_total()

    def sample_chance(self, rng: Rng) -> i64:
        if self.phase == phases.DRAW_START:
            return codes.START + rng.below(self.seat_count)
        keep: i64 = self.keep
        return ROLL_CODE[keep] + rng.below(ROLL_TOTAL[keep])

    def chance_draws(self) -> list[Draw]:
        if self.phase == phases.DRAW_START:
            return [Draw("start", self.seat_count)]
        roll: i64 = turn.ROLLS - self.rolls_left + 1
        moment = named("roll", self.seat, self.round_number(), roll)
        draws: list[Draw] = []
        for die in range(i64(material.DICE_COUNT)):
            if not self.keep >> die & 1:
                draws.append(Draw(f"{moment} die {die + 1}", material.FACE_COUNT))
        return draws

    def chance_of(self, numbers: list[int]) -> i64:
        ticket: i64 = 0
        for number in numbers:  # the faces, read as a number to base six
            ticket = ticket * material.FACE_COUNT + number
        return self.chance_at(ticket)

    # --- results --------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [city.points for city in self.cities]

    def standing(self) -> Standing:
        return ending.standing(self)


def new_state(seats: i64, start: i64, board: Board) -> SaintMaloState:
    """The beginning of a game for `seats`, begun by seat `start` or by LOT (SM-5)."""
    if not material.MIN_SEATS <= seats <= material.MAX_SEATS:
        raise ValueError(f"Saint Malo is for {material.MIN_SEATS} to {material.MAX_SEATS} seats, not {seats}")
    if start != LOT and not 0 <= start < seats:
        raise ValueError(f"the start player is a seat from 0 to {seats - 1} or LOT, not {start}")
    state = SaintMaloState()
    state.board = board
    state.seat_count = seats
    state.cities = [new_city(board) for _ in range(seats)]
    if start != LOT:
        turn.begin_game(state, start)
    return state
