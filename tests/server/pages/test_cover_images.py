"""The pictures of the first page: a board in the middle of a game, without the names of its places."""

import pytest

from citywright.server.pages.cover_images import cover


@pytest.mark.parametrize("game", ["mauerbauer", "milestones", "saint-malo"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_cover_hides_coordinates(game, theme):
    drawn = cover(game, theme, "en").decode()
    style, _, board = drawn.partition("</style>")
    assert 'coordinate"' in board, "they are in the drawing, which is the same as at a table"
    assert style.endswith(".coordinate{display:none}")
