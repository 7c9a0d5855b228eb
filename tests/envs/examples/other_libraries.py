"""Tests of the examples with RLlib and Tianshou. They cannot be installed beside all that the gate installs:

test_other_libraries.py makes an environment for them, and runs this file there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import ray
import torch
from tianshou.env import PettingZooEnv

from citywright.envs import aec_env
from citywright.envs.examples import rllib_ppo
from tests.envs.examples.little_learning import check_example

torch.set_num_threads(1)

# These libraries warn of one another, and of themselves.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def ray_is_ended() -> Iterator[None]:
    yield
    ray.shutdown()


@pytest.mark.usefixtures("ray_is_ended")
def test_rllib(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rllib_ppo, "STEPS", 512)
    check_example("rllib_ppo", tmp_path, capsys)


def test_tianshou(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_example("tianshou_dqn", tmp_path, capsys)


def test_tianshou_wraps_agents_that_take_turns() -> None:
    env = PettingZooEnv(aec_env("saint-malo"))
    observation, _ = env.reset(seed=2)
    agents, ended = set(), False
    while not ended:
        agents.add(observation["agent_id"])
        legal = np.flatnonzero(observation["mask"])
        observation, rewards, terminated, truncated, _ = env.step(int(legal[0]))
        ended = terminated or truncated
    assert agents == {"seat_0", "seat_1"}
    assert sorted(rewards) in ([-1.0, 1.0], [0.0, 0.0])
