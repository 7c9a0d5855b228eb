"""The site as an app: told while its pages are closed, led to the table, and a page without network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Worker

from citywright.server import clock
from citywright.server.notices.watch import GRACE
from tests.browser.kit.person import PHONE, Person, until
from tests.server.notices.push_service import Browser as Subscriber
from tests.server.notices.push_service import Endpoint, listening
from tests.server.players_at_tables import table_of_two
from tests.server.server_thread import ServerThread, serving, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

# Chromium without a window reaches no push service: only what that would answer is put in its place.
STAND_IN = """(subscription) => {
    let current = null;
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async (options) => {
        const { endpoint } = subscription;
        current = { endpoint, options, toJSON: () => subscription, unsubscribe: async () => true };
        return current;
    };
}"""


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[tuple[ServerThread, Endpoint]]:
    with listening() as service, serving(tmp_path, inner_addresses=True) as server:
        yield server, service


async def come_as(guest: Any, browser: Browser, base: str, **how: Any) -> Person:
    person = await Person.come(browser, base, app=True, **how)
    name, _, value = guest.cookie.partition("=")
    await person.page.context.add_cookies([{"name": name, "value": value, "url": base}])
    return person


async def worker_of(page: Page, base: str) -> Worker:
    """The service worker, once it is in charge of the page."""
    await page.goto(base + "/")
    await until(page, "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")
    await until(page, "() => !!navigator.serviceWorker.controller")
    async with asyncio.timeout(60):  # the browser may be told of it later than the page
        while not page.context.service_workers:
            await asyncio.sleep(0.02)
    (worker,) = page.context.service_workers
    return worker


async def test_a_turn_is_told_on_the_phone_and_leads_to_the_table(
    place: tuple[ServerThread, Endpoint], browser: Browser
) -> None:
    server, service = place
    table, anke, ben = await asyncio.to_thread(table_of_two, server.base)
    phone = Subscriber(service, "/phone")
    person = await come_as(ben, browser, server.base, size=PHONE, locale="de-DE", scheme="dark")
    page, context = person.page, person.page.context
    await context.grant_permissions(["notifications"], origin=server.base)
    worker = await worker_of(page, server.base)
    await page.add_init_script(f"({STAND_IN})({json.dumps(phone.subscription())})")

    await page.goto(server.base + "/notices")
    await page.get_by_role("button", name="Hier benachrichtigen").click()
    await page.wait_for_url("**/notices?done=device#devices")
    await page.wait_for_selector("#devices li em:has-text('hier')")
    assert await person.violations() == []
    width = "() => document.documentElement.scrollWidth - innerWidth"
    assert await page.evaluate(width) <= 0
    assert "Chrome" in await page.locator("#devices li span").first.inner_text()
    await page.locator("#kinds label:has([name=chat][value=push])").click()  # no more of the chat
    await page.wait_for_selector(".kept:has-text('Gespeichert')")
    await page.close()  # the person is away

    await asyncio.to_thread(anke.request, "POST", f"/t/{table}/leave", [])
    await asyncio.to_thread(wait_until, lambda: server.services.notices.watch.waiting == 0)
    await asyncio.sleep(0)
    clock.put_forward(GRACE / 1000 + 1)
    await asyncio.to_thread(wait_until, lambda: phone.arrived)
    message = phone.read()
    assert message["title"] == "Du bist am Zug: Saint Malo"

    shown = await deliver(browser, context, worker, server.base, message)
    assert (shown["title"], shown["body"], shown["tag"]) == (message["title"], "Mit Anke.", table)
    opened = await worker.evaluate(CLICKED)
    assert opened == f"/t/{table}"
    again = await context.new_page()
    await again.goto(server.base + opened)
    await again.wait_for_selector("main.table")
    assert await worker.evaluate(CLICKED) == "focused"  # the open page of the table, not another one
    assert person.complaints == []


# What a click on the notification does. Only a real click may open or focus a window: both are noted instead.
CLICKED = """async () => {
    let result = "";
    self.clients.openWindow = async (address) => { result = address; return null; };
    WindowClient.prototype.focus = async function () { result = "focused"; return this; };
    let done = Promise.resolve();
    const [notification] = await self.registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    event.waitUntil = (work) => { done = work; };
    const close = notification.close;
    notification.close = () => {};
    self.dispatchEvent(event);
    await done;
    notification.close = close;
    return result;
}"""


async def deliver(
    browser: Browser, context: Any, worker: Worker, base: str, message: dict[str, Any]
) -> dict[str, Any]:
    """Hand a decrypted message to the service worker, as the browser does; the notification it shows."""
    page = await context.new_page()
    await page.goto(base + "/offline")
    protocol = await context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
    )
    await protocol.send("ServiceWorker.enable")
    async with asyncio.timeout(60):
        while not registrations:
            await asyncio.sleep(0.02)
    given = {
        "origin": base,
        "registrationId": registrations[0]["registrationId"],
        "data": json.dumps(message),
    }
    await protocol.send("ServiceWorker.deliverPushMessage", given)
    read = """async () => (await self.registration.getNotifications())
        .map(({ title, body, tag, data }) => ({ title, body, tag, data }))"""
    async with asyncio.timeout(60):
        while not (shown := await worker.evaluate(read)):
            await asyncio.sleep(0.02)
    await page.close()
    found: dict[str, Any] = shown[0]
    return found


async def test_without_network_a_page_says_so_and_comes_back_by_itself(
    place: tuple[ServerThread, Endpoint], browser: Browser
) -> None:
    server, _ = place
    table, _, ben = await asyncio.to_thread(table_of_two, server.base)
    person = await come_as(ben, browser, server.base, size=PHONE, locale="de-DE")
    page, context = person.page, person.page.context
    await worker_of(page, server.base)
    await page.goto(f"{server.base}/t/{table}")
    await person.arrive()
    await until(page, "() => (localStorage.getItem('titles') ?? '').includes('/t/')")
    kept = "async () => (await (await caches.match('/language'))?.text())"
    await until(page, f"async () => (await ({kept})()) === 'de'")
    assert await person.violations("#menu") == []

    await context.set_offline(True)
    await page.goto(f"{server.base}/t/{table}", wait_until="domcontentloaded")
    await page.wait_for_selector("h1:has-text('Keine Verbindung')")
    await page.wait_for_selector("#wanted:has-text('Saint Malo')")
    await page.wait_for_selector("[data-when]:not([hidden])")  # why
    assert (
        await page.evaluate("() => getComputedStyle(document.querySelector('.main-button')).borderRadius")
        == "24px"
    )
    assert await person.violations() == []
    await context.set_offline(False)
    await page.wait_for_selector("main.table")  # nobody has pressed anything


async def test_what_makes_it_an_app(place: tuple[ServerThread, Endpoint], browser: Browser) -> None:
    """The manifest as Chromium reads it, the offer to install, and that it can be put away for good."""
    server, _ = place
    person = await Person.come(browser, server.base, app=True, locale="de-DE", size=PHONE)
    page = person.page
    await page.goto(server.base + "/")
    protocol = await page.context.new_cdp_session(page)
    told = await protocol.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert (manifest["lang"], manifest["display"], manifest["id"]) == ("de", "standalone", "/")
    assert manifest["shortcuts"][0]["name"] == "Meine Spiele"
    sizes = """(addresses) => Promise.all(addresses.map(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
        return `${width}x${height}`;
    }))"""
    icons = manifest["icons"]
    assert await page.evaluate(sizes, [icon["src"] for icon in icons]) == [icon["sizes"] for icon in icons]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    touch = await page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert await page.evaluate(sizes, [touch]) == ["180x180"]

    offer = """() => {
        const offer = new Event("beforeinstallprompt", { cancelable: true });
        dispatchEvent(offer);
        return offer.defaultPrevented;
    }"""
    assert await page.evaluate(offer)
    await page.wait_for_selector("#install:not([hidden])")
    assert await person.violations("#install") == []
    await page.get_by_role("button", name="Nicht mehr anbieten").click()
    await page.reload()
    await page.evaluate(offer)
    await until(page, "() => !!navigator.serviceWorker.controller")  # later than the offer
    assert await page.locator("#install").is_hidden()
    colour = page.locator("meta[name=theme-color][data-for=dark]")
    assert await colour.get_attribute("media") == "(prefers-color-scheme: dark)"
    assert person.complaints == []
