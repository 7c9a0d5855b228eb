"""The rules at a table: a drawer with chapters, contents and search, by mouse, keys and touch."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.browser.kit.person import PHONE, Person, until
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

BOARD = "() => JSON.stringify(document.querySelector('.board').getBoundingClientRect())"
FOCUSED = """() => document.activeElement.closest("#rules") ? "inside" : document.activeElement.className"""
BUTTON = "quiet-button rules-button"
IN_SIGHT = """(selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    const head = document.querySelector(".rules-head").getBoundingClientRect();
    return top >= head.bottom && bottom <= innerHeight;
}"""
SMALL = """() => [...document.querySelectorAll("#rules a, #rules button, #rules input")]
    .filter((it) => it.getClientRects().length && !it.matches(".to-rule"))
    .filter((it) => Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height) < 44)
    .map((it) => it.outerHTML.slice(0, 80))"""


async def at_a_table(browser: Browser, served: ServerProcess, game: str, **options: Any) -> Person:
    person = await Person.come(browser, served.base, **options)
    await person.open_first_page()
    await person.play_against_a_bot(game)
    assert await person.wait_for_turn()
    return person


async def chapter(page: Page) -> list[str | None]:
    """The chapters that are shown."""
    return [await it.get_attribute("id") for it in await page.locator("#rules .chapter:visible").all()]


async def test_the_drawer_lies_over_the_board_and_leads_back(served: ServerProcess, browser: Browser) -> None:
    person = await at_a_table(browser, served, "saint-malo")
    page = person.page
    board = await page.evaluate(BOARD)
    address = page.url
    await page.locator(".rules-button").click()
    await page.wait_for_selector("#rules .teaches")
    assert await page.evaluate(BOARD) == board, "the board keeps its size"
    assert await chapter(page) == ["rules-learn"]
    assert await page.evaluate(FOCUSED) == "inside"
    for _ in range(3):  # the focus stays inside
        await page.keyboard.press("Shift+Tab")
        assert await page.evaluate("() => !document.activeElement.closest('main')")
    assert await person.violations("#rules") == []
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#rules", state="hidden")
    assert await page.evaluate(FOCUSED) == BUTTON
    await page.locator(".rules-button").click()
    await page.go_back()
    await page.wait_for_selector("#rules", state="hidden")
    assert page.url == address
    await page.locator(".rules-button").click()
    await page.mouse.click(40, 400)  # beside it
    await page.wait_for_selector("#rules", state="hidden")
    assert await page.evaluate("() => history.state?.rules ?? null") is None
    assert await person.is_to_act(), "what lies behind was not meant"
    assert person.complaints == []


async def test_tabs_contents_links_and_search_by_keyboard(served: ServerProcess, browser: Browser) -> None:
    person = await at_a_table(browser, served, "mauerbauer")
    page = person.page
    at = await person.at()
    await page.locator(".rules-button").focus()
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#rules .chapters [aria-selected=true]")
    await page.locator("#rules-learn-tab").focus()
    for key, shown in (
        ("ArrowRight", "short"),
        ("ArrowRight", "all"),
        ("ArrowRight", "learn"),
        ("End", "all"),
    ):
        await page.keyboard.press(key)
        assert await chapter(page) == [f"rules-{shown}"]
        assert await page.evaluate("() => document.activeElement.id") == f"rules-{shown}-tab"
    await page.locator("#rules-all .rules-contents a").last.press("Enter")
    assert await page.evaluate("() => document.activeElement.id") == "rules-all-8"
    await until(page, IN_SIGHT, "#rules-all-8")
    await page.locator("#MB-24 a.to-rule").first.press("Enter")
    assert await page.evaluate("() => document.activeElement.id") == "MB-22"
    await page.keyboard.press("ArrowDown")
    assert await page.evaluate(FOCUSED) == "inside", "arrows scroll and do not lead to the board"
    await page.locator("#rules-short-tab").click()
    await page.locator("#rules input").press_sequentially("TOWERS water")
    assert await chapter(page) == ["rules-all"]
    found = [await it.get_attribute("id") for it in await page.locator("#rules li[id]:visible").all()]
    assert found == ["MB-84", "MB-X2"]
    assert await page.locator("#rules .found").inner_text() == "Rules found: 2"
    assert await page.locator("#rules h3:visible").count() == 2, "sections without a rule are left out"
    await page.locator("#rules input").fill("zebra")
    assert await page.locator("#rules .found").inner_text() == "Rules found: 0"
    assert await person.violations("#rules") == []
    await page.locator("#rules input").fill("")
    assert await page.locator("#rules li[id]:visible").count() > 40
    await page.locator("#rules .close").press("Enter")
    await page.wait_for_selector("#rules", state="hidden")
    assert await page.evaluate(FOCUSED) == BUTTON
    assert await person.at() == at, "nothing was played meanwhile"
    assert person.complaints == []


async def test_the_number_of_a_rule_opens_the_drawer_there(served: ServerProcess, browser: Browser) -> None:
    person = await at_a_table(browser, served, "saint-malo", locale="de-DE")
    page = person.page
    await page.locator("#main [data-why]").first.click(force=True)
    await page.locator("#answer a[data-rule]").first.click()
    await page.wait_for_selector("#rules li:focus")
    rule = str(await page.evaluate("() => document.querySelector('#rules li:focus').id"))
    assert rule.startswith("SM-")
    assert await chapter(page) == ["rules-all"]
    await until(page, IN_SIGHT, f"#{rule}")
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#rules", state="hidden")


async def test_the_drawer_on_a_phone(served: ServerProcess, browser: Browser) -> None:
    person = await at_a_table(
        browser, served, "milestones", size=PHONE, locale="de-DE", scheme="dark", mobile=True
    )
    page = person.page
    board = await page.evaluate(BOARD)
    await page.locator("[popovertarget=menu]").first.tap()
    await page.locator("#menu [data-do=rules]").tap()
    await page.wait_for_selector("#rules-short")
    assert await chapter(page) == ["rules-short"], "who looks something up has little room"
    assert await page.evaluate(BOARD) == board
    wide = await page.evaluate("() => document.querySelector('#rules').scrollWidth")
    assert wide <= PHONE["width"]
    assert await page.evaluate(SMALL) == []
    await page.locator("#rules-learn-tab").tap()
    await page.locator("#rules-learn .rules-contents a").nth(2).tap()
    await until(page, IN_SIGHT, "#rules-learn-3")
    assert await page.evaluate(SMALL) == []
    assert await person.violations("#rules") == []
    await page.locator("#rules-learn a.to-rule").first.tap()
    assert await chapter(page) == ["rules-all"]
    await page.go_back()
    await page.wait_for_selector("#rules", state="hidden")
    assert await page.locator("main.table").count() == 1
    await page.locator("[popovertarget=menu]").first.tap()
    await page.locator("#menu [data-do=rules]").tap()
    assert await chapter(page) == ["rules-all"], "it opens where it was left"
    assert person.complaints == []
