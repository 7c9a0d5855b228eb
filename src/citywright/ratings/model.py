"""The maths of a rating: what a result says about those who played. openskill does the arithmetic.

Thurstone and Mosteller's model with all pairs ("full"). Of openskill's five models it alone states honestly
how sure it is, for any number of seats; docs/ratings.md has the measurement.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

MEAN: Final = 25.0  # where everybody begins
SPREAD: Final = 25 / 3  # how unequal people are: one standard deviation
LUCK: Final = (
    SPREAD  # how far one game strays from somebody's strength: in these games as far as people differ
)
DRIFT: Final = 25 / 600  # how far a strength may move from one game to the next
CAUTION: Final = 3.0  # these two are measured, so that 90 % means 90 %: how fast a strength becomes certain,
TOGETHER: Final = (
    3.2  # and how many duels the comparisons of one game are worth, whatever its number of seats
)

SURE: Final = 1.6449  # standard deviations on either side of a 90 % interval
SHOWN_MEAN, SHOWN_UNIT = 1500, 20  # a rating as people are shown it


class Rating(NamedTuple):
    """What is believed about a strength: its mean, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def low(self) -> float:
        """The lower end of the 90 % interval: the strength that is as good as certain."""
        return self.mu - SURE * self.sigma

    @property
    def high(self) -> float:
        """The upper end of the 90 % interval."""
        return self.mu + SURE * self.sigma

    @property
    def known(self) -> float:
        """How well somebody is known: 0 before the first game, nearly 1 after many."""
        return max(0.0, 1.0 - (self.sigma / SPREAD) ** 2)


BEGIN: Final = Rating(MEAN, SPREAD)


def shown(strength: float) -> int:
    """A strength as people are shown it: everybody begins at 1500; 200 more win about four games of five."""
    return round(SHOWN_MEAN + SHOWN_UNIT * (strength - MEAN))


def rate(ratings: Sequence[Rating], ranks: Sequence[int], weights: Sequence[float] = ()) -> list[Rating]:
    """The ratings after a game that ended with these ranks: 1 is best, equal ranks are a tie.

    A weight, one for each seat, says how much the game counts for it: 1 is a whole game. With more seats all
    comparisons share the luck of each seat, so that together they tell less than as many duels would.
    """
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    share = min(1.0, TOGETHER / len(ratings))
    return [
        _part_of(before, Rating(after.mu, after.sigma), share, weight)
        for before, (after,), weight in zip(ratings, rated, weights or [1.0] * len(ratings), strict=True)
    ]


def chance_to_beat(one: Rating, other: Rating) -> float:
    """How likely one comes before another in a game."""
    spread = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * LUCK**2)
    return 0.5 * (1 + math.erf((one.mu - other.mu) / spread / math.sqrt(2)))


def _part_of(before: Rating, after: Rating, share: float, weight: float) -> Rating:
    """The rating after a game that counts only in part. Smaller steps also stray less: how sure it is grows
    with the root of the weight.
    """
    mu = before.mu + share * weight * (after.mu - before.mu)
    variance = before.sigma**2 + share * math.sqrt(weight) * (after.sigma**2 - before.sigma**2)
    return Rating(mu, math.sqrt(variance))


def _caution(c: float, _k: int, _mu: float, sigma_squared: float, *_rest: Any, **_more: Any) -> float:
    """openskill's `gamma`: how much the uncertainty shrinks by one comparison."""
    return CAUTION * math.sqrt(sigma_squared) / c


@cache
def _model() -> Any:
    from openskill.models import ThurstoneMostellerFull

    return ThurstoneMostellerFull(mu=MEAN, sigma=SPREAD, beta=LUCK, tau=DRIFT, gamma=_caution)
