"""From expected points to chances that can be believed: if 70 % are told, 70 % of such games are won.

The figures are fitted to played games, by game and number of seats, by `citywright.lab.calibration`.
"""

from __future__ import annotations

from math import exp

from mypy_extensions import i64

from citywright.engine.knowledge import Foresight, Knowledge
from citywright.engine.state import State


class Calibration:
    """Figures at a few stages of a game, by its pace; between two of them they change evenly."""

    def __init__(
        self, paces: list[float], spreads: list[float], turns: list[float], points: list[float]
    ) -> None:
        self.paces = paces  # rising, from 0 (the end) to 1 (the beginning)
        self.spreads = spreads  # the lead that makes winning about 2.7 times as likely
        self.turns = turns  # points that it is worth to have the turn
        self.points = points  # what every seat makes besides, until the end

    def at(self, figures: list[float], pace: float) -> float:
        """A figure at any stage."""
        last: i64 = len(self.paces) - 1
        for place in range(last):
            after: float = self.paces[place + 1]
            if pace < after:
                before: float = self.paces[place]
                share: float = max(pace - before, 0.0) / (after - before)
                return figures[place] + share * (figures[place + 1] - figures[place])
        return figures[last]

    def chances(self, foresight: Foresight) -> list[float]:
        """The chance of each seat to win; they add up to 1."""
        if foresight.result:
            return foresight.result
        spread: float = self.at(self.spreads, foresight.pace)
        bonus: float = self.at(self.turns, foresight.pace)
        best: float = max(foresight.points)
        total: float = 0.0
        chances: list[float] = []
        for seat in range(len(foresight.points)):
            points: float = foresight.points[seat] - best
            if seat == foresight.mover:
                points += bonus
            chance: float = exp(points / spread)
            total += chance
            chances.append(chance)
        return [chance / total for chance in chances]

    def final_points(self, foresight: Foresight) -> list[float]:
        """The points each seat can expect to end with."""
        if foresight.result:
            return foresight.points
        besides: float = self.at(self.points, foresight.pace)
        return [points + besides for points in foresight.points]


def uncalibrated(knowledge: Knowledge, state: State) -> Calibration:
    """What the game's knowledge says of itself, for a game or a number of seats that nobody has fitted."""
    spread: float = knowledge.spread(state)
    return Calibration([0.0, 1.0], [spread, spread], [0.0, 0.0], [0.0, knowledge.beyond(state)])
