"""A ledger as a picture for notebooks: chances over the game, mistakes, luck. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from citywright.analysis.result import MARKS, Ledger
from citywright.engine.view import seat_letter

COLOURS = ("#b3403a", "#2f6690", "#5b8c3e", "#c48a1c", "#6b4c8a")
STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))  # seats differ by more than colour
SIZES = {"inaccuracy": 25, "mistake": 60, "blunder": 110}


def figure_of(ledger: Ledger, names: Sequence[str] = ()) -> Any:
    """The chances of all seats, their marked mistakes, and the luck of every roll, card and tile."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    chances = [ply.chances for ply in ledger.plies] + [ledger.final_chances]
    for seat in range(len(ledger.seats)):
        name = names[seat] if seat < len(names) else seat_letter(seat)
        colour, style = COLOURS[seat % len(COLOURS)], STYLES[seat % len(STYLES)]
        above.plot([100 * one[seat] for one in chances], color=colour, linestyle=style, label=name)
        for mark, _ in MARKS:
            places = [ply.ply for ply in ledger.plies if ply.actor == seat and ply.mark == mark]
            heights = [100 * ledger.plies[place].chances[seat] for place in places]
            above.scatter(places, heights, SIZES[mark], color=colour, marker="v", zorder=3)
        rolls = [ply for ply in ledger.plies if ply.luck and ply.luck[seat] > 0]
        below.bar([ply.ply for ply in rolls], [100 * ply.luck[seat] for ply in rolls], color=colour)
    above.set(ylim=(0, 100), ylabel="chance to win, %")
    above.legend(loc="upper left")
    below.set(xlabel="ply", ylabel="luck, points of %")
    return figure
