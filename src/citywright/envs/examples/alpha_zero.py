"""An AlphaZero-like learner for any number of seats: `python -m citywright.envs.examples.alpha_zero GAME`.

A network judges actions, and what seats will gain. A search led by it plays against itself and teaches it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import from_numpy, nn, no_grad, optim, softmax

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.envs.batch import Batch
from citywright.envs.examples.common import Learning, finish, parser, task_of
from citywright.envs.examples.export import network_of, prepare
from citywright.envs.rows import Rows

GAMES, HIDDEN = 64, 128  # in lockstep; the network's width
SCALE, TRUST = 20.0, 0.95  # points that count as 1; trust in later positions rather than in the next one
KEPT, SAMPLES, EVERY = 40_000, 256, 8  # positions kept; in a lesson; as many lessons after as many moves
EXPLORE, NOISE = 1.0, 0.25  # what the network's preferences count in the search; how much of them is random
DOUBT, STRENGTH = 1.0, 15.0  # visits that a judgement counts as; how far the search changes preferences


class Node:
    """A decision: preferences, points expected and leads of all seats, and what the actions tried led to."""

    def __init__(self, actor: int, priors: NDArray[Any], points: NDArray[Any], leads: NDArray[Any]) -> None:
        self.actor, self.priors, self.points, self.leads = actor, priors, points, leads
        self.visits, self.totals = np.full(len(priors), DOUBT), np.full(len(priors), DOUBT * leads[actor])
        self.children: dict[tuple[int, ...], Node] = {}  # by action and what chance did after it

    def select(self, legal: NDArray[Any]) -> int:
        """The legal action with the best mean and preference (PUCT)."""
        visits, priors = self.visits[legal], self.priors[legal]
        bonus = EXPLORE * np.sqrt(visits.sum()) * priors / priors.sum() / visits
        return int(legal[(self.totals[legal] / visits + bonus).argmax()])


class Search:
    """Searches many positions at once: the network judges a new one of each in a single call."""

    def __init__(self, batch: Batch, simulations: int, seed: int, most: int) -> None:
        self.batch, self.simulations, self.rng = batch, simulations, Rng(seed)
        self.rows, self.dice = Rows(batch.encoder, most), np.random.default_rng(seed)
        last = nn.Linear(HIDDEN, batch.actions + batch.seats)
        nn.init.zeros_(last.weight)  # at first all actions are alike, and the points stay as they are
        self.net = nn.Sequential(nn.Linear(batch.fields.scaled_size(), HIDDEN), nn.ReLU(), last)

    def outputs(self, rows: NDArray[Any]) -> tuple[Any, Any]:
        """A preference for every action, and what each seat will gain, whoever acts coming first."""
        made = self.net(from_numpy(self.batch.fields.scaled(rows)))
        return made[:, : self.batch.actions], made[:, self.batch.actions :]

    def judge(self, states: list[State]) -> list[Node]:
        with no_grad():
            preferences, gains = self.outputs(self.rows.write_all(states))
        actors, seats = np.array([state.actor() for state in states]), self.batch.seats
        order = (np.arange(seats) - actors[:, None]) % seats  # from whoever acts to seats
        points = np.array([state.scores() for state in states]) / SCALE
        points += (actors[:, None] >= 0) * np.take_along_axis(gains.numpy(), order, 1)
        leads = (seats * points - points.sum(1, keepdims=True)) / (seats - 1)  # over the mean of the others
        priors = softmax(preferences.double(), 1).numpy() + 1e-6
        return [Node(*each) for each in zip(actors, priors, points, leads, strict=True)]

    def policies(self, states: list[State]) -> tuple[NDArray[Any], NDArray[Any]]:
        """For each state the share of every action, as the search prefers them, and the points expected."""
        seen = [state.observe(state.actor()) for state in states]  # nobody sees what is hidden
        roots, legal = self.judge(seen), [self.rows.legal(state) for state in seen]
        shares = np.zeros((len(seen), self.batch.actions))
        for root, actions, row in zip(roots, legal, shares, strict=True):
            row[actions] = root.priors[actions] / root.priors[actions].sum()
            root.priors[actions] = (1 - NOISE) * row[actions] + NOISE * self.dice.dirichlet(
                [0.3] * len(actions)
            )
        searched = [place for place, actions in enumerate(legal) if len(actions) > 1]
        for _ in range(self.simulations if searched else 0):
            self.simulate([(roots[place], seen[place].imagine(self.rng)) for place in searched])
        for root, actions, row in zip(roots, legal, shares, strict=True):
            means = root.totals[actions] / root.visits[actions]
            row[actions] *= np.exp(STRENGTH * (means - means.max()))
        return shares / shares.sum(1, keepdims=True), np.array([root.points for root in roots])

    def simulate(self, begun: list[tuple[Node, State]]) -> None:
        """Once down every tree, to a new position or to the end; it is judged, and all on the way learn."""
        paths: list[list[tuple[Node, int, tuple[int, ...]]]] = [[] for _ in begun]
        for path, (root, state) in zip(paths, begun, strict=True):
            node: Node | None = root
            while node is not None and state.actor() >= 0:
                action = node.select(self.rows.legal(state))
                state.apply(self.batch.encoder.codes[action])
                drawn: tuple[int, ...] = (action,)
                while state.actor() == CHANCE:
                    drawn += (state.sample_chance(self.rng),)
                    state.apply(drawn[-1])
                path.append((node, action, drawn))
                node = node.children.get(drawn)
        for path, leaf in zip(paths, self.judge([state for _, state in begun]), strict=True):
            path[-1][0].children[path[-1][2]] = leaf
            for node, action, _ in path:
                node.visits[action] += 1
                node.totals[action] += leaf.leads[node.actor]


def learn(search: Search, learning: Learning, steps: int) -> None:
    """Play against itself; after some moves the network takes steps towards what was found and gained."""
    batch, kept = search.batch, []
    games: list[list[Any]] = [[] for _ in range(GAMES)]
    optimiser = optim.Adam(search.net.parameters(), 1e-3, weight_decay=1e-4)
    while learning.steps < steps:
        shares, expected = search.policies(batch.core.states)
        points = np.array([state.scores() for state in batch.core.states]) / SCALE
        for game in np.flatnonzero(batch.masks.sum(1) > 1):
            seat, row = int(batch.observers[game]), batch.observations[game].copy()
            games[game].append((seat, row, shares[game].astype(np.float32), points[game], expected[game]))
        batch.step((shares.cumsum(1) > search.dice.random((GAMES, 1))).argmax(1))
        for game in np.flatnonzero(batch.terminated | batch.truncated):
            final = batch.final_points[game] / SCALE
            while games[game]:
                seat, row, share, before, judged = games[game].pop()
                kept.append((row, share, np.roll(final - before, -seat).astype(np.float32)))
                final = TRUST * final + (1 - TRUST) * judged
        kept = kept[-KEPT:]
        learning.made(GAMES)
        for _ in range(EVERY if len(kept) > SAMPLES and learning.steps // GAMES % EVERY == 0 else 0):
            picked = [kept[place] for place in search.dice.integers(0, len(kept), SAMPLES)]
            rows, wanted, gained = (np.stack(each) for each in zip(*picked, strict=True))
            preferences, gains = search.outputs(rows)
            loss = nn.functional.cross_entropy(preferences, from_numpy(wanted))
            loss = loss + nn.functional.mse_loss(gains, from_numpy(gained))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def main(words: list[str] | None = None) -> None:
    arguments = parser("alpha_zero", __doc__, 200_000)
    arguments.add_argument("--simulations", type=int, default=24, metavar="N", help="for each decision")
    task = task_of(arguments, words)
    prepare(task.seed)
    batch = Batch(task.game, GAMES, seats=task.seats)
    search = Search(batch, task.options.simulations, task.seed, max(GAMES, task.games))
    batch.reset(task.seed)
    with Learning(task) as learning:
        learn(search, learning, task.steps)
    network = network_of(task.game, task.seats, search.net)
    finish(task, learning, network, lambda played: search.policies(played.core.states)[0].argmax(1))


if __name__ == "__main__":
    main()
