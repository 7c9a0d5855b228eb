"""How much of a table jumps while a game is played: layout shifts, as the browser reports them."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

# No jumps are the score sheet, which takes the place of the board at the end, and a board that is zoomed.
WATCH_SHIFTS = """
    window.shifts = [];
    let zoomedAt = -Infinity;
    const zooming = new MutationObserver((changes) => {
        if (changes.some(({ target }) => target.matches(".board"))) zoomedAt = performance.now();
    });
    zooming.observe(document, { attributeFilter: ["style"], subtree: true });
    new PerformanceObserver((list) => {
        if (!document.querySelector("main.table:not(.over)")) return;
        for (const { value, startTime, sources } of list.getEntries()) {
            const of = sources.map(({ node }) => node?.id || node?.className?.toString() || node?.nodeName);
            const isZoomed = startTime < zoomedAt + 500 && of.includes("main");
            if (!isZoomed) window.shifts.push({ value, of });
        }
    }).observe({ type: "layout-shift" });
"""


class Shifts:
    """All layout shifts of a table until its game is over."""

    def __init__(self, seen: list[dict[str, Any]]) -> None:
        self.seen = seen

    @classmethod
    async def of(cls, page: Page) -> Shifts:
        return cls(await page.evaluate("() => window.shifts"))

    @property
    def total(self) -> float:
        """The sum of all. What browsers sum leaves out shifts within half a second after an input: on a slow
        machine that is another sum than on a quick one."""
        return sum(it["value"] for it in self.seen)

    def larger_than(self, limit: float) -> list[dict[str, Any]]:
        return [it for it in self.seen if it["value"] > limit]
