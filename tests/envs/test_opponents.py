"""A learner among bots: whose decisions are steps, how the bots draw, and which seat is the learner's."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from citywright.bots import player
from citywright.engine.rng import Rng
from citywright.engine.state import OVER
from citywright.envs.batch import Batch
from citywright.envs.lockstep import PLAYERS_STREAM
from tests.envs.plays import GAMES, MORE, SEATS, Plain, any_legal, play_to_the_end


@pytest.mark.parametrize(("name", "seats"), SEATS)
@pytest.mark.parametrize("seat", [None, 1])
def test_bots_play_as_they_would_in_the_engine(name: str, seats: int, seat: int | None) -> None:
    names = ["apprentice", "random", "journeyman", "random"][: seats - 1]
    batch = Batch(name, 1, seats=seats, opponents=names, seat=seat, resets_at_once=False)
    batch.reset(31)
    policies = [player(batch.game, bot) for bot in names]
    plain = Plain(batch.game, seats, 31)
    stream = Rng(31 ^ PLAYERS_STREAM)
    rng = Random(6)
    for _ in range(2):
        learner = stream.below(seats) if seat is None else seat
        assert batch.observers[0] == learner
        decisions = 0
        while (actor := plain.state.actor()) != OVER:
            if actor == learner:
                assert batch.actors[0] == learner
                assert batch.core.states[0].snapshot() == plain.state.snapshot()
                action = any_legal(batch.masks, rng)
                batch.step(action)
                plain.play(int(batch.encoder.codes[action[0]]))
            else:
                bot = policies[(actor - learner) % seats - 1]
                plain.play(bot.choose(plain.state.observe(actor), stream))
            decisions += 1
        assert batch.terminated[0]
        assert batch.final_points[0].tolist() == plain.state.scores()
        assert batch.lengths[0] == decisions
        batch.step([0])
        plain.begin()


@pytest.mark.parametrize("name", GAMES)
def test_the_learners_seat(name: str) -> None:
    for seat in range(3):
        batch = Batch(name, 4, seats=3, opponents="random", seat=seat)
        for _ in range(30):
            assert set(batch.actors.tolist()) == set(batch.observers.tolist()) == {seat}
            batch.step(batch.sample())
    drawn = Batch(name, 90, seats=3, opponents="random")
    assert min(np.bincount(drawn.observers, minlength=3)) > 15
    assert (drawn.actors == drawn.observers).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_drawn_for_every_game(name: str) -> None:
    batch = Batch(name, 1, seats=2, opponents="random")
    seats = set()
    for _ in range(8 + MORE):
        seats.add(int(batch.observers[0]))
        play_to_the_end(batch)
    assert seats == {0, 1}


@pytest.mark.parametrize("name", GAMES)
def test_the_limit_counts_the_decisions_of_all(name: str) -> None:
    batch = Batch(name, 8, seats=2, opponents="random", limit=40, resets_at_once=False)
    steps = 0
    while not batch.truncated.any():
        batch.step(batch.sample())
        steps += 1
    assert steps < 40
    assert (batch.lengths[batch.truncated] == 40).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_learner_decides_at_least_once_however_low_the_limit(name: str) -> None:
    batch = Batch(name, 20, seats=2, opponents="random", limit=1, resets_at_once=False)
    assert (batch.actors == batch.observers).all()
    batch.step(batch.sample())
    assert batch.truncated.all()


@pytest.mark.parametrize("name", GAMES)
def test_opponents_have_dice_of_their_own(name: str) -> None:
    """The same seed gives the same first dice, whoever plays."""
    alone = Batch(name, 1, start=0)
    among = Batch(name, 1, opponents="journeyman", seat=int(alone.actors[0]), start=0)
    alone.reset(17)
    among.reset(17)
    assert np.array_equal(alone.observations, among.observations)


def test_one_name_stands_for_all() -> None:
    one = Batch(GAMES[0], 2, seats=3, opponents="apprentice")
    each = Batch(GAMES[0], 2, seats=3, opponents=("apprentice", "apprentice"))
    for _ in range(40):
        one.step(any_legal(one.masks, Random(8)))
        each.step(any_legal(each.masks, Random(8)))
        assert np.array_equal(one.observations, each.observations)


def test_a_program_plays_too_and_is_ended(tmp_path: Path) -> None:
    script = tmp_path / "first.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    print(json.dumps({'id': question['id'], 'action': question['legal'][0]}), flush=True)\n",
        encoding="utf-8",
    )
    batch = Batch(GAMES[0], 1, opponents=f"run:{sys.executable} {script}", seat=0, start=1)
    for _ in range(20):
        batch.step(batch.sample())
    bot: Any = getattr(batch.core.opponents[0], "bot")  # noqa: B009 - a policy need not have one
    assert bot.starts == 1
    assert bot._child is not None
    batch.close()
    assert bot._child is None
    batch.close()
