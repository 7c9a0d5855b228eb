"""What cards of Die Mauerbauer are worth: kept in hand for later, or played now for a city.

The cards of others are taken as unknown even where the state holds them: they are valued by what the seat
has not seen."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.knowledge import features
from citywright.games.mauerbauer.rules import card_points, counts, material
from citywright.games.mauerbauer.rules.land import Land
from citywright.games.mauerbauer.rules.material import KINDS, OUTSIDE
from citywright.games.mauerbauer.rules.state import MauerbauerState

LAST_STEP: Final = 40  # cards are counted by gain: step 0 for -10 points or less, step 40 for 30 or more
STEP_OF_ZERO: Final = 10.0
NO_CARD: Final = -99.0  # the gain of a card that is not there


class CardValues:
    """The values of cards at the stage of the game it was told, and of the map to the seat it was told."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.early = early  # the weights of all features at the beginning of a game
        self.late = late  # at its end
        self.weights: vec[float] = vec[float]([0.0] * features.COUNT)  # at this stage
        self.cards_with_gain: vec[float] = vec[float]([0.0] * (LAST_STEP + 1))
        self.fixed_value: float = 0.0  # what all cards are worth to the seat, whatever stands on the map
        self.point_values: vec[float] = vec[float]([0.0] * features.OUTSIDE_KINDS)  # see point_value()

    def set_stage(self, state: MauerbauerState) -> None:
        """Take the weights for the stage of the game."""
        pace: float = pace_of(state)
        for feature in range(i64(features.COUNT)):
            late: float = self.late[feature]
            self.weights[feature] = late + pace * (self.early[feature] - late)

    def set_seat(self, state: MauerbauerState, seat: i64, rival_weight: float) -> None:
        """Weigh the cards of a seat against those it has not seen, as far as others hold them.

        Holds until cards move: while a wall's turn is played through only `lead` has to be asked again."""
        unseen: i64 = 0
        rival_cards: i64 = 0
        for kind in range(i64(KINDS)):
            unseen += self.unseen(state, seat, kind)
        for other in range(state.seat_count):
            if other != seat:
                rival_cards += state.cards.hand_size(other)
        share: float = rival_weight * float(rival_cards) / float((state.seat_count - 1) * max(unseen, 1))
        self.fixed_value = 0.0
        for kind in range(i64(KINDS)):
            number: float = float(state.cards.held(seat, kind))
            number -= share * float(self.unseen(state, seat, kind))
            self.fixed_value += number * self.kind_value(kind)
            if kind >= OUTSIDE:
                self.point_values[kind - OUTSIDE] = number * self.weights[features.outside_now(kind)]

    def point_value(self, kind: i64) -> float:
        """What one point more of an outside card is worth to the seat."""
        return self.point_values[kind - OUTSIDE]

    def lead(self, land: Land) -> float:
        """What the cards of the seat, less those of others, are worth on this map."""
        value: float = self.fixed_value
        for kind in range(i64(OUTSIDE), i64(KINDS)):
            value += self.point_value(kind) * float(card_points.outside_points(land, kind))
        return value

    # --- cards that stay in hand ---------------------------------------------------------

    def kind_value(self, kind: i64) -> float:
        """What a card in hand is worth, whatever stands on the map."""
        return self.weights[features.HELD + kind] + self.weights[features.ALL_CARDS]

    def value_in_hand(self, land: Land, kind: i64) -> float:
        """What a card is worth if it stays in hand."""
        value: float = self.kind_value(kind)
        if kind >= OUTSIDE:
            value += self.weights[features.outside_now(kind)] * float(card_points.outside_points(land, kind))
        return value

    def hand_value(self, state: MauerbauerState, seat: i64) -> float:
        """What all cards of a known hand are worth if they stay there."""
        value: float = 0.0
        hand: i64 = state.cards.hand(seat)
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            value += float(state.cards.held(seat, kind)) * self.value_in_hand(state.land, kind)
        return value

    def unseen(self, state: MauerbauerState, seat: i64, kind: i64) -> i64:
        """Cards of a kind that `seat` has not seen: others hold them, or they are in the pile."""
        return state.board.card_copies[kind] - state.cards.held(seat, kind) - state.cards.discarded(kind)

    def value_of_draw(self, state: MauerbauerState, seat: i64) -> float:
        """What a card about to be drawn is worth on average."""
        cards: i64 = 0
        value: float = 0.0
        for kind in range(i64(KINDS)):
            unseen: i64 = self.unseen(state, seat, kind)
            cards += unseen
            value += float(unseen) * self.value_in_hand(state.land, kind)
        return value / float(max(cards, 1))

    # --- cards that are played --------------------------------------------------------------

    def gain(self, land: Land, kind: i64, city: i64) -> float:
        """What playing a card for a city gains over keeping it."""
        return float(card_points.points(land, kind, city)) - self.value_in_hand(land, kind)

    def best_play(self, state: MauerbauerState, seat: i64, city: i64) -> float:
        """What the best one or two cards gain over keeping them."""
        first: float = NO_CARD
        second: float = NO_CARD
        hand: i64 = state.cards.hand(seat)
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            gain: float = self.gain(state.land, kind, city)
            if gain > first:
                second = first
                first = gain
            elif gain > second:
                second = gain
        return first + max(second, 0.0)

    def others_play(self, state: MauerbauerState, seat: i64, city: i64) -> float:
        """What the best cards of another seat gain on average, drawn from all that `seat` has not seen."""
        for step in range(i64(LAST_STEP + 1)):
            self.cards_with_gain[step] = 0.0
        cards: float = 0.0
        for kind in range(i64(KINDS)):
            unseen: float = float(self.unseen(state, seat, kind))
            gain: float = self.gain(state.land, kind, city)
            cards += unseen
            self.cards_with_gain[min(max(i64(gain + STEP_OF_ZERO), 0), LAST_STEP)] += unseen
        rival_cards: float = 0.0
        for other in range(state.seat_count):
            if other != seat:
                rival_cards += float(state.cards.hand_size(other))
        return self._expected_best(rival_cards / float(state.seat_count - 1), max(cards, 1.0))

    def _expected_best(self, hand_size: float, cards: float) -> float:
        """The expected gain of the best card of a hand, and of the second best where it gains."""
        share: float = 0.0  # of the cards that gain no more than this
        first: float = 0.0
        second: float = 0.0
        first_chance: float = 0.0  # that the best card gains no more than this
        second_chance: float = 0.0
        for step in range(i64(LAST_STEP + 1)):
            if self.cards_with_gain[step] == 0.0:
                continue
            share += self.cards_with_gain[step] / cards
            below: float = min(share, 1.0)
            none_above: float = math.pow(below, hand_size)
            one_above: float = hand_size * math.pow(below, max(hand_size - 1.0, 0.0)) * (1.0 - below)
            at_most_one_above: float = min(none_above + one_above, 1.0)
            gain: float = float(step) - STEP_OF_ZERO
            first += (none_above - first_chance) * gain
            second += (at_most_one_above - second_chance) * max(gain, 0.0)
            first_chance = none_above
            second_chance = at_most_one_above
        return first + second


def pace_of(state: MauerbauerState) -> float:
    """How far the game is from its end, from 1 to 0: by the supply that is nearest to running out."""
    land = state.land
    walls: float = float(land.walls) / float(material.WALLS)
    towers: float = float(counts.total(land.towers)) / float(counts.total(material.TOWERS))
    palaces: float = float(counts.total(land.palaces)) / float(counts.total(material.PALACES))
    return min(walls, towers, palaces)
