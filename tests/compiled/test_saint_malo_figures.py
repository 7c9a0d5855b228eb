"""A million turns of the compiled Saint Malo show the figures that follow from its rules."""

from citywright.games.saint_malo import GAME
from tests.games.saint_malo.dice_figures import check_figures


def test_a_million_turns_agree_within_one_per_cent():
    assert check_figures(GAME.default_layout.board, turns=1_000_000, tolerance=0.01) == []
