"""`gym_env` with rows scaled for networks, under the names a library looks for."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from citywright.engine.game import Game
from citywright.envs.single import gym_env
from citywright.envs.spaces import ACTION_MASK, OBSERVATION, Observation


class ScaledEnv(gymnasium.ObservationWrapper[Observation, Any, Observation]):
    """One learner against bots; rewards times `scale`. `row` and `mask` name the parts of an observation."""

    def __init__(
        self,
        game: str | Game,
        *,
        row: str = OBSERVATION,
        mask: str = ACTION_MASK,
        mask_type: type[np.generic] = np.int8,
        scale: float = 1.0,
        **arguments: Any,
    ) -> None:
        inner = gym_env(game, **arguments)
        super().__init__(inner)
        self.fields, self.row, self.mask, self.mask_type, self.scale = (
            inner.fields,
            row,
            mask,
            mask_type,
            scale,
        )
        rows = spaces.Box(-10.0, 10.0, (self.fields.scaled_size(),), np.float32)
        self.observation_space = spaces.Dict(
            {row: rows, mask: spaces.Box(0, 1, (inner.batch.actions,), mask_type)}
        )

    def observation(self, observation: Observation) -> Observation:
        return {
            self.row: self.fields.scaled(observation[OBSERVATION]),
            self.mask: observation[ACTION_MASK].astype(self.mask_type),
        }

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = super().step(int(action))
        return observation, self.scale * float(reward), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        inner: Any = self.env
        masks: NDArray[np.bool_] = inner.action_masks()
        return masks
