"""What chance can do in each game, listed: nothing is missing, and nothing is there that cannot be."""

from __future__ import annotations

import pytest

from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER
from citywright.game_parts import NoArrays, chance_codes_of, lists_chance
from tests.toy import GAME as TOY

TABLES = [
    pytest.param(game, seats, id=f"{game.id}-{seats}")
    for game in games().values()
    if lists_chance(game)
    for seats in range(game.min_seats, game.max_seats + 1)
]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_all_that_happens_is_listed(game, seats: int) -> None:
    codes = chance_codes_of(game, seats, game.default_layout)
    assert codes == sorted(set(codes))
    state, rng = game.new_state(seats, LOT, game.default_layout), Rng(seats)
    plies = 0
    while state.actor() != OVER and plies < 300:
        if state.actor() == CHANCE:
            assert {code for code, _ in state.chance_outcomes()} <= set(codes)
            state.apply(state.sample_chance(rng))
        else:
            state.apply(state.random_action(rng))
        plies += 1


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_there_are_as_many_as_the_material_allows(game, seats: int) -> None:
    expected = {
        "saint-malo": 6 + 6**2 + 6**3 + 6**4 + 6**5,  # rolls of one to five dice
        "mauerbauer": 30 + 6 * 6 * 3 + 6 * 6,  # kinds of cards; rolls with and without the tower die
        "milestones": 15 * 5 + 35,  # bonus tiles of five kinds on the bush plots; worker tiles
    }
    assert len(chance_codes_of(game, seats, game.default_layout)) == seats + expected[game.id]


def test_a_game_need_not_list_them() -> None:
    assert not lists_chance(TOY)
    with pytest.raises(NoArrays, match="toy has no `arrays` with `chance_codes`"):
        chance_codes_of(TOY, 2, TOY.default_layout)
