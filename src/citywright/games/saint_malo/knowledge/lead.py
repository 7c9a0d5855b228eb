"""The lead in Saint Malo: who fills a city takes time from the others, and the last turn is for points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.knowledge.city_value import COUNT, FEATURES, SPACE_COUNT, CityJudge
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.turn import TurnState

# SM-61: what counts at the end. All other features are worth nothing then.
AT_THE_END: Final[vec[float]] = vec[float](
    [
        {
            "coins to 4": 0.5,
            "coins to 10": 0.5,
            "coins beyond": 0.5,
            "lost cannons": -5.0,
            "logs to 3": 1.0,
            "logs to 6": 1.0,
            "logs beyond": 1.0,
            "church points": 1.0,
        }.get(feature, 0.0)
        for feature in FEATURES
    ]
)
FULL: Final = 5.0  # points for a full city (SM-61)
MOST_FILLED: Final = 5  # spaces that a turn fills at most


class LeadJudge(CityJudge):
    """Minds what filling a city does to the others, by its envy, and knows what counts in a last turn."""

    def __init__(self, early: list[float], late: list[float], rival: CityJudge, envy: list[float]) -> None:
        super().__init__(early, late)
        self.rival = rival  # judges the others' cities
        self.envy_early: float = envy[0]  # the part of the others' points that is grudged
        self.envy_late: float = envy[1]

    def look_at(self, state: TurnState, seat: i64) -> None:
        super().look_at(state, seat)
        free: i64 = popcount(state.cities[seat].empty)
        fewest: i64 = max(free - MOST_FILLED, 0)
        last: bool = self.others == 0
        for left in range(fewest, free + 1):
            self.leaving[left] = FULL if last and left == 0 else 0.0
        if last:
            for i in range(COUNT):
                self.weights[i] = AT_THE_END[i]
        elif self.envy_early > 0.0 or self.envy_late > 0.0:
            envy: float = self.envy_late + self.pace * (self.envy_early - self.envy_late)
            for other in range(state.seat_count):
                if other != seat:
                    self._grudge(state, seat, other, envy / float(state.seat_count - 1))

    def _grudge(self, state: TurnState, seat: i64, other: i64, envy: float) -> None:
        """Take away what another seat can expect, for every number of spaces this seat may leave free."""
        rival = self.rival
        city: City = state.cities[other]
        third: i64 = SPACE_COUNT  # free spaces of the fullest of all others
        for another in range(state.seat_count):
            if another not in (seat, other):
                third = min(third, popcount(state.cities[another].empty))
        rival.look_at(state, other)
        rival.features(state, city, state.boxes)
        free: i64 = popcount(state.cities[seat].empty)
        for left in range(max(free - MOST_FILLED, 0), free + 1):
            self.leaving[left] -= envy * worth_beside(rival, city, min(left, third))


def worth_beside(judge: CityJudge, city: City, others: i64) -> float:
    """The worth of the city measured last, if the fullest other city had so many free spaces."""
    free: i64 = popcount(city.empty)
    judge.take_weights(others, free)
    judge.found[32] = float(others)
    judge.found[33] = float(max(others - free, 0))
    return float(city.points) + judge.sum_of(0, COUNT)


def final_points(state: TurnState, city: City) -> float:
    """SM-61: what a city counts at the end of the game."""
    points: i64 = city.points + city.coins // 2 + city.logs + city.church_points(state.board.series)
    return float(points - 5 * city.cannons) + (FULL if city.empty == 0 else 0.0)


def has_turn(state: TurnState, seat: i64) -> bool:
    """Whether a seat has another turn: all have, until a city is full and the round runs out (SM-60)."""
    for city in state.cities:
        if city.empty == 0:
            seats: i64 = state.seat_count
            return (seat - state.start + seats) % seats >= (state.seat - state.start + seats) % seats
    return True
