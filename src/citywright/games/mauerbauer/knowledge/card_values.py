"""What cards of Die Mauerbauer are worth: in hand for later, and played now for a city.

Cards of others are unknown here even where the state holds them: they are judged by what has not been seen.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.rules.codes import KINDS, OUTSIDE_HOUSE, total
from citywright.games.mauerbauer.rules.land import Land
from citywright.games.mauerbauer.rules.state import MauerbauerState

COUNT: Final = 46  # cards held by kind, the present worth of those about the outside, and all cards
OUTSIDE_KINDS: Final = KINDS - OUTSIDE_HOUSE
MOST: Final = 40  # no card scores more in a game that matters
NEVER: Final = -1e6


class CardJudge:
    """The worth of hands under the weights of the moment, and of what stands outside to one seat."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.early = early
        self.late = late
        self.weights: vec[float] = vec[float]([0.0] * COUNT)
        self.chances: vec[float] = vec[float]([0.0] * (MOST + 1))  # how many unseen cards score so much
        self.steady: float = 0.0  # what all cards are worth to the seat, whatever stands on the map
        self.stakes: vec[float] = vec[float]([0.0] * OUTSIDE_KINDS)  # of a point more of a card, to it

    def look_at(self, state: MauerbauerState) -> None:
        """Take the weights for the stage of the game."""
        pace: float = pace_of(state)
        for i in range(COUNT):
            self.weights[i] = self.late[i] + pace * (self.early[i] - self.late[i])

    def side_with(self, state: MauerbauerState, seat: i64, others: float) -> None:
        """Weigh the cards of a seat against those it has not seen, as far as others hold them.

        Holds until cards move: while a wall's turn is played through only `lead` has to be asked again."""
        unseen: i64 = 0
        rivals: i64 = 0
        for kind in range(i64(KINDS)):
            unseen += self.unseen(state, seat, kind)
        for other in range(state.number):
            if other != seat:
                rivals += state.cards.hand_size(other)
        share: float = others * float(rivals) / float((state.number - 1) * max(unseen, 1))
        self.steady = 0.0
        for kind in range(i64(KINDS)):
            number: float = float(state.cards.held(seat, kind))
            number -= share * float(self.unseen(state, seat, kind))
            self.steady += number * (self.weights[kind] + self.weights[COUNT - 1])
            if kind >= OUTSIDE_HOUSE:
                self.stakes[kind - OUTSIDE_HOUSE] = number * self.weights[KINDS + kind - OUTSIDE_HOUSE]

    def stake(self, kind: i64) -> float:
        """What one point more of a card about the outside is worth to the seat."""
        return self.stakes[kind - OUTSIDE_HOUSE]

    def lead(self, land: Land) -> float:
        """What the cards of the seat, less those of others, are worth on this map."""
        value: float = self.steady
        for kind in range(i64(OUTSIDE_KINDS)):
            value += self.stakes[kind] * float(land.worth_outside(OUTSIDE_HOUSE + kind))
        return value

    def keep_worth(self, land: Land, kind: i64) -> float:
        """What one card is worth if it stays in hand."""
        worth: float = self.weights[kind] + self.weights[COUNT - 1]
        if kind >= OUTSIDE_HOUSE:
            worth += self.weights[KINDS + kind - OUTSIDE_HOUSE] * float(land.worth_outside(kind))
        return worth

    def hand_worth(self, state: MauerbauerState, seat: i64) -> float:
        """What all cards of a known hand are worth if they stay there."""
        worth: float = 0.0
        hand: i64 = state.cards.hand(seat)
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            worth += float(state.cards.held(seat, kind)) * self.keep_worth(state.land, kind)
        return worth

    def unseen(self, state: MauerbauerState, seat: i64, kind: i64) -> i64:
        """Cards of a kind that `seat` has not seen: others hold them, or the pile."""
        cards = state.cards
        seen: i64 = cards.held(seat, kind) + cards.rows[cards.discard_row() + kind]
        return state.land.terrain.copies[kind] - seen

    def drawn_worth(self, state: MauerbauerState, seat: i64) -> float:
        """What a card about to be drawn is worth on average."""
        cards: i64 = 0
        worth: float = 0.0
        for kind in range(i64(KINDS)):
            count: i64 = self.unseen(state, seat, kind)
            cards += count
            worth += float(count) * self.keep_worth(state.land, kind)
        return worth / float(max(cards, 1))

    # --- playing ----------------------------------------------------------------------

    def best_play(self, state: MauerbauerState, seat: i64, city: i64) -> float:
        """What the best one or two cards gain over keeping them."""
        first: float = -99.0
        second: float = -99.0
        hand: i64 = state.cards.hand(seat)
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            gain: float = float(state.land.worth(kind, city)) - self.keep_worth(state.land, kind)
            if gain > first:
                second = first
                first = gain
            elif gain > second:
                second = gain
        return first + max(second, 0.0)

    def others_play(self, state: MauerbauerState, seat: i64, city: i64) -> float:
        """What the best cards of another seat gain on average, drawn from all `seat` has not seen."""
        for points in range(i64(MOST + 1)):
            self.chances[points] = 0.0
        cards: float = 0.0
        for kind in range(i64(KINDS)):
            count: float = float(self.unseen(state, seat, kind))
            gain: float = float(state.land.worth(kind, city)) - self.keep_worth(state.land, kind)
            cards += count
            self.chances[min(max(i64(gain + 10.0), 0), MOST)] += count
        hand: float = 0.0
        for other in range(state.number):
            if other != seat:
                hand += float(state.cards.hand_size(other))
        return self._best_of(hand / float(state.number - 1), max(cards, 1.0))

    def _best_of(self, size: float, cards: float) -> float:
        """The expected best card of `size` drawn, and the second best if it gains."""
        below: float = 0.0
        first: float = 0.0
        second: float = 0.0
        reached_first: float = 0.0
        reached_second: float = 0.0
        for points in range(i64(MOST + 1)):
            if self.chances[points] == 0.0:
                continue
            below += self.chances[points] / cards
            share: float = min(below, 1.0)
            all_below: float = math.pow(share, size)
            one_above: float = all_below + size * math.pow(share, max(size - 1.0, 0.0)) * (1.0 - share)
            gain: float = float(points) - 10.0
            first += (all_below - reached_first) * gain
            second += (min(one_above, 1.0) - reached_second) * max(gain, 0.0)
            reached_first = all_below
            reached_second = min(one_above, 1.0)
        return first + second


def pace_of(state: MauerbauerState) -> float:
    """How far the game is from its end, from 1 to 0: by the supply that is nearest to running out."""
    land = state.land
    walls: float = float(land.walls) / 33.0
    towers: float = float(total(land.towers)) / 30.0
    palaces: float = float(total(land.palaces)) / 15.0
    return min(walls, towers, palaces)
