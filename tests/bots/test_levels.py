"""Every level decides legally in every game, within its limits, and sees only what its seat can see."""

import time
from dataclasses import replace

import pytest

from citywright.bots import (
    Budget,
    UnknownBot,
    bot_kinds,
    bot_names,
    find_bot,
    forget_bots_of_packages,
    player,
)
from citywright.bots.contract import HARD_LIMIT
from citywright.bots.levels import LEVELS, Master
from citywright.catalogue import games
from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.game_parts import knowledge_of
from tests.bots.positions import positions
from tests.toy import GAME as TOY

GAMES = list(games().values())
TINY = Budget(simulations=3)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_a_level_decides_legally(game, name):
    bot = find_bot(game, name)
    for seats in range(game.min_seats, game.max_seats + 1):
        for state in positions(game, seats, seed=seats, count=3, every=13):
            seen = state.observe(state.actor())
            before = seen.snapshot()
            decision = bot.decide(seen, TINY, Rng(1))
            assert decision.code in state.legal_actions()
            assert seen.snapshot() == before
            if decision.estimate:
                assert decision.estimate.code == decision.code
                assert {estimate.code for estimate in decision.alternatives} <= set(state.legal_actions())
                assert all(0.0 <= estimate.win_chance <= 1.0 for estimate in decision.alternatives)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_a_level_does_not_see_what_its_seat_cannot(game, name):
    for state in positions(game, game.max_seats, seed=5, count=3, every=17):
        seat = state.actor()
        seen = state.observe(seat)
        choices = set()
        for world in range(3):  # worlds that differ only in what the seat cannot know
            whole = seen.imagine(Rng(world))
            choices.add(find_bot(game, name).decide(whole.observe(seat), TINY, Rng(9)).code)
        assert len(choices) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_same_seed_decides_the_same(game):
    for state in positions(game, 2, seed=3, count=3, every=11):
        seen = state.observe(state.actor())
        first, again = (find_bot(game, "master").decide(seen, TINY, Rng(4)) for _ in range(2))
        assert first == again


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_master_keeps_its_time(game):
    bot = find_bot(game, "master")
    for state in positions(game, game.max_seats, seed=8, count=2, every=19):
        began = time.process_time()  # of this process: how busy the machine is does not matter
        bot.decide(state.observe(state.actor()), Budget(seconds=0.1), Rng(1))
        assert time.process_time() - began < HARD_LIMIT


def test_the_hard_limit_holds_whatever_the_budget_says():
    assert Budget(simulations=10**9).time_limit < HARD_LIMIT
    assert Budget(seconds=60.0).time_limit < HARD_LIMIT
    assert Budget(seconds=0.5).time_limit == 0.5


def test_levels_have_titles_and_a_line_in_both_languages():
    for kind in bot_kinds(GAMES[0]):
        for language in ("de", "en"):
            assert kind.titles[language]
            assert kind.descriptions[language].endswith(".")


def test_an_unknown_bot_is_refused_by_name():
    with pytest.raises(UnknownBot, match="no bot 'duke'; it has random, apprentice"):
        find_bot(GAMES[0], "duke")


def test_simple_policies_are_bots_too():
    for game in GAMES:
        for name in game.policy_names():
            assert name in bot_names(game)
            state = positions(game, 2, seed=1, count=1, every=5)[0]
            assert (
                find_bot(game, name).decide(state.observe(state.actor()), None, Rng(1)).code
                in state.legal_actions()
            )


def test_a_game_without_knowledge_is_searched_all_the_same():
    state = TOY.new_state(2, 0, TOY.default_layout)
    state.apply(5)  # roll 4
    state.points = [state.goal - 3, state.goal - 3]
    decision = Master(knowledge_of(TOY)).decide(state, Budget(simulations=300), Rng(2))
    assert TOY.format_action(decision.code) == "hold"  # wins at once
    assert decision.estimate.win_chance > 0.8


def test_a_bot_plays_where_a_policy_is_wanted():
    state = TOY.new_state(2, 0, TOY.default_layout)
    assert not play(state, [player(TOY, "apprentice"), player(TOY, "random")], Rng(1), Rng(2), 10_000).aborted


@pytest.fixture
def package_with_a_bot(monkeypatch):
    """Pretends that an installed package offers a bot; lists the groups of entry points that were read."""
    groups = []

    class Entry:
        @staticmethod
        def load():
            return replace(LEVELS[1], name="guest")

    def entry_points(group):
        groups.append(group)
        return [Entry]

    monkeypatch.setattr("citywright.bots.entry_points", entry_points)
    forget_bots_of_packages()
    yield groups
    forget_bots_of_packages()


def test_other_packages_offer_bots_by_entry_point(package_with_a_bot):
    assert [kind.name for kind in bot_kinds(TOY)] == [*(level.name for level in LEVELS), "guest"]


def test_the_installed_packages_are_looked_through_once(package_with_a_bot):
    for game in GAMES:
        assert find_bot(game, "guest")
        bot_names(game)
    assert package_with_a_bot == ["citywright.bots"]
