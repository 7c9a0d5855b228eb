"""What an analysis tells, as plain data: every ply judged, and for each seat a ledger that adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

QUICK = "quick"
DEEP = "deep"
DEPTHS = (QUICK, DEEP)
VERSION = 1  # raised whenever the same game is judged in another way: kept results of before are made anew

MARKS = (("blunder", 0.12), ("mistake", 0.06), ("inaccuracy", 0.03))  # from so much win chance given away


class Alternative(msgspec.Struct, frozen=True):
    """An action and what it would have led to."""

    action: str  # in notation
    chances: list[float]  # of all seats to win after it
    points: list[float]  # expected at the end, of all seats


class PlyAnalysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ply: what was to be expected before it, and what it changed."""

    ply: int  # its number, from 0
    actor: int  # the seat, or CHANCE
    action: str  # what was done, in notation
    chances: list[float]  # of all seats to win, before the action
    points: list[float]  # expected at the end, of all seats, before it
    luck: list[float] = []  # of all seats: what a roll, card or tile added to the mean of all that could come
    lost: float = 0.0  # of a decision: the actor's chance to win that it gave away, never below 0
    points_lost: float = 0.0  # the same in points; below 0 where the better action costs points
    rejudged: list[float] = []  # of all seats: what the position turned out to be worth when looked at later
    mark: str = ""  # one of MARKS, or empty
    best: list[Alternative] = []  # of a decision between several actions: the best, best first


class SeatLedger(msgspec.Struct, frozen=True):
    """Where a seat's result came from: start + luck + mistakes + others = result, in chances to win."""

    start: float
    luck: float
    mistakes: float  # what own decisions changed: below 0 if better ones were there
    others: float  # the same of the other seats' decisions
    result: float
    given_away: float  # own mistakes alone, added up: never below 0
    accuracy: float  # 100: nothing given away; 0: as much as choosing at random would have
    points_luck: float
    points_mistakes: float
    marks: dict[str, int]


class Ledger(msgspec.Struct, frozen=True):
    """A whole game, judged."""

    game: str
    rules_version: int
    depth: str
    version: int
    seats: list[SeatLedger]
    plies: list[PlyAnalysis]
    final_chances: list[float]  # after the last ply: the result, if the game is over
    best_moments: list[int]  # plies of chance, those that changed most first
    worst_moments: list[int]  # decisions, those that gave most away first

    def plot(self, names: Sequence[str] = ()) -> Any:
        """The chances over the game with its mistakes and its luck, as a figure of matplotlib."""
        from citywright.analysis.plotting import figure_of

        return figure_of(self, names)


def mark_of(lost: float) -> str:
    """How a decision that gave so much away is marked; empty if it is not."""
    return next((name for name, least in MARKS if lost >= least), "")
