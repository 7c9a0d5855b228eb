"""The search: it keeps its tree within a turn, widens, and stops in time."""

from citywright.bots.search import Search, simulations_per_second
from citywright.catalogue import find_game
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng
from tests.bots.positions import positions
from tests.toy import GAME as TOY

MILESTONES = find_game("milestones")


class Chain(Knowledge):
    """No knowledge, but short play-outs."""

    def horizon(self, state):
        return 1


def test_the_tree_is_kept_while_the_turn_goes_on():
    search = Search(Chain())
    kept = 0
    for state in positions(MILESTONES, 2, seed=2, count=12, every=3):
        seen = state.observe(state.actor())
        code = search.decide(seen, 40, 5.0, Rng(1))
        if not search.awaited:
            continue
        kept += 1
        visits = search.root.visits
        after = seen.clone()
        after.apply(code)
        search.decide(after, 0, 5.0, Rng(1))
        assert search.alternatives
        assert visits > 0
    assert kept


def test_a_tree_of_another_position_is_not_used():
    search = Search(Chain())
    first, second = positions(MILESTONES, 2, seed=4, count=2, every=9)
    search.decide(first.observe(first.actor()), 20, 5.0, Rng(1))
    code = search.decide(second.observe(second.actor()), 20, 5.0, Rng(1))
    assert code in second.legal_actions()
    assert sum(visits for *_, visits in search.alternatives) == 20


def test_more_simulations_look_at_more_actions():
    state = next(s for s in positions(MILESTONES, 2, seed=6, count=20, every=2) if len(s.legal_actions()) > 9)
    looked_at = []
    for simulations in (10, 200):
        search = Search(Chain())
        search.decide(state, simulations, 10.0, Rng(1))
        looked_at.append(sum(visits > 0 for *_, visits in search.alternatives))
    assert looked_at[0] < looked_at[1]


class Stubborn(Chain):
    """Likes the last action best by a little, and believes in that more or less."""

    def __init__(self, trust):
        self.believed = trust

    def weigh(self, state, actions):
        return [0.0] * (len(actions) - 1) + [0.5]

    def trust(self, state):
        return self.believed


def test_judgement_counts_as_much_as_it_is_trusted():
    believed, doubted = 0, 0
    for state in positions(MILESTONES, 2, seed=6, count=20, every=3):
        favourite = state.legal_actions()[-1]
        believed += Search(Stubborn(1e9)).decide(state, 40, 10.0, Rng(1)) != favourite
        doubted += Search(Stubborn(0.1)).decide(state, 40, 10.0, Rng(1)) != favourite
    assert believed == 0
    assert doubted > 0


def test_a_decision_ends_with_its_time():
    """It would simulate for days otherwise."""
    state = TOY.new_state(4, 0, TOY.default_layout)
    state.apply(3)
    search = Search(Knowledge())
    search.decide(state, 1 << 40, 0.5, Rng(1))
    assert 0 < search.simulations < 1 << 40


def test_speed_is_measured():
    state = TOY.new_state(2, 0, TOY.default_layout)
    state.apply(3)
    assert simulations_per_second(Knowledge(), state, 0.5, 1) > 0
