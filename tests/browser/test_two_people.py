"""Two people and a spectator: sizes, languages, a reload, a lost connection and an undo in between."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import PATIENCE, PHONE, Person
from tests.browser.kit.wire import Wire
from tests.server.server_process import ForkedServer, ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(300)]


async def in_step(*people: Person) -> str:
    """All pages come to the same position by themselves; returns it."""
    async with asyncio.timeout(PATIENCE):
        while len({await person.at() for person in people}) > 1:
            await asyncio.sleep(0.02)
    return await people[0].at()


async def one_move(*people: Person) -> None:
    """Whoever is to act does."""
    await in_step(*people)
    for person in people:
        if await person.is_to_act():
            await person.act()
            return


async def undo_something(one: Person, two: Person) -> None:
    """Play until something can be taken back, and take it back."""
    for _ in range(60):
        for person in (one, two):
            if await person.page.locator("#undo:visible").count():
                epoch = int((await person.at()).partition(".")[0])
                await person.page.locator("#undo").click()
                await person.page.wait_for_selector(f'main.table[data-at^="{epoch + 1}."]')
                await in_step(one, two)
                return
        await one_move(one, two)
    pytest.fail("nothing could be taken back in 60 moves")


async def test_two_browsers_and_a_spectator(served: ServerProcess, browser: Browser) -> None:
    async with Wire(served.port) as wire:
        anke = await Person.come(browser, served.base, locale="en-GB", seed=5)
        ben = await Person.come(browser, wire.base, size=PHONE, locale="de-DE", scheme="dark", seed=6)
        cleo = await Person.come(browser, served.base, seed=7)
        await anke.open_first_page()
        link = await anke.invite_a_friend("saint-malo", "Anke <b>")
        await ben.accept(link.replace(served.base, wire.base), "Ben & Söhne")
        await anke.page.wait_for_selector("#seat-1 .presence.here")
        assert await anke.page.locator("#seat-1 .name").inner_text() == "Ben & Söhne"
        assert await ben.page.locator("#seat-0 .name").inner_text() == "Anke <b>"
        await cleo.page.goto(anke.page.url)
        await in_step(anke, ben, cleo)
        assert await cleo.page.locator("[data-action]").count() == 0

        for _ in range(6):
            await one_move(anke, ben)
        await undo_something(anke, ben)
        await in_step(anke, ben, cleo)

        await anke.page.reload()  # a reload in the middle of a turn
        await one_move(anke, ben)
        await in_step(anke, ben, cleo)

        await ben.page.evaluate("window.stillTheSamePage = true")
        wire.cut()
        await ben.page.wait_for_selector("main.table.lost")
        await ben.page.wait_for_selector("#notice:visible")
        await anke.page.wait_for_selector("#seat-1 .presence.away")
        for _ in range(8):
            if await anke.is_to_act():
                await anke.act()
        wire.mend()
        await ben.page.wait_for_selector("main.table:not(.lost)")
        await in_step(anke, ben, cleo)
        assert await ben.page.evaluate("window.stillTheSamePage") is True
        for _ in range(6):
            await one_move(anke, ben)
        await in_step(anke, ben, cleo)
        assert await cleo.page.locator("#log [id^=log-]:not([hidden])").count() > 5
        for person in (anke, ben, cleo):
            assert await person.violations() == []
            assert [text for text in person.complaints if "ERR_CONNECTION" not in text] == []


@pytest.mark.long  # test_restart.py does it quicker
async def test_pages_survive_a_restart_of_the_server(tmp_path: Path, browser: Browser) -> None:
    server = ForkedServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}").start()
    try:
        person = await Person.come(browser, server.base)
        await person.open_first_page()
        await person.play_against_a_bot("saint-malo")
        assert await person.wait_for_turn()
        await person.act()
        await person.page.evaluate("window.stillTheSamePage = true")
        server.kill()
        await person.page.wait_for_selector("main.table.lost")
        await asyncio.to_thread(server.start)
        for _ in range(3):
            assert await person.wait_for_turn()
            await person.act()
        assert await person.page.evaluate("window.stillTheSamePage") is True
    finally:
        server.stop()


async def test_title_rules_and_other_boards(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base)
    page = person.page
    await person.open_first_page()
    await person.play_against_a_bot("saint-malo")
    assert await person.wait_for_turn()
    assert (await page.title()).startswith("●")
    await page.locator("[data-do=rules]").first.click()
    await page.wait_for_selector("#rules:visible")
    await page.wait_for_selector("#rules .teaches")  # loaded when the rules are opened
    assert await person.violations() == []
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#rules", state="hidden")
    await page.locator("[data-do=rules]").first.click()
    await page.wait_for_selector("#rules:visible")
    await page.go_back()
    await page.wait_for_selector("#rules", state="hidden")
    assert await page.locator("main.table").count() == 1, "Back closes the rules and stays at the table"
    await page.locator("#seat-1 .who").click()
    await page.wait_for_selector("#seat-sheet-1:popover-open svg.panel")
    assert await person.violations() == []
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#seat-sheet-1:not(:popover-open)", state="attached")
    await page.locator("[data-do=preferences]").click()
    for theme in ("dark", "light", "auto", "dark"):
        async with page.expect_response("**/preferences"):  # the next page goes by what was remembered
            await page.locator(f"[name=theme][value={theme}]").check()
        await page.wait_for_selector(f"html[data-theme={theme}]")
    await page.locator("[name=lang][value=de]").check()
    await page.wait_for_selector("html[lang=de][data-theme=dark]")
    await page.wait_for_selector("main.table")
    assert person.complaints == []


@pytest.mark.long  # test_accessibility.py meets the same pages, each in one of these looks
@pytest.mark.parametrize("lang", ["de", "en"])
async def test_other_pages_are_accessible(served: ServerProcess, browser: Browser, lang: str) -> None:
    person = await Person.come(browser, served.base, locale=lang, scheme="dark" if lang == "de" else "light")
    await person.open_first_page()
    link = await person.invite_a_friend("saint-malo", "Anke")
    for path in ("/", link.removeprefix(served.base), "/rules/saint-malo", "/t/nowhere"):
        await person.page.goto(served.base + path)
        assert await person.page.get_attribute("html", "lang") == lang
        assert await person.violations() == [], path
