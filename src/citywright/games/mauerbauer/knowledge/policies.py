"""A simple player for tests and measurements: it builds where towers stand and plays its best cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.games.mauerbauer.rules import card_points, codes, contents, phases, scoring
from citywright.games.mauerbauer.rules.land import Land
from citywright.games.mauerbauer.rules.state import MauerbauerState

GOOD_SECOND: Final = 4  # points a second card must bring


class Builder(Policy):
    """Closes cities, unlike random play, without looking ahead. Whatever it has no rule for is random."""

    def choose(self, seen: State, rng: Rng) -> i64:
        assert isinstance(seen, MauerbauerState)
        phase: i64 = seen.phase
        if phase == phases.PLACE_WALL:
            return self.wall(seen.land, rng)
        if phase in (phases.PLAY_CARD, phases.PLAY_LAST):
            return self.card(seen, 0)
        if phase in (phases.PLAY_SECOND, phases.PLAY_LAST_SECOND):
            return self.card(seen, GOOD_SECOND)
        if phase == phases.EXCHANGE_CARDS:
            return codes.DONE
        return seen.random_action(rng)

    # --- walls ---------------------------------------------------------------------------

    def wall(self, land: Land, rng: Rng) -> i64:
        """Half of the time between two towers, else at one or two, else anywhere; if there is such a line."""
        between: i64 = self.count_lines(land, 2)
        beside: i64 = between + self.count_lines(land, 1)
        line: i64
        if between and rng.below(2):
            line = self.nth_line(land, 2, rng.below(between))
        elif beside:
            line = self.nth_line(land, 1, rng.below(beside))
        else:
            line = self.nth_line(land, 0, rng.below(land.free_lines))
        return land.board.wall_code(line)

    def towers_at(self, land: Land, line: i64) -> i64:
        """How many towers stand at the ends of a line; -1 if it is not free."""
        if land.lines[line] != contents.FREE:
            return -1
        towers: i64 = 1 if land.points[land.board.end_1[line]] else 0
        return towers + 1 if land.points[land.board.end_2[line]] else towers

    def count_lines(self, land: Land, towers: i64) -> i64:
        """Free lines with exactly so many towers at their ends."""
        number: i64 = 0
        for line in range(land.board.line_count):
            if self.towers_at(land, line) == towers:
                number += 1
        return number

    def nth_line(self, land: Land, towers: i64, n: i64) -> i64:
        """The n-th (from 0) free line with at least so many towers at its ends."""
        line: i64 = 0
        while True:
            if self.towers_at(land, line) >= towers:
                if n == 0:
                    return line
                n -= 1
            line += 1

    # --- cards ---------------------------------------------------------------------------

    def card(self, state: MauerbauerState, least: i64) -> i64:
        """The card that scores most of those that may be played, the first of equals; none below `least`."""
        kinds: i64 = scoring.playable(state, state.cards.hand(state.seat))
        best: i64 = least - 1
        chosen: i64 = codes.STOP
        while kinds:
            kind: i64 = lowest_bit(kinds)
            kinds &= kinds - 1
            points: i64 = card_points.points(state.land, kind, state.scored_city)
            if points > best:
                best = points
                chosen = codes.PLAY + kind
        return chosen
