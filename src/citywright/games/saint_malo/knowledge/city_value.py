"""The worth of a city of Saint Malo: features of it, and what they were learned to be worth in points.

The worth has three parts that add up, so that a plan can put them together: the city itself, coins, pirates.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.knowledge.neighbour_counts import Crowd, highest_count, spread_out
from citywright.games.saint_malo.rules.city import INNER, OUTER, SIDES, City
from citywright.games.saint_malo.rules.codes import (
    CHURCHES,
    CRATES,
    GIVES_COINS,
    GIVES_PERSON,
    PERSON_KINDS,
    PIECE_KINDS,
    WALLS,
)
from citywright.games.saint_malo.rules.turn import TurnState

FEATURES: Final[list[str]] = [
    "one",
    "coins to 4",
    "coins to 10",
    "coins beyond",
    "lost cannons",
    "defence",
    "next attack would hurt",
    "next attack hurts and is near",
    "second attack would hurt",
    "later attacks would hurt",
    "missing defence",
    "boxes left",
    "logs to 3",
    "logs to 6",
    "logs beyond",
    "church points",
    "first church series",
    "second church series",
    "churches above the series",
    "spare churches",
    "complete sides",
    "walls of open coin sides",
    "walls of an open person side",
    "walls of an open point side",
    "open sides",
    "crates round a free space",
    "free spaces among crates",
    "churches round a free space",
    "kinds round a free space",
    "kinds of person",
    "free spaces",
    "free inner spaces",
    "free spaces of the fullest other city",
    "ahead of others in filling",
]
COUNT: Final = 34
COINS: Final = 1  # where the features of coins begin
PIRATES: Final = 4
BODY: Final = 12
SPACES: Final = 41.0  # to fill in a whole game
SPACE_COUNT: Final = 45


class CityJudge:
    """Measures cities under the weights of the moment: they glide from the game's beginning to its end."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.early = early
        self.late = late
        # What it is worth besides to leave so many spaces free: nothing, for who looks at one city alone.
        self.leaving: vec[float] = vec[float]([0.0] * (SPACE_COUNT + 1))
        self.weights: vec[float] = vec[float]([0.0] * COUNT)
        self.found: vec[float] = vec[float]([0.0] * COUNT)
        self.pace: float = 1.0
        self.others: i64 = 0  # free spaces of the fullest other city
        # What was measured last: a plan asks for hundreds of cities that differ by a piece or two.
        self.crates = Crowd()
        self.churches = Crowd()
        self.seen: vec[i64] = vec[i64]([-1] * PIECE_KINDS)
        self.seen_outer: i64 = -1  # free spaces of the outer ring
        self.ones: i64 = 0  # how many kinds of person stand round every space, written in binary
        self.twos: i64 = 0
        self.fours: i64 = 0

    def look_at(self, state: TurnState, seat: i64) -> None:
        """Take the weights for the stage of the game, as `seat` sees it."""
        others: i64 = SPACE_COUNT
        for other in range(state.seat_count):
            if other != seat:
                others = min(others, popcount(state.cities[other].empty))
        free: i64 = popcount(state.cities[seat].empty)
        self.take_weights(others, free)
        for kind in range(i64(PIECE_KINDS)):
            self.seen[kind] = -1

    def take_weights(self, others: i64, free: i64) -> None:
        """Take the weights for so many free spaces here and in the fullest other city."""
        self.others = others
        self.pace = float(min(others, free)) / SPACES
        for i in range(COUNT):
            self.weights[i] = self.late[i] + self.pace * (self.early[i] - self.late[i])

    def worth(self, state: TurnState, city: City, boxes: i64) -> float:
        """The points this city can expect to end with."""
        return (
            self.coins_worth(city.coins)
            + self.pirates_worth(state, city.defence(), boxes, city.cannons)
            + self.body_worth(state, city)
        )

    def coins_worth(self, coins: i64) -> float:
        self._find_coins(coins)
        return self.sum_of(COINS, PIRATES)

    def pirates_worth(self, state: TurnState, defence: i64, boxes: i64, cannons: i64) -> float:
        self._find_pirates(state, defence, boxes, cannons)
        return self.sum_of(PIRATES, BODY)

    def body_worth(self, state: TurnState, city: City) -> float:
        self._find_body(state, city)
        leaving: float = self.leaving[popcount(city.empty)]
        return float(city.points) + self.weights[0] + self.sum_of(BODY, COUNT) + leaving

    def features(self, state: TurnState, city: City, boxes: i64) -> list[float]:
        """Everything measured, for training."""
        self._find_coins(city.coins)
        self._find_pirates(state, city.defence(), boxes, city.cannons)
        self._find_body(state, city)
        self.found[0] = 1.0
        return list(self.found)

    def sum_of(self, start: i64, end: i64) -> float:
        """The worth of the features from one to before another, as measured last."""
        total: float = 0.0
        i: i64 = start
        while i < end:
            total += self.weights[i] * self.found[i]
            i += 1
        return total

    # --- measuring --------------------------------------------------------------------

    def _find_coins(self, coins: i64) -> None:
        found = self.found
        found[1] = float(min(coins, 4))
        found[2] = float(min(max(coins - 4, 0), 6))
        found[3] = float(max(coins - 10, 0))

    def _find_pirates(self, state: TurnState, defence: i64, boxes: i64, cannons: i64) -> None:
        found = self.found
        strengths = state.board.strengths
        row_length: i64 = state.board.boxes[state.seat_count]
        row: i64 = boxes // row_length
        later: i64 = 0
        missing: i64 = 0
        found[6] = 0.0
        found[7] = 0.0
        found[8] = 0.0
        for i in range(row, i64(len(strengths))):
            if defence < strengths[i]:
                missing += strengths[i] - defence
                if i == row:
                    found[6] = 1.0
                    found[7] = float(boxes - row * row_length) / float(row_length)
                elif i == row + 1:
                    found[8] = 1.0
                else:
                    later += 1
        found[4] = float(cannons)
        found[5] = float(defence)
        found[9] = float(later)
        found[10] = float(missing) / 10.0
        found[11] = float(row_length * i64(len(strengths)) - boxes) / float(row_length)

    def _find_body(self, state: TurnState, city: City) -> None:
        found = self.found
        logs: i64 = city.logs
        found[12] = float(min(logs, 3))
        found[13] = float(min(max(logs - 3, 0), 3))
        found[14] = float(max(logs - 6, 0))
        empty: i64 = city.empty
        pieces = city.pieces
        if self._is_new(pieces, CHURCHES + 1, PIECE_KINDS):
            self._find_churches(state, city)
        if self.seen_outer != empty & OUTER or self.seen[WALLS] != pieces[WALLS]:
            self.seen_outer = empty & OUTER
            self.seen[WALLS] = pieces[WALLS]
            self._find_walls(state, city)
        self.crates.gather(pieces[CRATES])
        found[25] = float(self.crates.most(empty))
        found[26] = float(min(popcount(self.crates.four_or_more() & empty), 4))
        self.churches.gather(pieces[CHURCHES])
        found[27] = float(self.churches.most(empty))
        if self._is_new(pieces, 0, PERSON_KINDS):
            self._find_kinds(city)
        found[28] = float(highest_count(self.ones & empty, self.twos & empty, self.fours & empty, 0))
        free: i64 = popcount(empty)
        found[30] = float(free)
        found[31] = float(popcount(empty & INNER))
        found[32] = float(self.others)
        found[33] = float(max(self.others - free, 0))

    def _is_new(self, pieces: vec[i64], start: i64, end: i64) -> bool:
        """Has one of these kinds changed since it was looked at last?"""
        changed: bool = False
        kind: i64 = start
        while kind < end:
            if pieces[kind] != self.seen[kind]:
                self.seen[kind] = pieces[kind]
                changed = True
            kind += 1
        return changed

    def _find_churches(self, state: TurnState, city: City) -> None:
        found = self.found
        first: i64 = 0
        second: i64 = 0
        above: i64 = 0
        total: i64 = 0
        reaching: i64 = 9
        for size in range(i64(1), i64(6)):
            here: i64 = popcount(city.pieces[CHURCHES + size])
            total += here
            reaching = min(reaching, here)
            if reaching > 0:
                first = size
            elif here > 0:
                above += 1
            if reaching > 1:
                second = size
        found[15] = float(city.church_points(state.board.series))
        found[16] = float(first)
        found[17] = float(second)
        found[18] = float(above)
        found[19] = float(total - first - second - above)

    def _find_walls(self, state: TurnState, city: City) -> None:
        found = self.found
        found[21] = 0.0
        found[22] = 0.0
        found[23] = 0.0
        complete: i64 = 0
        possible: i64 = 0
        walls: i64 = city.pieces[WALLS]
        for side in range(i64(4)):
            mask: i64 = SIDES[side]
            standing: i64 = popcount(walls & mask)
            if standing == 5:
                complete += 1
            elif walls & mask | city.empty & mask == mask:
                possible += 1
                share: float = float(standing * standing) / 25.0
                if state.board.bonuses[side] == GIVES_COINS:
                    found[21] += share
                elif state.board.bonuses[side] == GIVES_PERSON:
                    found[22] += share
                else:
                    found[23] += share
        found[20] = float(complete)
        found[24] = float(possible)

    def _find_kinds(self, city: City) -> None:
        """How many kinds of person stand round every space, and how many there are at all."""
        ones: i64 = 0
        twos: i64 = 0
        fours: i64 = 0
        kinds: i64 = 0
        for kind in range(i64(PERSON_KINDS)):
            mask: i64 = city.pieces[kind]
            if mask:
                kinds += 1
                near: i64 = spread_out(mask)
                carry: i64 = ones & near
                ones ^= near
                fours |= twos & carry
                twos ^= carry
        self.ones = ones
        self.twos = twos
        self.fours = fours
        self.found[29] = float(kinds)
