"""The rules of Die Mauerbauer behind the contract: who acts, what is legal, what an action does.

Each theme has its functions in a module of its own; this one only leads to them."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, nth_bit, popcount, write_bits
from citywright.engine.chance import Draw
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, Standing, ranks_of
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules import (
    building,
    closing,
    codes,
    contents,
    drawing_cards,
    material,
    phases,
    scoring,
    turn,
)
from citywright.games.mauerbauer.rules.board import Board
from citywright.games.mauerbauer.rules.cards import kind_of_card, new_cards
from citywright.games.mauerbauer.rules.land import new_land
from citywright.games.mauerbauer.rules.position import Position


class MauerbauerState(Position):
    """A game of Die Mauerbauer in progress, whole or as one seat sees it."""

    __slots__ = ()

    def clone(self) -> MauerbauerState:
        state = MauerbauerState()
        self.copy_to(state)
        state.cards = self.cards.clone()
        return state

    def seats(self) -> i64:
        return self.seat_count

    def turns(self) -> i64:
        return self.turn

    def actor(self) -> i64:
        phase: i64 = self.phase
        if phase == phases.GAME_OVER:
            return OVER
        if phase in (phases.ROLL, phases.DRAW_START) or drawing_cards.is_awaited(self):
            return CHANCE
        return self.seat

    # --- what an action does ----------------------------------------------------------------

    def apply(self, code: i64) -> None:
        phase: i64 = self.phase
        if phase == phases.PLACE_WALL:
            building.place_wall(self, code)
        elif phase == phases.ROLL:
            building.roll(self, code)
        elif phase in (phases.PLACE_TOWER, phases.PLACE_OTHER_TOWER):
            building.place_tower(self, code)
        elif phase in (phases.PLACE_HOUSE, phases.PLACE_OTHER_HOUSE):
            building.place_house(self, code)
        elif drawing_cards.is_awaited(self):
            drawing_cards.draw(self, code)
        elif phase == phases.JOIN_CITY:
            closing.join_city(self, code)
        elif phase == phases.PLAY_CARD:
            scoring.play_card(self, code)
        elif phase == phases.PLAY_SECOND:
            scoring.play_second(self, code)
        elif phase == phases.EXCHANGE_CARDS:
            drawing_cards.exchange(self, code)
        elif phase == phases.CHOOSE_CITY:
            scoring.choose_city(self, code)
        elif phase == phases.DRAW_START:
            turn.start_game(self, code - codes.START)
        else:
            scoring.play_last(self, code)

    # --- what is legal ------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        actions: list[int] = []
        if self.actor() >= 0:
            table: vec[i64] = self.board.no_actions[:]
            for number in range(self.write_legal(table, 0)):
                actions.append(table[number])
        return actions

    def write_legal(self, codes: vec[i64], at: i64) -> i64:
        first: i64 = at
        if self.phase == phases.PLACE_WALL:
            lines: vec[i64] = self.land.lines
            walls: vec[i64] = self.board.wall_codes
            for line in range(self.board.line_count):
                if lines[line] == contents.FREE:  # MB-11
                    codes[at] = walls[line]
                    at += 1
        elif phases.PLACE_TOWER <= self.phase <= phases.PLACE_OTHER_HOUSE:
            choices: i64 = self.choices()
            while choices:
                codes[at] = self.code_of(lowest_bit(choices))
                choices &= choices - 1
                at += 1
        else:
            at = write_bits(codes, at, self.choices(), self.first_code())
        return at - first

    def random_action(self, rng: Rng) -> i64:
        if self.phase == phases.PLACE_WALL:  # most lines are free: draw until one is, all equally likely
            line: i64 = rng.below(self.board.line_count)
            while self.land.lines[line] != contents.FREE:
                line = rng.below(self.board.line_count)
            return self.board.wall_code(line)
        choices: i64 = self.choices()
        return self.code_of(nth_bit(choices, rng.below(popcount(choices))))

    def choices(self) -> i64:
        """What is legal as a mask, in every phase but PLACE_WALL; code_of() is the action of a bit."""
        phase: i64 = self.phase
        if phase in (phases.PLACE_TOWER, phases.PLACE_OTHER_TOWER):
            return building.tower_choices(self)
        if phase in (phases.PLACE_HOUSE, phases.PLACE_OTHER_HOUSE):
            return building.house_choices(self)
        if phase == phases.JOIN_CITY:
            return closing.join_choices(self)
        if phase == phases.CHOOSE_CITY:
            return bit(self.land.city_count + 1) - 1
        hand: i64 = self.cards.hand(self.seat)
        if phase == phases.PLAY_CARD:
            return hand | hand << material.KINDS  # MB-30, MB-31
        if phase == phases.EXCHANGE_CARDS:
            return hand | codes.DONE_BIT
        return scoring.playable(self, hand) | codes.STOP_BIT

    def first_code(self) -> i64:
        """The action of bit 0, in the phases whose codes follow each other."""
        phase: i64 = self.phase
        if phase == phases.JOIN_CITY:
            return codes.JOIN
        if phase == phases.CHOOSE_CITY:
            return codes.CITY
        return codes.EXCHANGE if phase == phases.EXCHANGE_CARDS else codes.PLAY

    def code_of(self, choice: i64) -> i64:
        """The action that one bit of choices() stands for."""
        phase: i64 = self.phase
        if phase in (phases.PLACE_TOWER, phases.PLACE_OTHER_TOWER):
            return building.tower_code(self, choice)
        if phase in (phases.PLACE_HOUSE, phases.PLACE_OTHER_HOUSE):
            return building.house_code(self, choice)
        return self.first_code() + choice

    # --- chance ---------------------------------------------------------------------------

    def chance_total(self) -> i64:
        if self.phase == phases.DRAW_START:
            return self.seat_count
        if self.phase == phases.ROLL:
            return building.roll_total(self)
        return self.cards.draw_total(self.seat)

    def chance_at(self, ticket: i64) -> i64:
        if self.phase == phases.DRAW_START:
            return codes.START + ticket
        if self.phase == phases.ROLL:
            return building.roll_at(self, ticket)
        return codes.DRAW + self.cards.draw_at(self.seat, ticket)

    def chance_draws(self) -> list[Draw]:
        if self.phase == phases.DRAW_START:
            return [Draw("start", self.seat_count)]
        if self.phase == phases.ROLL:
            return building.roll_draws(self)
        return [
            Draw(drawing_cards.moment(self), material.CARDS, self.cards.pile_left(self.board.card_copies))
        ]

    def chance_of(self, numbers: list[int]) -> i64:
        if self.phase == phases.DRAW_START:
            return codes.START + numbers[0]
        if self.phase == phases.ROLL:
            return building.roll_of(self, numbers)
        return codes.DRAW + kind_of_card(self.board.card_copies, numbers[0])

    # --- hidden things ----------------------------------------------------------------------

    def observe(self, seat: i64) -> MauerbauerState:
        state = MauerbauerState()
        self.copy_to(state)
        state.cards = self.cards.observe(seat)  # MB-35
        return state

    def redact(self, code: i64, seat: i64) -> i64:
        hidden: bool = drawing_cards.is_awaited(self) and self.seat != seat
        return codes.DRAW + material.HIDDEN if hidden else code

    def imagine(self, rng: Rng) -> MauerbauerState:
        state = MauerbauerState()
        self.copy_to(state)
        state.cards = self.cards.imagine(rng)
        return state

    # --- results --------------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [self.points_of(seat) for seat in range(self.seat_count)]

    def standing(self) -> Standing:
        """MB-43: points, then cards in hand."""
        keys: list[tuple[int, ...]] = []
        for seat in range(self.seat_count):
            keys.append((self.points_of(seat), self.cards.hand_size(seat)))
        return Standing(ranks_of(keys), material.END_REASONS[self.end_reason])


def new_state(seats: i64, start: i64, board: Board, rules_version: i64) -> MauerbauerState:
    """A new game (MB-5): all cards in the pile, the map empty, `start` a seat or LOT."""
    state = MauerbauerState()
    state.rules_version = rules_version
    state.seat_count = seats
    state.board = board
    state.land = new_land(board)
    state.cards = new_cards(seats, board.card_copies, material.CARDS)
    if start != LOT:
        turn.start_game(state, start)
    return state
