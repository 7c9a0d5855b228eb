"""Every game in the catalogue, and the toy game, through the conformance suite at each number of seats.

Earlier versions of their rules, under which only what was begun is played on, at the fewest.
"""

import pytest

from citywright.catalogue import games
from citywright.testing import CHECKS
from tests.toy import GAME as TOY

EARLIER = [game.under_rules(version) for game in games().values() for version in game.earlier_rules]
CASES = [
    pytest.param(game, seats, id=f"{game.id}-{game.rules_version}-{seats}")
    for game in [*games().values(), TOY, *EARLIER]
    for seats in range(game.min_seats, (game.min_seats if game in EARLIER else game.max_seats) + 1)
]


@pytest.mark.parametrize(("game", "seats"), CASES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check, game, seats):
    check(game, seats, 7)
