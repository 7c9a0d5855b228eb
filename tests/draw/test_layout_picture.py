"""The board of a layout as a picture by itself."""

from xml.etree import ElementTree as ET

import pytest

from citywright.draw.theme import DARK
from citywright.pictures import NoPicture, layout_picture
from citywright.text import LANGUAGES
from tests.draw.conftest import DRAWN
from tests.toy import GAME as TOY


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_the_board_stands_alone_and_cannot_be_clicked(game):
    for lang in LANGUAGES:
        svg = layout_picture(game, game.default_layout, lang)
        root = ET.fromstring(svg)
        assert root.get("aria-label") == game.titles[lang]
        for element in root.iter():
            assert not {"data-action", "tabindex", "data-why"} & set(element.keys())
            assert element.get("role") != "button"
    assert layout_picture(game, game.default_layout, "en", DARK) != layout_picture(game, game.default_layout)


def test_saint_malo_shows_the_printed_crates_and_towers():
    game = next(game for game in DRAWN if game.id == "saint-malo")
    source = game.default_layout.source.replace('"-.....-"', '"-..c..-"', 1)
    assert layout_picture(game, game.parse_layout(source)) != layout_picture(game, game.default_layout)


def test_a_game_without_pictures_has_none_of_its_board():
    with pytest.raises(NoPicture, match="no pictures of toy"):
        layout_picture(TOY, TOY.default_layout)
