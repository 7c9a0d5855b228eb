"""A game under the versions of its rules that are known."""

from dataclasses import replace

import pytest

from citywright.engine.game import UnknownRules
from tests.toy import GAME as TOY

NOW = replace(TOY, rules_version=3, earlier_rules={1: TOY.new_state})


def test_a_game_knows_its_newest_rules_and_earlier_ones():
    assert NOW.rules_versions() == [1, 3]
    assert NOW.under_rules(3) is NOW
    earlier = NOW.under_rules(1)
    assert earlier.rules_version == 1
    assert earlier is NOW.under_rules(1)  # one object: layouts and pictures are compared by identity
    assert earlier.rules_versions() == [1]
    with pytest.raises(UnknownRules, match="toy has the rules versions 1, 3, not 2"):
        NOW.under_rules(2)


def test_a_game_without_earlier_rules_is_as_it_was():
    assert TOY.rules_versions() == [1]
    assert TOY.under_rules(1) is TOY
    with pytest.raises(UnknownRules):
        TOY.under_rules(0)
