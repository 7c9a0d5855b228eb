"""A chat message is reported at a table and the host acts: a player on a phone, in German and by night, a
host at a desk; then the other way round.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from citywright.server.load.page_client import Guest
from citywright.server.settings import async_url
from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.databases import migrate
from tests.server.desk.people import Club, club_on, seated

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    url = f"sqlite:///{tmp_path_factory.mktemp('desk') / 'tables.sqlite3'}"
    migrate(async_url(url))
    with club_on(url, bot_pace=600.0) as made:
        made.newcomer("Emil")
        yield made


async def as_guest(person: Person, guest: Guest, address: str) -> Page:
    """Open an address as somebody who has been here before."""
    name, _, value = guest.cookie.partition("=")
    await person.page.context.add_cookies([{"name": name, "value": value, "url": person.base}])
    await person.page.goto(person.base + address)
    return person.page


async def write(page: Page, text: str) -> None:
    """Say something in the chat of a table."""
    await page.locator(".chat-button").click()
    await page.locator("#chat input[name=text]").fill(text)
    await page.keyboard.press("Enter")


async def look(person: Person) -> None:
    """Nothing is wider than the screen, and axe finds nothing."""
    assert await person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), person.page.url
    assert await person.violations() == []


@pytest.mark.parametrize("is_player_on_a_phone", [True, False], ids=["player-on-a-phone", "host-on-a-phone"])
async def test_from_a_message_to_the_log(club: Club, browser: Browser, is_player_on_a_phone: bool) -> None:
    base = club.server.base
    table, anke, ben = await asyncio.to_thread(seated, club, "Ben" if is_player_on_a_phone else "Emil")
    small: dict[str, Any] = {"size": PHONE, "locale": "de-DE", "scheme": "dark"}
    large: dict[str, Any] = {"size": DESKTOP, "locale": "en-GB", "scheme": "light"}
    player = await Person.come(browser, base, **(small if is_player_on_a_phone else large))
    host = await Person.come(browser, base, **(large if is_player_on_a_phone else small))
    writer = await Person.come(browser, base)
    is_german = is_player_on_a_phone
    # --- somebody writes what one should not; the other reports it from the chat
    theirs = await as_guest(writer, ben, f"/t/{table}")
    await writer.arrive()
    await write(theirs, "You play like a stone")
    page = await as_guest(player, anke, f"/t/{table}")
    await player.arrive()
    await page.locator(".chat-button").click()
    await page.locator("#chat .report-link").click()
    assert await page.locator("blockquote").inner_text() == "You play like a stone"
    await look(player)
    await page.locator("textarea").fill("Jedes Mal")
    await page.locator("button.main-button").click()
    await page.wait_for_selector(f"a[href='/t/{table}']")
    await look(player)
    # --- the host sees that something waits, reads it, and mutes the writer
    desk = await as_guest(host, club["Mia"], "/account")
    await look(host)
    await desk.locator("main a[href='/desk']").click()
    card = desk.locator(".report").last
    assert "You play like a stone" in await card.locator(".context .is-meant").inner_text()
    assert await card.locator(".said").inner_text() == "Jedes Mal"
    await look(host)
    await card.locator("select[name=act]").select_option("mute")
    await card.locator("select[name=hours]").select_option("24")
    await card.locator("input[name=reason]").fill("Bitte freundlich bleiben")
    await card.locator("button").click()
    await desk.wait_for_selector(".fresh")
    assert await desk.locator(".report .is-meant").count() == 0
    # --- the writer's next message is refused where it is written, with the sentence
    await theirs.locator("#chat input[name=text]").fill("And again")
    await theirs.keyboard.press("Enter")
    refused = theirs.locator("#chat-refused")
    await refused.wait_for(state="visible")
    said = await refused.inner_text()
    assert said.startswith("You cannot write in the chat until 20")
    assert said.endswith("Bitte freundlich bleiben")
    assert await theirs.locator("#chat-log li").count() == 1
    assert await writer.violations("#chat") == []
    # --- the one who reported is told, and not what was done; the log has it all
    await page.locator(f"a[href='/t/{table}']").click()
    await player.arrive()
    await page.locator(".host-news a").click()
    told = await page.locator(".letters li").first.inner_text()
    assert ("Deine Meldung wurde angesehen" if is_german else "Your report has been looked at") in told
    assert "Bitte freundlich" not in told
    await look(player)
    await desk.locator("nav.tabs a[href='/desk/log']").click()
    row = await desk.locator(".log tbody tr").first.inner_text()
    for part in ("Mia", await theirs.locator(".seat.own .whole").inner_text(), "Bitte freundlich bleiben"):
        assert part in row
    await look(host)
    # --- the other pages
    await page.goto(f"{base}/house-rules")
    await look(player)
    await as_guest(host, club["Hanna"], f"/desk/people/{club.ids['Ben']}")
    await look(host)
    for address in ("people?name=en", f"tables?link={table}", "announcements", "limits"):
        await desk.goto(f"{base}/desk/{address}")
        await look(host)
    # --- whoever is suspended reads why on any page, and can answer
    name = "Ben" if is_player_on_a_phone else "Emil"
    await asyncio.to_thread(club.act, "Mia", name, "suspension", "Genug", hours="24")
    await theirs.goto(f"{base}/mine")
    await look(writer)
    await theirs.locator("main a.main-button").click()
    assert "Genug" in await theirs.locator("main > p").first.inner_text()
    await look(writer)
    await theirs.locator("textarea").fill("It was a joke")
    await theirs.locator("main form[action='/suspended'] button").click()
    await theirs.wait_for_selector(".fresh")
    await desk.goto(f"{base}/desk")
    assert "It was a joke" in await desk.locator(".report").last.inner_text()
    for person in (player, host):
        assert (person.complaints, person.foreign) == ([], [])
