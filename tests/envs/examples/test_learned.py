"""Learned agents at the table: they choose as in a batch, and their files are checked."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import citywright
from citywright.bots import Budget
from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, State
from citywright.envs.batch import Batch
from citywright.envs.learned import Agent, LearnedBot, Network, NetworkError, learned_kind, load_network
from tests.envs.plays import GAMES, MORE

TITLES = {"en": "Corsair", "de": "Korsar"}


def any_network(name: str, seats: int = 2, seed: int = 1) -> Network:
    """A network with random weights: it plays badly, but always the same."""
    batch = Batch(name, 1, seats=seats)
    dice = np.random.default_rng(seed)
    widths = [batch.fields.scaled_size(), 16, batch.actions]
    layers = [
        (dice.normal(size=(after, before)), dice.normal(size=after)) for before, after in pairwise(widths)
    ]
    return Network(batch.game, seats, layers)


def new_position(game: Game, seats: int, decisions: int = 0) -> State:
    """A position in which a seat is to act."""
    rng = Rng(5)
    state = game.new_state(seats, LOT, game.default_layout)
    while state.actor() == CHANCE or decisions > 0:
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
        else:
            state.apply(state.random_action(rng))
            decisions -= 1
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_decides_as_the_network_does_in_a_batch(name: str) -> None:
    network = any_network(name, 3)
    batch = Batch(name, 4, seats=3)
    batch.reset(3)
    bot = LearnedBot(batch.game, [Agent(network.encoder, network.choose)])
    for _ in range(30 * MORE):
        choices = network.choose(batch.observations, batch.masks)
        for state, choice in zip(batch.core.states, choices, strict=True):
            decision = bot.decide(state.observe(state.actor()), Budget(), Rng(1))
            assert (decision.code, decision.note) == (batch.encoder.codes[choice], "")
        batch.step(choices)
    bot.close()


def test_what_was_saved_is_what_is_loaded(tmp_path: Path) -> None:
    network = any_network("saint-malo")
    network.save(tmp_path / "corsair.npz")
    loaded = load_network(tmp_path / "corsair.npz")
    rows = Batch("saint-malo", 8).observations
    assert np.array_equal(loaded.logits(rows), network.logits(rows))
    assert (loaded.game.id, loaded.seats, loaded.layout) == ("saint-malo", 2, None)


def test_activations_differ() -> None:
    network = any_network("saint-malo")
    bent = Network(network.game, 2, network.layers, activation="tanh")
    rows = Batch("saint-malo", 1).observations
    hidden = network.fields.scaled(rows) @ network.layers[0].weight.T + network.layers[0].bias
    last = network.layers[1]
    assert np.allclose(network.logits(rows), np.maximum(hidden, 0) @ last.weight.T + last.bias)
    assert np.allclose(bent.logits(rows), np.tanh(hidden) @ last.weight.T + last.bias)


def test_a_network_never_chooses_what_is_not_legal() -> None:
    network = any_network("saint-malo")
    batch = Batch("saint-malo", 50)
    for _ in range(20):
        choices = network.choose(batch.observations, batch.masks)
        assert batch.masks[np.arange(50), choices].all()
        batch.step(choices)


def test_a_network_on_a_board_of_its_own_keeps_the_board(tmp_path: Path) -> None:
    game = find_game("saint-malo")
    text = game.default_layout.source + "\n# mine\n"
    network = Network(game, 2, any_network("saint-malo").layers, layout=text)
    network.save(tmp_path / "mine.npz")
    assert load_network(tmp_path / "mine.npz").layout == text


def test_at_another_table_the_apprentice_plays_and_the_note_says_why() -> None:
    network = any_network("saint-malo", 2)
    bot = LearnedBot(network.game, [Agent(network.encoder, network.choose)])
    state = new_position(network.game, 3)
    decision = bot.decide(state, None, Rng(1))
    assert decision.code in state.legal_actions()
    assert decision.note.startswith("it was learned for other tables (seats: 2); ")


def test_networks_for_several_tables() -> None:
    networks = [any_network("saint-malo", seats) for seats in (2, 3)]
    bot = LearnedBot(networks[0].game, [Agent(network.encoder, network.choose) for network in networks])
    for seats in (2, 3):
        assert bot.decide(new_position(networks[0].game, seats, 9), None, Rng(1)).note == ""


@pytest.mark.parametrize("choice", [-1, 0, 10_000])
def test_a_choice_that_is_not_legal_is_replaced(choice: int) -> None:
    game = find_game("saint-malo")
    state = new_position(game, 2)
    while 0 in [Batch(game, 1).encoder.index(code) for code in state.legal_actions()]:
        state.apply(state.legal_actions()[-1])
        while state.actor() == CHANCE:
            state.apply(state.sample_chance(Rng(1)))
    bot = LearnedBot(game, [Agent(Batch(game, 1).encoder, lambda row, mask: choice)])
    decision = bot.decide(state, None, Rng(1))
    assert decision.code in state.legal_actions()
    assert decision.note.startswith("its choice is not legal; ")


def test_layers_that_do_not_fit_are_refused() -> None:
    network = any_network("saint-malo")
    first, last = network.layers
    with pytest.raises(NetworkError, match="layer 0 has weights of the shape"):
        Network(network.game, 3, network.layers)
    with pytest.raises(NetworkError, match="the last layer gives 16 numbers for 111 actions"):
        Network(network.game, 2, [first])
    with pytest.raises(NetworkError, match="layer 1"):
        Network(network.game, 2, [first, first, last])
    with pytest.raises(NetworkError, match="there is no activation 'sine'; there are relu, tanh"):
        Network(network.game, 2, network.layers, activation="sine")


def written(path: Path, **changes: object) -> Path:
    """A network's file in which something is other than it was."""
    any_network("saint-malo").save(path)
    arrays = dict(np.load(path))
    arrays["about"] = np.array(json.dumps(json.loads(str(arrays["about"])) | changes))
    np.savez(path, **arrays)
    return path


def test_files_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"none\.npz cannot be read"):
        load_network(tmp_path / "none.npz")
    (tmp_path / "text.npz").write_text("no network")
    with pytest.raises(NetworkError, match=r"text\.npz holds no network"):
        load_network(tmp_path / "text.npz")
    (tmp_path / "cut.npz").write_bytes(written(tmp_path / "whole.npz").read_bytes()[:2000])
    with pytest.raises(NetworkError, match=r"cut\.npz holds no network"):
        load_network(tmp_path / "cut.npz")
    np.savez(tmp_path / "other.npz", something=np.zeros(3))
    with pytest.raises(NetworkError, match=r"other\.npz holds no network"):
        load_network(tmp_path / "other.npz")
    with pytest.raises(NetworkError, match="has format 7; format 1 can be read"):
        load_network(written(tmp_path / "format.npz", format=7))
    with pytest.raises(NetworkError, match="learned from version 0 of the rows of saint-malo"):
        load_network(written(tmp_path / "version.npz", version=0))
    with pytest.raises(NetworkError, match="chess"):
        load_network(written(tmp_path / "game.npz", game="chess"))
    with pytest.raises(NetworkError, match="seats"):
        load_network(written(tmp_path / "seats.npz", seats=9))
    with pytest.raises(NetworkError, match="layout"):
        load_network(written(tmp_path / "layout.npz", layout="no = 'layout'"))


def test_a_kind_plays_its_game_only(tmp_path: Path) -> None:
    any_network("saint-malo").save(tmp_path / "corsair.npz")
    kind = learned_kind("corsair", "saint-malo", [tmp_path / "corsair.npz"], TITLES, TITLES)
    games = [find_game("saint-malo"), find_game("milestones")]
    assert [kind.plays(game) for game in games] == [True, False]
    state = new_position(games[0], 2)
    assert kind.make(games[0]).decide(state, None, Rng(1)).code in state.legal_actions()
    other = learned_kind("corsair", "milestones", [tmp_path / "corsair.npz"], TITLES, TITLES)
    with pytest.raises(NetworkError, match="corsair plays milestones, but was given networks for saint-malo"):
        other.make(games[1])


WITHOUT_TORCH = """
import sys
from itertools import pairwise
from pathlib import Path

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("gymnasium", "pettingzoo", "torch", "stable_baselines3", "sb3_contrib"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
from citywright.catalogue import find_game
from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.bots import BotPolicy
from citywright.envs.learned import learned_kind

game = find_game("saint-malo")
bot = learned_kind("corsair", game.id, [Path(sys.argv[1])], {}, {}).make(game)
state = game.new_state(2, 0, game.default_layout)
play(state, [BotPolicy(bot), game.policy("random")], Rng(1), Rng(2), 40)
print(state.turns() > 0)
"""


def test_playing_needs_numpy_alone(tmp_path: Path) -> None:
    any_network("saint-malo").save(tmp_path / "corsair.npz")
    command = [sys.executable, "-c", WITHOUT_TORCH, str(tmp_path / "corsair.npz")]
    folder = Path(citywright.__file__).parents[1]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr
