"""Every game in the catalogue under every version of its rules, and the toy game, through the conformance
suite at each number of seats."""

import pytest

from citywright.catalogue import games
from citywright.testing import CHECKS
from tests.toy import GAME as TOY

GAMES = [game.under_rules(version) for game in games().values() for version in game.rules_versions()]
CASES = [
    pytest.param(game, seats, id=f"{game.id}-{game.rules_version}-{seats}")
    for game in [*GAMES, TOY]
    for seats in range(game.min_seats, game.max_seats + 1)
]


@pytest.mark.parametrize(("game", "seats"), CASES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check, game, seats):
    check(game, seats, 7)
