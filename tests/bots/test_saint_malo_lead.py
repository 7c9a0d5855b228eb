"""The judgement of Saint Malo's master: minding others, exact at the end, never swayed by before."""

import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.game_parts import knowledge_of, learned_weights
from citywright.games.saint_malo.knowledge.city_value import CityJudge
from citywright.games.saint_malo.knowledge.dice_keeping import COUNTS, KEPT, ROLLED_AT
from citywright.games.saint_malo.knowledge.evaluation import early_of, late_of
from citywright.games.saint_malo.knowledge.lead import LeadJudge, final_points, has_turn
from citywright.games.saint_malo.knowledge.turn_plan import USES, Plan
from citywright.games.saint_malo.rules.codes import PASS, USE_DICE

GAME = find_game("saint-malo")
WEIGHTS = learned_weights(GAME)["city"]


def positions(seats, seed, until=lambda state: False):
    """Positions at the use of dice in a game of apprentices, who fill their cities quickly."""
    knowledge, rng = knowledge_of(GAME), Rng(seed)
    state = GAME.new_state(seats, 0, GAME.default_layout)
    found = []
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
            continue
        if state.phase == USE_DICE:
            found.append(state.clone())
            if until(state):
                break
        state.apply(knowledge.glance(state, rng))
    return found


def last_turn(seats, seed):
    """The use of dice of a seat after another has filled its city; none if the game ended otherwise."""
    state = positions(seats, seed, lambda state: any(city.empty == 0 for city in state.cities))[-1]
    return state if any(city.empty == 0 for city in state.cities) else None


def city_judge():
    return CityJudge(early_of(WEIGHTS), late_of(WEIGHTS))


def lead_judge(envy):
    return LeadJudge(early_of(WEIGHTS), late_of(WEIGHTS), city_judge(), [envy, envy])


def test_measuring_does_not_depend_on_what_was_measured_before():
    used = city_judge()
    for state in positions(3, seed=1)[::4]:
        for seat, city in enumerate(state.cities):
            fresh = city_judge()
            for judge in (used, fresh):
                judge.look_at(state, seat)
            assert used.features(state, city, state.boxes) == fresh.features(state, city, state.boxes)


def test_what_dice_buy_is_the_best_of_all_uses():
    state = positions(2, seed=2)[9]
    plan = Plan(city_judge(), 1)
    plan.begin(state, state.seat)
    plan.work_out()
    plan.roll_values()
    for kept in range(ROLLED_AT, KEPT):
        best = max(plan.use_value(use, COUNTS[kept]) for use in range(USES))
        assert plan.keeps.final[kept] == pytest.approx(best)


def test_envy_counts_what_the_others_lose():
    state = positions(2, seed=3)[30]
    city, plain, envious = state.cities[0], city_judge(), lead_judge(0.5)
    for judge in (plain, envious):
        judge.look_at(state, 0)
    rival = city_judge()
    rival.look_at(state, 1)
    grudged = plain.worth(state, city, state.boxes) - envious.worth(state, city, state.boxes)
    assert grudged == pytest.approx(0.5 * rival.worth(state, state.cities[1], state.boxes))


def test_without_envy_the_lead_is_the_own_city():
    for state in positions(3, seed=4)[:-3:9]:
        plain, lead = city_judge(), lead_judge(0.0)
        for judge in (plain, lead):
            judge.look_at(state, state.seat)
        city = state.cities[state.seat]
        assert lead.worth(state, city, state.boxes) == plain.worth(state, city, state.boxes)


def test_in_the_last_turn_a_pass_is_worth_the_final_points():
    tried = 0
    for seed in range(40):
        state = last_turn(2, seed)
        if state is None:
            continue
        seat = state.seat
        actions = state.legal_actions()
        value = knowledge_of(GAME).weigh(state, actions)[actions.index(PASS)]
        state.apply(PASS)
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
            assert has_turn(state, seat) == (seat >= state.seat)  # seat 0 began
            if seat < state.seat:
                assert outlook[seat] == final_points(state, city)
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
