"""One judgement of every position, for looking back: the chances and points of all seats.

A decision is judged by what `Knowledge` foresees for the end of the turn, chance by the mean of what may
happen, the end by its result. Nothing here searches.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.calibration import Calibration
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import MASK32, Rng
from citywright.engine.state import CHANCE, OVER, State

MOST_OUTCOMES: Final = 300  # of more, so many are drawn


class Judge:
    """Judges the positions of one game. What it returns are the chances of all seats, then their points."""

    def __init__(self, knowledge: Knowledge, calibration: Calibration, seed: i64) -> None:
        self.knowledge = knowledge
        self.calibration = calibration
        self.seed: i64 = seed

    def foreseen(self, state: State, turn: i64, tries: i64) -> list[float]:
        """A position judged at the end of a turn that it is in, or has just left: the mean of some tries."""
        if tries == 1 or state.actor() == OVER:
            return self._tried(state, turn, 0)
        total: list[float] = [0.0] * (2 * state.seats())
        for number in range(tries):
            judged = self._tried(state, turn, number)
            for place in range(len(total)):
                total[place] += judged[place] / float(tries)
        return total

    def _tried(self, state: State, turn: i64, number: i64) -> list[float]:
        """One try. The n-th tries of all positions meet the same dice, so that luck does not decide."""
        foresight = self.knowledge.foresee(state, turn, Rng(self.seed + 7919 * number & MASK32))
        return self.calibration.chances(foresight) + self.calibration.final_points(foresight)

    def after_chance(self, state: State, tries: i64) -> list[float]:
        """A position in which chance acts: the mean of its outcomes, of a sample where there are many."""
        outcomes = self.knowledge.outcomes(state)
        if len(outcomes) > MOST_OUTCOMES:
            rng = Rng(self.seed)
            outcomes = [(state.sample_chance(rng), 1) for _ in range(MOST_OUTCOMES)]
        turn: i64 = state.turns()
        total: list[float] = [0.0] * (2 * state.seats())
        tickets: i64 = 0
        for code, weight in outcomes:
            after = state.clone()
            after.apply(code)
            judged = self.foreseen(after, turn, tries)
            tickets += weight
            for place in range(len(total)):
                total[place] += judged[place] * float(weight)
        share: float = 1.0 / float(tickets)
        return [value * share for value in total]

    def position(self, state: State, tries: i64) -> list[float]:
        """Any position, as it stands."""
        if state.actor() == CHANCE:
            return self.after_chance(state, tries)
        return self.foreseen(state, state.turns(), tries)

    def actions(self, state: State, codes: list[int], tries: i64) -> list[list[float]]:
        """What each of some actions leads to."""
        turn: i64 = state.turns()
        judged: list[list[float]] = []
        for code in codes:
            after = state.clone()
            after.apply(code)
            judged.append(self.foreseen(after, turn, tries))
        return judged

    def actions_imagined(self, observation: State, codes: list[int], tries: i64) -> list[list[float]]:
        """The same for a seat that cannot know everything: over some positions that it can imagine."""
        turn: i64 = observation.turns()
        totals: list[list[float]] = [[0.0] * (2 * observation.seats()) for _ in codes]
        for number in range(tries):
            state = observation.imagine(Rng(self.seed + 104_729 * number & MASK32))
            for place in range(len(codes)):
                after = state.clone()
                after.apply(codes[place])
                judged = self._tried(after, turn, number)
                total = totals[place]
                for value in range(len(total)):
                    total[value] += judged[value] / float(tries)
        return totals
