"""A restart of the server under an open page: nothing blinks, and a tap is carried out exactly once.

The page's clock is moved by the test, so that nothing depends on how quick the machine is.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, WebSocket

from tests.browser.kit.person import CAN, Person
from tests.server.players_at_tables import record_of, table_of_two
from tests.server.server_process import ForkedServer

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

WATCH = """() => {
    window.stillTheSamePage = true;
    window.blinked = [];
    document.querySelector(".board svg").isTheSame = true;
    const table = document.querySelector("main.table");
    const notice = document.querySelector("#notice");
    const look = () => {
        if (table.classList.contains("lost")) window.blinked.push("lost");
        if (!notice.hidden) window.blinked.push(notice.textContent);
    };
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
SAME = "() => window.stillTheSamePage && document.querySelector('.board svg').isTheSame"
RECONNECTS = 600  # milliseconds within which a page that was told of a restart tries again
LONGEST_PAUSE = 20_000  # milliseconds within which any page tries again


async def end(server: ForkedServer, sockets: list[WebSocket]) -> None:
    """End the server, and wait until the page has noticed: its timers begin then."""
    await asyncio.to_thread(server.stop)
    if not sockets[-1].is_closed():
        await sockets[-1].wait_for_event("close")


async def tap_while_nobody_serves(person: Person, server: ForkedServer, sockets: list[WebSocket]) -> str:
    """End the server, tap something, start the server; returns what was tapped."""
    await end(server, sockets)
    marked = person.page.locator(CAN).first
    words = str(await marked.get_attribute("data-action"))
    await person.press(marked)
    await person.page.wait_for_selector("main.table.waiting")
    await asyncio.to_thread(server.start)
    return words


async def come_back(person: Person, at: str) -> str:
    """The page reconnects and shows another position; returns that."""
    await person.page.clock.run_for(RECONNECTS)
    await person.page.wait_for_selector(f'main.table:not([data-at="{at}"]):not(.waiting)')
    return await person.at()


async def test_a_page_during_restarts(tmp_path: Path, browser: Browser) -> None:
    server = ForkedServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}").start()
    try:
        table, anke, _ = await asyncio.to_thread(table_of_two, server.base)
        person = await Person.come(browser, server.base)
        name, _, value = anke.cookie.partition("=")
        await person.page.context.add_cookies([{"name": name, "value": value, "url": server.base}])
        await person.page.clock.install(time="2026-01-01T10:00:00")
        sockets: list[WebSocket] = []  # that the page has opened
        person.page.on("websocket", lambda socket: sockets.append(socket))  # a built-in is not taken
        await person.page.goto(f"{server.base}/t/{table}")
        await person.arrive()
        await person.page.clock.pause_at("2026-01-01T11:00:00")
        await person.page.evaluate(WATCH)

        at = await person.at()
        words = await tap_while_nobody_serves(person, server, sockets)
        later = await come_back(person, at)
        assert record_of(anke, table) == [f"A {words}"]  # carried out, and once

        # Now as if the answer had been lost: the move is there when the page comes back.
        more = await tap_while_nobody_serves(person, server, sockets)
        epoch, _, ply = later.partition(".")
        form = [("words", more), ("epoch", epoch), ("ply", ply)]
        assert anke.request("POST", f"/t/{table}/play", form).status == 303
        last = await come_back(person, later)
        assert record_of(anke, table) == [f"A {words}", f"A {more}"]
        assert await person.page.evaluate(SAME)
        assert await person.page.evaluate("window.blinked") == []

        # A server that stays away is told after a while; a tap is given up then.
        await end(server, sockets)
        await person.press(person.page.locator(CAN).first)
        await person.page.clock.run_for(1500)
        assert await person.page.evaluate("window.blinked") == []
        await person.page.clock.run_for(1000)
        await person.page.wait_for_selector("#notice:has-text('No answer')")
        await person.page.wait_for_selector("main.table.waiting:not(.lost)")
        await person.page.clock.run_for(1000)
        await person.page.wait_for_selector("main.table.lost:not(.waiting)")
        await asyncio.to_thread(server.start)
        await person.page.clock.run_for(LONGEST_PAUSE)
        await person.page.wait_for_selector("main.table:not(.lost)")
        await person.page.wait_for_selector("#notice", state="hidden")
        assert await person.at() == last
        await person.act()
        assert await person.page.evaluate(SAME)
    finally:
        server.stop()
