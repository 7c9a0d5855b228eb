"""From expected points to chances: figures change evenly with the pace, and chances add up."""

import pytest

from citywright.engine.calibration import Calibration, uncalibrated
from citywright.engine.knowledge import Foresight, Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from tests.engine.test_knowledge import toy_state
from tests.toy import AGAIN, ROLL

CALIBRATION = Calibration([0.0, 0.5, 1.0], [2.0, 4.0, 10.0], [0.0, 1.0, 1.0], [0.0, 10.0, 30.0])


@pytest.mark.parametrize(
    ("pace", "expected"),
    [(-1.0, 2.0), (0.0, 2.0), (0.25, 3.0), (0.5, 4.0), (0.75, 7.0), (1.0, 10.0), (2.0, 10.0)],
)
def test_figures_change_evenly_between_two_stages(pace, expected):
    assert CALIBRATION.at(CALIBRATION.spreads, pace) == pytest.approx(expected)


def test_a_lead_of_one_spread_makes_winning_e_times_as_likely():
    one, other = CALIBRATION.chances(Foresight([12.0, 10.0], 0.0, -1, []))
    assert one / other == pytest.approx(2.718281828)
    assert one + other == pytest.approx(1.0)


def test_having_the_turn_is_worth_points():
    with_turn = CALIBRATION.chances(Foresight([10.0, 11.0], 0.5, 0, []))
    assert with_turn == pytest.approx([0.5, 0.5])


def test_what_every_seat_makes_besides_is_added_to_the_points():
    assert CALIBRATION.final_points(Foresight([10.0, 11.0], 0.5, 0, [])) == [20.0, 21.0]


def test_the_end_is_its_result():
    end = Foresight([50.0, 40.0], 0.0, -1, [1.0, 0.0])
    assert CALIBRATION.chances(end) == [1.0, 0.0]
    assert CALIBRATION.final_points(end) == [50.0, 40.0]


def test_a_game_that_nobody_has_fitted_says_what_its_knowledge_says():
    state, knowledge = toy_state((8, 0)), Knowledge()
    chances = uncalibrated(knowledge, state).chances(knowledge.expect(state))
    assert chances[0] > 0.7


def test_a_turn_is_foreseen_to_its_end_and_no_further():
    state, knowledge = toy_state(), Knowledge()
    foreseen = knowledge.foresee(state, state.turns(), Rng(1))
    assert foreseen.mover == -1
    assert foreseen.result == []
    finished = knowledge.foresee(state, state.turns() - 1, Rng(1))
    assert finished.points == [float(points) for points in state.scores()]


def test_a_game_that_ends_with_the_turn_is_foreseen_with_its_result():
    state, knowledge = toy_state(), Knowledge()
    state.points = [state.goal, 3]
    assert state.actor() == OVER
    foreseen = knowledge.foresee(state, state.turns(), Rng(1))
    assert foreseen.result == [1.0, 0.0]
    assert foreseen.points == [float(state.goal), 3.0]


def test_without_knowledge_every_outcome_of_chance_is_its_own():
    state = toy_state()
    state.apply(AGAIN)
    assert state.actor() == CHANCE
    assert Knowledge().outcomes(state) == [(ROLL + face, 1) for face in range(4)]
    assert Knowledge().tries() > 1
