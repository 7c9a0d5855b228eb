"""The last step of a turn, before it is confirmed, shows what it would place and where."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import CAN, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(200)]

MOST_DECISIONS = 60
# Ghosts that can be seen, cannot be pressed, and lie above all else; what they stand in for is not shown.
SOUND = """() => [...document.querySelectorAll(".ghost")].every((it) => {
    const { width } = it.getBoundingClientRect();
    const isAbove = [...it.parentElement.children].at(-1).classList.contains("ghost");
    return width > 0 && getComputedStyle(it).pointerEvents === "none" && isAbove && !it.id;
}) && [...document.querySelectorAll(".ghosted")].every((it) => getComputedStyle(it).opacity === "0")"""


async def press_something(person: Person) -> bool:
    """Press one of the things that may be pressed; is it held, to be confirmed?"""
    page, before = person.page, await person.at()
    marked = page.locator(CAN)
    await person.press(marked.nth(person.rng.randrange(await marked.count())))
    moved_on = f'main.table:not([data-at="{before}"]):not(.waiting)'
    await page.wait_for_selector(f"{moved_on}, #confirm:not([hidden])")
    return await page.locator("#confirm").is_visible()


@pytest.mark.parametrize("game", SEATS)
async def test_what_would_be_placed_is_shown(served: ServerProcess, browser: Browser, game: str) -> None:
    guest, path = await table_in_the_middle(served, game, 2)
    person = await Person.come(browser, served.base, size=PHONE, preferences={"confirm": "on"}, seed=4)
    await sit_down(person, guest, path)
    page = person.page
    ghosts = page.locator(".ghost")
    for _ in range(MOST_DECISIONS):
        assert await person.wait_for_turn()
        before = await person.at()
        if await press_something(person):
            if await ghosts.count():
                break
            await page.locator("[data-do=confirm]").click()
            await page.wait_for_selector(f'main.table:not([data-at="{before}"]):not(.waiting)')
    assert await ghosts.count() > 0, "a turn ended with something that is placed"
    assert await page.evaluate(SOUND)
    await page.locator("[data-do=release]").click()
    await page.wait_for_selector("#confirm", state="hidden")
    assert await ghosts.count() == 0
    assert await page.locator(".ghosted").count() == 0
    assert await person.at() == before
    assert person.complaints == []
