"""Knowledge as it serves a game that brings none of its own."""

from citywright.engine.knowledge import FAR, Knowledge, win_shares
from citywright.engine.rng import Rng
from citywright.engine.state import OVER
from tests.toy import GAME


def toy_state(points=(0, 0)):
    state = GAME.new_state(2, 0, GAME.default_layout)
    state.points = list(points)
    state.apply(4)  # roll 3
    return state


def test_glance_takes_the_points_at_hand():
    state = toy_state()
    assert {GAME.format_action(Knowledge().glance(state, Rng(seed))) for seed in range(8)} == {"hold"}


def test_glance_among_equals_falls_by_chance():
    state = toy_state()
    state.sum = 0  # nothing to hold
    assert {GAME.format_action(Knowledge().glance(state, Rng(seed))) for seed in range(16)} == {
        "hold",
        "again",
    }


def test_without_knowledge_of_a_game_everything_is_equal():
    state, knowledge = toy_state(), Knowledge()
    assert knowledge.weigh(state, [0, 1]) == [0.0, 0.0]
    assert {knowledge.advise(state, Rng(seed)) for seed in range(16)} == {0, 1}
    assert {knowledge.hasten(state, Rng(seed)) for seed in range(16)} == {0, 1}
    assert not knowledge.settled(state)
    assert knowledge.horizon(state) == FAR
    assert knowledge.effort(state) > 0
    assert knowledge.patience(state) == 1
    assert knowledge.trust(state) > 0
    assert knowledge.beyond(state) == 0.0
    assert knowledge.features(state, 0) == []
    assert knowledge.pace(state, 0) == 1.0


def test_the_chance_to_win_follows_the_points():
    level = win_shares(Knowledge(), toy_state())
    ahead = win_shares(Knowledge(), toy_state((8, 0)))
    assert level == [0.5, 0.5]
    assert ahead[0] > 0.7
    assert abs(sum(ahead) - 1.0) < 1e-9


def test_when_the_game_is_over_winners_share_the_one():
    state = toy_state()
    goal = state.goal
    state.points = [goal, 3]
    assert state.actor() == OVER
    assert win_shares(Knowledge(), state) == [1.0, 0.0]
    state.points = [goal, goal]
    assert win_shares(Knowledge(), state) == [0.5, 0.5]
