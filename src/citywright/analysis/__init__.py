"""Looking back at a game: luck and mistakes of every seat, told apart and adding up to the result."""

from __future__ import annotations

from collections.abc import Callable

from citywright.analysis.deepening import Deepener
from citywright.analysis.judging import Analyst, states_of
from citywright.analysis.ledger import ledger_of
from citywright.analysis.result import (
    DEEP,
    DEPTHS,
    QUICK,
    VERSION,
    Alternative,
    Ledger,
    PlyAnalysis,
    SeatLedger,
)
from citywright.match.match import Match

__all__ = [
    "DEEP", "DEPTHS", "QUICK", "VERSION", "Alternative", "AnalysisError", "Ledger", "PlyAnalysis",
    "SeatLedger", "Stopped", "analyse",
]  # fmt: skip


class AnalysisError(Exception):
    """This match cannot be analysed; the message says why."""


class Stopped(Exception):
    """The analysis was stopped before it was done."""


def analyse(
    match: Match,
    depth: str = QUICK,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Ledger:
    """Judge every ply of a match: `quick` in seconds, `deep` with search at every decision that matters.

    `progress` is told how many plies of how many are done; where `stop` answers True, Stopped is raised.
    The same match and depth always give the same ledger.
    """
    if depth not in DEPTHS:
        raise AnalysisError(f"a game is analysed {' or '.join(DEPTHS)}, not {depth!r}")
    if match.viewer is not None and match.game.has_secrets:
        raise AnalysisError("this record holds only what one seat saw: what others held is not known")
    states = states_of(match)
    analyst = Deepener(match) if depth == DEEP else Analyst(match)
    plies = []
    for number, ply in enumerate(match.plies):
        if stop is not None and stop():
            raise Stopped
        plies.append(analyst.judged(states[number], ply.code))
        if progress is not None:
            progress(number + 1, len(match.plies))
    return ledger_of(match, depth, plies, analyst.result(states[-1]))
