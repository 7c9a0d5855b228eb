"""The pictures of the rules, and the rules themselves in every language."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from citywright.draw.panel import FIGURE, panel_svg
from citywright.engine.game import Game
from citywright.game_parts import drawing_of
from citywright.text import LANGUAGES
from tests.draw.conftest import DRAWN

every_game = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
RULE = re.compile(r"^- \*\*([A-Z]{2}-X?\d+)\*\*", re.MULTILINE)
NAMED = re.compile(r"\b[A-Z]{2}-X?\d+\b")
RULING = {"en": "*Ruling", "de": "*Auslegung"}


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_worked_examples_have_pictures(game: Game, lang: str) -> None:
    figures = drawing_of(game).figures(lang)
    examples = [rule for rule in RULE.findall(game.rules(lang)) if "-X" in rule]
    assert sorted(figures) == sorted(examples)
    ids: list[str] = []
    for rule, panel in figures.items():
        assert panel.role == FIGURE
        found = [key for element in ET.fromstring(panel_svg(panel)).iter() if (key := element.get("id"))]
        assert all(key.startswith(f"figure-{rule}") for key in found)
        assert "data-action" not in panel_svg(panel)
        ids += found
    assert len(set(ids)) == len(ids)


@every_game
def test_rules_have_the_same_numbers_and_rulings_in_every_language(game: Game) -> None:
    english = RULE.findall(game.rules("en"))
    assert len(set(english)) == len(english)
    for lang in LANGUAGES:
        assert RULE.findall(game.rules(lang)) == english
        assert [game.rule(lang, rule).count(RULING[lang]) for rule in english] == [
            game.rule("en", rule).count(RULING["en"]) for rule in english
        ]


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_short_rules_name_rules_that_exist_and_fit_on_a_page(game: Game, lang: str) -> None:
    short = game.short_rules(lang)
    assert set(NAMED.findall(short)) <= set(RULE.findall(game.rules(lang)))
    assert len(set(NAMED.findall(short))) > 8
    assert 150 < len(short.split()) < 700
