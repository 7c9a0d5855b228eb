"""A page that holds only a board, in a real browser: accessible, legible, large enough for thumbs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from citywright.catalogue import games
from citywright.draw.panel import MAIN, TRAY, offers_by_place, panel_svg
from citywright.draw.symbols import sheet, symbols_in
from citywright.draw.theme import DARK, LIGHT, PAGE_CSS, css
from citywright.engine.game import Game
from citywright.engine.view import View
from citywright.game_parts import is_drawn
from citywright.pictures import panels_of, played_states
from citywright.text import LANGUAGES
from tests.browser.kit import letters
from tests.browser.kit.person import PATIENCE

pytestmark = pytest.mark.browser
DRAWN = [game for game in games().values() if is_drawn(game)]
PHONE = 390
SMALL_PHONE = {"saint-malo": 360}  # games whose touch targets are large enough on a smaller phone, too
LEAST = {"saint-malo": 44}  # touch targets in pixels on a phone; boards with many places have smaller ones
NAMES = ("Anke", "Bernd", "Chiara", "David", "Eva")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.browser.conftest import ARGUMENTS
    from tests.conftest import find_browser

    with sync_playwright() as playwright:
        launch = playwright.chromium.launch
        launched = launch(executable_path=find_browser(), args=ARGUMENTS, timeout=1000 * PATIENCE)
        yield launched
        launched.close()


def _phases(game: Game) -> list[View]:
    """One view of every phase a seat can be in, from the later half of a game, and the end."""
    seen: dict[str, View] = {}
    states = played_states(game, game.max_seats, seed=3)
    for state in states[len(states) // 2 :]:
        view = game.view(state, max(state.actor(), 0))
        if view.choices or view.actor is None:
            seen.setdefault(view.phase, view)
    return list(seen.values())


def _page(view: View, lang: str, theme: str, roles: tuple[str, ...] = ()) -> str:
    drawn = [panel_svg(panel) for panel in panels_of(view, lang, NAMES) if not roles or panel.role in roles]
    style = f"{css(theme)}{letters.style()}{PAGE_CSS}body{{margin:0}}svg.panel{{width:100vw;display:block}}"
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Board</title>'
        f"<style>{style}</style></head><body><main><h1>Board</h1>{sheet(symbols_in(''.join(drawn)))}{''.join(drawn)}</main>"
        "</body></html>"
    )


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_axe_finds_nothing_on_a_board(game: Game, theme: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    for view in list(_phases(game))[theme == DARK :: 2]:  # colours are told from each other in tests/draw
        page.set_content(_page(view, "de", theme))
        results = Axe().run(page)
        assert results.violations_count == 0, f"{view.phase}: {results.generate_report()}"
    page.close()


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_what_may_be_clicked_is_large_enough_for_a_thumb(game: Game, browser: Browser) -> None:
    width = SMALL_PHONE.get(game.id, PHONE)
    page = browser.new_page(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    for view in _phases(game):
        page.set_content(_page(view, "en", LIGHT, (MAIN, TRAY)))
        small = [box for box in _boxes(page) if min(box["width"], box["height"]) < LEAST.get(game.id, 24)]
        assert not small, view.phase
    page.close()


def _boxes(page: Page) -> list[dict[str, float]]:
    """The boxes of everything that may be clicked or picked and is shown."""
    found: list[dict[str, float]] = page.evaluate(
        """() => [...document.querySelectorAll("[data-action], [data-toggle]")]
            .map((it) => ({ id: it.id, box: it.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0)
            .map(({ id, box }) => ({ id, width: box.width, height: box.height }))"""
    )
    return found


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_places_are_shown_only_while_something_is_offered_there(game: Game, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    offered = 0
    for view in _phases(game):
        page.set_content(_page(view, "en", LIGHT))
        shown = page.evaluate(
            """() => [...document.querySelectorAll(".board-place")]
                .filter((it) => it.getBoundingClientRect().width > 0).map((it) => it.dataset.place)"""
        )
        named = {place for panel in panels_of(view, "en") for place in offers_by_place(panel)}
        assert set(shown) == named, view.phase
        offered += len(named)
    assert offered
    page.close()


@pytest.mark.parametrize("faces", [letters.OURS, letters.STAND_INS])
@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_no_text_leaves_its_panel(game: Game, faces: str, browser: Browser) -> None:
    """Long German words and long names are made to fit."""
    page = browser.new_page(viewport={"width": 800, "height": 900})
    long_names = ("Maximiliane-Friederike", "Bernd", "WWWWWWWWWWWWWWW", "D", "Eva")
    for view in _phases(game):
        drawn = [panel_svg(panel) for panel in panels_of(view, "de", long_names)]
        page.set_content(_letters(faces, "".join(drawn)))
        page.evaluate("document.fonts.ready")
        out = page.evaluate(
            """() => [...document.querySelectorAll("svg.panel")].flatMap((svg) => {
                const edge = svg.getBoundingClientRect();
                return [...svg.querySelectorAll("text")].filter((text) => {
                    const box = text.getBoundingClientRect();
                    return box.width && (box.left < edge.left - 1 || box.right > edge.right + 1);
                }).map((text) => text.textContent);
            })"""
        )
        assert out == [], view.phase
    page.close()


def _letters(faces: str, drawn: str) -> str:
    return f"<style>{css(LIGHT)}{letters.style(faces)}svg.panel{{width:700px;display:block}}</style>{drawn}"


@pytest.mark.parametrize("faces", [letters.OURS, letters.STAND_INS])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_no_word_covers_another(game: Game, lang: str, faces: str, browser: Browser) -> None:
    """With our faces and before they are there: words of three letters and more keep clear of others."""
    page = browser.new_page(viewport={"width": 800, "height": 900})
    for view in _phases(game):
        if view.actor is None:  # the final standing lies on the tray
            continue
        drawn = [panel_svg(panel) for panel in panels_of(view, lang, NAMES)]
        page.set_content(_letters(faces, "".join(drawn)))
        page.evaluate("document.fonts.ready")
        covered = page.evaluate(
            """() => [...document.querySelectorAll("svg.panel")].flatMap((svg) => {
                const texts = [...svg.querySelectorAll("text")].map((it) => {
                    const { left, right, top, bottom, height: h } = it.getBoundingClientRect();
                    return { said: it.textContent, left, right, top: top + h / 5, bottom: bottom - h / 4 };
                }).filter(({ left, right }) => right > left);
                return texts.filter(({ said }) => said.length > 2).flatMap((a) => texts
                    .filter((b) => a !== b && a.left < b.right - 2 && b.left < a.right - 2)
                    .filter((b) => a.top < b.bottom - 2 && b.top < a.bottom - 2)
                    .map((b) => `${a.said} / ${b.said}`));
            })"""
        )
        assert covered == [], view.phase
    page.close()
