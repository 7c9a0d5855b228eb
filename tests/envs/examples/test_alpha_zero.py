"""The AlphaZero-like example: what its search finds and may see, and that it learns, for any seats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from citywright.engine.state import State
from citywright.envs.batch import Batch
from citywright.envs.examples import alpha_zero
from citywright.envs.examples.alpha_zero import Search
from citywright.envs.learned import load_network
from tests.envs.plays import GAMES, MORE

torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """One in place of 64 in lockstep: it ends sooner."""
    monkeypatch.setattr(alpha_zero, "GAMES", 1)


def gains(state: State) -> list[int]:
    """The points of every legal action for the seat to act, before anybody else has done something."""
    actor, gained = state.actor(), []
    for code in state.legal_actions():
        after = state.clone()
        after.apply(code)
        gained.append(after.scores()[actor] - state.scores()[actor])
    return gained


def test_before_it_has_learned_it_takes_the_points_it_sees() -> None:
    """Where there are some, and not all actions bring the same: more than a random choice would get."""
    batch = Batch("mauerbauer", 1)
    states: list[State] = []
    while len(states) < 3 * MORE:
        if max(gains(batch.core.states[0])) >= 3 + min(gains(batch.core.states[0])):
            states.append(batch.core.states[0].clone())
        batch.step(batch.sample())
    shares, _ = Search(batch, 20, 1, len(states)).policies(states)
    codes = [batch.encoder.codes[row.argmax()] for row in shares]
    taken = sum(
        gains(state)[state.legal_actions().index(code)] for state, code in zip(states, codes, strict=True)
    )
    by_chance = sum(float(np.mean(gains(state))) for state in states)
    assert taken > 1.5 * by_chance


@pytest.mark.parametrize("name", GAMES)
def test_what_is_preferred_is_legal(name: str) -> None:
    batch = Batch(name, 3, seats=3)
    search = Search(batch, 6, 1, 3)
    for _ in range(2 * MORE):
        shares, points = search.policies(batch.core.states)
        assert np.allclose(shares.sum(axis=1), 1)
        assert not shares[~batch.masks].any()
        assert points.shape == (3, 3)
        batch.step(shares.argmax(axis=1))


def test_it_knows_no_more_than_the_seat_to_act() -> None:
    """With other hands in the others' hands, and the same dice, it finds the same."""
    batch = Batch("mauerbauer", 1, seats=3)
    batch.reset(2)
    for _ in range(6):
        batch.step(batch.sample())
    state = batch.core.states[0]
    found = []
    for other in (state, state.observe(state.actor())):
        torch.manual_seed(3)
        found.append(Search(batch, 10, 5, 1).policies([other])[0])
    assert np.array_equal(found[0], found[1])


def test_a_single_action_needs_no_search() -> None:
    batch = Batch("saint-malo", 1)
    search = Search(batch, 5, 1, 1)
    while batch.masks.sum() > 1:
        batch.step(batch.sample())
    shares, _ = search.policies(batch.core.states)
    assert shares.max() == 1


@pytest.mark.parametrize(("name", "seats"), [("mauerbauer", 2), ("saint-malo", 3)])
def test_it_learns_and_saves(
    name: str, seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alpha_zero, "SAMPLES", 32)
    out = tmp_path / "seeker.npz"
    words = [name, "--players", str(seats), "--steps", "700", "--simulations", "2", "--measure", "random"]
    before = new_weights(name, seats)
    alpha_zero.main([*words, "--games", "2", "--out", str(out), "--json"])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["steps"] == 700
    assert [told[player][0]["games"] for player in ("network", "search")] == [2, 2]
    network = load_network(out)
    assert network.seats == seats
    assert not np.array_equal(network.layers[0].weight, before)


def new_weights(name: str, seats: int) -> Any:
    """The first layer as it is when nothing was learned."""
    torch.manual_seed(1)
    return Search(Batch(name, 1, seats=seats), 1, 1, 1).net[0].weight.detach().numpy()
