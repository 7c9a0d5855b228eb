"""Which games count, and with which ranks: whoever leaves on purpose does not save a rating by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

RATED_LAYOUTS: Final[frozenset[str]] = frozenset()
"""Layouts, by their hash, on which games count although they are not the usual board of their game."""

AWAY: Final = 1 / 3  # of a game: whoever let a bot play for longer has not played it

# Why a game does not count.
GIVEN: Final = "given"
GUIDED: Final = "guided"
ONE_SCREEN: Final = "one screen"
LAYOUT: Final = "layout"
DAILY: Final = "daily"
OPEN_SEAT: Final = "open seat"
NO_PERSON: Final = "no person"
SAME_PERSON: Final = "same person"


class Seat(NamedTuple):
    """Who held a seat at the end: a person, a bot, or (no player) nobody."""

    player: str | None
    is_person: bool
    is_absent: bool = False  # a bot played in the person's place: see `is_absent`


class Facts(NamedTuple):
    """What is asked of a finished game."""

    seats: Sequence[Seat]
    given: int = 0  # plies that were set up
    is_guided: bool = False
    is_one_screen: bool = False
    layout: str = ""  # the hash of a layout that is not the usual one
    is_daily: bool = False


def why_not_counted(facts: Facts) -> str:
    """Why a game does not count, one of the words above; empty: it counts.

    Decisions that were taken back within a turn are part of the game: they change nothing.
    """
    people = [seat.player for seat in facts.seats if seat.is_person]
    reasons = (
        (GIVEN, facts.given > 0),
        (GUIDED, facts.is_guided),
        (ONE_SCREEN, facts.is_one_screen),
        (DAILY, facts.is_daily),
        (LAYOUT, bool(facts.layout) and facts.layout not in RATED_LAYOUTS),
        (OPEN_SEAT, any(seat.player is None for seat in facts.seats)),
        (NO_PERSON, not people),
        (SAME_PERSON, len(set(people)) < len(people)),
    )
    return next((reason for reason, is_so in reasons if is_so), "")


def is_absent(plies: int, away: int, *, is_away: bool) -> bool:
    """Has a person left a game? `is_away`: a bot played for them at the end; `away`: for so many plies.

    Whoever comes back for the last move, after a bot has played most of the game, has left it as well.
    """
    return is_away or away > AWAY * plies


def effective_ranks(ranks: Sequence[int], seats: Sequence[Seat]) -> list[int]:
    """The ranks that are rated, from those of the game.

    Whoever left comes after all people who stayed, and keeps what the bot in their place has reached if that
    is worse; after everybody if nobody else was a person.
    """
    people = [rank for rank, seat in zip(ranks, seats, strict=True) if seat.is_person]
    last = max(people) if len(people) > 1 else max(ranks)
    keys = [
        (max(rank, last), 1) if seat.is_absent else (rank, 0) for rank, seat in zip(ranks, seats, strict=True)
    ]
    return [1 + sum(other < key for other in keys) for key in keys]
