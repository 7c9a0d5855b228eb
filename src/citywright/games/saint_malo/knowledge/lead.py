"""The lead in Saint Malo: who fills a city leaves the others less time, and in the last turn points count."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.knowledge import features
from citywright.games.saint_malo.knowledge.city_value import SPACE_COUNT, CityEvaluator
from citywright.games.saint_malo.rules import ending, material
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.position import Position

MOST_FILLED: Final = 5  # spaces that a turn fills at most


def _weights_at_the_end() -> list[float]:
    """What counts at the end (SM-61), half a point for an odd coin. All other features are worth nothing."""
    weights = [0.0] * features.COUNT
    for coins in (features.COINS_TO_4, features.COINS_TO_10, features.COINS_BEYOND):
        weights[coins] = 0.5
    for points in (
        features.LOGS_TO_3,
        features.LOGS_TO_6,
        features.LOGS_BEYOND,
        features.CHURCH_POINTS,
    ):
        weights[points] = 1.0
    weights[features.LOST_CANNONS] = float(material.CANNON_POINTS)
    return weights


WEIGHTS_AT_THE_END: Final[vec[float]] = vec[float](_weights_at_the_end())


class LeadEvaluator(CityEvaluator):
    """Subtracts a part, the envy, of what the others can expect; in a last turn values only what counts."""

    def __init__(
        self, early: list[float], late: list[float], rival: CityEvaluator, envy: list[float]
    ) -> None:
        super().__init__(early, late)
        self.rival = rival  # values the others' cities
        self.envy_early: float = envy[0]  # the part of the others' points that is subtracted
        self.envy_late: float = envy[1]

    def prepare(self, position: Position, seat: i64) -> None:
        super().prepare(position, seat)
        free: i64 = popcount(position.cities[seat].empty)
        last_turn: bool = self.fewest_elsewhere == 0
        for left in range(max(free - MOST_FILLED, 0), free + 1):
            self.free_space_values[left] = 0.0
            if last_turn and left == 0:
                self.free_space_values[left] = float(material.FULL_CITY_POINTS)
        if last_turn:
            for feature in range(features.COUNT):
                self.weights[feature] = WEIGHTS_AT_THE_END[feature]
        elif self.envy_early > 0.0 or self.envy_late > 0.0:
            envy: float = self.envy_late + self.pace * (self.envy_early - self.envy_late)
            for other in range(position.seat_count):
                if other != seat:
                    self._subtract(position, seat, other, envy / float(position.seat_count - 1))

    def _subtract(self, position: Position, seat: i64, other: i64, envy: float) -> None:
        """Subtract what another seat can expect, for every number of spaces this seat may leave free."""
        rival = self.rival
        city: City = position.cities[other]
        fewest: i64 = SPACE_COUNT  # free spaces of the fullest city of all the others
        for third in range(position.seat_count):
            if third not in (seat, other):
                fewest = min(fewest, popcount(position.cities[third].empty))
        rival.prepare(position, other)
        rival.measure(position, city, position.crossed_boxes)
        free: i64 = popcount(position.cities[seat].empty)
        for left in range(max(free - MOST_FILLED, 0), free + 1):
            self.free_space_values[left] -= envy * value_beside(rival, city, min(left, fewest))


def value_beside(evaluator: CityEvaluator, city: City, fewest_elsewhere: i64) -> float:
    """The value of the city measured last, if the fullest other city had so many free spaces."""
    free: i64 = popcount(city.empty)
    evaluator.take_weights(fewest_elsewhere, free)
    evaluator.measure_others(fewest_elsewhere, free)
    return float(city.points) + evaluator.sum_of(features.ONE, features.COUNT)


def points_at_the_end(position: Position, city: City) -> float:
    """The points of a city if the game ended now."""
    return float(city.points + ending.end_points(position.board, city))
