"""The example with TorchRL, and its ways to our environments."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from citywright.envs import aec_env
from citywright.envs.examples import torchrl_ppo
from tests.envs.examples.little_learning import check_example

torch.set_num_threads(1)

pytestmark = pytest.mark.filterwarnings("ignore")  # it warns of itself


def test_the_example_learns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torchrl_ppo, "STEPS", 512)
    check_example("torchrl_ppo", tmp_path, capsys)


def test_actions_it_draws_are_legal() -> None:
    """Its own check, and a game of random actions: an illegal one would be refused."""
    env = torchrl_ppo.new_env("saint-malo", 2)
    check_env_specs(env)
    played = env.rollout(1000)
    assert played["next", "done"][-1]
    assert played["action_mask"].gather(-1, played["action"].unsqueeze(-1)).all()


def test_it_wraps_agents_that_take_turns() -> None:
    env = PettingZooWrapper(aec_env("saint-malo"), use_mask=True, seed=3)
    played = env.rollout(60)
    acted = played["seat_0", "mask"].squeeze(-1), played["seat_1", "mask"].squeeze(-1)
    assert (acted[0] ^ acted[1]).all(), "one seat acts at a time"
    assert acted[0].any()
    assert acted[1].any()
