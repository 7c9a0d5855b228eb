"""What the editor page is told of each game: every value of the usual board has its place there."""

import tomllib

import pytest

from citywright.catalogue import games
from citywright.engine.layout.entries import place_in_file
from citywright.game_parts import editing_of, editor_of
from citywright.text import LANGUAGES

GAMES = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def entries_of(game):
    return editing_of(game).entries_of(tomllib.loads(game.default_layout.source))


@GAMES
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_can_be_edited(game, lang):
    sheet = editor_of(game).sheet(lang)
    items = {item.place: (item, item.options or form.options) for form in sheet.forms for item in form.items}
    marks = {
        cell.place: {mark.value for mark in layer.marks} for layer in sheet.layers for cell in layer.cells
    }
    for place, value in entries_of(game).items():
        if place in items:
            item, options = items[place]
            if options:
                assert any(str(value).startswith(written) for written, _ in options[0])
                assert any(str(value).endswith(written) for written, _ in options[-1])
            elif item.longest:
                assert len(value) <= item.longest
            else:
                assert item.least <= value <= item.most
        elif place in marks:
            assert value in marks[place]
        else:
            assert sheet.points is not None
            assert place.split(".")[0] in ("points", "water", "fields")


@GAMES
def test_sums_of_the_usual_board_are_those_that_are_wanted(game):
    sheet, entries = editor_of(game).sheet("en"), entries_of(game)
    for form in sheet.forms:
        if form.wanted:
            assert sum(entries[item.place] for item in form.items) == form.wanted
    for layer in sheet.layers:
        if layer.wanted:
            assert sum(cell.place in entries for cell in layer.cells) == layer.wanted
    assert all(game.rule("en", form.rule) for form in sheet.forms if form.rule)


@GAMES
def test_places_are_named_once_and_need_only_places_that_exist(game):
    sheet = editor_of(game).sheet("de")
    cells = [cell for layer in sheet.layers for cell in layer.cells]
    places = [cell.place for cell in cells] + [item.place for form in sheet.forms for item in form.items]
    assert len(set(places)) == len(places)
    assert all(set(cell.needs) <= set(places) for cell in cells)
    assert all(0 <= cell.at[0] <= sheet.width and 0 <= cell.at[1] <= sheet.height for cell in cells)


def test_ids_become_names_in_the_order_of_the_board():
    names = {"new1": "a10", "new2": "a2"}
    assert place_in_file("points.new1", names) == "points.a10"
    assert place_in_file("fields.new1 b1 new2", names) == "fields.a2 a10 b1"
    assert place_in_file("cards", names) == "cards"
    assert place_in_file("odd.x y", {}) == "odd.x y"
