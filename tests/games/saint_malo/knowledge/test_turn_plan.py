"""The plan of a turn agrees with the rules, and leaves the city as it was."""

import pytest

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.game_parts import knowledge_of
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.knowledge.turn_plan import TurnPlan
from citywright.games.saint_malo.rules import material, phases


def decisions(seats, seed):
    """Every decision with a choice in a game of apprentices."""
    knowledge, rng = knowledge_of(GAME), Rng(seed)
    state = GAME.new_state(seats, 0, GAME.default_layout)
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if len(state.legal_actions()) > 1:
            yield state.clone()
        state.apply(knowledge.glance(state, rng))


def test_planning_leaves_the_city_as_it_was():
    adviser = knowledge_of(GAME).journeyman
    for state in list(decisions(2, seed=1))[::5]:
        adviser.weigh(state, state.legal_actions())
        assert adviser.plan.city.snapshot() == state.city().snapshot()


def ends_the_turn(state):
    """Whether the piece that is placed next is the last of its turn, so that its value is exact."""
    if state.phase == phases.PLACE_PERSON:
        return state.piece != material.ARCHITECT and state.pieces_left == 0
    return state.phase == phases.PLACE_CHURCH or (
        state.phase in (phases.PLACE_CRATE, phases.PLACE_WALL) and state.pieces_left == 1
    )


def test_the_last_piece_of_a_turn_is_worth_the_city_it_leads_to():
    adviser = knowledge_of(GAME).journeyman
    compared = {}
    for state in decisions(2, seed=2):
        if not ends_the_turn(state):
            continue
        actions = state.legal_actions()
        for code, value in zip(actions, adviser.weigh(state, actions), strict=True):
            after = state.clone()
            after.apply(code)
            if after.actor() == OVER or after.phase == phases.CHOOSE_BONUS:
                continue
            city = after.cities[state.seat]
            assert value == pytest.approx(adviser.evaluator.value(state, city, after.crossed_boxes))
            compared[state.phase] = compared.get(state.phase, 0) + 1
    assert min(compared.get(phase, 0) for phase in (phases.PLACE_CRATE, phases.PLACE_PERSON)) > 20
    assert len(compared) == 4


def test_a_use_that_cannot_be_paid_is_out_of_the_question():
    state = next(state for state in decisions(2, seed=3) if state.phase == phases.USE_DICE)
    plan = TurnPlan(knowledge_of(GAME).evaluator, 1)
    state.city().coins = 0
    plan.begin(state, state.seat)
    plan.value_uses()
    logs = plan.use_value(0, 5 << 4 * material.LOG)
    crate = plan.use_value(5, 5 << 4 * material.CRATE)
    assert logs < -1000 < crate
