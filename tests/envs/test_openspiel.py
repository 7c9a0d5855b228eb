"""The games in OpenSpiel: its own tests, the same games as in the engine, its bots, copies of states."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

from citywright.catalogue import games
from citywright.engine.layout.text import format_layout
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.envs.lockstep import IllegalAction
from citywright.envs.openspiel import NAMES, resample, sample_chance
from citywright.envs.rewards import final_rewards, reward_number
from citywright.game_parts import NoArrays, chance_codes_of, encoder_of, lists_chance, map_maker_of
from tests.envs.plays import MORE
from tests.envs.playthrough import path_of, playthrough
from tests.toy import GAME as TOY

TABLES = [
    pytest.param(game_id, players, id=f"{game_id}-{players}")
    for game_id in NAMES
    for players in range(games()[game_id].min_seats, games()[game_id].max_seats + 1)
]
OPEN = [game_id for game_id in NAMES if not games()[game_id].has_secrets]
SECRET = [game_id for game_id in NAMES if games()[game_id].has_secrets]
REWARDS = ("win", "rank", "points", "margin")


def load(game_id: str, **parameters):
    return pyspiel.load_game(NAMES[game_id], parameters)


def advance(state, rng: Rng, decisions: int):
    """Play so many random decisions, up to a decision that is still to be made, or to the end."""
    while not state.is_terminal() and (decisions or state.is_chance_node()):
        if state.is_chance_node():
            state.apply_action(sample_chance(state, rng))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])
            decisions -= 1
    return state


# --- what OpenSpiel itself tests ----------------------------------------------------------


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_openspiel_finds_no_fault(game_id: str, players: int) -> None:
    game = load(game_id, players=players, limit=40)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_openspiel_finds_no_fault_in_whole_games(game_id: str, players: int) -> None:
    pyspiel.random_sim_test(load(game_id, players=players), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", NAMES)
@pytest.mark.parametrize("reward", REWARDS)
def test_every_reward_keeps_its_promises(game_id: str, reward: str) -> None:
    for players in (2, 3):
        game = load(game_id, players=players, limit=10, reward=reward, scaled=True)
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


# --- what a game says of itself -----------------------------------------------------------


def test_every_game_with_arrays_is_registered() -> None:
    assert list(NAMES) == [game.id for game in games().values() if lists_chance(game)]
    assert NAMES["saint-malo"] == "citywright_saint_malo"
    assert set(NAMES.values()) <= set(pyspiel.registered_names())
    with pytest.raises(NoArrays, match="toy has no `arrays` with `chance_codes`"):
        chance_codes_of(TOY, 2, TOY.default_layout)


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_types_are_true(game_id: str, players: int) -> None:
    entry = games()[game_id]
    encoder = encoder_of(entry, players, entry.default_layout)
    for reward in REWARDS:
        game = load(game_id, players=players, reward=reward)
        kind = game.get_type()
        is_zero_sum = reward == "rank" or (reward == "margin" and players == 2)
        assert kind.utility.name == ("ZERO_SUM" if is_zero_sum else "GENERAL_SUM")
        assert game.utility_sum() == (0 if is_zero_sum else None)
        assert kind.information.name == f"{'IM' if entry.has_secrets else ''}PERFECT_INFORMATION"
        assert (kind.dynamics.name, kind.chance_mode.name) == ("SEQUENTIAL", "EXPLICIT_STOCHASTIC")
        assert (kind.min_num_players, kind.max_num_players) == (entry.min_seats, entry.max_seats)
        assert game.num_players() == players
        assert game.num_distinct_actions() == encoder.action_count
        assert game.max_game_length() == entry.ply_limit
        assert game.observation_tensor_shape() == game.information_state_tensor_shape() == [encoder.size]


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_outcomes_of_chance_are_numbered_without_gaps(game_id: str, players: int) -> None:
    """As many as there are, rising with their codes; and those of a node have exactly their probabilities."""
    entry = games()[game_id]
    codes = chance_codes_of(entry, players, entry.default_layout)
    assert codes == sorted(set(codes))
    game = load(game_id, players=players)
    assert game.max_chance_outcomes() == len(codes)
    state, rng = game.new_initial_state(), Rng(players)
    chance_nodes = 0
    while not state.is_terminal() and chance_nodes < 100:
        if not state.is_chance_node():
            advance(state, rng, 1)
            continue
        chance_nodes += 1
        position = state.play.state
        listed = [(codes[outcome], chance) for outcome, chance in state.chance_outcomes()]
        total = position.chance_total()
        weights = [(code, Fraction(weight, total)) for code, weight in sorted(position.chance_outcomes())]
        assert [(code, Fraction(chance).limit_denominator(total)) for code, chance in listed] == weights
        assert sum(chance for _, chance in listed) == pytest.approx(1, abs=1e-9)
        outcome = sample_chance(state, rng)
        assert state.action_to_string(state.current_player(), outcome) == entry.format_action(codes[outcome])
        state.apply_action(outcome)


def test_a_list_of_chances_is_the_callers_own() -> None:
    """Search shuffles what it was given."""
    state = load("saint-malo").new_initial_state()
    state.chance_outcomes().reverse()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]


# --- the same games as everywhere ---------------------------------------------------------


def plays_the_same(game_id: str, seed: int) -> None:
    """Plays a game in the engine and in OpenSpiel, with dice and choices from the same seed."""
    entry = games()[game_id]
    players = entry.min_seats + seed % (entry.max_seats - entry.min_seats + 1)
    reward = REWARDS[seed % len(REWARDS)]
    position = entry.new_state(players, LOT, entry.default_layout)
    state = load(game_id, players=players, reward=reward).new_initial_state()
    dice, other_dice, choices = Rng(seed), Rng(seed), random.Random(seed)
    plies = 0
    while position.actor() != OVER:
        if position.actor() == CHANCE:
            assert state.is_chance_node()
            code = position.sample_chance(dice)
            action = sample_chance(state, other_dice)
        else:
            assert state.current_player() == position.actor()
            code = choices.choice(position.legal_actions())
            words = entry.format_action(code)
            legal = state.legal_actions()
            action = next(one for one in legal if state.action_to_string(one) == words)
            assert len(legal) == len(position.legal_actions())
        assert state.action_to_string(action) == entry.format_action(code)
        position.apply(code)
        state.apply_action(action)
        plies += 1
        if plies % 50 == 0:
            assert state.play.state.snapshot() == position.snapshot()
    assert state.is_terminal()
    assert len(state.history()) == state.move_number() == plies
    assert state.play.state.snapshot() == position.snapshot()
    assert state.play.state.scores() == position.scores()
    assert state.returns() == final_rewards(position, reward_number(reward))


@pytest.mark.parametrize("game_id", NAMES)
def test_openspiel_plays_the_same_games(game_id: str) -> None:
    for seed in range(3 * MORE):
        plays_the_same(game_id, seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game_id", NAMES)
def test_openspiel_plays_the_same_thousand_games(game_id: str) -> None:
    for seed in range(30, 1030):
        plays_the_same(game_id, seed)


@pytest.mark.parametrize("game_id", NAMES)
def test_a_game_is_played_as_it_was(game_id: str) -> None:
    """Names, numbers, texts: whoever stored an action or a policy finds it again."""
    assert playthrough(NAMES[game_id]) == path_of(NAMES[game_id]).read_text(encoding="utf-8")


@pytest.mark.parametrize("game_id", NAMES)
def test_a_game_that_takes_too_long_is_broken_off(game_id: str) -> None:
    for reward in REWARDS:
        state = advance(load(game_id, limit=7, reward=reward).new_initial_state(), Rng(1), 100)
        assert state.play.decisions == 7
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.play.state.actor() != OVER
        assert state.returns() == final_rewards(state.play.state, reward_number(reward))


@pytest.mark.parametrize("game_id", NAMES)
def test_a_layout_of_ones_own(game_id: str, tmp_path: Path) -> None:
    entry = games()[game_id]
    maker = map_maker_of(entry)
    assert maker is not None
    source = format_layout(maker.make_map(Rng(5)))
    path = tmp_path / "layout.toml"
    path.write_text(source, encoding="utf-8")
    game = load(game_id, layout=str(path), limit=20)
    layout = entry.layout(source)
    assert game.num_distinct_actions() == encoder_of(entry, 2, layout).action_count
    assert game.new_initial_state().play.state.snapshot() == entry.new_state(2, LOT, layout).snapshot()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# --- copies -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_copies_are_equal_and_independent(game_id: str, players: int) -> None:
    game = load(game_id, players=players)
    for decisions in (0, 5, 25):
        state = advance(game.new_initial_state(), Rng(decisions), decisions)
        before = str(state)
        copies = [state.clone(), game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))]
        for copy in copies:
            assert str(copy) == before
            assert copy.history() == state.history()
            assert copy.legal_actions() == state.legal_actions()
            for player in range(players):
                assert copy.information_state_string(player) == state.information_state_string(player)
                assert copy.observation_tensor(player) == state.observation_tensor(player)
            advance(copy, Rng(9), 3)
            assert len(copy.history()) > len(state.history())
            assert str(state) == before


def test_states_travel_to_another_process(tmp_path: Path) -> None:
    """They bring their games along; and a process in which games were loaded ends without a fault."""
    states = [advance(load(game_id, reward="points").new_initial_state(), Rng(3), 12) for game_id in NAMES]
    path = tmp_path / "states.pickle"
    path.write_bytes(pickle.dumps(states))
    script = (
        "import pathlib, pickle, sys; print(*pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()), sep='\\n')"
    )
    command = [sys.executable, "-c", script, str(path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(f"{state}\n" for state in states)


# --- what cannot be -----------------------------------------------------------------------


@pytest.mark.parametrize("game_id", NAMES)
def test_what_is_not_possible_is_refused_and_changes_nothing(game_id: str) -> None:
    game = load(game_id, limit=3)
    state = advance(game.new_initial_state(), Rng(1), 1)
    before, history = str(state), state.history()
    count = game.num_distinct_actions()
    illegal = next(action for action in range(count) if action not in state.legal_actions())
    with pytest.raises(IllegalAction, match=f"action {illegal}, `.+`, is not possible now"):
        state.apply_action(illegal)
    with pytest.raises(IllegalAction, match=f"actions go from 0 to {count - 1}, not {count}"):
        state.apply_action(count)
    with pytest.raises(IllegalAction, match=f"actions go from 0 to {count - 1}, not -2"):
        state.action_to_string(0, -2)
    with pytest.raises(ValueError, match="chance does not act now"):
        sample_chance(state, Rng(1))
    with pytest.raises(ValueError, match="players go from 0 to 1, not 2"):
        resample(state, 2, Rng(1))
    assert (str(state), state.history()) == (before, history)
    start = game.new_initial_state()
    most = game.max_chance_outcomes()
    with pytest.raises(IllegalAction, match=f"action {most - 1}, `.+`, is not possible now"):
        start.apply_action(most - 1)
    with pytest.raises(IllegalAction, match=f"outcomes of chance go from 0 to {most - 1}, not {most}"):
        start.apply_action(most)
    assert start.history() == []
    advance(state, Rng(1), 2)
    with pytest.raises(IllegalAction, match="comes too late: the game is over"):
        state.apply_action(0)


def test_parameters_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="players of saint-malo must be a whole number, from 2 to 5, not 6"):
        load("saint-malo", players=6)
    with pytest.raises(ValueError, match="is one of win, rank, points, margin, not 'progress'"):
        load("saint-malo", reward="progress")
    with pytest.raises(ValueError, match="the limit of decisions must be a whole number, at least 1, not -1"):
        load("saint-malo", limit=-1)
    with pytest.raises(ValueError, match=r"the layout nowhere\.toml cannot be read"):
        load("saint-malo", layout="nowhere.toml")
    game = load("saint-malo")
    with pytest.raises(ValueError, match="observers have no parameters; there were size"):
        game.make_py_observer(None, {"size": 1})
    with pytest.raises(ValueError, match="players go from 0 to 1, not 5"):
        game.make_py_observer().set_from(game.new_initial_state(), 5)


# --- OpenSpiel's own players --------------------------------------------------------------


def rollouts(seed: int) -> mcts.RandomRolloutEvaluator:
    return mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(seed))


def play_out(game, bots) -> pyspiel.State:
    state, rng = game.new_initial_state(), Rng(4)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(sample_chance(state, rng))
        else:
            action = int(bots[state.current_player()].step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
    return state


@pytest.mark.parametrize("game_id", OPEN)
def test_tree_search_plays(game_id: str) -> None:
    game = load(game_id, players=3, limit=9, reward="points")
    bots = [
        mcts.MCTSBot(game, 2.0, 4, rollouts(seat), random_state=np.random.RandomState(seat))
        for seat in range(3)
    ]
    assert play_out(game, bots).play.decisions == 9


@pytest.mark.parametrize("game_id", NAMES)
def test_learners_find_their_way(game_id: str) -> None:
    environment = rl_environment.Environment(load(game_id, limit=15, scaled=True), include_full_state=True)
    environment.seed(3)
    choices = random.Random(1)
    step = environment.reset()
    steps = 0
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([choices.choice(step.observations["legal_actions"][player])])
        steps += 1
    assert steps == 15
    assert step.rewards == [0.0, 0.0]


@pytest.mark.parametrize("game_id", SECRET)
def test_tree_search_over_information_sets_plays(game_id: str) -> None:
    """A whole game; the worlds are drawn by a resampler, or by the state itself."""
    game = load(game_id)
    seeded, plain = (
        ismcts.ISMCTSBot(game, rollouts(seat), 2.0, 3, random_state=np.random.RandomState(seat))
        for seat in range(2)
    )
    worlds = Rng(8)
    seeded.set_resampler(lambda state, player: resample(state, player, worlds))
    state = play_out(game, [seeded, plain])
    assert state.play.state.actor() == OVER
    assert sum(state.returns()) == 0
