"""A person at a browser: opens pages, clicks what is marked, and notices what should not be there."""

from __future__ import annotations

import asyncio
import random
from typing import Any
from urllib.parse import urlsplit

import msgspec
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, ElementHandle, Locator, Page

from citywright.server.players.preferences import COOKIE, Preferences

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
CAN = "svg .can:visible, .choices button:visible"
TOGGLE = "svg .toggle:visible"
PATIENCE = 60  # seconds to wait for anything: six workers may share two cores

# Where something in this box can be clicked that may be partly covered: the free place nearest to the middle.
FREE_PLACE = """(it, { x: left, y: top, width, height }) => {
    const steps = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7].map((k) => 0.5 + k / 16);
    const places = steps.flatMap((x) => steps.map((y) => ({ x: x * width, y: y * height })));
    const far = ({ x, y }) => Math.hypot(x - width / 2, y - height / 2);
    const isFree = ({ x, y }) => it.contains(document.elementFromPoint(left + x, top + y));
    return places.sort((a, b) => far(a) - far(b)).find(isFree) ?? null;
}"""


BROUGHT_INTO_SIGHT = """(it) => {
    it.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    return (FREE_PLACE)(it, it.getBoundingClientRect());
}""".replace("FREE_PLACE", FREE_PLACE)
# One of the things that may be done: the more chance, the later.
CHOSEN = """(chance) => {
    const isShown = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getClientRects().length;
    const shown = [...document.querySelectorAll("svg .can, .choices button")].filter(isShown);
    return shown[Math.floor(chance * shown.length)];
}"""


async def free_place(thing: Locator | ElementHandle) -> Any:
    """Bring something into sight and find where in its box it can be clicked."""
    place = await thing.evaluate(BROUGHT_INTO_SIGHT)
    assert place is not None, f"{await thing.get_attribute('id')} is wholly covered"
    return place


async def until(page: Page, question: str, argument: Any = 0) -> Any:
    """Wait for a yes, and return it.

    Playwright's `wait_for_function` evaluates text in the page, which our policy forbids: it works only where
    the first answer is yes.
    """
    async with asyncio.timeout(PATIENCE):
        while not (answer := await page.evaluate(question, argument)):
            await asyncio.sleep(0.02)
    return answer


class Person:
    """Somebody with a browser of their own: one cookie jar, one page."""

    def __init__(self, page: Page, base: str, seed: int) -> None:
        self.page = page
        self.base = base
        self.rng = random.Random(seed)
        self.clicks = 0
        self.received = 0  # bytes over the network, as they were sent
        self.complaints: list[str] = []
        self.foreign: list[str] = []

    @classmethod
    async def come(
        cls,
        browser: Browser,
        base: str,
        *,
        size: dict[str, int] = DESKTOP,
        locale: str = "en-GB",
        scheme: str = "light",
        motion: str = "reduce",
        seed: int = 1,
        touch: bool | None = None,
        mobile: bool = False,
        preferences: dict[str, str] | None = None,
        app: bool = False,
    ) -> Person:
        """`preferences` are those of the panel; by default nothing is confirmed or played by itself.

        Without `app` there is no service worker between the pages and the network, which others measure.
        """
        options: dict[str, Any] = {"viewport": size, "color_scheme": scheme, "reduced_motion": motion}
        options["service_workers"] = "allow" if app else "block"
        context = await browser.new_context(
            locale=locale, has_touch=size is PHONE if touch is None else touch, is_mobile=mobile, **options
        )
        context.set_default_timeout(1000 * PATIENCE)
        kept = msgspec.convert({"confirm": "off", "forced": "off"} | (preferences or {}), Preferences)
        await context.add_cookies([{"name": COOKIE, "value": kept.as_cookie(), "url": base}])
        person = cls(await context.new_page(), base, seed)
        person.page.on("console", lambda message: person._heard(message.type, message.text))
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        person.page.on("request", lambda request: person._asked(request.url))
        network = await context.new_cdp_session(person.page)
        await network.send("Network.enable")
        network.on("Network.loadingFinished", lambda event: person._got(event["encodedDataLength"]))
        return person

    def _heard(self, kind: str, text: str) -> None:
        if "blocked by Playwright" in text:  # the service worker, unless `app` was asked for
            return
        if kind in ("error", "warning") and "WebSocket" not in text:  # a lost connection is told by the page
            self.complaints.append(text)

    def _asked(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.base).netloc:
            self.foreign.append(url)

    def _got(self, size: float) -> None:
        self.received += int(size)

    # --- at the first page ------------------------------------------------------------

    async def open_first_page(self) -> None:
        await self.page.goto(self.base + "/")

    async def play_against_a_bot(self, game: str) -> None:
        await self.page.locator(f"#game-{game} .main-button").click()
        self.clicks += 1
        await self.arrive()

    async def invite_a_friend(self, game: str, name: str) -> str:
        """Make a room for two and be ready there; returns the link for the friend."""
        await self.page.locator(f"#game-{game} a[href*=friends]").click()
        await self.page.locator("input[name=name]").fill(name)
        await self.page.locator("select[name=who]").first.select_option("open")
        await self.page.locator(".set-up .main-button").click()
        link = await self.page.locator("#room-invite input").input_value()
        await self.be_ready()
        return link

    async def accept(self, link: str, name: str) -> None:
        """Take the seat of an invitation; in a room, be ready as well, which begins the game."""
        await self.page.goto(link)
        await self.page.locator("input[name=name]").fill(name)
        await self.page.locator(".main-button").click()
        await self.page.wait_for_selector("#room-ready, main.table")
        if await self.page.locator("#room-ready").count():
            await self.page.locator("#room-ready button").click()
        await self.arrive()

    async def be_ready(self) -> None:
        """Say in a room that one is ready."""
        await self.page.locator("#room-ready button").click()
        await self.page.wait_for_selector("#room-unready")

    async def arrive(self) -> None:
        """Wait until this person's table is open: all its scripts run, and the server has sent what is new.

        What a new connection is sent first arranges the board anew, which may come between two actions.
        """
        await self.page.wait_for_selector("main.table")
        await self.page.wait_for_load_state()
        await self.page.wait_for_selector(".seat.own .presence.here", state="attached")
        unseen = self.page.locator("#since [data-do=close-replay]")
        if await unseen.is_visible():
            await unseen.click()

    # --- at a table -------------------------------------------------------------------

    async def at(self) -> str:
        return str(await self.page.locator("main.table").get_attribute("data-at"))

    async def is_over(self) -> bool:
        return await self.page.locator("main.table.over").count() > 0

    async def is_to_act(self) -> bool:
        return await self.page.locator("main.table.yours").count() > 0

    async def wait_for_turn(self) -> bool:
        """Wait until it is this person's turn; False if the game is over instead."""
        await self.page.wait_for_selector("main.table.yours:not(.waiting):not(.lost), main.table.over")
        return not await self.is_over()

    async def wait_until_at(self, at: str) -> None:
        await self.page.wait_for_selector(f'main.table[data-at="{at}"]')

    async def act(self) -> None:
        """Click one of the things that are marked, after picking some dice or cards if there are any."""
        before = await self.at()
        for toggle in await self.page.locator(TOGGLE).all():
            if self.rng.random() < 0.3:
                await self.press(toggle)
        await self.press_something()
        await self.page.wait_for_selector(f'main.table:not([data-at="{before}"]):not(.waiting)')

    async def press_something(self) -> None:
        """Click one of the things that are marked."""
        marked = (await self.page.evaluate_handle(CHOSEN, self.rng.random())).as_element()
        assert marked is not None, "nothing can be done, though it is this person's turn"
        await self.press(marked)
        self.clicks += 1

    async def press(self, thing: Locator | ElementHandle) -> None:
        """Click something where it is free, as a person would: an angled city may not hold its middle."""
        await thing.click(position=await free_place(thing))

    async def violations(self, within: str | None = None, rules: list[str] | None = None) -> list[str]:
        """All that axe finds on the page or in a part of it, however slight; by some of its rules or all."""
        options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        told = await Axe().run(self.page, context=within, options=options)
        return [
            f"{self.page.url}: {fault['id']} ({fault['impact']}): {fault['help']}: {node['html'][:200]}"
            for fault in told.response["violations"]
            for node in fault["nodes"]
        ]
