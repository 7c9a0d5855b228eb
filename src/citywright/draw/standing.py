"""The final standing as rows that a game's tray draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citywright.engine.view import View
from citywright.text.phrases import player_name


class StandingRow(NamedTuple):
    """One seat in the final standing."""

    rank: int
    seat: int
    name: str
    points: int


def final_standing(view: View, names: Sequence[str]) -> tuple[StandingRow, ...]:
    """The seats by rank, best first, when the game is over; before that nothing."""
    ranks = view.ranks or []
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    return tuple(
        [StandingRow(ranks[seat], seat, player_name(seat, names), view.scores[seat]) for seat in order]
    )
