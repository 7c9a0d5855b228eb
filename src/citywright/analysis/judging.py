"""A game judged ply by ply, by one function: what chance added, and what decisions gave away."""

from __future__ import annotations

from dataclasses import dataclass, field
from zlib import crc32

from citywright.bots.judgement import Judge
from citywright.engine.calibration import uncalibrated
from citywright.engine.knowledge import Knowledge
from citywright.engine.state import CHANCE, OVER, State
from citywright.game_parts import calibration_of, knowledge_of
from citywright.match.match import Match

FEW = 16  # so many actions are all judged; of more, the most promising and some others
PROMISING = 10
OTHERS = 6


@dataclass
class Judged:
    """One ply. Lists of numbers have the chances of all seats first, then their points."""

    actor: int
    code: int
    value: list[float]  # of the position before it
    after: list[float]  # of what it led to, judged in the same way as all that it could have led to
    luck: list[float] = field(default_factory=list)  # of chance: `after` less the mean of all outcomes
    ranked: list[tuple[int, list[float]]] = field(default_factory=list)  # judged actions, best first
    at_random: float = 0.0  # the mean chance of the actor over all it could have done


class Analyst:
    """Judges the plies of one match."""

    def __init__(self, match: Match) -> None:
        self.game = match.game
        self.seats = match.seats
        self.knowledge: Knowledge = knowledge_of(match.game)
        first = match.game.new_state(match.seats, match.start, match.layout)
        calibration = calibration_of(match.game, match.seats) or uncalibrated(self.knowledge, first)
        self.seed = _seed_of(match)
        self.judge = Judge(self.knowledge, calibration, self.seed)
        self.tries = self.knowledge.tries()

    def judged(self, state: State, code: int) -> Judged:
        """A position and what was done in it."""
        actor = state.actor()
        after = self.judge.actions(state, [code], self.tries)[0]
        if actor == CHANCE:
            mean = self.judge.after_chance(state, self.tries)
            luck = [value - other for value, other in zip(after, mean, strict=True)]
            return Judged(actor, code, mean, after, luck)
        value = self.judge.position(state, self.tries)
        legal = state.legal_actions()
        if len(legal) == 1:
            return Judged(actor, code, value, after)
        return self._decision(Judged(actor, code, value, after), state, legal)

    def _decision(self, judged: Judged, state: State, legal: list[int]) -> Judged:
        """Judge what else could have been done, by what the seat could know."""
        seat = judged.actor
        seen = state.observe(seat) if self.game.has_secrets else state
        promising, others = self._candidates(seen, legal)
        codes = list(dict.fromkeys([*promising, *others, judged.code]))
        values = dict(zip(codes, self._actions(seen, codes), strict=True))
        judged.ranked = sorted(values.items(), key=lambda item: -item[1][seat])
        sample = others or promising
        judged.at_random = sum(values[code][seat] for code in sample) / len(sample)
        return judged

    def _candidates(self, seen: State, legal: list[int]) -> tuple[list[int], list[int]]:
        """The actions worth judging, and some for how well a choice at random would do; none: the same."""
        if len(legal) <= FEW:
            return legal, []
        weights = self.knowledge.weigh(seen, legal)
        order = sorted(range(len(legal)), key=lambda place: -weights[place])
        step = len(legal) / OTHERS
        others = [legal[int(step * (number + 0.5))] for number in range(OTHERS)]
        return [legal[place] for place in order[:PROMISING]], others

    def _actions(self, seen: State, codes: list[int]) -> list[list[float]]:
        if self.game.has_secrets:
            return self.judge.actions_imagined(seen, codes, self.tries)
        return self.judge.actions(seen, codes, self.tries)

    def result(self, state: State) -> list[float]:
        """The position after the last ply: the result, if the game is over."""
        if state.actor() == OVER:
            return self.judge.foreseen(state, state.turns(), 1)
        return self.judge.position(state, self.tries)


def _seed_of(match: Match) -> int:
    """A seed of its own for every game, always the same: so that what is drawn favours no seat on average."""
    return crc32(repr([ply.code for ply in match.plies]).encode()) >> 1


def states_of(match: Match) -> list[State]:
    """The positions of a match, from the first to the one after the last ply."""
    state = match.game.new_state(match.seats, match.start, match.layout)
    states = [state.clone()]
    for ply in match.plies:
        state.apply(ply.code)
        states.append(state.clone())
    return states
