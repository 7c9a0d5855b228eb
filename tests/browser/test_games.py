"""For every game: a newcomer clicks from the first page to the score sheet."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from citywright.match.record import parse_record
from citywright.match.replay import verify
from tests.browser.kit.person import PHONE, Person
from tests.server.players_at_tables import GAMES, ONE_GAME
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

HEAVIEST_PAGE = 200_000


@pytest.mark.parametrize("game", ONE_GAME)
async def test_a_whole_game_against_a_bot(served: ServerProcess, browser: Browser, game: str) -> None:
    person = await Person.come(browser, served.base, seed=3)
    await person.open_first_page()
    assert person.received < HEAVIEST_PAGE
    assert await person.serious_violations() == []
    person.received = 0
    await person.play_against_a_bot(game)
    assert await person.wait_for_turn()
    await person.act()
    assert person.clicks == 2, "from the first page to the first move"
    assert person.received < HEAVIEST_PAGE
    assert await person.serious_violations() == []
    while await person.wait_for_turn():
        await person.act()
    await person.page.wait_for_selector("#ending table.sheet")
    await person.page.wait_for_selector("#ending .plot svg")
    assert await person.serious_violations() == []
    assert (person.complaints, person.foreign) == ([], [])

    async with person.page.expect_download() as download:
        await person.page.locator("#ending summary").click()
        await person.page.locator("#ending a[download]").click()
    record = (await (await download.value).path()).read_text(encoding="utf-8")
    assert verify(parse_record(record)).over
    await person.page.locator("#ending button", has_text="Rematch").click()
    await person.page.wait_for_selector("main.table:not(.over)")


@pytest.mark.parametrize("game", GAMES)
async def test_some_turns_by_keyboard_on_a_phone_in_german(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    """Arrows and Enter alone; the focus is never lost in the middle of a turn."""
    person = await Person.come(
        browser, served.base, size=PHONE, locale="de-DE", scheme="dark", motion="no-preference"
    )
    await person.open_first_page()
    assert await person.page.get_attribute("html", "lang") == "de"
    await person.page.locator(f"#game-{game} .main-button").focus()
    await person.page.keyboard.press("Enter")
    await person.arrive()
    assert await person.serious_violations() == []
    for turn in range(14):
        if not await person.wait_for_turn():
            break
        before = await person.at()
        for key in (*("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp")[turn % 4 :], "ArrowDown"):
            await person.page.keyboard.press(key)
        focused = person.page.locator(":focus")
        if await focused.get_attribute("data-toggle") is not None:
            await person.page.keyboard.press("Enter")
            assert await focused.get_attribute("aria-checked") == "true"
            await person.page.keyboard.press("Enter")
            await person.page.locator(".deciding .can:visible").last.focus()
        await person.page.keyboard.press("Enter")
        await person.page.wait_for_selector(f'main.table:not([data-at="{before}"])')
    assert person.complaints == []
