"""How Saint Malo's master values cities: with the others in mind, exactly at the end."""

import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.game_parts import knowledge_of, learned_weights
from citywright.games.saint_malo.knowledge.city_value import CityEvaluator
from citywright.games.saint_malo.knowledge.dice_keeping import COUNTS, FIRST_OF_FIVE, MULTISETS
from citywright.games.saint_malo.knowledge.evaluation import early_weights, late_weights
from citywright.games.saint_malo.knowledge.lead import LeadEvaluator, points_at_the_end
from citywright.games.saint_malo.knowledge.turn_plan import TurnPlan
from citywright.games.saint_malo.rules import codes, phases
from citywright.games.saint_malo.rules.ending import has_turn_left

GAME = find_game("saint-malo")
WEIGHTS = learned_weights(GAME)["city"]


def positions(seats, seed, until=lambda state: False):
    """Positions at the use of dice in a game of apprentices, who fill their cities quickly."""
    knowledge, rng = knowledge_of(GAME), Rng(seed)
    state = GAME.new_state(seats, 0, GAME.default_layout)
    reached = []
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if state.phase == phases.USE_DICE:
            reached.append(state.clone())
            if until(state):
                break
        state.apply(knowledge.glance(state, rng))
    return reached


def last_turn(seats, seed):
    """The use of dice of a seat after another has filled its city; none if the game ended otherwise."""
    state = positions(seats, seed, lambda state: any(city.empty == 0 for city in state.cities))[-1]
    return state if any(city.empty == 0 for city in state.cities) else None


def city_evaluator():
    return CityEvaluator(early_weights(WEIGHTS), late_weights(WEIGHTS))


def lead_evaluator(envy):
    return LeadEvaluator(early_weights(WEIGHTS), late_weights(WEIGHTS), city_evaluator(), [envy, envy])


def test_measuring_does_not_depend_on_what_was_measured_before():
    used = city_evaluator()
    for state in positions(3, seed=1)[::4]:
        for seat, city in enumerate(state.cities):
            fresh = city_evaluator()
            for evaluator in (used, fresh):
                evaluator.prepare(state, seat)
            assert used.measure(state, city, state.crossed_boxes) == fresh.measure(
                state, city, state.crossed_boxes
            )


def test_what_dice_buy_is_the_best_of_all_uses():
    state = positions(2, seed=2)[9]
    plan = TurnPlan(city_evaluator(), 1)
    plan.begin(state, state.seat)
    plan.value_uses()
    plan.value_rolls()
    for kept in range(FIRST_OF_FIVE, MULTISETS):
        best = max(plan.use_value(use, COUNTS[kept]) for use in range(codes.USES))
        assert plan.keeps.final[kept] == pytest.approx(best)


def test_envy_counts_what_the_others_lose():
    state = positions(2, seed=3)[30]
    city, plain, envious = state.cities[0], city_evaluator(), lead_evaluator(0.5)
    for evaluator in (plain, envious):
        evaluator.prepare(state, 0)
    rival = city_evaluator()
    rival.prepare(state, 1)
    subtracted = plain.value(state, city, state.crossed_boxes) - envious.value(
        state, city, state.crossed_boxes
    )
    assert subtracted == pytest.approx(0.5 * rival.value(state, state.cities[1], state.crossed_boxes))


def test_without_envy_the_lead_is_the_own_city():
    for state in positions(3, seed=4)[:-3:9]:
        plain, lead = city_evaluator(), lead_evaluator(0.0)
        for evaluator in (plain, lead):
            evaluator.prepare(state, state.seat)
        city = state.cities[state.seat]
        assert lead.value(state, city, state.crossed_boxes) == plain.value(state, city, state.crossed_boxes)


def test_in_the_last_turn_a_pass_is_worth_the_final_points():
    tried = 0
    for seed in range(40):
        state = last_turn(2, seed)
        if state is None:
            continue
        seat = state.seat
        actions = state.legal_actions()
        value = knowledge_of(GAME).weigh(state, actions)[actions.index(codes.PASS)]
        state.apply(codes.PASS)
        assert state.actor() == OVER
        assert 0.0 <= value - state.scores()[seat] <= 0.5  # half a point for an odd coin
        tried += 1
    assert tried > 3


def test_who_has_no_turn_left_gets_the_final_points():
    tried = 0
    for seed in range(20):
        state = last_turn(3, seed)
        if state is None:
            continue
        outlook = knowledge_of(GAME).outlook(state)
        for seat, city in enumerate(state.cities):
            assert has_turn_left(state, seat) == (seat >= state.seat)  # seat 0 began
            if seat < state.seat:
                assert outlook[seat] == points_at_the_end(state, city)
                tried += 1
    assert tried > 3


def test_the_journeyman_is_advised_by_its_own_city():
    """Others' points do not move it; the master looks at them."""
    state = positions(2, seed=5)[40]
    knowledge = knowledge_of(GAME)
    actions = state.legal_actions()
    before = knowledge.journeyman.weigh(state, actions), knowledge.master.weigh(state, actions)
    other = state.clone()
    other.cities[1 - state.seat].logs += 4
    fresh = knowledge_of(GAME)
    after = fresh.journeyman.weigh(other, actions), fresh.master.weigh(other, actions)
    assert before[0] == after[0]
    assert before[1] != after[1]
