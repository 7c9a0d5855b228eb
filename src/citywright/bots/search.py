"""Tree search over imagined states, for any game: open-loop, chance sampled, every seat for itself.

A node stands for the decisions that led to it, not for one state: dice, cards and imagined secrets are drawn
anew in every simulation. `Knowledge` orders the actions, plays on below the tree, and judges at the horizon.
"""

from __future__ import annotations

import gc
from math import log, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from citywright.engine.calibration import Calibration
from citywright.engine.knowledge import Knowledge, shares_of, win_shares
from citywright.engine.rng import MASK32, Rng
from citywright.engine.state import CHANCE, OVER, State

CURIOSITY: Final = 0.25
ROOT_NARROW: Final = 8  # so many actions are tried at first, more with every visit of the node
NARROW: Final = 4  # the same below the root
WIDENING: Final = 0.6
HOPELESS: Final = 0.3  # an action judged to win this much less often than the best gets no simulation
PLAYOUT_LIMIT: Final = 20_000


NO_CODES: Final[list[int]] = []
NO_CHILDREN: Final[dict[int, Node]] = {}


class Node:
    """What is known about the decision that led here, and the decisions after it."""

    __slots__ = ("children", "codes", "judged", "points", "value", "visits", "weight")

    def __init__(self, weight: float) -> None:
        self.weight = weight  # judged before any simulation, in points: 0 the best action, others below
        self.visits: float = 0.0
        self.value: float = 0.0  # the sum of the deciding seat's win shares
        self.points: float = 0.0  # the sum of its points at the horizon
        self.judged: bool = False
        self.codes: list[int] = NO_CODES  # the children's, best weight first
        self.children: dict[int, Node] = NO_CHILDREN

    def judge(self, knowledge: Knowledge, state: State, actions: list[int]) -> None:
        """Give every action a child node, unless an earlier simulation did."""
        if not self.judged:
            self.children = {}  # most nodes never get here
        weights = knowledge.weigh(state, actions)
        best: float = max(weights)
        order: list[tuple[float, int]] = []
        for i in range(len(actions)):
            code = actions[i]
            if code not in self.children:
                self.children[code] = Node(weights[i] - best)
        for code, child in self.children.items():
            order.append((-child.weight, code))
        order.sort()
        self.codes = [code for _, code in order]
        self.judged = True

    def mean(self, expected: float, slope: float, trust: float) -> float:
        """The win share so far; the first judgement counts like `trust` visits."""
        return (self.value + trust * (expected + self.weight * slope)) / (self.visits + trust)


class Search:
    """One bot's search; keeps its tree while the same turn goes on."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        # For telling people: chances as calibrated. Without it, as bots play, the knowledge's own.
        self.calibration: Calibration | None = None
        self.root = Node(0.0)
        self.awaited: list[int] = []  # the snapshot of the position the kept tree belongs to
        self.simulations: i64 = 0  # of the last decision
        self.seat: i64 = 0
        self.deadline: float = 0.0
        self.slope: float = 0.0  # win share for a point
        self.horizon: i64 = 0
        self.patience: float = 1.0
        self.trust: float = 1.0
        self.outlook: float = 0.0  # the points the seat could expect before the search
        # Of the last decision, best first: action, chance to win, points at the end, visits.
        self.alternatives: list[tuple[int, float, float, int]] = []

    def forget(self) -> None:
        """Let the kept tree go: the next decision is searched from the beginning."""
        self.awaited = []

    def decide(self, observation: State, simulations: i64, seconds: float, rng: Rng) -> i64:
        """The best action of the seat to act, from what it can see; stops at whichever limit comes first."""
        self.deadline = perf_counter() + seconds
        actions = observation.legal_actions()
        self._plant(observation, actions)
        candidates = self._candidates(actions)
        self.simulations = 0
        if len(candidates) > 1 and not self.knowledge.settled(observation):
            collects: bool = gc.isenabled()
            gc.disable()  # a tree has no cycles: looking for them took a sixth of the time
            try:
                self._explore(observation, candidates, simulations, rng.next32() << 20)
            finally:
                if collects:
                    gc.enable()
        chosen = self._report(candidates)
        self._keep(observation, chosen)
        return chosen

    def _explore(self, observation: State, candidates: list[int], simulations: i64, stream: i64) -> None:
        """Simulate until one of the limits is reached."""
        while self.simulations < simulations and perf_counter() < self.deadline:
            width: i64 = ROOT_NARROW + i64(WIDENING * sqrt(float(self.simulations)))
            self._simulate(observation, candidates[:width], stream)
            self.simulations += 1

    # --- the tree of a turn -----------------------------------------------------------

    def _plant(self, observation: State, actions: list[int]) -> None:
        """Start from the kept tree if it belongs to this position, else from an empty one."""
        if not self.awaited or self.awaited != observation.snapshot():
            self.root = Node(0.0)
        self.root.judge(self.knowledge, observation, actions)
        self.seat = observation.actor()
        points, shares = self._judged(observation)
        spread: float = self.knowledge.spread(observation)
        share: float = shares[self.seat]
        self.outlook = points[self.seat]
        self.slope = max(share * (1.0 - share), 0.05) / spread
        self.horizon = observation.turns() + self.knowledge.horizon(observation)
        self.patience = float(self.knowledge.patience(observation))
        self.trust = self.knowledge.trust(observation)
        if self.root.visits == 0.0:
            self.root.value = share
            self.root.visits = 1.0

    def _candidates(self, actions: list[int]) -> list[int]:
        """The actions that are not hopelessly behind by the first judgement, best first.

        A kept tree also has actions that were possible in other simulations, but are not possible here.
        """
        legal = set(actions)
        candidates: list[int] = []
        for code in self.root.codes:
            if code in legal and (not candidates or self.root.children[code].weight * self.slope > -HOPELESS):
                candidates.append(code)
        return candidates

    def _keep(self, observation: State, chosen: i64) -> None:
        """Keep the tree below the choice if the same seat decides next and nothing is revealed in between."""
        after = observation.clone()
        after.apply(chosen)
        if after.actor() == self.seat:
            self.root = self.root.children[chosen]
            self.awaited = after.snapshot()
        else:
            self.root = Node(0.0)  # the next turn may be far away: the memory is freed
            self.awaited = []

    # --- one simulation ---------------------------------------------------------------

    def _simulate(self, observation: State, candidates: list[int], stream: i64) -> None:
        node = self.root
        code: i64 = self._select(node, candidates)
        child = node.children[code]
        # The n-th visits of all candidates meet the same dice, so that luck does not decide between them.
        rng = Rng(stream + i64(child.visits) & MASK32)
        state = observation.imagine(rng)
        path: list[Node] = [child]
        movers: list[i64] = [self.seat]
        state.apply(code)
        node = child
        while True:
            while state.actor() == CHANCE:
                state.apply(state.sample_chance(rng))
            actor: i64 = state.actor()
            known: float = 1.0 if actor == self.seat else self.patience
            if actor < 0 or node.visits < known or state.turns() >= self.horizon:
                break
            if self.knowledge.settled(state):
                state.apply(self.knowledge.hasten(state, rng))
                continue
            actions = state.legal_actions()
            if len(actions) == 1:
                state.apply(actions[0])
                continue
            node = self._descend(node, state, actions)
            movers.append(actor)
            path.append(node)
        if self._play_on(state, rng):
            self._learn(state, path, movers)

    def _descend(self, node: Node, state: State, actions: list[int]) -> Node:
        """Choose an action at an inner node and apply it."""
        if not node.judged:
            node.judge(self.knowledge, state, actions)
        for code in actions:
            if code not in node.children:
                node.judge(self.knowledge, state, actions)
                break
        possible: list[int] = []
        legal = set(actions)
        width: i64 = NARROW + i64(WIDENING * sqrt(node.visits))
        for code in node.codes:
            if code in legal:
                possible.append(code)
                if len(possible) == width:
                    break
        chosen: i64 = self._select(node, possible)
        state.apply(chosen)
        return node.children[chosen]

    def _select(self, node: Node, codes: list[int]) -> i64:
        """The action with the best upper bound."""
        expected, visits = self._expected(node, codes)
        reach: float = CURIOSITY * sqrt(log(visits + 2.0))
        trust: float = self.trust
        best: float = -1e9
        chosen: i64 = codes[0]
        for code in codes:
            child = node.children[code]
            bound: float = child.mean(expected, self.slope, trust) + reach / sqrt(child.visits + trust)
            if bound > best:
                best = bound
                chosen = code
        return chosen

    def _expected(self, node: Node, codes: list[int]) -> tuple[float, float]:
        """The mean win share of the seat that decides at this node, and how often it did."""
        visits: float = 0.0
        value: float = 0.0
        for code in codes:
            child = node.children[code]
            visits += child.visits
            value += child.value
        if visits == 0.0:
            return (self.root.value / self.root.visits if node is self.root else 0.5), visits
        return value / visits, visits

    def _play_on(self, state: State, rng: Rng) -> bool:
        """Below the tree every seat follows the advice, up to the horizon; false if time ran out."""
        knowledge = self.knowledge
        decisions: i64 = 0
        while decisions < PLAYOUT_LIMIT and state.turns() < self.horizon:
            actor: i64 = state.actor()
            if actor >= 0:
                if perf_counter() > self.deadline:
                    return False
                state.apply(knowledge.hasten(state, rng))
                decisions += 1
            elif actor == CHANCE:
                state.apply(state.sample_chance(rng))
            else:
                break
        return True

    def _learn(self, state: State, path: list[Node], movers: list[i64]) -> None:
        """Add the result of a simulation to every node on its path."""
        points, shares = self._judged(state)
        for i in range(len(path)):
            node = path[i]
            node.visits += 1.0
            node.value += shares[movers[i]]
            node.points += points[movers[i]]

    def _judged(self, state: State) -> tuple[list[float], list[float]]:
        """Points and chances of all seats, at the horizon or at the end."""
        knowledge = self.knowledge
        if state.actor() == OVER:
            return [float(score) for score in state.scores()], win_shares(knowledge, state)
        outlook = knowledge.outlook(state)
        beyond: float = knowledge.beyond(state)
        points = [expected + beyond for expected in outlook]
        if self.calibration is None:
            return points, shares_of(outlook, knowledge.spread(state))
        foresight = knowledge.foresee(state, state.turns() - 1, Rng(1))
        return points, self.calibration.chances(foresight)

    # --- the result -------------------------------------------------------------------

    def _report(self, candidates: list[int]) -> i64:
        """Fill `alternatives` and give the best of them."""
        expected, visits = self._expected(self.root, candidates)
        mean_points: float = self.outlook
        if visits > 0.0:
            mean_points = sum([self.root.children[code].points for code in candidates]) / visits
        ranked: list[tuple[float, int, float]] = []
        for code in candidates:
            child = self.root.children[code]
            points: float = mean_points + child.weight
            if child.visits > 0.0:
                points = child.points / child.visits
            ranked.append((-child.mean(expected, self.slope, self.trust), code, points))
        ranked.sort()
        self.alternatives = []
        for share, code, points in ranked:
            visited: i64 = i64(self.root.children[code].visits)
            self.alternatives.append((code, min(max(-share, 0.0), 1.0), points, visited))
        return ranked[0][1]


def simulations_per_second(knowledge: Knowledge, start: State, seconds: float, seed: i64) -> float:
    """How fast the search is in `start`, where a seat has a choice."""
    search = Search(knowledge)
    began: float = perf_counter()
    search.decide(start, 1 << 40, seconds, Rng(seed))
    return float(search.simulations) / (perf_counter() - began)
