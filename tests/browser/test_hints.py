"""Hints: what a master would do is numbered in a list and, by the same numbers, where it is played."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(200)]

DECISIONS = 6
# The numbers that are written somewhere on the screen; a press goes through them.
NUMBERS = """() => [...document.querySelectorAll(".advice-mark")].filter((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    const isSeen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isSeen && getComputedStyle(it).pointerEvents === "none";
}).map((it) => it.textContent)"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", SEATS)
async def test_hints_are_numbered_where_they_are_played(
    served: ServerProcess, browser: Browser, game: str, size: dict[str, int]
) -> None:
    """Also where several dice have to be picked first, and on buttons that end something."""
    guest, path = await table_in_the_middle(served, game, 2)
    person = await Person.come(browser, served.base, size=size, seed=5)
    await sit_down(person, guest, path)
    page = person.page
    for _ in range(DECISIONS):
        assert await person.wait_for_turn()
        await page.locator("[data-do=advice]").click()
        await page.wait_for_selector("#hints:popover-open .advice li")
        hints = await page.locator("#hints .advice li").count()
        assert set(await page.evaluate(NUMBERS)) == {str(k + 1) for k in range(hints)}
        await page.locator("[data-do=close-hints]").click()
        assert await page.locator(".advice-mark").count() == 0
        await person.act()
    assert person.complaints == []
