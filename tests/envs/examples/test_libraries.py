"""The examples for libraries that no extra brings: each is tried where its library is installed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from citywright.envs import aec_env
from citywright.envs.batch import Batch
from citywright.envs.learned import load_network

torch.set_num_threads(1)

# These libraries warn of one another, and of themselves.
pytestmark = pytest.mark.filterwarnings("ignore")


def needs(library: str, package: str) -> Any:
    """A library, or the test is skipped."""
    return pytest.importorskip(library, reason=f"NOT TESTED: {package} is not installed")


def check_example(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An example learns a little, tells how well it plays, and what it wrote plays legal actions."""
    out = folder / "agent.npz"
    words = [
        "saint-malo",
        "--steps",
        "300",
        "--games",
        "4",
        "--measure",
        "random",
        "--out",
        str(out),
        "--json",
    ]
    import_module(f"citywright.envs.examples.{name}").main(words)
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["steps"] >= 300
    assert [strength["opponent"] for strength in told["network"]] == ["random"]
    network, batch = load_network(out), Batch("saint-malo", 8)
    for _ in range(50):
        batch.step(network.choose(batch.observations, batch.masks))


@pytest.fixture
def ray() -> Iterator[Any]:
    """Ray, which is ended afterwards."""
    needs("ray.rllib", "RLlib")
    ray = import_module("ray")
    yield ray
    ray.shutdown()


@pytest.mark.usefixtures("ray")
def test_rllib(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    example = import_module("citywright.envs.examples.rllib_ppo")
    monkeypatch.setattr(example, "STEPS", 512)
    check_example("rllib_ppo", tmp_path, capsys)


def test_torchrl(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    needs("torchrl", "TorchRL")
    example = import_module("citywright.envs.examples.torchrl_ppo")
    monkeypatch.setattr(example, "STEPS", 512)
    check_example("torchrl_ppo", tmp_path, capsys)


def test_torchrl_draws_legal_actions() -> None:
    """Its own check, and a game of random actions: an illegal one would be refused."""
    needs("torchrl", "TorchRL")
    from torchrl.envs.utils import check_env_specs

    env = import_module("citywright.envs.examples.torchrl_ppo").new_env("saint-malo", 2)
    check_env_specs(env)
    played = env.rollout(1000)
    assert played["next", "done"][-1]
    assert played["action_mask"].gather(-1, played["action"].unsqueeze(-1)).all()


def test_torchrl_wraps_agents_that_take_turns() -> None:
    needs("torchrl", "TorchRL")
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper

    env = PettingZooWrapper(aec_env("saint-malo"), use_mask=True, seed=3)
    played = env.rollout(60)
    acted = played["seat_0", "mask"].squeeze(-1), played["seat_1", "mask"].squeeze(-1)
    assert (acted[0] ^ acted[1]).all(), "one seat acts at a time"
    assert acted[0].any()
    assert acted[1].any()


def test_tianshou(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    needs("tianshou", "Tianshou")
    check_example("tianshou_dqn", tmp_path, capsys)


def test_tianshou_wraps_agents_that_take_turns() -> None:
    needs("tianshou", "Tianshou")
    from tianshou.env import PettingZooEnv

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
