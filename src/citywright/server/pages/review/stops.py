"""Where the steps of a review lead: by ply, decision, turn or mistake. The page's script counts alike."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from citywright.analysis.result import Ledger
from citywright.engine.view import seat_letter
from citywright.match.match import Match
from citywright.server.live.score_sheet import turn_starts

GRAVE = ("mistake", "blunder")  # the marks that one jumps to
NOBODY = "."  # when the game is over


class Stops:
    """The plies of one game that are worth a stop."""

    def __init__(self, match: Match, ledger: Ledger | None) -> None:
        self.last = match.ply
        end = NOBODY if match.over else seat_letter(match.actor)
        self.actors = "".join(seat_letter(ply.actor) for ply in match.plies) + end  # `*` is chance
        self.turns = self._first_decisions(turn_starts(match))
        marked = [] if ledger is None else ledger.plies
        self.mistakes = [ply.ply for ply in marked if ply.mark in GRAVE]

    def _first_decisions(self, starts: list[int]) -> list[int]:
        """Of every turn the first ply at which a seat decides; and the end."""
        found = [
            next((ply for ply in range(start, end) if self.actors[ply].isalpha()), -1)
            for start, end in pairwise(starts)
        ]
        return sorted({ply for ply in found if ply >= 0} | {self.last})

    def decisions(self, letter: str = "") -> list[int]:
        """The plies at which any seat decides, or one."""
        return [
            ply for ply, actor in enumerate(self.actors) if (actor == letter if letter else actor.isalpha())
        ]

    def around(self, ply: int, letter: str) -> dict[str, int]:
        """Where each key leads from a ply, as a viewer with this letter."""
        own = self.decisions(letter) if letter.isalpha() else []
        return {
            "Home": 0,
            "ArrowLeft": max(0, ply - 1),
            "ArrowRight": min(self.last, ply + 1),
            "End": self.last,
            "PageUp": before(self.turns, ply),
            "PageDown": after(self.turns, ply),
            "D": before(self.decisions(), ply),
            "d": after(self.decisions(), ply),
            "S": before(own, ply),
            "s": after(own, ply),
            "M": before(self.mistakes, ply),
            "m": after(self.mistakes, ply),
        }


def before(stops: Iterable[int], ply: int) -> int:
    """The last stop before a ply; without one, the ply."""
    return max((stop for stop in stops if stop < ply), default=ply)


def after(stops: Iterable[int], ply: int) -> int:
    """The first stop after a ply; without one, the ply."""
    return min((stop for stop in stops if stop > ply), default=ply)
