"""An example of training with a tiny budget, for the tests of all libraries."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from citywright.envs.batch import Batch
from citywright.envs.learned import load_network

WORDS = ("saint-malo", "--steps", "300", "--games", "4", "--measure", "random", "--json")


def check_example(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An example learns a little, tells how well it plays, and what it wrote plays legal actions."""
    out = folder / "agent.npz"
    import_module(f"citywright.envs.examples.{name}").main([*WORDS, "--out", str(out)])
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["steps"] >= 300
    assert [strength["opponent"] for strength in told["network"]] == ["random"]
    network, batch = load_network(out), Batch("saint-malo", 8)
    for _ in range(50):
        batch.step(network.choose(batch.observations, batch.masks))
