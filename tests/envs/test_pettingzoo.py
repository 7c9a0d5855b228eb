"""The seats as agents: PettingZoo's own tests, and what an agent is told."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, bombardment_test, parallel_api_test, render_test
from pettingzoo.test import seed_test as agents_seed_test
from pettingzoo.test import test_save_obs as save_obs
from pettingzoo.test.state_test import test_parallel_env as parallel_state
from pettingzoo.test.state_test import test_state_space as state_space
from pettingzoo.utils.wrappers import BaseWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from citywright.envs import aec_env, parallel_env
from citywright.envs.aec import TurnEnv
from citywright.envs.batch import Batch
from citywright.envs.lockstep import IllegalAction
from tests.envs.plays import GAMES, MORE, SEATS, any_legal

# Said of every observation with a mask of actions whose environment is not PettingZoo's own.
ALWAYS_SAID = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
AT_THE_END = "Action mask numpy array is all zeros (no legal actions)."


def complaints(test: Callable[[], object]) -> set[str]:
    """What a test warns of, but for what it says of all environments like these."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test()
    return {str(warning.message) for warning in caught} - ALWAYS_SAID


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_pettingzoo_finds_nothing_to_complain_about(name: str, seats: int) -> None:
    env = aec_env(name, seats)
    cycles = 40 * MORE
    assert complaints(lambda: api_test(env, num_cycles=cycles)) <= {AT_THE_END}
    assert not complaints(lambda: agents_seed_test(lambda: aec_env(name, seats), num_cycles=cycles))
    assert not complaints(lambda: parallel_api_test(parallel_env(name, seats), num_cycles=cycles))
    assert not complaints(lambda: state_space(env))
    assert not complaints(lambda: parallel_state(parallel_env(name, seats)))


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_satisfy_pettingzoo(name: str) -> None:
    """With so many cycles that games end, and the agents are taken away."""
    assert complaints(lambda: api_test(aec_env(name, 2), num_cycles=2000)) <= {AT_THE_END}
    assert not complaints(lambda: parallel_api_test(parallel_env(name, 2), num_cycles=2000))


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_what_is_rendered_satisfies_pettingzoo(
    name: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(
        lambda render_mode: aec_env(name, seats, render_mode=render_mode),
        {"svg": lambda frame: frame.startswith("<svg")},
    )
    assert f"game: {name}" in capsys.readouterr().out


class LegalActions(Discrete):
    """Draws legal actions only, as a test wants it that knows of no masks."""

    def __init__(self, env: TurnEnv) -> None:
        super().__init__(env.batch.actions)
        self.env = env

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        return np.int64(self.np_random.choice(np.flatnonzero(self.env.batch.masks[0])))


class Rows(BaseWrapper):
    """Observations without masks, given with every step: bombardment_test knows no others."""

    def observation_space(self, agent: str) -> Any:
        return self.env.observation_space(agent)["observation"]

    def action_space(self, agent: str) -> LegalActions:
        return LegalActions(self.env)

    def observe(self, agent: str) -> Any:
        return self.env.observe(agent)["observation"]

    def step(self, action: int | None) -> Any:
        self.env.step(action)
        return self.observe(self.env.agent_selection)


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_games_stand_being_bombarded(name: str, seats: int) -> None:
    """The one test of PettingZoo that takes no observations that are dictionaries."""
    assert not complaints(lambda: bombardment_test(Rows(aec_env(name, seats)), cycles=10 * MORE))


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_games_can_be_begun_anew_at_any_time(name: str, seats: int) -> None:
    """Longer or shorter, with masks, as PettingZoo's bombardment_test does it with rows alone."""
    env = aec_env(name, seats)
    rng = Random(9)
    for _ in range(4 * MORE):
        env.reset()
        assert env.agents == env.possible_agents
        for agent in env.agent_iter(rng.randrange(1, 8 * seats)):
            observation, _, terminated, _, _ = env.last()
            assert env.observation_space(agent).contains(observation)
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            env.step(None if terminated else rng.choice(legal))


def test_observations_are_no_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs(aec_env("saint-malo"))
    assert "did not save the observations" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def play(env: TurnEnv, rng: Random, rounds: int = 10**9) -> dict[str, float]:
    """Play with random actions; gives the rewards each agent was told, added up."""
    told = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(rounds):
        observation, reward, terminated, truncated, _ = env.last()
        told[agent] += reward
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if terminated or truncated else rng.choice(legal))
    return told


@pytest.mark.parametrize(("name", "seats"), SEATS)
@pytest.mark.parametrize("reward", ["rank", "progress"])
def test_every_agent_is_told_all_its_rewards(name: str, seats: int, reward: str) -> None:
    env = aec_env(name, seats, reward=reward)
    env.reset(seed=3)
    told = play(env, Random(1))
    assert env.agents == []
    state = env.game_state
    if reward == "progress":
        assert list(told.values()) == state.scores()
    else:
        best = state.standing().ranks.index(1)
        assert abs(sum(told.values())) < 1e-9
        assert told[f"seat_{best}"] == max(told.values()) > 0


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_all_agents_observe_all_the_time(name: str, seats: int) -> None:
    env, batch = aec_env(name, seats), Batch(name, 1, seats=seats, resets_at_once=False)
    assert env.possible_agents == [f"seat_{seat}" for seat in range(seats)]
    env.reset(seed=5)
    batch.reset(5)
    rng = Random(2)
    for _ in range(60 * MORE):
        actor = int(batch.actors[0])
        assert env.agent_selection == f"seat_{actor}"
        for seat, agent in enumerate(env.agents):
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            assert np.array_equal(observation["observation"], batch.observe(0, seat))
            assert np.array_equal(observation["action_mask"], batch.masks[0] * (seat == actor))
        state = np.concatenate([env.observe(agent)["observation"] for agent in env.agents])
        assert np.array_equal(env.state(), state)
        assert env.state_space.contains(env.state())
        action = any_legal(batch.masks, rng)
        env.step(action[0])
        batch.step(action)
        if batch.terminated[0]:
            break


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_a_game(name: str) -> None:
    env = aec_env(name, 3)
    env.reset(seed=1)
    rng = Random(4)
    while not any(env.terminations.values()):
        play(env, rng, 1)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    for agent in env.agents:
        assert env.infos[agent]["points"].tolist() == env.game_state.scores()
        assert env.infos[agent]["ranks"].tolist() == env.game_state.standing().ranks
        assert not env.observe(agent)["action_mask"].any()
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    play(env, rng)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(None)


def test_a_game_is_broken_off_at_the_limit() -> None:
    env = aec_env("saint-malo", limit=12)
    env.reset(seed=1)
    play(env, Random(1), 12)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.infos["seat_0"]["ranks"].tolist() == [1, 1]


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str) -> None:
    env = aec_env(name)
    env.reset(seed=1)
    agent, before = env.agent_selection, env.game_state.snapshot()
    not_now = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    words = env.batch.words(not_now)
    with pytest.raises(IllegalAction, match=rf"{agent}: action {not_now} \({words}\) is not legal now"):
        env.step(not_now)
    for odd in (None, -1, env.action_space(agent).n, 1.0, "1"):
        with pytest.raises(IllegalAction, match=f"actions of {agent} are whole numbers from 0 to"):
            env.step(odd)
    assert env.game_state.snapshot() == before
    assert env.agent_selection == agent


def test_wrappers_of_pettingzoo_work() -> None:
    env = OrderEnforcingWrapper(TerminateIllegalWrapper(aec_env("saint-malo", 3), illegal_reward=-2))
    env.reset(seed=1)
    loser = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    told = {}
    for agent in env.agent_iter():
        _, told[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert told == {agent: -2.0 if agent == loser else 0.0 for agent in env.possible_agents}
    env.reset(seed=1)
    assert env.agent_selection == loser


@pytest.mark.parametrize("name", GAMES)
def test_seeds(name: str) -> None:
    one, other = aec_env(name), aec_env(name)
    for env in (one, other):
        env.reset(seed=7)
        play(env, Random(1), 30)
        env.reset()
    assert data_equivalence(one.last(), other.last(), exact=True)
    play(one, Random(1), 30)
    play(other, Random(1), 30)
    assert data_equivalence(one.last(), other.last(), exact=True)
    assert len({_first(name) for _ in range(12)}) > 1  # without any seed


def _first(name: str) -> bytes:
    env = aec_env(name)
    env.reset()
    return bytes(env.state())


def test_nothing_is_known_before_a_game_has_begun() -> None:
    env = aec_env("saint-malo", render_mode="ansi")
    assert env.agents == []
    for call in (lambda: env.step(0), lambda: env.observe("seat_0"), env.state, env.render):
        with pytest.raises(ResetNeeded, match="call reset"):
            call()


def test_what_it_says_about_itself() -> None:
    env = aec_env("saint-malo")
    assert str(env) == env.metadata["name"] == "saint_malo_v1"
    assert env.metadata["is_parallelizable"] is False
    assert env.metadata["render_fps"] > 0
    assert env.metadata["render_modes"] == ["human", "ansi", "svg", "rgb_array"]
    env.close()


@pytest.mark.parametrize("name", GAMES)
def test_all_at_once_is_the_same_game(name: str) -> None:
    env, turns = parallel_env(name, 3), aec_env(name, 3)
    observations, _ = env.reset(seed=6)
    turns.reset(seed=6)
    rng = Random(5)
    for _ in range(60):
        assert data_equivalence(
            observations, {agent: turns.observe(agent) for agent in turns.agents}, exact=True
        )
        (active,) = [agent for agent, seen in observations.items() if seen["action_mask"].any()]
        assert active == turns.agent_selection
        action = rng.choice(np.flatnonzero(observations[active]["action_mask"]).tolist())
        observations, rewards, _, _, infos = env.step(dict.fromkeys(env.agents, action))
        turns.step(action)
        assert rewards == turns.rewards
        assert {info["active_agent"] for info in infos.values()} == {turns.agent_selection}
