"""What can be measured on a page: letters, targets, what overlaps, what is cut off, and who can be seen."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

# Everything as a person meets it: what is hidden, or cut away by its own style, does not count.
MEASURE = """() => {
    const shown = (it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !it.closest(".visually-hidden, .symbols, noscript, #moment, .skip, [hidden]");
    const box = (it) => it.getBoundingClientRect();
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const holder = walker.currentNode.parentElement;
        const words = walker.currentNode.data.trim();
        if (!words || !shown(holder) || holder.closest("script, style, title")) continue;
        let size = Number.parseFloat(getComputedStyle(holder).fontSize);
        const drawn = holder.closest("text");
        if (drawn) {
            const { a, b } = drawn.getScreenCTM();
            size *= Math.hypot(a, b);
        }
        if (box(holder).width) texts.push([Math.round(size * 10) / 10, words.slice(0, 40)]);
    }
    const pressed = "button, a, input, select, summary, [data-action], [data-toggle], svg [data-filter]";
    const targets = [...document.querySelectorAll(pressed)]
        .filter((it) => shown(it) && box(it).width && !it.closest(".board, #log, .small-board, .promise"))
        .map((it) => {
            const { width, height } = box(it);
            const name = it.id || it.className || it.textContent.slice(0, 20);
            return [Math.round(Math.min(width, height) * 10) / 10, String(name)];
        });
    const places = {};
    const parts = ".say .board .deciding .happening .glance .players .story .shared .top";
    for (const name of parts.split(" ")) {
        const it = document.querySelector(name);
        if (!it || !shown(it)) continue;
        const { left, top, width, height } = box(it);
        if (width && height) places[name] = [left, top, left + width, top + height].map(Math.round);
    }
    const panels = {};
    for (const it of document.querySelectorAll("svg.panel")) {
        if (!shown(it)) continue;
        const { left, top, width, height } = box(it.closest(".board.near") ?? it); // what is zoomed is cut
        if (width) panels[it.id] = [left, top, left + width, top + height].map(Math.round);
    }
    const seats = [...document.querySelectorAll(".seat")].filter(shown).map((it) => {
        const { left, top, right, bottom } = box(it);
        const name = it.querySelector(".name").textContent;
        return { name, box: [left, top, right, bottom].map(Math.round) };
    });
    const { scrollWidth, scrollHeight } = document.documentElement;
    const sizes = { page: [scrollWidth, scrollHeight], window: [innerWidth, innerHeight] };
    return { texts, targets, places, panels, seats, ...sizes };
}"""
SETTLED = """async () => {
    for (let k = 0; k < 3; k += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await document.fonts.ready;
}"""

Box = tuple[int, int, int, int]  # left, top, right, bottom


class Measures:
    """What was measured on a page of one size."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.texts: list[tuple[float, str]] = sorted(tuple(it) for it in found["texts"])
        self.targets: list[tuple[float, str]] = sorted(tuple(it) for it in found["targets"])
        self.places: dict[str, Box] = found["places"]
        self.panels: dict[str, Box] = found["panels"]
        self.seats: list[dict[str, Any]] = found["seats"]
        self.page: tuple[int, int] = tuple(found["page"])
        self.window: tuple[int, int] = tuple(found["window"])

    def small_texts(self, least: float) -> list[tuple[float, str]]:
        return [it for it in self.texts if it[0] < least]

    def small_targets(self, least: float) -> list[tuple[float, str]]:
        return [it for it in self.targets if it[0] < least]

    def overlaps(self) -> list[tuple[str, str]]:
        """Parts of the page that lie on each other."""
        names = sorted(self.places)
        pairs = [(one, other) for k, one in enumerate(names) for other in names[k + 1 :]]
        return [pair for pair in pairs if _common(*(self.places[name] for name in pair)) > 4]

    def cut(self) -> list[str]:
        """Panels that hang out of the window."""
        wide, tall = self.window
        return [
            name
            for name, (left, top, right, bottom) in self.panels.items()
            if left < -1 or top < -1 or right > wide + 1 or bottom > tall + 1
        ]

    def share_of_board(self) -> float:
        """How much of the height or width below the head the own board has, whichever is more."""
        left, top, right, bottom = self.panels["main"]
        wide, tall = self.window
        free = tall - self.places[".top"][3]
        return max((right - left) / wide, (bottom - top) / free)

    def hidden_seats(self) -> list[str]:
        """Seats that cannot be seen without scrolling."""
        wide, tall = self.window
        return [
            seat["name"]
            for seat in self.seats
            if seat["box"][0] < 0 or seat["box"][1] < 0 or seat["box"][2] > wide or seat["box"][3] > tall
        ]


def _common(one: Box, other: Box) -> int:
    """How deep two boxes lie on each other, in pixels."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, down)


async def measured(page: Page, wide: int, tall: int) -> Measures:
    """The page at a size of the window, once it has settled."""
    await page.set_viewport_size({"width": wide, "height": tall})
    await page.evaluate(SETTLED)
    return Measures(await page.evaluate(MEASURE))
