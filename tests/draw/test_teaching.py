"""The page that teaches each game: its sections, its pictures, and the game these are drawn from."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from citywright.draw.panel import FIGURE, MAIN, Offer, Panel, Part, panel_svg
from citywright.draw.symbols import definition, symbols_in
from citywright.draw.teaching import scene, still
from citywright.engine.game import Game
from citywright.engine.state import CHANCE
from citywright.game_parts import teaching_figures_of
from citywright.text import LANGUAGES
from tests.draw.conftest import DRAWN

every_game = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
every_language = pytest.mark.parametrize("lang", LANGUAGES)
PICTURE = re.compile(r'^!\[([^\]]+)\]\((\S+) "([^"]+)"\)$', re.MULTILINE)
RULE = re.compile(r"\b[A-Z]{2}-X?\d+\b")
SECTIONS = {
    "en": ["aim", "what is on the table", "your turn", "ends", "points"],
    "de": ["ziel", "was auf dem tisch liegt", "dein zug", "endet", "punkte"],
}


def sections(game: Game, lang: str) -> list[tuple[str, str]]:
    """The titles of the sections with what stands in them."""
    _, *parts = re.split(r"^## ", game.teaching_page(lang), flags=re.MULTILINE)
    return [(title, body) for title, _, body in (part.partition("\n") for part in parts)]


def pictures(text: str) -> list[str]:
    """The names of the pictures in a text."""
    return [name for _, name, _ in PICTURE.findall(text)]


@every_game
@every_language
def test_every_section_is_there_with_a_picture(game: Game, lang: str) -> None:
    found = sections(game, lang)
    assert len(found) == len(SECTIONS[lang])
    for (title, body), words in zip(found, SECTIONS[lang], strict=True):
        assert words in title.lower()
        assert PICTURE.search(body), f"no picture in {title}"
    turn = found[2][1]
    assert turn.count("\n### ") >= 5, "a turn is told step by step"
    assert len(pictures(turn)) >= 5


@every_game
def test_all_languages_show_the_same_and_tell_of_the_same_rules(game: Game) -> None:
    told = {
        lang: [(pictures(body), sorted(set(RULE.findall(body)))) for _, body in sections(game, lang)]
        for lang in LANGUAGES
    }
    assert all(told[lang] == told["en"] for lang in LANGUAGES)


@every_game
@every_language
def test_every_picture_is_drawn_and_every_drawing_is_shown_once(game: Game, lang: str) -> None:
    shown = pictures(game.teaching_page(lang))
    assert sorted(shown) == sorted(teaching_figures_of(game, lang))
    assert game.teaching_page(lang).count("![") == len(shown), "a picture stands on a line of its own"


@every_game
@every_language
def test_nothing_in_a_picture_can_be_clicked(game: Game, lang: str) -> None:
    ids: list[str] = []
    for name, panel in teaching_figures_of(game, lang).items():
        assert panel.role == FIGURE
        svg = panel_svg(panel)
        drawn = svg + "".join([definition(key) for key in symbols_in(svg)])
        for word in ("data-", "tabindex", "<title", 'role="button"', "board-place"):
            assert word not in drawn, f"{word} in {name}"
        ids += [key for element in ET.fromstring(svg).iter() if (key := element.get("id"))]
        assert len(drawn) > 2000, f"{name} shows nothing"
    assert len(ids) == len(set(ids))


@every_game
def test_the_game_of_the_pictures_keeps_to_the_rules(game: Game) -> None:
    state = game.new_state(2, 0, game.default_layout)
    script = (game.data / "teaching.txt").read_text(encoding="utf-8")
    lines = [line.partition("#")[0].strip() for line in script.splitlines()]
    actions = [action.strip() for line in lines if not line.startswith("=") for action in line.split(";")]
    for action in filter(None, actions):
        code = game.parse_action(action)
        if state.actor() == CHANCE:
            possible = {state.chance_at(ticket) for ticket in range(state.chance_total())}
        else:
            possible = set(state.legal_actions())
        assert code in possible, action
        state.apply(code)
    assert not game.audit(state)


@every_game
@every_language
def test_the_page_names_rules_that_exist_and_teaches_in_few_words(game: Game, lang: str) -> None:
    page = game.teaching_page(lang)
    named = set(RULE.findall(page))
    assert len(named) > 20
    for rule in named:
        assert game.rule(lang, rule)
    assert 500 < len(page.split()) < 1600


def test_a_still_picture_shows_what_a_page_shows() -> None:
    """Offers stay as they look; what a page hides is gone, and so is what only a page needs."""
    drawn = (
        '<g class="toggle" data-toggle="1" role="checkbox" aria-checked="true" tabindex="0">'
        '<title>Die</title><rect class="frame-on hide thin" x="1"/><rect class="hit" x="2"/></g>'
        '<g class="toggle" aria-checked="false"><rect class="frame-on hide" x="3"/></g>'
        '<g class="variant" data-when="1"><rect x="4"/></g><g class="variant on"><rect x="5"/></g>'
        '<g class="board-place" data-place="a1"><rect x="6"/></g>'
        '<g class="board-place can" data-action="place b1"><rect class="if-marked" x="7"/><rect x="8"/></g>'
        '<g class="board-place can marked"><rect class="if-marked" x="9"/></g>'
        '<clipPath id="gap"><rect x="10"/></clipPath><g id="part" clip-path="url(#gap)"><rect x="11"/></g>'
    )
    seen = still(drawn)
    assert [int(x) for x in re.findall(r'x="(\d+)"', seen)] == [1, 5, 8, 9, 10, 11]
    assert 'class="frame-on thin"' in seen
    assert 'id="taught-gap"' in seen
    assert "url(#taught-gap)" in seen
    assert "part" not in seen.replace("taught", "")


def test_a_part_of_a_panel_has_its_own_size_and_numbers() -> None:
    dot = Part("dot", '<g id="dot"><g class="board-place" data-place="a"><circle r="4"/></g></g>')
    panel = Panel("main", MAIN, "A dot", 100, 80, (dot,), (Offer((0,), "Go to {}", "go {}"),))
    picture = scene("dot", panel, (10, 20, 30, 40), [(5, 6), (7, 8)])
    assert (picture.width, picture.height) == (30, 40)
    assert 'viewBox="10 20 30 40"' in picture.body
    assert '<circle r="4" />' in picture.body, "what is offered is seen"
    assert re.findall(r">(\d)</text>", picture.body) == ["1", "2"]
