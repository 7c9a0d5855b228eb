"""A tournament in a browser: made with the keyboard alone, entered on a phone, followed to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, expect

from citywright.client import Client
from citywright.server.events import conductor
from citywright.server.load.page_client import Guest
from tests.browser.kit.person import PHONE, Person
from tests.server.events.people import finish_round, running, with_tables
from tests.server.players_at_tables import make_token
from tests.server.server_thread import ServerThread

pytestmark = [pytest.mark.browser, pytest.mark.anyio, pytest.mark.timeout(300)]


@pytest.fixture
def server(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ServerThread]:
    monkeypatch.setattr(conductor, "SWEEP", 0.3)
    folder = tmp_path_factory.mktemp("events")
    inside = ServerThread(f"sqlite:///{folder / 'tables.sqlite3'}").start()
    yield inside
    inside.stop()


async def calm(person: Person) -> None:
    """Nothing for axe, nothing in the console, nothing from elsewhere, nothing wider than the screen."""
    assert await person.violations() == []
    assert (person.complaints, person.foreign) == ([], [])
    wide = await person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


async def make_by_keyboard(person: Person) -> str:
    """An account, then a round robin of three; returns the address of its page."""
    page = person.page
    await page.goto(person.base + "/account")
    await page.locator("#register input[name=name]").fill("Anke")
    await page.locator("#register input[name=password]").fill("correct horse")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("role=status")
    await person.open_first_page()
    await page.locator(".foot a[href='/events']").focus()
    await page.keyboard.press("Enter")
    await page.locator("main a[href='/events/new']").focus()
    await page.keyboard.press("Enter")
    await page.locator("input[name=title]").focus()
    await page.keyboard.type("Cup of three")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Masons")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Round")
    await expect(page.locator(".for-robin")).to_be_visible()
    await expect(page.locator("input[name=rounds]")).to_be_hidden()
    await calm(person)
    for name, value in (("least", "4"), ("most", "3")):
        await page.locator(f"input[name={name}]").focus()
        await page.keyboard.press("ControlOrMeta+a")
        await page.keyboard.type(value)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("4 to 64, not 3")
    assert len(person.complaints) == 1, "the browser notes the refusal"
    person.complaints.clear()
    await page.locator("input[name=least]").focus()
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await expect(page.locator("h1")).to_have_text("Cup of three")
    await calm(person)
    return page.url.partition("?")[0]


async def test_a_tournament_from_its_making_to_its_winner(server: ServerThread, browser: Browser) -> None:
    maker = await Person.come(browser, server.base)
    address = await make_by_keyboard(maker)
    event_id = address.rpartition("/")[2]
    await maker.page.get_by_role("button", name="Take part").press("Enter")

    phone = await Person.come(browser, server.base, size=PHONE, locale="de-DE", scheme="dark")
    await phone.page.goto(server.base + "/events")
    await phone.page.get_by_text("Cup of three").tap()
    assert await phone.page.locator('meta[property="og:title"]').get_attribute("content") == "Cup of three"
    await expect(phone.page.locator(".lead")).to_contain_text("Die Mauerbauer, jeder gegen jeden, 2 am Tisch")
    await phone.page.locator("input[name=name]").fill("Bernd")
    await phone.page.get_by_role("button", name="Mitspielen").tap()
    await expect(phone.page.get_by_role("status")).to_have_text("Du bist dabei.")
    await calm(phone)

    other = Guest(server.base)
    with Client(server.base, await asyncio.to_thread(make_token, other)) as program:
        shown = await asyncio.to_thread(program.enter_event, event_id)
        assert len(shown["standings"]) == 3
        for number in (1, 2, 3):  # of three people each sits out once
            async with asyncio.timeout(60):
                while (shown := await asyncio.to_thread(program.event, event_id))["round"] != number:
                    await asyncio.sleep(0.1)
            if number == 2:
                await phone.page.reload()
                await expect(phone.page.locator(".standings:not(.cross) tbody tr")).to_have_count(3)
                await expect(phone.page.get_by_role("heading", name="Tabelle")).to_be_visible()
                await phone.page.get_by_text("Wie gewertet wird").tap()
                await calm(phone)
            async with running(server.settings.database) as elsewhere:
                await finish_round(elsewhere, await with_tables(elsewhere, event_id))
        async with asyncio.timeout(60):
            while (shown := await asyncio.to_thread(program.event, event_id))["state"] != "over":
                await asyncio.sleep(0.1)
    await maker.page.reload()
    winner = next(row["name"] for row in shown["standings"] if row["place"] == 1)
    await expect(maker.page.locator("header .fresh")).to_have_text(f"{winner} has won.")
    await expect(maker.page.locator(".cross td.self")).to_have_count(3)
    assert await maker.page.locator(".event-tables a[href^='/look/']").count() == 3, "none was judged"
    await calm(maker)
