"""Measures environments in turns: ours through the vector API, and those of others where they are installed.

Each plays random legal actions on one core; observations and masks of legal actions are made at every step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import median
from typing import Any, Protocol

from citywright.engine.game import Game
from citywright.engine.state import COMPILED
from citywright.envs import vector_env
from citywright.game_parts import has_arrays

LOOPS = 8  # between two looks at the clock


class Contender(Protocol):
    """Something that can be measured for a while, again and again."""

    name: str
    is_ours: bool
    rates: list[float]

    def measure(self, seconds: float) -> None:
        """Run for so long and note the steps a second."""


class Lockstep:
    """A game of ours: all decisions of all seats, two players."""

    is_ours = True

    def __init__(self, game: Game, games: int) -> None:
        self.name = game.id
        self.rates: list[float] = []
        self.env = vector_env(game.id, games, copy=False)
        self.env.reset(seed=1)

    def measure(self, seconds: float) -> None:
        batch = self.env.batch
        self.rates.append(_rate(lambda: self.env.step(batch.sample()), self.env.num_envs, seconds))


class OpenSpielBackgammon:
    """OpenSpiel's backgammon, which is written in C++, one state after another from Python."""

    name = "OpenSpiel backgammon"
    is_ours = False

    def __init__(self) -> None:
        import numpy as np
        import pyspiel

        self.rates: list[float] = []
        self.game = pyspiel.load_game("backgammon")
        self.state = self.game.new_initial_state()
        self.rng = np.random.default_rng(1)

    def measure(self, seconds: float) -> None:
        self.rates.append(_rate(self._decide, 1, seconds))

    def _decide(self) -> None:
        while self.state.is_terminal() or self.state.is_chance_node():
            if self.state.is_terminal():
                self.state = self.game.new_initial_state()
            else:
                self._apply(self.state.chance_outcomes(), lambda outcome: outcome[0])
        self.state.observation_tensor()
        self.state.legal_actions_mask()
        self._apply(self.state.legal_actions(), lambda action: action)

    def _apply(self, choices: Sequence[Any], action: Callable[[Any], int]) -> None:
        self.state.apply_action(action(choices[int(self.rng.integers(len(choices)))]))


class EnvPoolBackgammon:
    """EnvPool's backgammon, which is written in C++, many games with every call, with a thread of its own."""

    name = "EnvPool backgammon"
    is_ours = False

    def __init__(self, games: int) -> None:
        import envpool
        import numpy as np

        self.rates: list[float] = []
        self.games = games
        self.env = envpool.make("Backgammon-v1", env_type="gymnasium", num_envs=games, num_threads=1)
        _, self.info = self.env.reset()
        self.rng = np.random.default_rng(1)

    def measure(self, seconds: float) -> None:
        self.rates.append(_rate(self._decide, self.games, seconds))

    def _decide(self) -> None:
        legal = self.info["legal_action_mask"]
        drawn = self.rng.random(legal.shape, dtype="float32") * legal
        *_, self.info = self.env.step(drawn.argmax(axis=1).astype("int32"))


def contenders(games: Sequence[Game], count: int) -> list[Contender]:
    """All that can be measured here."""
    found: list[Contender] = []
    found.extend(Lockstep(game, count) for game in games if has_arrays(game))
    if find_spec("pyspiel"):
        found.append(OpenSpielBackgammon())
    if find_spec("envpool"):
        found.append(EnvPoolBackgammon(count))
    return found


def summary(measured: Sequence[Contender]) -> dict[str, dict[str, Any]]:
    """The median of each; of ours also how many times as fast as the fastest of the others."""
    rates = {one.name: median(one.rates) for one in measured}
    others = [rates[one.name] for one in measured if not one.is_ours]
    report: dict[str, dict[str, Any]] = {}
    for one in measured:
        report[one.name] = {"steps_per_s": round(rates[one.name])}
        if one.is_ours:
            report[one.name]["compiled"] = COMPILED
            if others:
                report[one.name]["ratio_to_others"] = round(rates[one.name] / max(others), 1)
    return report


def _rate(step: Callable[[], object], steps: int, seconds: float) -> float:
    """Steps a second, after a few that are not counted."""
    for _ in range(LOOPS):
        step()
    calls = 0
    began = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        for _ in range(LOOPS):
            step()
        calls += LOOPS
        elapsed = time.perf_counter() - began
    return calls * steps / elapsed
