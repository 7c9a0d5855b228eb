"""Saint Malo at a glance: what is told, what warns, and in which words."""

import re

import pytest

from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.drawing import facts
from citywright.pictures import played_states


@pytest.fixture(scope="module")
def states():
    return played_states(GAME, 3, seed=4)


@pytest.fixture(scope="module")
def views(states):
    """What the player sees whose decision it is."""
    return [GAME.view(state, state.actor()) for state in states if state.actor() >= 0]


def shared_facts(view, lang="en"):
    return {fact.key: fact for fact in facts(view, lang).shared}


def test_sm_51_boxes_and_strength_are_facts_of_their_own(states):
    start = shared_facts(GAME.view(states[0], -1), "de")
    assert start["pirates"].value == "0/6"
    assert start["attack"].value == "1"
    assert "noch 6" in start["pirates"].title
    assert "nächsten Angriffs" in start["attack"].title


def test_facts_warn_of_an_attack_that_is_near(views):
    warned = set()
    for view in views:
        board, seat = view.pirates, "ABC".index(view.seat)
        told, seats = shared_facts(view), facts(view, "en").seats
        assert [fact.key for fact in seats[0]][:2] == ["coins", "defence"]
        attacks = board.crossed // board.row_length
        if attacks < len(board.strengths):
            weak = view.cities[seat].defence < board.strengths[attacks]
            left = board.row_length - board.crossed % board.row_length
            assert told["attack"].warns == (weak and left <= 2)
            assert seats[seat][1].warns == weak
            warned.add(told["attack"].warns)
        else:
            assert "attack" not in told
    assert warned == {True, False}


def test_sm_60_the_last_round_is_told_before_anything_else(views):
    first = {min(len(city.empty) for city in view.cities) == 0: facts(view, "en").shared[0] for view in views}
    assert (first[True].key, first[True].value, first[True].warns) == ("end", "last round", True)
    assert first[False].key == "pirates"


def test_after_the_end_nothing_is_told_that_will_not_come(states):
    over = GAME.view(states[-1], 0)
    told, seats = facts(over, "en")
    assert [fact.key for fact in told] == ["pirates", "round"]
    assert told[0].value == str(over.pirates.crossed // over.pirates.row_length)
    assert not any(fact.warns for fact in (*told, *(fact for own in seats for fact in own)))
    assert not any("next attack" in fact.title for own in seats for fact in own)


def test_words_beside_a_value_do_not_say_it_again(views):
    """The sheet of a seat shows both: 3, and what coins are good for."""
    for view in views[::25]:
        for lang in ("en", "de"):
            for fact in (fact for own in facts(view, lang).seats for fact in own):
                said = fact.title.partition(":")[0].partition(";")[0]
                assert not re.search(r"\d", said.partition(" (")[0]), fact
                assert fact.value not in said


def test_facts_name_their_rule_and_are_translated(views):
    for lang in ("en", "de"):
        for told in (facts(views[0], lang).shared, *facts(views[-1], lang).seats):
            assert all(re.search(r"SM-\d+\)$", fact.title) for fact in told)
            assert len({fact.key for fact in told}) == len(told)
    english, german = (facts(views[-1], lang) for lang in ("en", "de"))
    titles = {fact.title for told in (english.shared, *english.seats) for fact in told}
    assert not titles & {fact.title for told in (german.shared, *german.seats) for fact in told}
    assert not any("log" in fact.title for told in german.seats for fact in told), "every word is translated"
