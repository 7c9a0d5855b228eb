"""What a game knows about playing it well, as bots ask for it; `evaluate.py` of a game refines it.

As it stands here it serves any game, weakly: points on the track are all it sees.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from citywright.engine.rng import Rng
from citywright.engine.state import OVER, State

FAR: Final = 1_000_000  # more turns than any game has


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Judgement of positions and actions. May remember what it worked out, but the answers stay the same.

    It is given observations by the simple levels and imagined whole states by the search; of the latter it
    should judge with the actor's own eyes, or the search would plan with what nobody can know.
    """

    def glance(self, state: State, rng: Rng) -> i64:
        """A sensible action, one step seen ahead."""
        actions = state.legal_actions()
        seat: i64 = state.actor()
        first: i64 = rng.below(len(actions))  # among equals the choice falls by chance
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
        """A good action by rule and judgement, without search."""
        return state.random_action(rng)

    def hasten(self, state: State, rng: Rng) -> i64:
        """A fair action, quickly: search plays on with it below its tree."""
        return self.advise(state, rng)

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        """How good each of the actor's actions looks, in points; only differences matter."""
        return [0.0] * len(actions)

    def settled(self, state: State) -> bool:
        """Is this a decision where weighing is as good as search? Then none is spent on it."""
        return False

    def outlook(self, state: State) -> list[float]:
        """The points each seat can expect at the end, as far as they make a difference between seats."""
        return [float(points) for points in state.scores()]

    def beyond(self, state: State) -> float:
        """The points that any seat usually makes until the end beyond its outlook."""
        return 0.0

    def spread(self, state: State) -> float:
        """How many points of `outlook` make a difference of about one to three in the chances to win."""
        return 8.0

    def horizon(self, state: State) -> i64:
        """After how many turns search asks for the outlook instead of playing on."""
        return FAR

    def patience(self, state: State) -> i64:
        """How often an action is tried before search doubts that others answer it as advised."""
        return 1

    def trust(self, state: State) -> float:
        """As many simulations does the first judgement of an action count for."""
        return 6.0

    def effort(self, state: State) -> i64:
        """How many simulations a decision deserves by default."""
        return 200

    # --- learning ---------------------------------------------------------------------

    def features(self, state: State, seat: i64) -> list[float]:
        """What training measures of a seat's position; nothing if the game has nothing to learn."""
        return []

    def pace(self, state: State, seat: i64) -> float:
        """How early in the game it is, from 1 down to 0: learned weights glide with it."""
        return 1.0


def win_shares(knowledge: Knowledge, state: State) -> list[float]:
    """The chance of each seat to win; who shares a victory shares the one."""
    if state.actor() != OVER:
        return shares_of(knowledge.outlook(state), knowledge.spread(state))
    ranks = state.standing().ranks
    winners: i64 = ranks.count(1)
    return [1.0 / float(winners) if rank == 1 else 0.0 for rank in ranks]


def shares_of(outlook: list[float], spread: float) -> list[float]:
    """Chances to win from the points expected."""
    best: float = max(outlook)
    total: float = 0.0
    shares: list[float] = []
    for points in outlook:
        share: float = exp((points - best) / spread)
        total += share
        shares.append(share)
    return [share / total for share in shares]
