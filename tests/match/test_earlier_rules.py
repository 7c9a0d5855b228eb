"""Games under earlier versions of their rules: written down and verified; unknown ones are refused."""

from dataclasses import replace

import pytest

from citywright.catalogue import entry_problems
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import RecordError, format_record, parse_record
from citywright.match.replay import replay, verify
from tests.toy import GAME as TOY


def to_half_the_goal(seats, start, layout):
    """As the toy was played at first."""
    state = TOY.new_state(seats, start, layout)
    state.goal //= 2
    return state


NOW = replace(TOY, rules_version=3, earlier_rules={1: to_half_the_goal})


def played(game):
    match = Match(game, 2, start=0, dealer=Dealer.seeded(1))
    while match.actor >= 0:
        match.play_words(match.actor, "hold")
    return match


def test_a_record_is_verified_under_the_rules_it_was_played_under():
    first, now = played(NOW.under_rules(1)), played(NOW)
    assert first.ply < now.ply
    for match in (first, now):
        text = format_record(match)
        assert f'[rules "{match.game.rules_version}"]' in text
        again = verify(parse_record(text), game=NOW)
        assert again.game is match.game
        assert again.state.snapshot() == match.state.snapshot()


def test_a_record_of_one_version_does_not_pass_for_another():
    text = format_record(played(NOW.under_rules(1)))
    with pytest.raises(RecordError, match="before the end"):
        verify(parse_record(text.replace('[rules "1"]', '[rules "3"]')), game=NOW)


@pytest.mark.parametrize("version", ["2", "4", "01", "1.0", "x"])
def test_an_unknown_version_is_refused_with_those_that_are_known(version):
    record = parse_record(format_record(played(NOW)).replace('[rules "3"]', f'[rules "{version}"]'))
    with pytest.raises(
        RecordError, match=f"written under rules version '{version}', this program knows 1, 3"
    ):
        replay(record, game=NOW)


def test_earlier_rules_are_older_than_the_newest():
    assert entry_problems(NOW) == []
    problems = entry_problems(replace(NOW, rules_version=1))
    assert problems == ["earlier rules are older than rules version 1, not 1"]
