"""A running game: what it refuses, what it keeps, and how far back an undo goes."""

import pytest

from citywright.engine.state import CHANCE, OVER
from citywright.match.dealer import Dealer
from citywright.match.match import IllegalAction, MalformedAction, Match, NotYourTurn, StalePly
from tests.toy import GAME as TOY


@pytest.fixture
def match():
    return Match(TOY, 2, start=0, dealer=Dealer.seeded(1), names=["Anna", "Bert"])


def play_out(match):
    while match.actor >= 0:
        match.play_words(match.actor, "hold")


def test_chance_is_dealt_at_once(match):
    assert match.actor >= 0
    assert match.plies[0].actor == CHANCE


def test_the_wrong_seat_is_refused(match):
    with pytest.raises(NotYourTurn, match="seat A is to act") as caught:
        match.play_words(1, "hold")
    assert caught.value.code == "not your turn"


def test_words_that_are_no_action_are_refused(match):
    before = match.state.snapshot()
    with pytest.raises(MalformedAction, match="'jump' is no action") as caught:
        match.play_words(match.actor, "jump")
    assert caught.value.code == "malformed"
    assert match.state.snapshot() == before


def test_an_impossible_action_is_refused_with_what_is_possible(match):
    with pytest.raises(IllegalAction, match="possible: hold, again") as caught:
        match.play_words(match.actor, "roll 2")
    assert caught.value.code == "illegal"


def test_a_stale_ply_is_refused(match):
    with pytest.raises(StalePly, match="meant for ply 0") as caught:
        match.play_words(match.actor, "hold", at_ply=0)
    assert caught.value.code == "stale ply"
    assert match.play_words(match.actor, "hold", at_ply=match.ply) == 1


def test_nothing_after_the_end(match):
    play_out(match)
    assert match.actor == OVER
    assert match.legal_words() == []
    with pytest.raises(NotYourTurn, match="the game is over"):
        match.play_words(0, "hold")
    with pytest.raises(NotYourTurn):
        match.undo(0)


def test_the_score_sheet_adds_up(match):
    play_out(match)
    assert [sum(sources.values()) for sources in match.score_sheet()] == match.state.scores()
    assert all(list(sources) == ["held"] for sources in match.score_sheet())


def test_undo_never_goes_behind_chance(match):
    assert not match.can_undo(match.actor)
    with pytest.raises(IllegalAction, match="nothing to undo"):
        match.undo(match.actor)
    match.play_words(match.actor, "again")
    assert not match.can_undo(match.actor)


def test_seats_and_start_are_checked():
    with pytest.raises(ValueError, match="1 to 4 seats, not 5"):
        Match(TOY, 5)
    with pytest.raises(ValueError, match="one of 2 seats"):
        Match(TOY, 2, start=2)


def test_chance_of_a_record_must_be_awaited_and_possible():
    match = Match(TOY, 2, start=0)
    with pytest.raises(IllegalAction, match="'start A' cannot be rolled or drawn"):
        match.play_chance(TOY.parse_action("start A"))
    match.play_chance(TOY.parse_action("roll 3"))
    with pytest.raises(NotYourTurn, match="nothing is rolled or drawn"):
        match.play_chance(TOY.parse_action("roll 3"))


def test_missing_names_are_letters(match):
    assert match.names == ["Anna", "Bert"]
    assert Match(TOY, 2).names == ["A", "B"]
