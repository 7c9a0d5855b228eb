"""A game of Milestones comes to its end, even where poor boards lead round in a circle."""

from __future__ import annotations

from citywright.bots.levels import knowledge_of
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER

GAME = find_game("milestones")


def test_poor_boards_do_not_circle_for_ever() -> None:
    """With this seed both seats had but two workers early, and no plan of one turn led out of that."""
    knowledge, rng = knowledge_of(GAME), Rng(150)
    state = GAME.new_state(2, 0, GAME.default_layout)
    while state.actor() != OVER and state.turns() < 300:
        chance = state.actor() == CHANCE
        state.apply(state.sample_chance(rng) if chance else knowledge.advise(state, rng))
    assert state.actor() == OVER
