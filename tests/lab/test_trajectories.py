"""Games of bots as arrays: true to the engine, and the same wherever they are played."""

from __future__ import annotations

import numpy as np
import pytest

from citywright.bots import player
from citywright.catalogue import find_game
from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import LOT
from citywright.envs.lockstep import PLAYERS_STREAM
from citywright.lab import trajectories as module
from citywright.lab.executors import LOCAL, Workers
from citywright.lab.trajectories import Games, Trajectories, joined, trajectories

NAMES = ("saint-malo", "mauerbauer", "milestones")
BOTS = ("journeyman", "apprentice")


def same(one: Trajectories, other: Trajectories) -> bool:
    return all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_the_one_the_engine_plays(name: str) -> None:
    games = Games(name, BOTS, reward="points")
    got = joined(list(trajectories(games, [5, 6])))
    for seed in (5, 6):
        game = find_game(name)
        state = game.new_state(2, LOT, game.default_layout)
        players = [player(game, bot) for bot in BOTS]
        played = play(state, players, Rng(seed), Rng(seed ^ PLAYERS_STREAM), game.ply_limit)
        rows = got.seeds == seed
        assert rows.sum() == played.decisions
        for seat, points in enumerate(state.scores()):
            assert set(got.returns[rows & (got.seats == seat)]) == {points}
    assert got.masks[np.arange(len(got.actions)), got.actions].all()


def test_rewards_that_come_step_by_step_are_added_up_from_each_decision_on() -> None:
    step_by_step = joined(list(trajectories(Games("milestones", BOTS, reward="progress"), [3])))
    at_the_end = joined(list(trajectories(Games("milestones", BOTS, reward="points"), [3])))
    for seat in (0, 1):
        own = step_by_step.seats == seat
        assert step_by_step.returns[own][0] == at_the_end.returns[own][0]
        assert step_by_step.returns[own][-1] < step_by_step.returns[own][0]


def test_processes_give_the_same_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES_A_JOB", 2)
    games = Games("saint-malo", ("settler", "random", "collector"))
    here = list(trajectories(games, range(7)))
    assert [len(set(part.seeds)) for part in here] == [2, 2, 2, 1]
    there = list(trajectories(games, range(7), Workers(jobs=2)))
    assert len(here) == len(there)
    assert all(map(same, here, there))


@pytest.mark.long  # Ray takes long to start; in the gate test_executors.py shows it once
def test_a_cluster_gives_the_same() -> None:
    games = Games("mauerbauer", ("builder", "random"))
    here = joined(list(trajectories(games, range(30))))
    there = joined(list(trajectories(games, range(30), Workers(cluster=LOCAL))))
    assert same(here, there)
