"""Positions to decide in: reached by random play, every few decisions one, chance resolved."""

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE


def positions(game, seats, seed, count, every):
    """`count` states in which a seat has a choice, `every` decisions apart."""
    rng = Rng(seed)
    state = game.new_state(seats, 0, game.default_layout)
    found = []
    decisions = 0
    while len(found) < count:
        actor = state.actor()
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if actor < 0:
            state = game.new_state(seats, 0, game.default_layout)
            continue
        actions = state.legal_actions()
        if decisions % every == every - 1 and len(actions) > 1:
            found.append(state.clone())
        state.apply(state.random_action(rng))
        decisions += 1
    return found
