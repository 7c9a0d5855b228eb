"""Positions and actions as arrays on the pure source, briefly: tests/arrays looks closer, compiled."""

from __future__ import annotations

import pytest

from citywright.catalogue import games
from citywright.game_parts import encoder_of
from citywright.testing.arrays import CHECKS, row_of
from tests.arrays.checks import check_actions, positions

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@every_game
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_arrays_conform(game, check) -> None:
    check(game, 3, 1)


@every_game
@pytest.mark.parametrize("seats", [2, 3])
def test_legal_actions_and_rows_of_a_whole_game(game, seats: int) -> None:
    encoder = encoder_of(game, seats, game.default_layout)
    for state in positions(game, seats, game.default_layout, seats - 1):
        assert encoder.fits(state)
        if (seat := state.actor()) >= 0:
            check_actions(encoder, game, state)
            assert row_of(encoder, state, seat) == row_of(encoder, state.observe(seat), seat)
    assert not encoder_of(game, 4, game.default_layout).fits(state)
