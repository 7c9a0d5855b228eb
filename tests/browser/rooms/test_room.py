"""A room from the first visitor to the game: a host at a desktop, a guest with a phone, one who looks on."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from tests.browser.kit.person import PHONE, Person, until
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(300)]

GAME = "saint-malo"

# As if this browser had sent another number than the server has used.
ANOTHER_NUMBER = """(table) => {
    const kept = JSON.parse(localStorage.dice);
    kept[table].number = "0".repeat(32);
    localStorage.dice = JSON.stringify(kept);
}"""


async def open_room(host: Person) -> str:
    """The host makes a public room for three by the keyboard alone; returns its address."""
    page = host.page
    await page.goto(f"{host.base}/new/{GAME}?with=friends")
    await page.locator("input[name=name]").focus()
    await page.keyboard.type("Anke")
    for seat in range(2):
        await page.keyboard.press("Tab")
        if seat == 1:
            await page.keyboard.press("ArrowDown")  # from `empty` to an open seat
    await page.locator("summary").first.focus()
    await page.keyboard.press("Enter")
    await page.locator("select[name=public]").select_option("yes")
    await page.locator("select[name=start]").select_option("A")
    await page.locator(".set-up > .main-button").focus()
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#room .presence.here")
    return page.url


async def press(page: Page, selector: str) -> None:
    """Press something by the keyboard, wherever the focus was."""
    await page.locator(selector).focus()
    await page.keyboard.press("Enter")


async def change(person: Person, name: str, value: str) -> None:
    """Change an option, or propose that."""
    await person.page.locator("#room-change > summary").click()
    await person.page.locator(f"#room-change select[name={name}]").select_option(value)
    await person.page.locator("#room-change form > button").click()
    await person.page.wait_for_selector("#room-change:not([open])", state="attached")


async def test_people_gather_agree_and_begin(served: ServerProcess, browser: Browser) -> None:
    anke = await Person.come(browser, served.base)
    ben = await Person.come(browser, served.base, size=PHONE, locale="de-DE", scheme="dark")
    cleo = await Person.come(browser, served.base)
    host, guest, looker = anke.page, ben.page, cleo.page
    address = await open_room(anke)
    assert await host.locator("#room-invite input").input_value() == address
    assert await host.locator("#room-invite svg.qr").count() == 1
    assert await host.locator(".room-seat").count() == 3
    promised = await host.locator(".commitment").get_attribute("title")

    # Ben comes from the list, is asked for a name, and sits down.
    await ben.open_first_page()
    await guest.locator(f"a[href='/t/{address.rpartition('/')[2]}']").click()
    assert await guest.locator("#room-status").inner_text() == "Du schaust zu."
    assert await ben.violations() == []
    await guest.locator("input[name=name]").fill("Bem")
    await guest.locator("#room-take-seat button").click()
    await host.wait_for_selector(".room-seat:nth-child(2) .presence.here")
    await guest.locator("#room-rename summary").click()
    await guest.locator("#room-rename input").fill("Ben")
    await guest.locator("#room-rename button").click()
    await host.wait_for_selector(".room-seat:nth-child(2) >> text=Ben")

    # What Anke changes is marked for Ben, who was ready; what he proposes she takes over.
    await guest.locator("#room-ready button").click()
    await host.wait_for_selector(".room-seat.person.ready:nth-child(2)")
    await change(anke, "time", "300+10")
    await guest.wait_for_selector(".room-lines .changed >> text=bisher: ohne Limit")
    await guest.wait_for_selector("#room-ready")
    await guest.locator("#room-chat input[name=text]").fill("Ohne Zurücknehmen?")
    await guest.keyboard.press("Enter")
    await host.wait_for_selector("#room-chat >> text=Ohne Zurücknehmen?")
    await change(ben, "undo", "no")
    await host.wait_for_selector(".room-wish")
    assert await anke.violations() == []
    assert await ben.violations() == []
    await press(host, ".room-wish button[value=yes]")
    await guest.wait_for_selector(".room-lines .changed >> text=nie")

    # A page that is closed is seen, and the seat waits; whoever leaves can return.
    await guest.goto("about:blank")
    await host.wait_for_selector(".room-seat:nth-child(2) .presence.away")
    await guest.goto(address)
    await host.wait_for_selector(".room-seat:nth-child(2) .presence.here")
    await guest.locator("#room-leave button").click()
    await host.wait_for_selector(".room-seat.open:nth-child(2)")
    assert await guest.locator("#room-take-seat input").input_value() == "Ben"
    await guest.locator("#room-take-seat button").click()
    await host.wait_for_selector(".room-seat.person:nth-child(2)")

    # A bot takes the third seat; then there is no room for Cleo, who is told so.
    await press(host, "#room-fill button")
    await guest.wait_for_selector(".room-seat.bot.changed")
    await looker.goto(address)
    assert "Every seat is taken. You are looking on" in await looker.locator("#room-status").inner_text()
    assert await looker.locator("#room-take-seat, #room-ready, #room-invite").count() == 0

    # Both are ready: all three come to the table by themselves, with the dice that were promised.
    await press(host, "#room-ready button")
    await host.wait_for_selector("#room-unready")
    assert not await host.locator("main.table").count()
    await guest.locator("#room-ready button").click()
    for person in (anke, ben):
        await person.arrive()
        assert person.page.url.partition("?")[0] == address
    await looker.wait_for_selector("main.table.watching")
    assert await looker.locator(".watch-mark").is_visible()
    assert await host.locator(".commitment").get_attribute("title") == promised
    assert await host.locator("#seat-1 .name").inner_text() == "Ben"
    assert await anke.wait_for_turn()
    assert await guest.locator("#seat-1 .seat-clock").text_content() == "Restzeit: 5:00. "
    shown = await host.locator(".seat.own .seat-clock time").inner_text()
    assert shown in {"5:10", *(f"5:0{seconds}" for seconds in range(10))} or shown.startswith("4:")
    ticks = "(before) => document.querySelector('.seat.own .seat-clock time').textContent !== before"
    await until(host, ticks, shown)
    for person in (anke, ben, cleo):
        assert await person.violations() == []
        assert person.complaints == []
        assert person.foreign == []

    # Both browsers remember what they were shown and sent, and see whether the table has it.
    for page in (host, guest):
        await page.goto(f"{address}/dice")
        await page.wait_for_selector("#dice-own.is-right")
    await host.evaluate(ANOTHER_NUMBER, address.rpartition("/")[2])
    await host.reload()
    await host.wait_for_selector("#dice-own.is-wrong >> text=another number")
