"""A game as PettingZoo sees it: the seats act in turn, each from its own observation."""

from __future__ import annotations

from pathlib import Path
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from citywright.engine.game import Game
from citywright.engine.state import State
from citywright.envs.batch import Batch
from citywright.envs.frames import HUMAN, RENDER_FPS, RENDER_MODES, Frame, check_render_mode, frame_of
from citywright.envs.lockstep import IllegalAction
from citywright.envs.single import final_ranks
from citywright.envs.spaces import ACTION_MASK, OBSERVATION, Observation, action_space, observation_space

VERSION = 1


class TurnEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is not typed
    """A game of all its seats: `aec_env` tells about the arguments."""

    def __init__(
        self,
        game: str | Game,
        seats: int = 2,
        layout: str | Path | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
        limit: int | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self.batch = Batch(
            game, 1, seats=seats, layout=layout, reward=reward, resets_at_once=False, limit=limit
        )
        self.game = self.batch.game
        self.fields = self.batch.fields
        self.metadata = {
            "name": f"{self.game.id.replace('-', '_')}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,  # seats do not act once each in a fixed cycle
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: observation_space(self.fields, self.batch.actions) for agent in self.possible_agents
        }
        self._action_spaces = {agent: action_space(self.batch.actions) for agent in self.possible_agents}
        low, high = (
            np.tile(self.fields.low(), self.batch.seats),
            np.tile(self.fields.high(), self.batch.seats),
        )
        self.state_space = spaces.Box(low, high, dtype=np.int16)
        self._is_seeded = False

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """What an agent observes."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may ever do."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Without a seed the random stream goes on; options are not used."""
        if seed is None and not self._is_seeded:
            seed = randbits(32)
        self.batch.reset([seed])
        self._is_seeded = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[int(self.batch.actors[0])]
        if self.render_mode == HUMAN:
            self.render()

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is; None for one whose game has ended."""
        if not self.agents:
            raise ResetNeeded("there is no game: call reset() before the first step and after the last one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        batch.step([self._checked(agent, action)])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {one: float(batch.rewards[0, self._seat_of[one]]) for one in self.agents}
        self._accumulate_rewards()
        self.infos = {one: {} for one in self.agents}
        is_over, is_broken_off = bool(batch.terminated[0]), bool(batch.truncated[0])
        if is_over or is_broken_off:
            self.terminations = dict.fromkeys(self.agents, is_over)
            self.truncations = dict.fromkeys(self.agents, is_broken_off)
            for info in self.infos.values():
                info["points"] = batch.final_points[0].copy()
                info["ranks"] = final_ranks(self.game_state)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[int(batch.actors[0])]
        if self.render_mode == HUMAN:
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent knows; no action is legal for it while it is not its turn."""
        if not self._is_seeded:
            raise ResetNeeded("there is no game: call reset() before observe()")
        seat = self._seat_of[agent]
        if seat == self.batch.actors[0]:
            mask = self.batch.masks[0].astype(np.int8)
        else:
            mask = np.zeros(self.batch.actions, np.int8)
        return {OBSERVATION: self.batch.observe(0, seat), ACTION_MASK: mask}

    def state(self) -> NDArray[np.int16]:
        """What all seats together know: their observations, one after another."""
        if not self._is_seeded:
            raise ResetNeeded("there is no game: call reset() before state()")
        return np.concatenate([self.batch.observe(0, seat) for seat in range(self.batch.seats)])

    def render(self) -> Frame:
        """The position as the agent sees it whose turn it is."""
        if not self._is_seeded:
            raise ResetNeeded("there is no game: call reset() before render()")
        if self.render_mode is None:
            return None
        return frame_of(self.game, self.game_state, int(self.batch.observers[0]), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def game_state(self) -> State:
        """The true position, secrets included: for analysis, not for the agents."""
        return self.batch.core.states[0]

    def _checked(self, agent: str, action: int | None) -> int:
        """A legal action; IllegalAction, before anything is changed, if it is not."""
        if action is None or not self._action_spaces[agent].contains(action):
            last = self.batch.actions - 1
            raise IllegalAction(f"actions of {agent} are whole numbers from 0 to {last}, not {action!r}")
        if not self.batch.masks[0, action]:
            words = self.batch.words(action)
            raise IllegalAction(f"{agent}: action {action} ({words}) is not legal now: see its action_mask")
        return int(action)


def aec_env(
    game: str | Game,
    seats: int = 2,
    layout: str | Path | None = None,
    reward: str = "rank",
    render_mode: str | None = None,
    limit: int | None = None,
) -> TurnEnv:
    """A PettingZoo environment in which the agents `seat_0`, `seat_1`, … act in turn.

    - `layout`: the text of a layout file, or a Path to one.
    - `reward`: `win`, `rank`, `points`, `margin` or `progress`.
    - `limit`: the decisions after which a game is broken off.

    An illegal action is refused with IllegalAction and changes nothing.
    """
    return TurnEnv(game, seats, layout, reward, render_mode, limit)


def parallel_env(
    game: str | Game,
    seats: int = 2,
    layout: str | Path | None = None,
    reward: str = "rank",
    render_mode: str | None = None,
    limit: int | None = None,
) -> ParallelEnv:
    """The same for programs that want all agents at once. Of each step the action of one agent counts.

    It is the one whose action mask has legal actions. After a step the infos name it: `active_agent`.
    """
    return turn_based_aec_to_parallel(aec_env(game, seats, layout, reward, render_mode, limit))
