"""One learner against bots: Gymnasium's own checks, and what an episode is."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

from citywright.envs import gym_env
from citywright.envs.lockstep import IllegalAction
from citywright.envs.registration import env_id
from citywright.envs.single import SoloEnv
from tests.envs.plays import GAMES, SEATS, any_legal

Played = list[tuple[Any, ...]]


def episode(env: SoloEnv, rng: Random) -> Played:
    """All that a game shows after its reset."""
    steps: Played = []
    while True:
        steps.append(env.step(any_legal(env.action_masks()[None], rng)[0]))
        if steps[-1][2] or steps[-1][3]:
            return steps


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_gymnasium_finds_nothing_to_complain_about(name: str, seats: int, capsys: Any) -> None:
    """It samples from all actions: an environment that refuses illegal ones cannot be checked that way."""
    env = gymnasium.make(env_id(name), seats=seats, illegal="random")
    check_env(env.unwrapped)
    assert f"game: {name}" in capsys.readouterr().out  # the mode `human`


@pytest.mark.parametrize("name", GAMES)
def test_an_episode(name: str) -> None:
    env = gym_env(name, seats=3, opponents=["apprentice", "random"], reward="margin")
    observation, info = env.reset(seed=2)
    assert env.observation_space.contains(observation)
    assert info["seat"] == env.seat
    *steps, last = episode(env, Random(1))
    for observation, reward, terminated, truncated, info in steps:
        assert env.observation_space.contains(observation)
        assert (reward, terminated, truncated) == (0, False, False)
        assert observation["action_mask"].any()
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        assert sorted(info) == ["action_mask", "seat"]
    observation, reward, terminated, truncated, info = last
    assert env.observation_space.contains(observation)
    assert (terminated, truncated) == (True, False)
    assert not observation["action_mask"].any()
    assert info["points"].tolist() == env.state.scores()
    assert info["ranks"].tolist() == env.state.standing().ranks
    others = np.delete(info["points"], info["seat"])
    assert reward == info["points"][info["seat"]] - others.max()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_is_the_same_game_and_no_seed_goes_on(name: str) -> None:
    one, other = gym_env(name, opponents="apprentice"), gym_env(name, opponents="apprentice")
    assert data_equivalence(one.reset(seed=4), other.reset(seed=4), exact=True)
    assert data_equivalence(episode(one, Random(2)), episode(other, Random(2)), exact=True)
    second = one.reset(), episode(one, Random(3))
    assert data_equivalence((other.reset(), episode(other, Random(3))), second, exact=True)
    one.reset(seed=4)
    episode(one, Random(2))
    assert data_equivalence((one.reset(), episode(one, Random(3))), second, exact=True)


def test_without_any_seed_games_differ() -> None:
    first = {gym_env("saint-malo").reset()[0]["observation"].tobytes() for _ in range(12)}
    assert len(first) > 1


def test_arrays_are_new_every_time_and_the_readers_own() -> None:
    env = gym_env("saint-malo")
    kept = [env.reset(seed=1)]
    for _ in range(5):
        observation, _, _, _, info = env.step(any_legal(env.action_masks()[None], Random(1))[0])
        kept.append((observation, info))
    arrays = [
        array for pair in kept for part in pair for array in part.values() if isinstance(array, np.ndarray)
    ]
    assert len({id(array) for array in arrays}) == len(arrays) == 18
    for array in arrays:
        array[:] = 0
    assert env.action_masks().any()


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str) -> None:
    env = gym_env(name)
    env.reset(seed=1)
    before = env.state.snapshot()
    not_now = int(np.flatnonzero(~env.action_masks())[0])
    words = env.batch.words(not_now)
    with pytest.raises(IllegalAction, match=rf"action {not_now} \({words}\) is not legal now"):
        env.step(not_now)
    last = env.action_space.n - 1
    for odd in (-1, last + 1, 0.0, None, "0", np.float32(1)):
        with pytest.raises(IllegalAction, match=f"actions are whole numbers from 0 to {last}, not"):
            env.step(odd)
    assert env.state.snapshot() == before
    env.step(np.int32(np.flatnonzero(env.action_masks())[0]))


def test_or_a_random_one_is_played_for_it() -> None:
    env = gym_env("saint-malo", illegal="random")
    played = []
    for _ in range(2):
        env.reset(seed=6)
        legal = np.flatnonzero(env.action_masks())
        info = env.step(-1)[4]
        assert info["played"] in legal
        played.append(info["played"])
        legal = np.flatnonzero(env.action_masks())
        assert env.step(legal[0])[4]["played"] == legal[0]
    assert played[0] == played[1]


def test_a_game_must_have_begun() -> None:
    env = gym_env("saint-malo", limit=1)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    _, _, terminated, truncated, info = env.step(np.flatnonzero(env.action_masks())[0])
    assert (terminated, truncated) == (False, True)
    assert info["points"].tolist() == [0, 0]
    assert info["ranks"].tolist() == [1, 1]
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


@pytest.mark.parametrize("name", GAMES)
def test_the_learner_can_have_any_seat(name: str) -> None:
    for seat in range(3):
        env = gym_env(name, seats=3, seat=seat)
        for seed in range(3):
            assert env.reset(seed=seed)[1]["seat"] == seat
            assert env.state.actor() == seat


def test_by_default_all_others_play_at_random() -> None:
    usual, named = gym_env("saint-malo", seats=3), gym_env("saint-malo", seats=3, opponents="random")
    assert data_equivalence(usual.reset(seed=9), named.reset(seed=9), exact=True)
    assert data_equivalence(episode(usual, Random(1)), episode(named, Random(1)), exact=True)
