"""Seasons of players whose strength is known, to see whether ratings find it: for tests, and for research."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from citywright.ratings.book import Book, Played
from citywright.ratings.counting import Seat
from citywright.ratings.model import LUCK, MEAN, SPREAD, Rating

DAY = 24 * 3600 * 1000
TIE = 1.0  # strengths of a day that differ by less may be a tie


class Season(NamedTuple):
    """What was true, and what the ratings say."""

    strengths: Sequence[float]
    ratings: Sequence[Rating]

    @property
    def coverage(self) -> float:
        """How many of the 90 % intervals hold the true strength.

        Games tell how players compare, not how strong all of them are: both are taken from their mean.
        """
        shift = sum(rating.mu for rating in self.ratings) / len(self.ratings)
        shift -= sum(self.strengths) / len(self.strengths)
        pairs = zip(self.strengths, self.ratings, strict=True)
        return sum(rating.low <= true + shift <= rating.high for true, rating in pairs) / len(self.ratings)

    @property
    def order(self) -> float:
        """Spearman's correlation of the true order with the one found: 1 is the same order."""
        count = len(self.ratings)
        true = _places(self.strengths)
        found = _places([rating.mu for rating in self.ratings])
        distance = sum((one - other) ** 2 for one, other in zip(true, found, strict=True))
        return 1 - 6 * distance / (count * (count**2 - 1))

    @property
    def error(self) -> float:
        """The root of the mean squared distance between the truth and the ratings."""
        pairs = zip(self.strengths, self.ratings, strict=True)
        return math.sqrt(sum((true - rating.mu) ** 2 for true, rating in pairs) / len(self.ratings))


def play_season(players: int, games_each: int, seats: int, seed: int, luck: float = LUCK) -> Season:
    """Everybody plays about so many games against others drawn by lot, one game a day."""
    rng = random.Random(seed)
    strengths = [rng.gauss(MEAN, SPREAD) for _ in range(players)]
    book = Book()
    for day in range(players * games_each // seats):
        who = rng.sample(range(players), seats)
        book.enter(Played(people(who), ranks_of([strengths[one] for one in who], rng, luck), day * DAY))
    ratings = [book.standings[str(player)].rating for player in range(players)]
    return Season(strengths, ratings)


def people(who: Sequence[int]) -> list[Seat]:
    """Seats of people who are called by numbers."""
    return [Seat(str(one), is_person=True) for one in who]


def ranks_of(strengths: Sequence[float], rng: random.Random, luck: float = LUCK) -> list[int]:
    """The ranks of a game between players of these strengths."""
    shape = [round((strength + rng.gauss(0, luck)) / TIE) for strength in strengths]
    return [1 + sum(other > own for other in shape) for own in shape]


def _places(values: Sequence[float]) -> list[int]:
    places = [0] * len(values)
    for place, number in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        places[number] = place
    return places
