"""Batches against the engine: the same games for the same seeds, and arrays that are true."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from random import Random

import numpy as np
import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.envs.batch import Batch, describe
from citywright.envs.lockstep import IllegalAction
from tests.envs.plays import GAMES, MORE, SEATS, Plain, any_legal, indices_of, play_to_the_end, row_of


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_games_are_those_of_the_engine(name: str, seats: int) -> None:
    batch = Batch(name, 2, seats=seats, resets_at_once=False)
    batch.reset(7)
    plain = [Plain(batch.game, seats, seed) for seed in (7, 8)]
    rng = Random(1)
    ends = 0
    while ends <= MORE:
        for number, one in enumerate(plain):
            state = one.state
            actor = state.actor()
            assert batch.actors[number] == actor
            assert batch.core.states[number].snapshot() == state.snapshot()
            codes = state.legal_actions() if actor >= 0 else []
            assert np.flatnonzero(batch.masks[number]).tolist() == indices_of(batch.encoder, codes)
            assert batch.observations[number].tolist() == row_of(
                batch.encoder, state, int(batch.observers[number])
            )
            assert actor < 0 or batch.observers[number] == actor
        actions = any_legal(batch.masks, rng)
        batch.step(actions)
        for number, one in enumerate(plain):
            if one.state.actor() == OVER:
                one.begin()
            else:
                one.play(int(batch.encoder.codes[actions[number]]))
            assert batch.terminated[number] == (one.state.actor() == OVER)
            if batch.terminated[number]:
                ends += 1
                assert batch.final_points[number].tolist() == one.state.scores()
        assert not batch.truncated.any()


@pytest.mark.parametrize("name", GAMES)
def test_reset_at_once_plays_the_same_games(name: str) -> None:
    at_once, later = Batch(name, 2), Batch(name, 2, resets_at_once=False)
    at_once.reset(3)
    later.reset(3)
    rng = Random(2)
    for _ in range(400 * MORE):
        assert np.array_equal(at_once.observations, later.observations)
        assert np.array_equal(at_once.masks, later.masks)
        actions = any_legal(at_once.masks, rng)
        at_once.step(actions)
        later.step(actions)
        assert np.array_equal(at_once.rewards, later.rewards)
        assert np.array_equal(at_once.terminated, later.terminated)
        ended = np.flatnonzero(later.terminated)
        assert (later.actors[ended] == OVER).all()
        assert not later.masks[ended].any()
        assert (at_once.actors >= 0).all()
        for game in ended.tolist():
            later.core.restart(game)  # what the next step does in place of the action


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_has_ended_takes_any_action_and_begins_anew(name: str) -> None:
    batch = Batch(name, 1, resets_at_once=False)
    play_to_the_end(batch)
    assert batch.lengths[0] > 10
    points, length = batch.final_points.copy(), batch.lengths.copy()
    batch.step([-1])
    assert not batch.terminated[0]
    assert not batch.rewards.any()
    assert batch.masks.any()
    assert np.array_equal(batch.final_points, points)
    assert np.array_equal(batch.lengths, length)


def copies(batch: Batch) -> list[np.ndarray]:
    """Everything a batch shows."""
    names = ("observations", "masks", "actors", "observers", "tickets", "rewards", "terminated", "truncated")
    return [getattr(batch, name).copy() for name in (*names, "final_points", "lengths")]


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_named_and_nothing_is_changed(name: str) -> None:
    batch = Batch(name, 3)
    batch.reset(5)
    legal = any_legal(batch.masks, Random(3))
    not_now = int(np.flatnonzero(~batch.masks[1])[0])
    last = batch.actions - 1
    before, states = copies(batch), [state.snapshot() for state in batch.core.states]
    refused = [
        ([legal[0], not_now, legal[2]], f"game 1: action {not_now} is not legal now"),
        ([legal[0], legal[1], last + 1], f"game 2: actions go from 0 to {last}, not {last + 1}"),
        ([-1, legal[1], legal[2]], f"game 0: actions go from 0 to {last}, not -1"),
        (np.array([legal[0] + (1 << 32), *legal[1:]]), f"game 0: there is no action {legal[0] + (1 << 32)}"),
        (legal[:2], r"there are 3 games, but actions of the shape \(2,\)"),
        ([legal], r"there are 3 games, but actions of the shape \(1, 3\)"),
        (np.array(legal, float), "actions are whole numbers, not float64"),
    ]
    for actions, words in refused:
        with pytest.raises(IllegalAction, match=words):
            batch.step(actions)  # type: ignore[arg-type]
    assert all(np.array_equal(was, now) for was, now in zip(before, copies(batch), strict=True))
    assert states == [state.snapshot() for state in batch.core.states]
    batch.step(np.array(legal, np.uint16))


@pytest.mark.parametrize("name", GAMES)
def test_chance_by_tickets_is_chance_by_seed(name: str) -> None:
    exposed, played = Batch(name, 1, chance="exposed"), Batch(name, 1)
    exposed.reset(11)
    played.reset(11)
    dice = Rng(11)
    rng = Random(4)
    for _ in range(400 * MORE):
        while exposed.actors[0] == CHANCE:
            assert not exposed.masks.any()
            assert exposed.tickets[0] == exposed.core.states[0].chance_total()
            with pytest.raises(IllegalAction, match="chance has the tickets 0 to"):
                exposed.step([exposed.tickets[0]])
            exposed.step([int(dice.below(int(exposed.tickets[0])))])
        assert exposed.tickets[0] == 0
        assert np.array_equal(exposed.observations, played.observations)
        action = any_legal(exposed.masks, rng)
        exposed.step(action)
        played.step(action)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_before_the_first_chance_does_not_depend_on_earlier_games(name: str) -> None:
    fresh, used = Batch(name, 2, seats=3, chance="exposed"), Batch(name, 2, seats=3, chance="exposed")
    for _ in range(60):
        used.step(used.sample())
    fresh.reset(1)
    used.reset(1)
    for was, now in zip(copies(fresh)[:5], copies(used)[:5], strict=True):
        assert np.array_equal(was, now)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_broken_off_at_the_limit(name: str) -> None:
    batch = Batch(name, 2, reward="points", limit=15, resets_at_once=False)
    for step in range(15):
        assert not batch.truncated.any(), step
        batch.step(batch.sample())
    assert batch.truncated.all()
    assert not batch.terminated.any()
    assert (batch.lengths == 15).all()
    assert (batch.actors == OVER).all()
    for number, state in enumerate(batch.core.states):
        assert batch.final_points[number].tolist() == state.scores() == batch.rewards[number].tolist()


@pytest.mark.parametrize("name", GAMES)
def test_seeds(name: str) -> None:
    def played(batch: Batch) -> list[list[int]]:
        for step in range(40):
            legal = [np.flatnonzero(mask) for mask in batch.masks]
            batch.step([row[7 * step % len(row)] for row in legal])
        return [state.snapshot() for state in batch.core.states]

    batch = Batch(name, 3)
    batch.reset(20)
    games = played(batch)
    assert games[0] != games[1] != games[2]
    batch.reset([20, 21, 22])
    assert played(batch) == games
    batch.reset(np.array([22, 21, 20]))  # type: ignore[arg-type]  # a sequence, but not called one
    assert played(batch) == games[::-1]
    batch.reset()
    assert played(batch) != games  # the streams went on
    batch.reset([20, None, 22])
    later = played(batch)
    assert later[0] == games[0]
    assert later[1] != games[1]
    assert later[2] == games[2]


def test_some_games_can_be_begun_anew() -> None:
    batch = Batch(GAMES[0], 3)
    batch.reset(1)
    first = [state.snapshot() for state in batch.core.states]
    for _ in range(20):
        batch.step(batch.sample())
    before = [state.snapshot() for state in batch.core.states]
    batch.reset(1, np.array([False, True, False]))
    assert [state.snapshot() for state in batch.core.states] == [before[0], first[1], before[2]]


@pytest.mark.parametrize("name", GAMES)
def test_samples_are_legal_repeatable_and_reach_every_action(name: str) -> None:
    batch = Batch(name, 1)
    seen = []
    for _ in range(2):
        batch.reset(9)
        first = batch.masks[0].copy()
        drawn = [int(batch.sample()[0]) for _ in range(1000)]
        assert set(drawn) == set(np.flatnonzero(first).tolist())
        seen.append(drawn)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("name", GAMES)
def test_any_seat_can_be_asked_what_it_knows(name: str) -> None:
    batch = Batch(name, 2, seats=3)
    for _ in range(30):
        batch.step(batch.sample())
    for game in range(2):
        for seat in range(3):
            row = batch.observe(game, seat)
            assert row.tolist() == row_of(batch.encoder, batch.core.states[game], seat)
            assert row.flags.writeable
    assert np.array_equal(batch.observe(1, int(batch.actors[1])), batch.observations[1])


def test_arrays_are_views_that_nobody_else_writes_to() -> None:
    batch = Batch(GAMES[0], 2)
    for array in (batch.observations, batch.masks, batch.actors, batch.rewards, batch.sample()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    kept = batch.observations
    before = kept.copy()
    batch.step(batch.sample())
    assert kept is batch.observations
    assert not np.array_equal(kept, before)


def test_it_cannot_be_copied_but_its_games_can() -> None:
    batch = Batch(GAMES[0], 2)
    for copying in (copy, deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            copying(batch)
    copied = batch.core.states[0].clone()
    before = copied.snapshot()
    batch.step(batch.sample())
    assert copied.snapshot() == before


@pytest.mark.parametrize("name", GAMES)
def test_actions_have_words_and_fields_are_described(name: str) -> None:
    batch = Batch(name, 1)
    game = find_game(name)
    for action, code in enumerate(batch.encoder.codes):
        assert game.parse_action(batch.words(action)) == code
    described = describe(batch)
    assert [entry["name"] for entry in described] == [field.name for field in batch.fields.all]
    assert sum(int(np.prod(entry["shape"], dtype=int)) for entry in described) == batch.fields.size


@pytest.mark.parametrize("name", GAMES)
def test_start_seat(name: str) -> None:
    game = find_game(name)
    beginnings = []
    for start in range(2):
        batch = Batch(name, 1, start=start)
        batch.reset(4)
        state, dice = game.new_state(2, start, game.default_layout), Rng(4)
        while state.actor() == CHANCE:
            state.apply(state.sample_chance(dice))
        assert batch.core.states[0].snapshot() == state.snapshot()
        beginnings.append(state.actor())
    assert sorted(beginnings) == [0, 1]
    assert set(Batch(name, 20).actors.tolist()) == {0, 1}
