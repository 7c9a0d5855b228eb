"""Deep analysis: where it matters, what decisions gave away is searched.

Values from ply to ply stay those of a quick one: a search sees the best of what the seat to decide may do,
and so a little too much; positions before and after it would not be judged alike.
"""

from __future__ import annotations

from citywright.analysis.judging import Analyst, Judged
from citywright.bots.search import Search
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.match.match import Match

SIMULATIONS = 1500
LONGEST = 4.0  # seconds for one decision; usually a few tenths
CLEAR = 0.25  # a choice that is better than the next by more is not searched
SMALL = 0.002  # nor one between actions that differ by less


class Deepener(Analyst):
    """Judges the plies of one match with search."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.search = Search(self.knowledge)
        self.search.calibration = self.judge.calibration

    def _decision(self, judged: Judged, state: State, legal: list[int]) -> Judged:
        judged = super()._decision(judged, state, legal)
        if not self._matters(judged, state):
            return judged
        seat = judged.actor
        self.search.forget()
        self.search.decide(state.observe(seat), SIMULATIONS, LONGEST, Rng(self.seed))
        found = {
            code: (chance, points) for code, chance, points, visits in self.search.alternatives if visits
        }
        if judged.code not in found or len(found) < 2:
            return judged
        judged.ranked = [
            (code, self._with_chance(values, seat, *found[code]))
            for code, values in judged.ranked
            if code in found
        ]
        judged.ranked.sort(key=lambda item: -item[1][seat])
        return judged

    def _matters(self, judged: Judged, state: State) -> bool:
        """Is the choice neither clear nor without consequence?"""
        if self.knowledge.settled(state):
            return False
        best, second = (values[judged.actor] for _, values in judged.ranked[:2])
        worst = judged.ranked[-1][1][judged.actor]
        return best - second <= CLEAR and best - worst >= SMALL

    def _with_chance(self, values: list[float], seat: int, chance: float, points: float) -> list[float]:
        """Values with another chance and other points of a seat; the others share the rest as before."""
        rest = 1.0 - values[seat]
        scale = (1.0 - chance) / rest if rest > 0.0 else 0.0
        chances = [value * scale for value in values[: self.seats]]
        chances[seat] = chance
        if rest <= 0.0:
            share = (1.0 - chance) / (self.seats - 1)
            chances = [chance if number == seat else share for number in range(self.seats)]
        changed = [*chances, *values[self.seats :]]
        changed[self.seats + seat] = points
        return changed
