"""Information states in OpenSpiel: a player is told what it has seen, all of it, and nothing else."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.envs.openspiel import NAMES, resample, sample_chance

SECRET = [game_id for game_id in NAMES if games()[game_id].has_secrets]


def tables(ids) -> list:
    return [
        pytest.param(game_id, players, id=f"{game_id}-{players}")
        for game_id in ids
        for players in range(games()[game_id].min_seats, games()[game_id].max_seats + 1)
    ]


def load(game_id: str, **parameters):
    return pyspiel.load_game(NAMES[game_id], parameters)


def random_action(state, rng: Rng) -> int:
    if state.is_chance_node():
        return sample_chance(state, rng)
    return state.legal_actions()[rng.below(len(state.legal_actions()))]


def code_of(state, action: int) -> int:
    """The engine's code of an action, by its words."""
    return games()[state.play.tables.game.id].parse_action(state.action_to_string(action))


def known(state, player: int) -> list:
    """All that OpenSpiel tells a player."""
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.current_player(),
        state.is_chance_node() or state.legal_actions(player),
    ]


@pytest.mark.parametrize(("game_id", "players"), tables(NAMES))
def test_equal_information_states_are_equal_memories(game_id: str, players: int) -> None:
    """Exactly if a player has seen the same actions its information state is the same."""
    game = load(game_id, players=players, limit=12)
    memories: dict[str, tuple[int, ...]] = {}
    texts: dict[tuple[int, ...], str] = {}
    for seed in (1, 2, 3, 4, 4, 5):
        rng = Rng(seed)
        state = game.new_initial_state()
        seen: list[list[int]] = [[player] for player in range(players)]
        while not state.is_terminal():
            action = random_action(state, rng)
            code = code_of(state, action)
            for player in range(players):
                seen[player].append(state.play.state.redact(code, player))
            state.apply_action(action)
            for player in range(players):
                text, memory = state.information_state_string(player), tuple(seen[player])
                assert memories.setdefault(text, memory) == memory
                assert texts.setdefault(memory, text) == text
    assert len(texts) > 12 * players


@pytest.mark.parametrize("game_id", NAMES)
def test_where_nothing_is_hidden_all_have_seen_the_same(game_id: str) -> None:
    state, rng = load(game_id, limit=10).new_initial_state(), Rng(1)
    while not state.is_terminal():
        state.apply_action(random_action(state, rng))
    first, second = (state.information_state_string(player).partition(": ")[2] for player in range(2))
    assert (first == second) == (game_id not in SECRET)


def twin_actions(state, twin, viewer: int, rng: Rng) -> tuple[int, int] | None:
    """What happens in both: the same to the viewer's eyes, and where it can be something else in truth."""
    mine, others = state.legal_actions(), twin.legal_actions()
    action = random_action(state, rng)
    sight = state.play.state.redact(code_of(state, action), viewer)
    alike = [other for other in others if twin.play.state.redact(code_of(twin, other), viewer) == sight]
    if state.current_player() >= 0 or len(alike) < 2:
        common = sorted(set(mine) & set(others))
        if not common:
            return None
        action = common[rng.below(len(common))]
        return action, action
    different = [other for other in alike if other != action]
    return action, different[rng.below(len(different))]


@pytest.mark.parametrize(("game_id", "players"), tables(SECRET))
def test_twins_that_differ_in_foreign_secrets_look_the_same(game_id: str, players: int) -> None:
    game = load(game_id, players=players)
    compared = 0
    for seed in range(players):
        viewer, rng = seed % players, Rng(seed)
        state, twin = game.new_initial_state(), game.new_initial_state()
        while not state.is_terminal():
            actions = twin_actions(state, twin, viewer, rng)
            if actions is None:  # somebody must play a card that the twin does not have
                break
            state.apply_action(actions[0])
            twin.apply_action(actions[1])
            assert known(state, viewer) == known(twin, viewer)
            compared += str(state) != str(twin)
        assert state.history() != twin.history()
        other = (viewer + 1) % players
        assert state.information_state_string(other) != twin.information_state_string(other)
    assert compared > 20 * players


# --- worlds that a player can imagine -----------------------------------------------------


@pytest.mark.parametrize(("game_id", "players"), tables(NAMES))
def test_a_player_cannot_tell_an_imagined_world_from_the_true_one(game_id: str, players: int) -> None:
    game = load(game_id, players=players, limit=100)
    state, rng, worlds = game.new_initial_state(), Rng(players), Rng(77)
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    others = 0
    while not state.is_terminal():
        if len(state.history()) % 5 == 0:
            before = str(state)
            for player in range(players):
                for world in (
                    resample(state, player, worlds),
                    state.resample_from_infostate(player, sampler),
                ):
                    assert known(world, player) == known(state, player)
                    assert world.returns() == state.returns()
                    others += str(world) != before
                    world.apply_action(random_action(world, worlds))
            assert str(state) == before
        state.apply_action(random_action(state, rng))
    assert (others > 0) == (game_id in SECRET)


@pytest.mark.parametrize("game_id", SECRET)
def test_in_imagined_worlds_the_others_know_what_they_hold_there(game_id: str) -> None:
    """The same record means the same knowledge; and nothing of the truth is in it."""
    game = load(game_id, players=3)
    state, rng, worlds = game.new_initial_state(), Rng(6), Rng(7)
    for _ in range(40):
        state.apply_action(random_action(state, rng))
    knowledge: dict[str, list[float]] = {}
    for _ in range(200):
        world = resample(state, 0, worlds)
        assert world.history() == []
        text = world.information_state_string(1)
        numbers = world.information_state_tensor(1)
        assert knowledge.setdefault(text, numbers) == numbers
    assert len(knowledge) > 20
    assert state.information_state_string(1) not in knowledge
    assert len({tuple(numbers) for numbers in knowledge.values()}) == len(knowledge)


@pytest.mark.parametrize("game_id", SECRET)
def test_imagined_worlds_can_be_imagined_in(game_id: str) -> None:
    """As somebody does who asks what another one may think."""
    game = load(game_id, players=3)
    state, rng, worlds = game.new_initial_state(), Rng(16), Rng(17)
    for _ in range(40):
        state.apply_action(random_action(state, rng))
    world = resample(state, 0, worlds)
    for player in range(3):
        within = resample(world, player, worlds)
        assert known(within, player) == known(world, player)
        assert known(game.deserialize_state(within.serialize()), player) == known(world, player)


def choices_after(world, action: int) -> tuple[int, ...]:
    """What the next player may do after an action, if that is another player; else nothing."""
    player = world.current_player()
    world.apply_action(action)
    return tuple(world.legal_actions()) if world.current_player() not in (player, -1) else ()


@pytest.mark.parametrize("game_id", SECRET)
def test_search_meets_the_same_choices_at_the_same_information_state(game_id: str) -> None:
    """ISMCTS fails where two worlds share an information state, but not the legal actions."""
    game = load(game_id, players=2, reward="margin")
    random_state = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    searched = 0
    for seed in range(20):
        state, rng, worlds = game.new_initial_state(), Rng(seed), Rng(seed)
        while not state.is_terminal():
            player = state.current_player()
            if player >= 0 and 1 < len(state.legal_actions()) < 12:  # will another one have secret choices?
                action = state.legal_actions()[0]
                choices = {choices_after(resample(state, player, worlds), action) for _ in range(4)}
                if len(choices) > 1:
                    bot = ismcts.ISMCTSBot(game, evaluator, 200.0, 60, random_state=random_state)
                    bot.set_resampler(lambda at, seat, worlds=worlds: resample(at, seat, worlds))
                    assert bot.step(state) in state.legal_actions()
                    searched += 1
                    break
            state.apply_action(random_action(state, rng))
    assert searched >= 3
