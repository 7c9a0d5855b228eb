"""What keeps a leaderboard from being farmed: the same opponents again count less, new names hardly."""

from __future__ import annotations

from typing import Final

from citywright.ratings.model import Rating

HALF_LIFE: Final = 90 * 24 * 3600 * 1000  # milliseconds after which an old meeting counts half
FREE: Final = 6.0  # meetings after which the next one counts a quarter

LITTLE: Final = 0.02  # what a game against somebody quite unknown is worth to whom all is known about

LEAST_GAMES: Final = 10  # counted games, to be on a leaderboard
LEAST_PEOPLE: Final = 3  # different people with an account among the opponents
ACTIVE_DAYS: Final = 180  # since the last counted game; who is longer away is not listed


def faded(times: float, since: int) -> float:
    """How many earlier meetings still count after so many milliseconds."""
    return float(times * 2.0 ** (-max(0, since) / HALF_LIFE))


def meeting_weight(times: float) -> float:
    """How much the next game against somebody counts, after so many earlier ones that still count."""
    return (1 + times / FREE) ** -2


def opponent_weight(own: Rating, other: Rating) -> float:
    """How much a game counts against somebody who is known less well than oneself.

    A name that was made up for one game tells nothing about a player who is known well; that player tells
    all the more about the newcomer.
    """
    return min(1.0, (LITTLE + other.known) / (LITTLE + own.known))


def is_ranked(games: int, people: int) -> bool:
    """Has a person played enough, and against enough different people, to be on a leaderboard?"""
    return games >= LEAST_GAMES and people >= LEAST_PEOPLE
