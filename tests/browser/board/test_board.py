"""The analysis board in a browser: play differently, take back, choose dice, save, open the link."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, Page

from tests.browser.kit.person import PHONE, Person, until
from tests.server.finished import OVER, keep_finished_table
from tests.server.server_thread import ServerThread, serving

pytestmark = [pytest.mark.browser, pytest.mark.anyio, pytest.mark.timeout(600)]

PLY = 64  # a seat places a crate, and has several places
CHANCE = 66
HERE = "() => document.querySelector('main').dataset.at"
SMALL = """() => [...document.querySelectorAll("main a, main button, main select, main input")]
    .filter((it) => it.checkVisibility() && it.type !== "hidden" && !it.closest("svg, p.ways, .zoom"))
    .filter((it) => it.getBoundingClientRect().height < 43.5).map((it) => it.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("board"), limits=0) as inside:
        keep_finished_table(inside.settings.database)
        yield inside


async def went(page: Page, before: str) -> str:
    """Wait until another position is shown; returns its address."""
    await until(page, "(before) => document.querySelector('main').dataset.at !== before", before)
    return str(await page.evaluate(HERE))


@pytest.mark.parametrize("is_phone", [True, pytest.param(False, marks=pytest.mark.long)])
async def test_a_game_is_played_otherwise_saved_and_shown(
    server: ServerThread, browser: Browser, is_phone: bool
) -> None:
    person = (
        await Person.come(browser, server.base, size=PHONE, locale="de-DE", scheme="dark")
        if is_phone
        else await Person.come(browser, server.base)
    )
    page = person.page
    await page.goto(f"{server.base}/look/{OVER}?ply={PLY}")
    await page.locator(".play-on").click()
    await page.wait_for_selector("main.analysis-board")
    await page.wait_for_selector("#best .pick")  # the bots have thought
    assert await page.locator(".chance-bar .share").count() == 3
    assert await page.locator("svg .advice-mark").count() >= 1
    first = str(await page.evaluate(HERE))
    played = await page.locator("#log [aria-current] + li a").inner_text()
    titles = page.locator("#best .pick")
    await titles.last.click()
    there = await went(page, first)
    if "tree=" not in there:  # it was what was played: then another one is not
        await page.locator("[data-key=ArrowLeft]").click()
        await went(page, there)
        await page.wait_for_selector("#best .pick")
        await titles.first.click()
        there = await went(page, first)
    assert "tree=" in there
    assert page.url.endswith(there)  # nothing is lost by a reload
    variation = await page.locator("#log .variation[aria-current]").inner_text()
    assert variation != played
    await page.reload()
    assert await page.locator("#log .variation[aria-current]").inner_text() == variation
    await page.keyboard.press("ArrowLeft")  # taken back
    back = await went(page, there)
    assert await page.locator("#log .variation").count() == 1
    await page.keyboard.press("ArrowRight")
    await went(page, back)
    await page.goto(f"{server.base}{back.replace(f'at={PLY}', f'at={CHANCE}')}")
    assert await page.locator("#chance select").count() == 5
    for die in range(5):
        await page.locator("#chance select").nth(die).select_option("swords")
    before = str(await page.evaluate(HERE))
    await page.locator("#chance button[value=pick]").click()
    rolled = await went(page, before)
    assert "swords+swords+swords+swords+swords" in rolled
    assert await page.evaluate(SMALL) == [] or not is_phone
    assert await person.violations() == []
    await page.locator("#saving input[name=title]").fill("Säbel")
    await page.locator("#saving button[value=save]").click()
    await page.wait_for_selector("#board-link")
    link = await page.locator("#board-link").input_value()
    assert "/board/" in link
    other = await Person.come(browser, server.base)
    await other.page.goto(link)
    assert await other.page.locator("#log .variation").count() == 2
    assert await other.page.locator("#saving button[value=delete]").count() == 0
    assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


async def test_a_board_leads_to_a_game_against_bots(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base)
    page = person.page
    await page.goto(f"{server.base}/board/look/{OVER}?at={PLY}")
    await page.locator("#starting button[value=start]").click()
    await page.wait_for_selector("main.table[data-yours=true] svg .can")
    assert "/t/" in page.url
