"""Many games in lockstep, as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from citywright.engine.game import Game
from citywright.envs.arguments import Seeds, check_seeds
from citywright.envs.batch import Batch
from citywright.envs.frames import HUMAN, RENDER_FPS, RENDER_MODES, Frame, check_render_mode, frame_of
from citywright.envs.single import final_ranks
from citywright.envs.spaces import ACTION_MASK, OBSERVATION, Observation, action_space, observation_space

VECTOR_RENDER_MODES = tuple(mode for mode in RENDER_MODES if mode != HUMAN)

Stepped = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class LockstepVectorEnv(VectorEnv[Observation, ArrayLike, NDArray[Any]]):
    """Games of one title, one decision in each with every step: `vector_env` tells about the arguments."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(VECTOR_RENDER_MODES),
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        seats: int = 2,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        layout: str | Path | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
        limit: int | None = None,
        copy: bool = True,
    ) -> None:
        self.closed = True  # while there is nothing to close
        self.render_mode = check_render_mode(render_mode, VECTOR_RENDER_MODES)
        self.copy = copy
        self.batch = Batch(
            game,
            num_envs,
            seats=seats,
            layout=layout,
            reward=reward,
            opponents=() if opponents is None else opponents,
            seat=seat,
            resets_at_once=False,
            limit=limit,
        )
        self.game = self.batch.game
        self.fields = self.batch.fields
        self.num_envs = self.batch.games
        self.is_self_play = opponents is None
        self.single_observation_space = observation_space(self.fields, self.batch.actions)
        self.single_action_space = action_space(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._games = np.arange(self.num_envs)
        self._are_seeded = np.zeros(self.num_envs, np.bool_)
        self.closed = False

    def reset(
        self,
        *,
        seed: Seeds = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games. One seed stands for `seed`, `seed + 1`, …; or give one for each game.

        Without a seed the random streams of a game go on. `options={"reset_mask": …}` begins some games only.
        """
        chosen = self._chosen_games(options)
        seeds = check_seeds(seed, self.num_envs)
        if seed is not None and seeds[0] is not None:
            super().reset(seed=seeds[0])
        for game in np.flatnonzero(chosen & ~self._are_seeded).tolist():
            if seeds[game] is None:
                seeds[game] = int(self.np_random.integers(1 << 32))
        self.batch.reset(seeds, chosen)
        self._are_seeded |= chosen
        observations = self._observations()
        return observations, self._infos(observations)

    def step(self, actions: ArrayLike) -> Stepped:
        """Make one decision in every game. Where a game has ended, a new one begins instead."""
        if not self._are_seeded.all():
            raise ResetNeeded("there are no games: call reset() before the first step")
        batch = self.batch
        acted = np.maximum(batch.actors, 0)  # no reward where a game begins
        batch.step(actions)
        gains = batch.rewards[self._games, acted if self.is_self_play else batch.observers]
        observations = self._observations()
        infos = self._infos(observations)
        if self.is_self_play:
            infos["rewards"], infos["_rewards"] = batch.rewards.copy(), self._everywhere()
        return observations, gains, batch.terminated.copy(), batch.truncated.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now in each game."""
        return self.batch.masks.copy() if self.copy else self.batch.masks

    def render(self) -> tuple[Frame, ...] | None:  # type: ignore[override]  # a drawing is a text
        """Every game as the seat sees it whose observation it is."""
        if self.render_mode is None:
            return None
        seen = zip(self.batch.core.states, self.batch.observers.tolist(), strict=True)
        return tuple(frame_of(self.game, state, seat, self.render_mode) for state, seat in seen)

    def close_extras(self, **_unused: Any) -> None:
        """End whatever the opponents have started."""
        self.batch.close()

    def _observations(self) -> Observation:
        batch = self.batch
        masks = batch.masks.view(np.int8)
        if self.copy:
            return {OBSERVATION: batch.observations.copy(), ACTION_MASK: masks.copy()}
        return {OBSERVATION: batch.observations, ACTION_MASK: masks}

    def _infos(self, observations: Observation) -> dict[str, Any]:
        batch = self.batch
        infos: dict[str, Any] = {
            ACTION_MASK: observations[ACTION_MASK],
            f"_{ACTION_MASK}": self._everywhere(),
            "seat": batch.observers.copy(),
            "_seat": self._everywhere(),
        }
        ended = batch.terminated | batch.truncated
        if ended.any():
            ranks = np.zeros((self.num_envs, batch.seats), np.int64)
            for game in np.flatnonzero(ended).tolist():
                ranks[game] = final_ranks(batch.core.states[game])
            infos["points"] = np.where(ended[:, None], batch.final_points, 0)
            infos["ranks"] = ranks
            infos["_points"], infos["_ranks"] = ended, ended.copy()
        return infos

    def _everywhere(self) -> NDArray[np.bool_]:
        return np.ones(self.num_envs, np.bool_)

    def _chosen_games(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        """The games that `options` want to be begun."""
        if not options or "reset_mask" not in options:
            return self._everywhere()
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"reset_mask is an array of {self.num_envs} truth values, one of them true, not {mask!r}"
            )
        return mask


def vector_env(
    game: str | Game,
    num_envs: int,
    seats: int = 2,
    opponents: str | Sequence[str] | None = None,
    seat: int | None = None,
    layout: str | Path | None = None,
    reward: str = "rank",
    render_mode: str | None = None,
    limit: int | None = None,
    copy: bool = True,
) -> LockstepVectorEnv:
    """A Gymnasium vector environment of many games in lockstep; the step after a game's last begins another.

    - `opponents`: as for `gym_env`, but by default there are none: every decision of every seat is a step.
      The reward is that of the seat that acted; `infos["rewards"]` has those of all seats.
    - `copy`: False gives views of the games' own memory, which the next step overwrites.

    All else is as for `gym_env`.
    """
    return LockstepVectorEnv(game, num_envs, seats, opponents, seat, layout, reward, render_mode, limit, copy)
