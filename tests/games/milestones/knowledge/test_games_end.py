"""A game of Milestones comes to its end, even where poor boards lead round in a circle."""

from __future__ import annotations

import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.game_parts import knowledge_of

GAME = find_game("milestones")


def test_poor_boards_do_not_circle_for_ever() -> None:
    """With this seed both seats had but two workers early, and no plan of one turn led out of that."""
    knowledge, rng = knowledge_of(GAME), Rng(150)
    state = GAME.new_state(2, 0, GAME.default_layout)
    while state.actor() != OVER and state.turns() < 300:
        chance = state.actor() == CHANCE
        state.apply(state.sample_chance(rng) if chance else knowledge.advise(state, rng))
    assert state.actor() == OVER


@pytest.mark.parametrize(("seed", "seat"), [(1009, 1), (1166, 0)])
def test_a_bot_that_went_astray_ends_the_game_alone(seed: int, seat: int) -> None:
    """Against an idle opponent these games went on for ever: the bot had covered all its workers."""
    knowledge, rng = knowledge_of(GAME), Rng(seed)
    state = GAME.new_state(2, LOT, GAME.default_layout)
    idle = GAME.policy("random")
    while state.actor() != OVER and state.turns() < 500:
        actor = state.actor()
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
        else:
            state.apply(knowledge.advise(state, rng) if actor == seat else idle.choose(state, rng))
    assert state.actor() == OVER
    assert state.scores()[seat] > 70
