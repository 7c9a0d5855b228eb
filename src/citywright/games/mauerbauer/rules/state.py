"""Die Mauerbauer as the contract wants it: who acts, what is legal, what chance does, what a seat knows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import append_bits, bit, nth_bit, popcount
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, Standing, ranks_of
from citywright.games.mauerbauer.rules.board import Terrain
from citywright.games.mauerbauer.rules.cards import new_cards
from citywright.games.mauerbauer.rules.codes import (
    A_CITY,
    A_DICE,
    A_DONE,
    A_DRAW,
    A_EXCHANGE,
    A_JOIN,
    A_PLAY,
    A_START,
    A_STOP,
    CARDS,
    CHOOSE_CITY,
    DEAL,
    DRAW_CARDS,
    DRAW_EXCHANGED,
    END_REASONS,
    EXCHANGE_CARDS,
    GAME_OVER,
    HIDDEN,
    JOIN_CITY,
    KINDS,
    LOT_PHASE,
    PLACE_HOUSE,
    PLACE_OTHER_HOUSE,
    PLACE_OTHER_TOWER,
    PLACE_TOWER,
    PLACE_WALL,
    PLAY_CARD,
    PLAY_SECOND,
    ROLL,
)
from citywright.games.mauerbauer.rules.land import FREE, Land, new_land
from citywright.games.mauerbauer.rules.turn import Turn

STOP_BIT: Final = 1 << A_STOP - A_PLAY
DONE_BIT: Final = 1 << A_DONE - A_EXCHANGE
ALL_DICE: Final = 108  # equally likely rolls (MB-2); a third of them without the tower die


class MauerbauerState(Turn):
    """A position of the game, whole or as one seat sees it."""

    def clone(self) -> MauerbauerState:
        state = MauerbauerState()
        self.copy_to(state)
        state.cards = self.cards.clone()
        return state

    def actor(self) -> i64:
        phase: i64 = self.phase
        if phase == GAME_OVER:
            return OVER
        if phase in (ROLL, LOT_PHASE) or self.is_drawing():
            return CHANCE
        return self.seat

    def is_drawing(self) -> bool:
        """Is a card about to be drawn by `seat`?"""
        return self.phase in (DEAL, DRAW_CARDS, DRAW_EXCHANGED)

    # --- acting ---------------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        phase: i64 = self.phase
        if phase == PLACE_WALL:
            self.place_wall(code)
        elif phase == ROLL:
            self.roll(code)
        elif phase in (PLACE_TOWER, PLACE_OTHER_TOWER):
            self.place_tower(code)
        elif phase in (PLACE_HOUSE, PLACE_OTHER_HOUSE):
            self.place_house(code)
        elif self.is_drawing():
            self.draw(code)
        elif phase == JOIN_CITY:
            self.join_city(code)
        elif phase == PLAY_CARD:
            self.play_card(code)
        elif phase == PLAY_SECOND:
            self.play_second(code)
        elif phase == EXCHANGE_CARDS:
            self.exchange(code)
        elif phase == CHOOSE_CITY:
            self.choose_city(code)
        elif phase == LOT_PHASE:
            self.start(code - A_START)
        else:
            self.play_last(code)

    def choices(self) -> i64:
        """What is legal as a mask, in every phase but PLACE_WALL; code_of() names a bit."""
        phase: i64 = self.phase
        if phase in (PLACE_TOWER, PLACE_OTHER_TOWER):
            return self.tower_choices()
        if phase in (PLACE_HOUSE, PLACE_OTHER_HOUSE):
            return self.house_choices()
        if phase == JOIN_CITY:
            return self.land.neighbours(self.city) | 1
        if phase == CHOOSE_CITY:
            return bit(self.land.city_count + 1) - 1
        hand: i64 = self.cards.hand(self.seat)
        if phase == PLAY_CARD:
            return hand | hand << KINDS  # MB-30, MB-31
        if phase == EXCHANGE_CARDS:
            return hand | DONE_BIT
        return hand | STOP_BIT

    def base(self) -> i64:
        """The code of bit 0, in the phases whose codes follow each other."""
        phase: i64 = self.phase
        if phase == JOIN_CITY:
            return A_JOIN
        if phase == CHOOSE_CITY:
            return A_CITY
        return A_EXCHANGE if phase == EXCHANGE_CARDS else A_PLAY

    def code_of(self, choice: i64) -> i64:
        """The action one bit of choices() stands for."""
        phase: i64 = self.phase
        if phase in (PLACE_TOWER, PLACE_OTHER_TOWER):
            return self.tower_code(choice)
        if phase in (PLACE_HOUSE, PLACE_OTHER_HOUSE):
            return self.house_code(choice)
        return self.base() + choice

    def legal_actions(self) -> list[int]:
        actions: list[int] = []
        if self.actor() < 0:
            return actions
        if self.phase == PLACE_WALL:
            land: Land = self.land
            line: i64 = 0
            while line < land.terrain.line_count:
                if land.lines[line] == FREE:  # MB-11
                    actions.append(land.terrain.line_code(line))
                line += 1
        elif PLACE_TOWER <= self.phase <= PLACE_OTHER_HOUSE:
            choices: i64 = self.choices()
            while choices:
                actions.append(self.code_of(nth_bit(choices, 0)))
                choices &= choices - 1
        else:
            append_bits(actions, self.choices(), self.base())
        return actions

    def random_action(self, rng: Rng) -> i64:
        land: Land = self.land
        if self.phase == PLACE_WALL:  # most lines are free: the first free one drawn is uniform among them
            line: i64 = rng.below(land.terrain.line_count)
            while land.lines[line] != FREE:
                line = rng.below(land.terrain.line_count)
            return land.terrain.line_code(line)
        choices: i64 = self.choices()
        return self.code_of(nth_bit(choices, rng.below(popcount(choices))))

    # --- chance ---------------------------------------------------------------------------

    def chance_total(self) -> i64:
        if self.phase == LOT_PHASE:
            return self.number
        if self.phase != ROLL:
            return self.cards.draw_total(self.seat)
        return ALL_DICE if self.free_ends() else ALL_DICE // 3  # MB-12

    def chance_at(self, ticket: i64) -> i64:
        if self.phase == LOT_PHASE:
            return A_START + ticket
        if self.phase != ROLL:
            return A_DRAW + self.cards.draw_at(self.seat, ticket)
        return A_DICE + ticket if self.free_ends() else A_DICE + ALL_DICE + ticket

    # --- hidden things ----------------------------------------------------------------------

    def observe(self, seat: i64) -> MauerbauerState:
        state = MauerbauerState()
        self.copy_to(state)
        state.cards = self.cards.observe(seat)  # MB-35
        return state

    def redact(self, code: i64, seat: i64) -> i64:
        return A_DRAW + HIDDEN if self.is_drawing() and self.seat != seat else code

    def imagine(self, rng: Rng) -> MauerbauerState:
        state = MauerbauerState()
        self.copy_to(state)
        state.cards = self.cards.imagine(rng)
        return state

    # --- results --------------------------------------------------------------------------

    def standing(self) -> Standing:
        """MB-43: points, then cards in hand."""
        keys: list[tuple[int, ...]] = []
        for seat in range(self.number):
            keys.append((self.points_of(seat), self.cards.hand_size(seat)))
        return Standing(ranks_of(keys), END_REASONS[self.ending])


def new_state(seats: i64, start: i64, terrain: Terrain) -> MauerbauerState:
    """A new game (MB-5): all cards in the pile, the map empty, `start` a seat or LOT."""
    state = MauerbauerState()
    state.number = seats
    state.land = new_land(terrain)
    state.cards = new_cards(seats, terrain.copies, CARDS)
    if start != LOT:
        state.start(start)
    return state
