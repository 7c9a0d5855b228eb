"""What the first paint of a page waits for, and how long that takes on a slow phone network."""

from __future__ import annotations

from math import ceil
from typing import Any

from playwright.async_api import CDPSession, Page

# As Lighthouse has it for phones: slow 4G, and a processor that is four times slower than a computer's.
ROUND_TRIP = 0.150  # seconds
DOWN, UP = 1_600_000 / 8, 750_000 / 8  # bytes a second
SLOWER = 4
AT_ONCE = 6  # connections a browser opens to a server

WAITS_FOR = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const resources = performance.getEntriesByType("resource");
    const awaited = resources.filter((it) => it.renderBlockingStatus === "blocking");
    const blocking = awaited.map(({ name, initiatorType, transferSize }) =>
        ({ name: name.split("/").pop(), by: initiatorType, size: transferSize }));
    return { page: page.transferSize, redirects: page.redirectCount, blocking };
}"""
# Notes when the own board has been drawn for the first time: a frame with it is on its way to the screen.
WATCH_BOARD = """
    const look = () => {
        const board = document.querySelector(".board svg.panel");
        if (!board?.getBoundingClientRect().height) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { window.boardDrawn = performance.now(); };
        port2.postMessage("after this frame");
    };
    requestAnimationFrame(look);
"""
TIMES = """() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return paint && window.boardDrawn ? [paint.startTime, window.boardDrawn] : null;
}"""


class FirstPaint:
    """What a page had to fetch before anything of it could be painted; what was in the cache is left out."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.page: int = found["page"]
        self.redirects: int = found["redirects"]
        self.named = [it["name"] for it in found["blocking"]]
        self.late = [
            it["name"] for it in found["blocking"] if it["by"] != "link"
        ]  # not named in the page itself
        self.fetched: list[int] = [it["size"] for it in found["blocking"] if it["size"]]

    @classmethod
    async def of(cls, page: Page) -> FirstPaint:
        return cls(await page.evaluate(WAITS_FOR))

    @property
    def round_trips(self) -> int:
        return 1 + self.redirects + ceil(len(self.fetched) / AT_ONCE)

    @property
    def bytes(self) -> int:
        return self.page + sum(self.fetched)

    @property
    def told(self) -> str:
        return f"{self.round_trips} round trips, {self.bytes} bytes, style sheets: {' '.join(self.named)}"

    @property
    def seconds(self) -> float:
        """On the slow network; what server and phone do comes in addition."""
        return self.round_trips * ROUND_TRIP + self.bytes / DOWN


async def slow_down(session: CDPSession, down: float = DOWN) -> None:
    """From now on this page is on a slow phone, and gets so many bytes a second."""
    await session.send("Network.enable")
    conditions = {"latency": 1000 * ROUND_TRIP, "downloadThroughput": down, "uploadThroughput": UP}
    await session.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
