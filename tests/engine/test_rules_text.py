"""Finding a rule by its id in a game's rules."""

import pytest

from citywright.catalogue import games

GAMES = list(games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_rules_are_there_in_english(game):
    assert "en" in game.rules_languages()
    first = next(line for line in game.rules("en").splitlines() if line.startswith("- **"))
    rule_id = first.split("**")[1]
    assert game.rule("en", rule_id.lower()).startswith(rule_id)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_unknown_rule_is_a_key_error(game):
    with pytest.raises(KeyError):
        game.rule("en", "XX-1")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_there_is_a_page_of_short_rules(game, language):
    assert game.short_rules(language).startswith("# ")
    assert len(game.short_rules(language)) < len(game.rules(language))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_there_is_a_page_that_teaches(game, language):
    assert game.teaching_page(language).startswith("# ")
    assert game.teaching_page(language).count("\n## ") == 5


def test_a_language_without_short_rules():
    assert GAMES[0].short_rules("la") == ""
    assert GAMES[0].teaching_page("la") == ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_view_draws_itself_in_a_notebook(game):
    state = game.new_state(game.min_seats, 0, game.default_layout)
    assert game.view(state, 0)._repr_svg_().startswith("<svg")
