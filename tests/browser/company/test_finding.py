"""People who do not know each other find each other, sit down together and play to the end."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser

from citywright.server.load.page_client import Guest
from tests.browser.kit.person import DESKTOP, PHONE, Person, until
from tests.server.players_at_tables import play_some
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(300)]

NAMES = ("Anke", "Ben", "Cleo", "Dora", "Emil")


async def look_for_five(person: Person, name: str) -> None:
    """Look for four others for Saint Malo, from the first page on."""
    page = person.page
    await person.open_first_page()
    await page.locator("#game-saint-malo a[href^='/find']").click()
    for seats in (2, 3, 4):
        await page.locator(f"input[value='saint-malo {seats}']").set_checked(False, force=True)
    await page.locator("input[name=name]").fill(name)
    await page.locator(".wishes .main-button").click()
    await page.wait_for_selector("[data-find=page], #room, main.table")


async def cookie_of(person: Person) -> str:
    return "; ".join(f"{one['name']}={one['value']}" for one in await person.page.context.cookies())


async def test_five_strangers_find_each_other_and_finish_a_game(
    served: ServerProcess, browser: Browser
) -> None:
    people = [
        await Person.come(
            browser,
            served.base,
            size=PHONE if number % 2 else DESKTOP,
            locale="de-DE" if number % 2 else "en-GB",
            seed=number,
        )
        for number in range(5)
    ]
    anke, ben = people[:2]
    await look_for_five(anke, NAMES[0])
    assert await anke.violations() == []
    await until(anke.page, "() => document.querySelector('[data-find=news]').textContent !== ''")
    await look_for_five(ben, NAMES[1])
    assert await ben.violations() == []
    await ben.page.locator("form[action='/tables']", has_text="Milestones").locator("button").click()
    await ben.page.wait_for_selector("main.table")  # against a bot, while he waits
    await ben.page.wait_for_selector("#searching")
    for person, name in zip(people[2:], NAMES[2:], strict=True):
        await look_for_five(person, name)
    found = ben.page.locator("#searching .main-button")
    await found.wait_for()
    assert "Anke" in await found.inner_text()
    await found.click()
    await asyncio.gather(*(person.arrive() for person in people))
    assert len({person.page.url for person in people}) == 1
    seated = {await anke.page.locator(f"#seat-{seat} .name").first.inner_text() for seat in range(5)}
    assert seated == set(NAMES)

    for person in people:
        if await person.is_to_act():
            await person.act()
            break
    else:
        pytest.fail("nobody is to act")
    table = anke.page.url.rpartition("/")[2]
    cookies = [await cookie_of(person) for person in people]
    for person in people[1:]:
        await person.page.goto("about:blank")
    async with AsyncExitStack() as stack:  # the same people, by the same connections, without drawing
        pages = [
            await stack.enter_async_context(Guest(served.base, cookie).follow(table)) for cookie in cookies
        ]
        for page in pages:
            await page.receive()
        await play_some(pages, 100_000, random.Random(4))
    await anke.page.wait_for_selector("main.table.over #ending")
    assert not any(person.complaints for person in people)
