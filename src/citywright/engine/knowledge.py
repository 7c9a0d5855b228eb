"""What bots ask a game about good play. The `knowledge` package of a game overrides it.

As it stands here it works for any game, but weakly: it looks only at the points.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER, State

FAR: Final = 1_000_000  # more turns, and more points, than any game has


class Foresight:
    """What is expected once a turn is finished: each seat's points at the end, and how far the game is."""

    __slots__ = ("mover", "pace", "points", "result")

    def __init__(self, points: list[float], pace: float, mover: i64, result: list[float]) -> None:
        self.points = points
        self.pace = pace
        self.mover: i64 = mover  # whose turn it is then; -1 if that is not known
        self.result = result  # each seat's share of the win if the game is over then, else empty


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Judges positions and actions. It may cache results, but the same question has always the same answer.

    The simple levels pass observations, the search passes imagined complete states. Of those it should use
    only what the seat to act can know; otherwise the search would plan with hidden information.
    """

    def glance(self, state: State, rng: Rng) -> i64:
        """A sensible action, looking one step ahead: for the apprentice."""
        actions = state.legal_actions()
        seat: i64 = state.actor()
        first: i64 = rng.below(len(actions))  # a random start: among equal actions the choice is random
        best: i64 = actions[first]
        most: i64 = -FAR
        for number in range(len(actions)):
            code: i64 = actions[(first + number) % len(actions)]
            after = state.clone()
            after.apply(code)
            points: i64 = after.scores()[seat]
            if points > most:
                most = points
                best = code
        return best

    def advise(self, state: State, rng: Rng) -> i64:
        """A good action without search: for the journeyman."""
        return state.random_action(rng)

    def hasten(self, state: State, rng: Rng) -> i64:
        """A fair action, quickly: the search plays on with it below its tree."""
        return self.advise(state, rng)

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        """How good each action looks, in points; only the differences matter."""
        return [0.0] * len(actions)

    def settled(self, state: State) -> bool:
        """Is `weigh` as good as search for this decision? Then no search is made."""
        return False

    def outlook(self, state: State) -> list[float]:
        """The points each seat can expect at the end; points that all seats expect alike may be left out."""
        return [float(points) for points in state.scores()]

    def beyond(self, state: State) -> float:
        """The points that were left out of `outlook`: what every seat usually still makes."""
        return 0.0

    def spread(self, state: State) -> float:
        """The lead in `outlook` that makes winning about e = 2.7 times as likely."""
        return 8.0

    def horizon(self, state: State) -> i64:
        """After how many turns the search asks for `outlook` instead of playing on."""
        return FAR

    def patience(self, state: State) -> i64:
        """How often the search tries an action before it considers replies other than the advised one."""
        return 1

    def trust(self, state: State) -> float:
        """How many simulations the first judgement of an action counts as."""
        return 6.0

    def effort(self, state: State) -> i64:
        """The default number of simulations for a decision."""
        return 200

    # --- looking back -----------------------------------------------------------------

    def mover(self, state: State) -> i64:
        """Whose turn it is; -1 if the game does not say."""
        return -1

    def foresee(self, state: State, turn: i64, rng: Rng) -> Foresight:
        """What to expect once turn number `turn` has been finished well; it may be finished already."""
        after = state.clone()
        while after.turns() == turn:
            actor: i64 = after.actor()
            if actor == OVER:
                break
            after.apply(after.sample_chance(rng) if actor == CHANCE else self.advise(after, rng))
        return self.expect(after)

    def tries(self) -> i64:
        """How often `foresee` should be asked for a fair mean; 1 where it leaves nothing to chance."""
        return 3

    def expect(self, state: State) -> Foresight:
        """What to expect of a position as it is."""
        if state.actor() == OVER:
            points = [float(score) for score in state.scores()]
            return Foresight(points, 0.0, -1, win_shares(self, state))
        return Foresight(self.outlook(state), self.pace(state, 0), self.mover(state), [])

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """What chance may do now, with the number of tickets; outcomes that come to the same may be one."""
        return state.chance_outcomes()

    # --- learning ---------------------------------------------------------------------

    def features(self, state: State, seat: i64) -> list[float]:
        """The features of a seat's position for training; empty if the game has nothing to learn."""
        return []

    def pace(self, state: State, seat: i64) -> float:
        """How early in the game it is, from 1 down to 0. Learned weights are interpolated by it."""
        return 1.0


def win_shares(knowledge: Knowledge, state: State) -> list[float]:
    """The probability of each seat to win; a shared win is divided."""
    if state.actor() != OVER:
        return shares_of(knowledge.outlook(state), knowledge.spread(state))
    ranks = state.standing().ranks
    winners: i64 = ranks.count(1)
    return [1.0 / float(winners) if rank == 1 else 0.0 for rank in ranks]


def shares_of(outlook: list[float], spread: float) -> list[float]:
    """The probabilities to win from the points expected."""
    best: float = max(outlook)
    total: float = 0.0
    shares: list[float] = []
    for points in outlook:
        share: float = exp((points - best) / spread)
        total += share
        shares.append(share)
    return [share / total for share in shares]
