"""The simple player of the game's figures: it builds where towers stand and plays its best cards."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.games.mauerbauer.rules.codes import (
    A_DONE,
    A_PLAY,
    A_STOP,
    EXCHANGE_CARDS,
    PLACE_WALL,
    PLAY_CARD,
    PLAY_LAST,
    PLAY_LAST_SECOND,
    PLAY_SECOND,
)
from citywright.games.mauerbauer.rules.land import FREE, Land
from citywright.games.mauerbauer.rules.state import MauerbauerState

GOOD = 4  # points a second card must bring


class Builder(Policy):
    """Closes cities, unlike random play, without looking ahead. Everything it has no rule for is random."""

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, MauerbauerState)
        phase: i64 = seen.phase
        if phase == PLACE_WALL:
            return self.wall(seen.land, rng)
        if phase in (PLAY_CARD, PLAY_LAST):
            return A_PLAY + self.best_card(seen)
        if phase in (PLAY_SECOND, PLAY_LAST_SECOND):
            if seen.cards.hand_size(seen.seat) == 0:
                return A_STOP
            kind: i64 = self.best_card(seen)
            return A_PLAY + kind if seen.land.worth(kind, seen.city) >= GOOD else A_STOP
        if phase == EXCHANGE_CARDS:
            return A_DONE
        return seen.random_action(rng)

    def wall(self, land: Land, rng: Rng) -> i64:
        """Half of the time between two towers, else at one or two, else anywhere; if there is such a line."""
        between: i64 = self.count(land, 2)
        beside: i64 = between + self.count(land, 1)
        if between and rng.below(2):
            return land.terrain.line_code(self.pick(land, 2, rng.below(between)))
        if beside:
            return land.terrain.line_code(self.pick(land, 1, rng.below(beside)))
        return land.terrain.line_code(self.pick(land, 0, rng.below(land.free_lines)))

    def towers_at(self, land: Land, line: i64) -> i64:
        """How many towers stand at the ends of a line; -1 if it is not free."""
        if land.lines[line] != FREE:
            return -1
        towers: i64 = 1 if land.points[land.terrain.line_a[line]] else 0
        return towers + 1 if land.points[land.terrain.line_b[line]] else towers

    def count(self, land: Land, towers: i64) -> i64:
        """Free lines with exactly so many towers at their ends."""
        found: i64 = 0
        line: i64 = 0
        while line < land.terrain.line_count:
            if self.towers_at(land, line) == towers:
                found += 1
            line += 1
        return found

    def pick(self, land: Land, towers: i64, n: i64) -> i64:
        """The n-th free line with at least so many towers at its ends."""
        line: i64 = 0
        while True:
            if self.towers_at(land, line) >= towers:
                if n == 0:
                    return line
                n -= 1
            line += 1

    def best_card(self, seen: MauerbauerState) -> i64:
        """The kind in hand that scores most now; of equals the first."""
        hand: i64 = seen.cards.hand(seen.seat)
        best: i64 = lowest_bit(hand)
        while hand:
            kind: i64 = lowest_bit(hand)
            if seen.land.worth(kind, seen.city) > seen.land.worth(best, seen.city):
                best = kind
            hand &= hand - 1
        return best
