"""What the contract itself does: derived chance outcomes, ranks, playouts, policies, the catalogue entry."""

import pytest

from citywright.engine.game import LayoutError
from citywright.engine.policy import Policy, RandomPolicy, play
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, State, ranks_of
from citywright.engine.view import actor_letter, gains_of, seat_letter
from tests.toy import GAME as TOY


class Weighted(State):
    """Chance with unequal weights: a bag of two red and one blue."""

    def chance_total(self) -> int:
        return 3

    def chance_at(self, ticket: int) -> int:
        return 10 if ticket < 2 else 20


class Holder(Policy):
    def choose(self, seen, rng):
        return 0


def new(seats=2, start=0):
    return TOY.new_state(seats, start, TOY.default_layout)


def test_outcomes_are_derived_from_tickets():
    assert Weighted().chance_outcomes() == [(10, 2), (20, 1)]
    assert Weighted().sample_chance(Rng(1)) in (10, 20)


def test_a_game_need_not_name_what_chance_draws():
    assert Weighted().chance_draws() == []
    with pytest.raises(NotImplementedError):
        Weighted().chance_of([0])


def test_a_blank_state_answers_nothing():
    state = State()
    with pytest.raises(NotImplementedError):
        state.actor()


def test_without_secrets_an_observation_is_a_copy():
    state = new()
    assert state.observe(1).snapshot() == state.imagine(Rng(1)).snapshot() == state.snapshot()
    assert state.redact(3, 1) == 3


def test_ranks_share_and_skip():
    assert ranks_of([(5, 1), (7, 0), (5, 1), (5, 2)]) == [3, 1, 3, 2]


def test_a_playout_stops_at_its_limit():
    state = new()
    assert state.playout(Rng(1), 3) == 3
    assert state.actor() != OVER
    state.playout(Rng(1), 10_000)
    assert state.actor() == OVER


def test_play_runs_policies_to_the_end():
    state = new(start=LOT)
    played = play(state, [RandomPolicy(), Holder()], Rng(1), Rng(2), 1000)
    assert state.actor() == OVER
    assert not played.aborted
    again = play(new(start=LOT), [RandomPolicy(), Holder()], Rng(1), Rng(2), 1000)
    assert (again.checksum, again.decisions) == (played.checksum, played.decisions)
    other = play(new(start=LOT), [RandomPolicy(), Holder()], Rng(3), Rng(2), 1000)
    assert other.checksum != played.checksum


def test_play_tells_every_action():
    codes = []
    state, again = new(start=LOT), new(start=LOT)
    play(state, [RandomPolicy(), Holder()], Rng(1), Rng(2), 1000, codes)
    for code in codes:
        assert again.actor() != OVER
        again.apply(code)
    assert again.snapshot() == state.snapshot()


def test_play_aborts_at_its_limit():
    played = play(new(), [RandomPolicy()] * 2, Rng(1), Rng(2), 2)
    assert played.aborted
    assert played.decisions == 2


def test_a_policy_must_choose():
    with pytest.raises(NotImplementedError):
        Policy().choose(new(), Rng(1))


def test_letters():
    assert [seat_letter(seat) for seat in (CHANCE, 0, 3)] == ["*", "A", "D"]
    state = new()
    assert actor_letter(state) == "*"
    state.apply(TOY.parse_action("roll 3"))
    assert actor_letter(state) == "A"
    assert [event.points for event in gains_of(state, TOY.parse_action("hold"), 0)] == [3]
    assert gains_of(state, TOY.parse_action("hold"), 1) == []
    state.points[0] = 12
    assert actor_letter(state) is None


def test_the_catalogue_entry_knows_its_policies():
    assert TOY.policy_names() == ["random"]
    assert isinstance(TOY.policy("random"), RandomPolicy)
    with pytest.raises(KeyError):
        TOY.policy("master")


def test_a_layout_error_lists_its_problems():
    error = LayoutError(["no goal", "no board"])
    assert error.problems == ["no goal", "no board"]
    assert str(error) == "no goal; no board"
