"""Rewards against the standing of the engine, and what they must add up to."""

from __future__ import annotations

import numpy as np
import pytest

from citywright.engine.state import OVER
from citywright.envs.batch import Batch
from citywright.envs.rewards import REWARDS, UnknownReward, final_rewards, rank_reward, reward_number
from tests.envs.plays import MORE, SEATS, play_to_the_end


@pytest.mark.parametrize(("name", "seats"), SEATS)
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_at_the_end(name: str, seats: int, reward: str) -> None:
    batch = Batch(name, 1, seats=seats, reward=reward, resets_at_once=False)
    for seed in range(MORE + 1):
        batch.reset(seed)
        gained = play_to_the_end(batch)
        state = batch.core.states[0]
        points = np.array(state.scores())
        ranks = np.array(state.standing().ranks)
        if reward == "win":
            assert np.isclose(gained.sum(), 1)
            assert ((gained > 0) == (ranks == 1)).all()
            assert len(set(gained[ranks == 1].tolist())) == 1
        elif reward == "rank":
            assert np.isclose(gained.sum(), 0)
            assert set(gained[ranks == 1].tolist()) <= {1.0} or (ranks == 1).sum() > 1
            for one in range(seats):
                assert ((gained[one] > gained) == (ranks[one] < ranks)).all()
        elif reward == "margin":
            for seat in range(seats):
                assert gained[seat] == points[seat] - max(np.delete(points, seat))
        else:
            assert gained.tolist() == points.tolist()


@pytest.mark.parametrize("reward", [name for name in REWARDS if name != "progress"])
def test_only_the_last_step_is_rewarded(reward: str) -> None:
    batch = Batch("saint-malo", 2, seats=3, reward=reward)
    for _ in range(300 * MORE):
        batch.step(batch.sample())
        assert not batch.rewards[~batch.terminated].any()


def test_progress_is_what_the_points_changed_by() -> None:
    batch = Batch("saint-malo", 1, seats=3, reward="progress", resets_at_once=False)
    before = [0, 0, 0]
    rewarded = 0
    while not batch.terminated[0]:
        batch.step(batch.sample())
        now = batch.core.states[0].scores()
        assert batch.rewards[0].tolist() == [new - old for new, old in zip(now, before, strict=True)]
        rewarded += bool(batch.rewards.any())
        before = now
    assert rewarded > 5


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([2, 1, 3], [0, 1, -1]),
        ([1, 2, 2], [1, -0.5, -0.5]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([1, 1, 1, 4, 5], [0.5, 0.5, 0.5, -0.5, -1]),
        ([1], [1]),
    ],
)
def test_ties_share_the_reward_of_their_places(ranks: list[int], rewards: list[float]) -> None:
    assert [rank_reward(ranks, rank) for rank in ranks] == rewards


@pytest.mark.parametrize("reward", ["win", "rank"])
def test_a_game_that_was_broken_off_has_neither_winner_nor_ranks(reward: str) -> None:
    batch = Batch("saint-malo", 1, reward=reward, limit=30, resets_at_once=False)
    assert not play_to_the_end(batch).any()
    assert batch.truncated[0]
    assert batch.core.states[0].actor() != OVER


@pytest.mark.parametrize(
    ("reward", "gained"), [("points", "points"), ("margin", "margin"), ("progress", "points")]
)
def test_what_a_game_that_was_broken_off_is_worth(reward: str, gained: str) -> None:
    batch = Batch("saint-malo", 1, seats=3, reward=reward, limit=60, resets_at_once=False)
    total = play_to_the_end(batch).tolist()
    points = batch.core.states[0].scores()
    assert any(points)
    if gained == "points":
        assert total == points
    else:
        assert total == final_rewards(batch.core.states[0], reward_number("margin"))
        assert total == [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]


def test_a_reward_that_is_unknown_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UnknownReward, match="no reward 'glory'; there are win, rank, points, margin, progress"
    ):
        Batch("saint-malo", 1, reward="glory")
