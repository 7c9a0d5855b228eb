"""The two kinds of pace that are rated apart: games in one sitting, and games by turns over days."""

from __future__ import annotations

from typing import Any, Final

LIVE: Final = "live"
TURNS: Final = "turns"
KINDS: Final = (LIVE, TURNS)

HOUR: Final = 3600  # seconds
DAY: Final = 24 * HOUR


def kind_of_pace(pace: int, reserve: int = 0) -> str:
    """The kind of a table's pace. `pace` is the time for a decision and `reserve` the time for the whole
    game, in seconds; 0: no limit.

    Whoever has minutes for a decision, or less than a day for all of them, sits there until the end: live.
    Where there are days, or no limit at all, nobody need be there: by turns.
    """
    if 0 < pace < HOUR or 0 < reserve < DAY:
        return LIVE
    return TURNS


def kind_of_terms(terms: Any) -> str:
    """The kind of pace of a table, from its terms or its row: whatever has `pace`, and perhaps `reserve`."""
    return kind_of_pace(terms.pace or 0, getattr(terms, "reserve", 0) or 0)
