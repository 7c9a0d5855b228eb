"""A finger on the glass and the keys of a keyboard: two ways to play whole games, each without the other.

Both are quick: the page is asked once for each step, and answers as soon as there is something to do.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from math import dist
from typing import Any

from playwright.async_api import BrowserContext

from tests.browser.kit.person import FREE_PLACE, PATIENCE, Person, until

ALL = 1_000_000  # decisions: more than any game has
MOST_KEYS = 600  # in a row, to get anywhere: two arrows and Tab at each of the 149 lines of a map, and more
ANYTHING = 0.15  # how often anything is done that can be
PICKED = 0.3  # how often something is picked before
# Two taps that are nearer to each other than this may be a double tap, which zooms.
DOUBLE_TAP_TIME = 0.35  # seconds
DOUBLE_TAP_REACH = 120  # pixels

NOTHING_DONE: dict[str, Any] = {"at": "", "done": [], "size": [0, 0], "words": ""}
# What somebody does who wants to be done soon: the first of these that is possible, else anything.
SOON = {
    "saint-malo": ["^stop$", "^use .* [345]( |$)", "^use .* 2( |$)"],
    "mauerbauer": ["^(stop|done)$"],
    "milestones": ["^go mill$", "^done$"],
}

# Notes by which means somebody has acted, on all pages of a tab.
WATCH_HANDS = """
    const note = (event) => {
        if (!event.isTrusted) return;
        const used = new Set((sessionStorage.used ?? "").split(" ").filter(Boolean));
        sessionStorage.used = [...used.add(event.pointerType ?? "keys")].join(" ");
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, note, true);
"""
# Waits until there is something to do at this table, and chooses what. Of the position `at` some steps may be
# done already: something was "chosen", the board came "nearer" instead, the last step was "held".
NEXT = """async ({ at, done, size, words, wishes, near, chance }) => {
    const free = FREE_PLACE;
    const table = document.querySelector("main.table");
    const board = document.querySelector(".board");
    const bar = document.querySelector("#confirm");
    const is = (name) => table.classList.contains(name);
    const playsForced = document.documentElement.dataset.forced === "on";
    const isForced = () => new Set([...document.querySelectorAll("main.table [data-action]")]
        .map((it) => it.dataset.action)).size === 1;
    const step = () => {
        if (is("over")) return "over";
        if (is("waiting") || is("lost")) return "";
        const left = (name) => table.dataset.at !== at || !done.includes(name);
        if (!bar.hidden) return left("held") ? "held" : "";
        if (!is("yours")) return "";
        if (left("chosen")) return playsForced && isForced() ? "" : "chosen"; // the page does it by itself
        const came = board.scrollWidth > size[0] || board.scrollHeight > size[1];
        return came && left("nearer") ? "nearer" : "";
    };
    while (!step()) await new Promise((changed) => {
        const watching = new MutationObserver(() => { watching.disconnect(); changed(); });
        watching.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    const now = { step: step(), at: table.dataset.at, size: [board.scrollWidth, board.scrollHeight] };
    if (now.step === "over") return now;
    const shown = (selector) =>
        [...document.querySelectorAll(selector)].filter((it) => it.getClientRects().length);
    const things = shown("svg .can, .choices button");
    const wanted = wishes.map((wish) => things.filter((it) => new RegExp(wish).test(it.dataset.action)));
    const possible = wanted.find((found) => found.length) ?? things;
    const middle = (it) => {
        const { left, top, width, height } = it.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
    };
    const here = middle(document.activeElement);
    const far = (it) => Math.hypot(middle(it).x - here.x, middle(it).y - here.y);
    const some = near ? possible.toSorted((one, other) => far(one) - far(other)).slice(0, near) : possible;
    const thing = {
        chosen: () => some[Math.floor(chance * some.length)],
        nearer: () => things.find((it) => it.dataset.action === words),
        held: () => bar.querySelector("[data-do=confirm]"),
    }[now.step]();
    const picks = shown(".toggle[aria-checked=false]");
    const where = (it) => {
        const box = it.getBoundingClientRect();
        const place = free(it, box);
        return place && [box.left + place.x, box.top + place.y];
    };
    const picked = picks[Math.floor(chance * picks.length)];
    const pick = picked && [picked.dataset.toggle, where(picked)];
    return { ...now, words: thing.dataset.action, place: where(thing), pick };
}""".replace("FREE_PLACE", FREE_PLACE)
SHOWN = """() => {
    const { className, dataset: { at } } = document.querySelector("main.table");
    const parts = ["#prompt", "#confirm", "#notice", "#answer"];
    return [className, at, ...parts.map((it) => document.querySelector(it).innerText)];
}"""
IS_PICKED = """(name) => document.querySelector(`.toggle[data-toggle="${CSS.escape(name)}"]`)
    .getAttribute("aria-checked") === "true" """
# Where the focus is, and how far away the nearest of these things is.
WAY = """(selector) => {
    const middle = (it) => {
        const { left, top, width, height } = it.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const here = document.activeElement;
    const goals = [...document.querySelectorAll(selector)].filter((it) => it.getClientRects().length);
    const [x, y] = middle(here);
    const ways = goals.map(middle).map(([px, py]) => [px - x, py - y]);
    ways.sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
    return { here: here === document.body ? "" : [x, y].join(), isThere: goals.includes(here), way: ways[0] };
}"""


async def watch_hands(context: BrowserContext) -> None:
    """From now on `hands_used` knows by what means somebody has acted there."""
    await context.add_init_script(WATCH_HANDS)


async def hands_used(person: Person) -> set[str]:
    """Of mouse, touch, pen and keys those that were used."""
    return set(str(await person.page.evaluate("() => sessionStorage.used ?? ''")).split())


class Hands(ABC):
    """What somebody has done at a table, and what there is to do next."""

    near = 0  # who wants to be done soon takes one of so many things that are nearest to the focus; 0: any

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.page = person.page
        self.decisions = 0
        self.picked = 0
        self._wishes = SOON[game]
        self._was = NOTHING_DONE

    async def next(self) -> dict[str, Any] | None:
        """The next step, once it can be done; None when the game is over."""
        rng = self.person.rng
        anything = rng.random() < ANYTHING
        how = {"wishes": [] if anything else self._wishes, "near": 0 if anything else self.near}
        try:
            async with asyncio.timeout(PATIENCE):
                now = await self.page.evaluate(NEXT, self._was | how | {"chance": rng.random()})
        except TimeoutError:
            told = await self.page.evaluate(SHOWN)
            raise AssertionError(f"nothing came of {self._was}; the page shows {told}") from None
        if now["step"] == "over":
            return None
        if now["step"] == "chosen":
            self.decisions += 1
        done = [*self._was["done"], now["step"]] if now["at"] == self._was["at"] else [now["step"]]
        self._was = {"at": now["at"], "done": done, "size": now["size"], "words": now["words"]}
        return dict(now)

    def changed_tables(self) -> None:
        """What was done at the table before counts for nothing here."""
        self._was = NOTHING_DONE

    async def play(self, most: int = ALL) -> None:
        """So many decisions, or until the game is over."""
        last = self.decisions + most
        while self.decisions < last and (now := await self.next()):
            if self.wants_to_pick(now):
                await self.pick(*now["pick"])
                self.picked += 1
                self.choose_again()
            else:
                await self.do(now)

    @abstractmethod
    async def pick(self, name: str, place: list[float] | None) -> None:
        """Pick a die or a card by its name; it is picked then."""

    @abstractmethod
    async def do(self, now: dict[str, Any]) -> None:
        """Do the next step."""

    def wants_to_pick(self, now: dict[str, Any]) -> bool:
        return now["step"] == "chosen" and bool(now["pick"]) and self.person.rng.random() < PICKED

    def choose_again(self) -> None:
        """Something was picked: what can be done with it is shown now."""
        self._was["done"].remove("chosen")
        self.decisions -= 1


class Finger(Hands):
    """Taps, and nothing else."""

    def __init__(self, person: Person, game: str) -> None:
        super().__init__(person, game)
        self._last, self._tapped = [0.0, 0.0], 0.0  # where and when the last tap was
        self.confirmed = 0
        self.came_nearer = 0

    async def begin(self, game: str) -> None:
        """From the first page to a table."""
        await self.page.goto(self.person.base + "/")
        await self.page.locator(f"#game-{game} .main-button").tap()
        await self.page.wait_for_selector("main.table")

    async def pick(self, name: str, place: list[float] | None) -> None:
        await self._tap(place, f"{name}, which may be picked,")
        await until(self.page, IS_PICKED, name)

    async def do(self, now: dict[str, Any]) -> None:
        await self._tap(now["place"], f"{now['step']} {now['words']}")
        self.confirmed += now["step"] == "held"
        self.came_nearer += now["step"] == "nearer"

    async def _tap(self, place: list[float] | None, what: str) -> None:
        assert place is not None, f"{what} is covered or out of sight"
        now = asyncio.get_running_loop().time
        if dist(place, self._last) < DOUBLE_TAP_REACH:
            await asyncio.sleep(self._tapped + DOUBLE_TAP_TIME - now())
        await self.page.touchscreen.tap(*place)
        self._last, self._tapped = place, now()


class Keys(Hands):
    """Presses keys, and nothing else."""

    near = 3

    def __init__(self, person: Person, game: str) -> None:
        super().__init__(person, game)
        self.lost = 0  # how often the focus was nowhere when something was to be done

    async def press_until(self, selector: str, keys: list[str]) -> None:
        """Press these keys until this has the focus."""
        is_there = "(selector) => document.activeElement.matches(selector)"
        for key in keys:
            await self.page.keyboard.press(key)
            if await self.page.evaluate(is_there, selector):
                return
        raise AssertionError(f"{len(keys)} times {' or '.join(set(keys))} do not lead to {selector}")

    async def begin(self, game: str) -> None:
        """From the first page to a table."""
        await self.page.goto(self.person.base + "/")
        await self.press_until(f"#game-{game} .main-button", ["Tab"] * MOST_KEYS)
        await self.page.keyboard.press("Enter")
        await self.page.wait_for_selector("main.table")

    async def pick(self, name: str, place: list[float] | None) -> None:
        await self._walk_to(f'[data-toggle="{name}"]')
        await self.page.keyboard.press("Space")
        assert await self.page.evaluate(IS_PICKED, name), f"the space bar picks {name}"

    async def do(self, now: dict[str, Any]) -> None:
        await self._walk_to(f'[data-action="{now["words"]}"]')
        await self.page.keyboard.press("Enter" if self.decisions % 2 else "Space")

    async def _walk_to(self, selector: str) -> None:
        """Arrow keys lead there; where they go round in circles, Tab leads on."""
        tried: set[tuple[str, str]] = set()
        for number in range(MOST_KEYS):
            found = await self.page.evaluate(WAY, selector)
            if found["isThere"]:
                return
            self.lost += number == 0 and not found["here"]
            across, down = found["way"]
            beside = ["ArrowRight", "ArrowLeft"] if across > 0 else ["ArrowLeft", "ArrowRight"]
            above = ["ArrowDown", "ArrowUp"] if down > 0 else ["ArrowUp", "ArrowDown"]
            first, second = (beside, above) if abs(across) > abs(down) else (above, beside)
            keys = (first[0], second[0], "Tab")
            key = next((key for key in keys if (found["here"], key) not in tried), "Tab")
            tried.add((found["here"], key))
            await self.page.keyboard.press(key)
        raise AssertionError(f"{MOST_KEYS} keys do not lead to {selector}")
