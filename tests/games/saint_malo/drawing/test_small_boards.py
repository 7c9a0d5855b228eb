"""The cities of the others, which are small at first and can be opened large."""

import re

import pytest

from citywright.draw.symbols import definition, symbols_in
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.drawing import picture
from citywright.games.saint_malo.drawing.pieces import piece
from citywright.games.saint_malo.drawing.small_pieces import small_piece
from citywright.games.saint_malo.rules.material import HIGHEST_CHURCH, PERSON_NAMES
from citywright.pictures import played_states


@pytest.fixture(scope="module")
def last():
    """What a player sees at the end of a game of three."""
    return GAME.view(played_states(GAME, 3, seed=4)[-1], 0)


def test_small_boards_tell_everything_without_letters_and_without_colour():
    """A page hides the letters of small boards."""
    kinds = [("church", number) for number in range(1, HIGHEST_CHURCH + 1)]
    kinds += [(kind, 0) for kind in ("crate", "house", *PERSON_NAMES)]
    drawn = {}
    for kind, number in kinds:
        svg = small_piece(kind, number, False, 0)
        shapes = "".join(map(definition, symbols_in(svg))) or svg
        assert "<text" not in shapes
        drawn[kind, number] = re.sub(r'(class|id)="[^"]*"', "", shapes)
    assert len(set(drawn.values())) == len(kinds)


def whole(svg):
    """All that is drawn, with the symbols in it."""
    return svg + "".join(map(definition, symbols_in(svg)))


def outlines(svg):
    """The shapes of a drawing, whatever their lines and colours."""
    return re.findall(r'<path[^>]* d="([^"]*)"', whole(svg))


@pytest.mark.parametrize("kind", ["crate", "house", "church", *PERSON_NAMES])
def test_a_board_that_is_opened_large_shows_the_drawings_of_ones_own(kind):
    """The same shapes, with lines that are broad enough for a board that is small."""
    for place in range(10):
        own = outlines(piece(kind, 1, False, place))
        small = small_piece(kind, 1, False, place)
        assert set(own) <= set(outlines(small))
        assert 'class="pen' not in whole(small)
        assert whole(small).count('class="fat') >= 2


def test_small_walls_have_stones_and_form_a_rampart(last):
    walls = [p for shown in last.cities for p in shown.pieces if p.kind == "wall"]
    drawn = [
        picture.city.space_piece("city-B", walls[0], joined, False, False, True, "en").svg
        for joined in range(4)
    ]
    assert len(set(drawn)) == 4
    for svg in drawn:
        assert len(re.findall('class="thin', whole(svg))) == 1
        joints = re.search('class="thin" d="([^"]*)"', whole(svg))[1]
        assert joints.count("M") > 8


def test_small_boards_have_no_tufts_and_no_names_of_places(last):
    parts = {part.id: part.svg for panel in picture.panels(last, "en") for part in panel.parts}
    grounds = {key: svg for key, svg in parts.items() if key.endswith("-ground") and "pirates" not in key}
    own = grounds.pop("main-ground")
    assert "coordinate" in own
    assert 's-green quiet"' in own
    assert len(grounds) == 2
    for svg in grounds.values():
        assert "coordinate" not in svg
        assert "quiet" not in svg
