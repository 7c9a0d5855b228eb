"""Many games in lockstep, as Gymnasium sees them: the same as so many single environments."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from citywright.envs import Batch, gym_env, vector_env
from citywright.envs.lockstep import IllegalAction
from citywright.envs.registration import env_id
from tests.envs.plays import GAMES, MORE, any_legal


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Are these all the same numbers of the same kinds?"""
    return data_equivalence(one, other, exact=True)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("reward", ["rank", "progress"])
def test_it_is_so_many_single_environments(name: str, reward: str) -> None:
    """10,000 decisions where the package is compiled, with all that follows after the end of a game."""
    arguments: dict[str, Any] = {"seats": 3, "opponents": ["apprentice", "random"], "reward": reward}
    vector = vector_env(name, 5, **arguments)
    singles = SyncVectorEnv([lambda: gym_env(name, **arguments)] * 5)
    assert vector.single_observation_space == singles.single_observation_space
    assert vector.observation_space == singles.observation_space
    assert vector.action_space == singles.action_space
    assert vector.metadata["autoreset_mode"] == singles.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    rng = Random(1)
    ends = 0
    assert same(vector.reset(seed=3), singles.reset(seed=3))
    for step in range(200 * MORE):
        actions = np.array(any_legal(vector.action_masks(), rng))
        one, other = vector.step(actions), singles.step(actions)
        assert same(one, other), step
        ends += int((one[2] | one[3]).sum())
        if step == 150:
            assert same(vector.reset(), singles.reset())
        if step == 170:
            assert same(vector.reset(seed=[4, None, 6, 7, 8]), singles.reset(seed=[4, None, 6, 7, 8]))
    assert ends


def test_also_where_games_are_broken_off() -> None:
    arguments: dict[str, Any] = {"opponents": "random", "reward": "points", "limit": 25}
    vector = vector_env("saint-malo", 4, **arguments)
    singles = SyncVectorEnv([lambda: gym_env("saint-malo", **arguments)] * 4)
    rng = Random(2)
    assert same(vector.reset(seed=1), singles.reset(seed=1))
    broken_off = 0
    for _ in range(120):
        actions = np.array(any_legal(vector.action_masks(), rng))
        one, other = vector.step(actions), singles.step(actions)
        assert same(one, other)
        broken_off += int(one[3].sum())
    assert broken_off > 10


@pytest.mark.parametrize("name", GAMES)
def test_self_play_is_every_decision_of_every_seat(name: str) -> None:
    vector = vector_env(name, 3, seats=3, reward="progress")
    batch = Batch(name, 3, seats=3, reward="progress", resets_at_once=False)
    _, infos = vector.reset(seed=8)
    batch.reset(8)
    assert "rewards" not in infos
    rng = Random(3)
    for _ in range(200 * MORE):
        assert infos["seat"].tolist() == batch.observers.tolist()
        acted = batch.actors.copy()
        actions = any_legal(batch.masks, rng)
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        batch.step(actions)
        assert np.array_equal(observations["observation"], batch.observations)
        assert np.array_equal(observations["action_mask"], batch.masks)
        assert np.array_equal(terminated, batch.terminated)
        assert not truncated.any()
        assert np.array_equal(infos["rewards"], batch.rewards)
        assert infos["_rewards"].all()
        for game in range(3):
            assert rewards[game] == (batch.rewards[game, acted[game]] if acted[game] >= 0 else 0)


def test_copies_are_the_readers_own_and_views_are_not() -> None:
    copying, viewing = vector_env("saint-malo", 2), vector_env("saint-malo", 2, copy=False)
    kept, _ = copying.reset(seed=1)
    seen, _ = viewing.reset(seed=1)
    assert data_equivalence(kept, seen, exact=True)
    before = {key: array.copy() for key, array in kept.items()}
    actions = any_legal(copying.action_masks(), Random(1))
    again = viewing.step(actions)[0]
    copying.step(actions)
    assert data_equivalence(kept, before, exact=True)
    for key, array in seen.items():
        assert np.shares_memory(array, again[key])
        assert not array.flags.writeable
        assert kept[key].flags.writeable
    assert np.shares_memory(viewing.action_masks(), viewing.batch.masks)
    assert not np.shares_memory(copying.action_masks(), copying.batch.masks)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    vector = vector_env("saint-malo", 3)
    vector.reset(seed=1)
    actions = any_legal(vector.action_masks(), Random(1))
    before = [state.snapshot() for state in vector.batch.core.states]
    with pytest.raises(IllegalAction, match="game 1: action 32 is not legal now"):
        vector.step([actions[0], 32, actions[2]])
    assert [state.snapshot() for state in vector.batch.core.states] == before
    vector.step(actions)


def test_games_must_have_begun() -> None:
    vector = vector_env("saint-malo", 2)
    with pytest.raises(ResetNeeded, match="call reset"):
        vector.step([0, 0])
    vector.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(ResetNeeded, match="call reset"):
        vector.step([0, 0])


def test_some_games_can_be_begun_anew() -> None:
    vector = vector_env("saint-malo", 3)
    first, _ = vector.reset(seed=1)
    for _ in range(9):
        before = vector.step(any_legal(vector.action_masks(), Random(1)))[0]
    mask = np.array([False, True, False])
    after, _ = vector.reset(seed=1, options={"reset_mask": mask})
    assert np.array_equal(after["observation"][mask], first["observation"][mask])
    assert np.array_equal(after["observation"][~mask], before["observation"][~mask])
    for odd in (mask[:2], mask.astype(int), np.zeros(3, bool)):
        with pytest.raises(ValueError, match="reset_mask is an array of 3 truth values"):
            vector.reset(options={"reset_mask": odd})


def test_without_any_seed_games_differ() -> None:
    vector = vector_env("saint-malo", 12)
    observations, _ = vector.reset()
    assert len({row.tobytes() for row in observations["observation"]}) > 1
    assert not np.array_equal(
        vector_env("saint-malo", 12).reset()[0]["observation"], observations["observation"]
    )


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_makes_it(name: str) -> None:
    made = gymnasium.make_vec(env_id(name), num_envs=3, seats=3, reward="win")
    singles = gymnasium.make_vec(env_id(name), num_envs=3, vectorization_mode="sync", seats=3, reward="win")
    assert same(made.reset(seed=5), singles.reset(seed=5))
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(made)
    counted.reset(seed=5)
    unwrapped: Any = made.unwrapped
    batch = unwrapped.batch
    while True:
        infos = counted.step(batch.sample())[4]
        if "episode" in infos:
            break
    assert infos["episode"]["l"].max() > 10
    made.close()
    singles.close()


def test_what_it_shows() -> None:
    vector = vector_env("saint-malo", 2, render_mode="ansi")
    vector.reset(seed=1)
    frames = vector.render()
    for frame, seat in zip(frames, vector.batch.observers, strict=True):
        assert f"seat: {'AB'[seat]}" in frame
    assert len(frames) == 2
    assert vector_env("saint-malo", 2).render() is None
