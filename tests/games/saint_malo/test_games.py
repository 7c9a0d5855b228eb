"""Whole games: events tell everything, and random legal play looks as the rules predict."""

from pathlib import Path

import hypothesis
import hypothesis.strategies as st
import pytest

from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.games.saint_malo import GAME, new_state
from citywright.games.saint_malo.audit import audit
from citywright.games.saint_malo.notation import FORMS


def random_games(seats: int, games: int) -> tuple[float, float, float]:
    """Rounds, points and points lost with cannons, on average."""
    rounds = points = cannons = 0.0
    for seed in range(games):
        state = new_state(seats, LOT, GAME.default_layout)
        state.playout(Rng(seed), GAME.ply_limit)
        rounds += state.turns() / seats
        points += sum(state.scores()) / seats
        cannons += 5 * sum(city.lost_cannons for city in state.cities) / seats
    return rounds / games, points / games, cannons / games


@pytest.mark.parametrize(
    ("seats", "rounds", "points"), [(2, 45, -4), (3, 44, -5), (4, 43, -6), (5, 42.5, -7)]
)
def test_random_play_looks_as_predicted(seats, rounds, points):
    mean_rounds, mean_points, mean_loss = random_games(seats, 100)
    assert mean_rounds == pytest.approx(rounds, abs=2)
    assert mean_points == pytest.approx(points, abs=2)
    assert mean_loss == pytest.approx(29.4, abs=1)


@hypothesis.given(st.integers(2, 5), st.lists(st.integers(0, 2**31 - 1), max_size=120))
@hypothesis.settings(max_examples=60)
def test_any_legal_actions_leave_a_sound_position(seats, numbers):
    """Events tell points and coins exactly, copies are equal, and the audit finds nothing."""
    state = new_state(seats, LOT, GAME.default_layout)
    points, coins = [0] * seats, [3] * seats
    for number in numbers:
        if state.actor() == OVER:
            break
        if state.actor() == CHANCE:
            code = state.chance_at(number % state.chance_total())
        else:
            legal = state.legal_actions()
            code = legal[number % len(legal)]
        state.trace = []
        state.apply(code)
        for event in state.trace:
            if event.seat != CHANCE:
                points[event.seat] += event.points
                coins[event.seat] += event.coins
        assert state.scores() == points
        assert [city.coins for city in state.cities] == coins
        assert audit(state) == []
        assert state.clone().snapshot() == state.snapshot()


def test_a_playout_stops_at_its_limit():
    state = new_state(2, LOT, GAME.default_layout)
    assert state.playout(Rng(1), 10) == 10
    assert state.actor() != OVER


def test_every_verb_and_event_is_documented():
    text = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
    documented = text[text.index("## Saint Malo") :]
    names = set(FORMS)
    for policy in GAME.policy_names():
        state = new_state(3, LOT, GAME.default_layout)
        state.trace = []
        play(state, [GAME.policy(policy)] * 3, Rng(1), Rng(2), GAME.ply_limit)
        names |= {event.name for event in state.trace}
    assert len(names) > 25
    persons = {"soldiers", "priests", "architects", "merchants", "jugglers", "nobles"}
    assert [name for name in names - persons if f"`{name}" not in documented] == []
