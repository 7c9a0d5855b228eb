"""Ratings: how strong a player is, how sure that is, which games count, and who is on a leaderboard.

Pure functions: nothing here reads a clock, a file or a database. docs/ratings.md tells the rules in words.
"""

from citywright.ratings.book import Book, Change, Played, Player, Standing
from citywright.ratings.counting import Facts, Seat, effective_ranks, is_absent, why_not_counted
from citywright.ratings.farming import ACTIVE_DAYS, LEAST_GAMES, LEAST_PEOPLE, is_ranked, meeting_weight
from citywright.ratings.kinds import KINDS, LIVE, TURNS, kind_of_pace
from citywright.ratings.model import BEGIN, Rating, rate, shown

__all__ = [
    "ACTIVE_DAYS",
    "BEGIN",
    "KINDS",
    "LEAST_GAMES",
    "LEAST_PEOPLE",
    "LIVE",
    "TURNS",
    "Book",
    "Change",
    "Facts",
    "Played",
    "Player",
    "Rating",
    "Seat",
    "Standing",
    "effective_ranks",
    "is_absent",
    "is_ranked",
    "kind_of_pace",
    "meeting_weight",
    "rate",
    "shown",
    "why_not_counted",
]
