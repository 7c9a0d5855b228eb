"""Environments and engine over many games: a few of them in the gate, a million positions with `-m long`."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import OVER
from citywright.envs.batch import Batch
from tests.envs.plays import GAMES, SEATS, Plain, indices_of

POSITIONS = 1_000_000 // len(SEATS) + 1
WHOLE_GAMES = 1000 // len(SEATS) + 1
HIDING = [name for name in GAMES if find_game(name).has_secrets]

# How many of each: in the gate, and with `-m long`.
positions = pytest.mark.parametrize("count", [2000, pytest.param(POSITIONS, marks=pytest.mark.long)])
whole_games = pytest.mark.parametrize("count", [2, pytest.param(WHOLE_GAMES, marks=pytest.mark.long)])
secrets = pytest.mark.parametrize("count", [100, pytest.param(3000, marks=pytest.mark.long)])


@positions
@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_masks_are_the_legal_actions(name: str, seats: int, count: int) -> None:
    games = 20
    batch = Batch(name, games, seats=seats)
    batch.reset(count)
    for _ in range(count // games + 1):
        batch.step(batch.sample())
        for mask, state, actor in zip(batch.masks, batch.core.states, batch.actors.tolist(), strict=True):
            assert state.actor() == actor
            assert np.flatnonzero(mask).tolist() == indices_of(batch.encoder, state.legal_actions())


@whole_games
@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_seeded_games_are_those_of_the_engine(name: str, seats: int, count: int) -> None:
    batch = Batch(name, count, seats=seats, resets_at_once=False)
    batch.reset(1000)
    choices = [Random(number) for number in range(count)]
    has_ended = np.zeros(count, bool)
    points, lengths = np.zeros((count, seats), int), np.zeros(count, int)
    while not has_ended.all():
        actions = [
            choice.choice(np.flatnonzero(mask).tolist() or [0])
            for choice, mask in zip(choices, batch.masks, strict=True)
        ]
        batch.step(actions)
        new = batch.terminated & ~has_ended
        points[new], lengths[new] = batch.final_points[new], batch.lengths[new]
        has_ended |= new
    for number in range(count):
        plain, choice, decisions = Plain(batch.game, seats, 1000 + number), Random(number), 0
        while plain.state.actor() != OVER:
            legal = indices_of(batch.encoder, plain.state.legal_actions())
            plain.play(int(batch.encoder.codes[choice.choice(legal)]))
            decisions += 1
        assert plain.state.scores() == points[number].tolist()
        assert decisions == lengths[number]


@secrets
@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats in SEATS if name in HIDING])
def test_what_others_hide_changes_not_a_byte(name: str, seats: int, count: int) -> None:
    batch, other = Batch(name, 1, seats=seats), Batch(name, 1, seats=seats)
    batch.reset(count)
    rng = Rng(count)
    hidden = 0
    for _ in range(count):
        batch.step(batch.sample())
        state, actor = batch.core.states[0], int(batch.actors[0])
        for seat in range(seats):
            guess = state.observe(seat).imagine(rng)
            hidden += guess.snapshot() != state.snapshot()
            other.core.states[0] = guess
            assert other.observe(0, seat).tobytes() == batch.observe(0, seat).tobytes()
            if seat == actor:
                other.core.show(0)
                assert other.observations.tobytes() == batch.observations.tobytes()
                assert other.masks.tobytes() == batch.masks.tobytes()
    assert hidden > count / 2
