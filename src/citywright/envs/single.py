"""One learner against bots, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from citywright.engine.game import Game
from citywright.engine.state import OVER, State, ranks_of
from citywright.envs.arguments import (
    RANDOM,
    check_choice,
    check_opponents,
    check_seats,
    check_seeds,
    find_any_game,
)
from citywright.envs.batch import Batch
from citywright.envs.frames import HUMAN, RENDER_FPS, RENDER_MODES, Frame, check_render_mode, frame_of
from citywright.envs.lockstep import IllegalAction
from citywright.envs.spaces import ACTION_MASK, OBSERVATION, Observation, action_space, observation_space

RAISE = "raise"
ILLEGAL = (RAISE, "random")  # what an illegal action does: it is refused, or a random legal one is played


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """A game in which one seat learns and bots have the others: `gym_env` tells about the arguments."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        seats: int = 2,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        layout: str | Path | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
        limit: int | None = None,
        illegal: str = RAISE,
    ) -> None:
        self.game = find_any_game(game)
        seats = check_seats(self.game, seats)
        names = check_opponents(self.game, seats, RANDOM if opponents is None else opponents)
        self.render_mode = check_render_mode(render_mode)
        self.illegal = check_choice(illegal, "illegal", ILLEGAL)
        self.batch = Batch(
            self.game,
            1,
            seats=seats,
            layout=layout,
            reward=reward,
            opponents=names,
            seat=seat,
            resets_at_once=False,
            limit=limit,
        )
        self.fields = self.batch.fields
        self.observation_space = observation_space(self.fields, self.batch.actions)
        self.action_space = action_space(self.batch.actions)
        self._is_seeded = False
        self._is_running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. Without a seed the random streams go on; options are not used."""
        (seed,) = check_seeds(seed, 1)
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(1 << 32))
        self.batch.reset([seed])
        self._is_seeded = True
        self._is_running = True
        if self.render_mode == HUMAN:
            self.render()
        return self._observation(), self._info()

    def step(self, action: int | np.integer) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, and whatever follows until its next decision."""
        if not self._is_running:
            raise ResetNeeded("there is no game: call reset() before the first step and after the last one")
        played = self._playable(action)
        self.batch.step([played])
        is_over, is_broken_off = bool(self.batch.terminated[0]), bool(self.batch.truncated[0])
        self._is_running = not (is_over or is_broken_off)
        info = self._info()
        if self.illegal != RAISE:
            info["played"] = played
        if not self._is_running:
            info["points"] = self.batch.final_points[0].copy()
            info["ranks"] = final_ranks(self.state)
        if self.render_mode == HUMAN:
            self.render()
        return self._observation(), float(self.batch.rewards[0, self.seat]), is_over, is_broken_off, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as MaskablePPO of sb3-contrib asks for it."""
        return self.batch.masks[:1].flatten()

    def render(self) -> Frame:
        """The position as the learner sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing: make the environment with a render_mode")
            return None
        return frame_of(self.game, self.state, self.seat, self.render_mode)

    def close(self) -> None:
        """End whatever the opponents have started."""
        self.batch.close()

    @property
    def seat(self) -> int:
        """The seat of the learner in this game."""
        return int(self.batch.observers[0])

    @property
    def state(self) -> State:
        """The true position, secrets included: for analysis, not for the learner."""
        return self.batch.core.states[0]

    def _observation(self) -> Observation:
        return {
            OBSERVATION: self.batch.observations[0].copy(),
            ACTION_MASK: self.batch.masks[0].astype(np.int8),
        }

    def _info(self) -> dict[str, Any]:
        return {ACTION_MASK: self.batch.masks[0].astype(np.int8), "seat": self.seat}

    def _playable(self, action: int | np.integer) -> int:
        """The action, or what is played for it."""
        legal = self.batch.masks[0]
        if self.action_space.contains(action) and legal[action]:
            return int(action)
        if self.illegal == RAISE:
            raise IllegalAction(self._why_not(action))
        return int(self.np_random.choice(np.flatnonzero(legal)))

    def _why_not(self, action: int | np.integer) -> str:
        if not self.action_space.contains(action):
            return f"actions are whole numbers from 0 to {self.batch.actions - 1}, not {action!r}"
        words = self.batch.words(int(action))
        return f"action {action} ({words}) is not legal now: see action_masks() for those that are"


def final_ranks(state: State) -> NDArray[np.int64]:
    """The ranks by seat, 1 is best; of a game that was broken off, by points alone."""
    if state.actor() == OVER:
        return np.array(state.standing().ranks, np.int64)
    return np.array(ranks_of([(points,) for points in state.scores()]), np.int64)


def gym_env(
    game: str | Game,
    seats: int = 2,
    opponents: str | Sequence[str] | None = None,
    seat: int | None = None,
    layout: str | Path | None = None,
    reward: str = "rank",
    render_mode: str | None = None,
    limit: int | None = None,
    illegal: str = RAISE,
) -> SoloEnv:
    """A Gymnasium environment of one learner against bots.

    - `opponents`: the name of a bot for all other seats, or a list for the seats after the learner's in turn
      order; by default all play at random.
    - `seat`: the learner's seat; by default another one is drawn for every game.
    - `layout`: the text of a layout file, or a Path to one.
    - `reward`: `win`, `rank`, `points`, `margin` or `progress`.
    - `limit`: the decisions, of all seats together, after which a game is broken off.
    - `illegal`: `raise` refuses an illegal action with IllegalAction and changes nothing; `random` plays a
      random legal one for it.
    """
    return SoloEnv(game, seats, opponents, seat, layout, reward, render_mode, limit, illegal)
