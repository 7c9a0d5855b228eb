"""The compiled package plays the same games as the pure source, and holds every invariant."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from citywright.catalogue import games
from citywright.engine.state import COMPILED, LOT
from citywright.lab.simulation import Series, simulate
from citywright.testing import check_game

SOURCE = Path(__file__).parent.parent.parent / "src"
CASES = [
    pytest.param(game, seats, policy, id=f"{game.id}-{seats}-{policy}")
    for game in games().values()
    for seats in range(game.min_seats, game.max_seats + 1)
    for policy in game.policy_names()
]


def pure_report(game, seats, policy, count):
    command = [sys.executable, "-m", "citywright", "simulate", game.id, "--json", "--seed", "11"]
    command += ["--players", str(seats), "--bots", policy, "--games", str(count)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    child = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(child.stdout)


@pytest.mark.parametrize(("game", "seats", "policy"), CASES)
def test_same_games_pure_and_compiled(game, seats, policy):
    assert COMPILED
    count = 80 if policy == "random" else 30  # the others think
    compiled = simulate(Series(game.id, (policy,) * seats, 11, LOT), count)
    pure = pure_report(game, seats, policy, count)
    assert not pure["compiled"]
    for key in ("checksum", "decisions", "mean_scores", "mean_turns", "wins_by_seat", "end_reasons"):
        assert compiled[key] == pure[key], key


VERSIONS = [game.under_rules(version) for game in games().values() for version in game.rules_versions()]


@pytest.mark.parametrize("game", VERSIONS, ids=lambda game: f"{game.id}-{game.rules_version}")
def test_many_games_hold_the_invariants(game):
    for seats in range(game.min_seats, game.max_seats + 1):
        for policy in game.policy_names():
            for seed in range(5):
                check_game(game, seats, [game.policy(policy)] * seats, 1000 + seed, every=5)
