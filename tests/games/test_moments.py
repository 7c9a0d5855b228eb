"""The names of what chance draws: unique in a game, as likely as the rules say, and about the right seat."""

from __future__ import annotations

import re

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.chance import ALL_LEFT
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.testing.moments import check_moments_are_fair

GAMES = sorted(games())
WHOSE = re.compile(r" ([A-H])(?: |$)")


@pytest.mark.parametrize("game_id", GAMES)
def test_draws_are_as_likely_as_the_rules_say(game_id: str) -> None:
    check_moments_are_fair(find_game(game_id), 2, 1)


@pytest.mark.parametrize("game_id", GAMES)
def test_no_moment_comes_twice_in_a_game_and_what_is_drawn_was_left(game_id: str) -> None:
    game, rng, seats = find_game(game_id), Rng(3), 3
    state = game.new_state(seats, 0, game.default_layout)
    moments: set[str] = set()
    while state.actor() != OVER:
        if state.actor() != CHANCE:
            state.apply(state.random_action(rng))
            continue
        draws, numbers = state.chance_draws(), []
        for draw in draws:
            assert draw.moment not in moments
            moments.add(draw.moment)
            assert all("ABC".index(seat) < seats for seat in WHOSE.findall(draw.moment))
            free = [n for n in range(draw.total) if draw.left == ALL_LEFT or draw.left >> n & 1]
            numbers.append(free[rng.below(len(free))])
        outcome = state.chance_of(numbers)
        assert state.is_outcome(outcome)
        state.apply(outcome)
    assert len(moments) > 10
