"""A copy of a match plays the same game, and neither match touches the other."""

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match


@pytest.mark.parametrize("game", sorted(games()))
def test_a_copy_goes_its_own_way(game):
    match = Match(find_game(game), 2, dealer=Dealer.seeded(3))
    rng = Rng(5)
    for _ in range(60):
        code = match.state.random_action(rng)
        ply, snapshot, plies = match.ply, match.state.snapshot(), list(match.plies)
        copy = match.copy()
        copy.play(copy.actor, code)
        if copy.actor >= 0 and copy.can_undo(copy.actor):
            again = copy.copy()
            again.undo(again.actor)
            assert again.state.snapshot() == snapshot
        assert copy.ply > ply
        assert (match.ply, match.state.snapshot(), match.plies) == (ply, snapshot, plies)
        match.play(match.actor, code)
        assert (match.plies, match.state.snapshot()) == (copy.plies, copy.state.snapshot())
        assert match.undo_floor() == copy.undo_floor()
        if match.over:
            break
