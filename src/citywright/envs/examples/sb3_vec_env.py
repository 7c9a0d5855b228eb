"""A Batch as Stable-Baselines3 wants its environments: scaled rows and masks of many games at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from citywright.envs.batch import Batch
from citywright.envs.lockstep import EVERY_SEAT


class BatchVecEnv(VecEnv):
    """The learner's decisions in all games of a batch. Rewards are those of the batch, times `scale`.

    A game that ends is begun anew within the step, as SB3 expects; one that is broken off counts as ended.
    """

    def __init__(self, batch: Batch, scale: float = 1.0) -> None:
        if batch.core.learner == EVERY_SEAT:
            raise ValueError("SB3 has one learner in a game: name opponents for the other seats")
        self.batch = batch
        self.scale = scale
        self.render_mode = None
        row = gym.spaces.Box(-np.inf, np.inf, (batch.fields.scaled_size(),), np.float32)
        super().__init__(batch.games, row, gym.spaces.Discrete(batch.actions))
        self.chosen: NDArray[Any] = np.zeros(batch.games, np.int64)
        self.gained = np.zeros(batch.games)  # in each game so far
        self.decided = np.zeros(batch.games, np.int64)

    def reset(self) -> NDArray[np.float32]:
        if self._seeds[0] is not None:
            self.batch.reset([int(seed or 0) for seed in self._seeds])
        self._reset_seeds()
        self.gained[:] = 0
        self.decided[:] = 0
        return self.batch.fields.scaled(self.batch.observations)

    def step_async(self, actions: NDArray[Any]) -> None:
        self.chosen = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        batch = self.batch
        seats = batch.observers.copy()  # a game that is begun anew may have another seat for the learner
        batch.step(self.chosen)
        rewards = self.scale * batch.rewards[np.arange(batch.games), seats]
        ended = batch.terminated | batch.truncated
        self.gained += rewards
        self.decided += 1
        infos: list[dict[str, Any]] = [{} for _ in range(batch.games)]
        for game in np.flatnonzero(ended):
            infos[game] = {"episode": {"r": self.gained[game], "l": int(self.decided[game]), "t": 0.0}}
        self.gained[ended] = 0
        self.decided[ended] = 0
        return batch.fields.scaled(batch.observations), rewards.astype(np.float32), ended, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions in every game."""
        return self.batch.masks.copy()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks`, as MaskablePPO asks for it."""
        return list(getattr(self, method_name)(*args, **kwargs)[self._places(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._places(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"the games of a batch have no attribute {attr_name!r} of their own")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._places(indices)]

    def close(self) -> None:
        """There is nothing to close."""

    def _places(self, indices: Any) -> list[int]:
        places: Iterable[int] = self._get_indices(indices)
        return list(places)
