"""Everything on the table answers when it is asked: by a tap, by a long press and by the keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

# Clicks whatever is drawn and was not clicked before, at points all over the panels; returns where an answer
# came, and what said nothing. What acts when it is clicked is left alone; ground, printed words and mere
# outlines need no answer.
CLICK = """([scope, step]) => {
    const acts = "[data-action], [data-toggle], [data-filter], button, a";
    window.clicked ??= new Set();
    const things = new Map();
    for (const panel of document.querySelectorAll(`:is(${scope}) svg.panel`)) {
        const { left, top, right, bottom } = panel.getBoundingClientRect();
        for (let x = left + 3; x < Math.min(innerWidth, right); x += step) {
            for (let y = Math.max(2, top + 3); y < Math.min(innerHeight, bottom); y += step) {
                const thing = document.elementFromPoint(x, y);
                if (thing && !things.has(thing) && panel.contains(thing)) things.set(thing, [x, y]);
            }
        }
    }
    const bubble = document.querySelector("#answer");
    const told = [];
    const silent = {};
    for (const [thing, [clientX, clientY]] of things) {
        const part = thing.closest("svg.panel > g");
        if (!part || /-(ground|base)$/.test(part.id) || thing.closest(acts)) continue;
        const drawn = `${part.id} ${thing.outerHTML}`;
        if (window.clicked.has(drawn)) continue;
        window.clicked.add(drawn);
        thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
        if (bubble.matches(":popover-open") && bubble.textContent.trim()) told.push([clientX, clientY]);
        else if (!thing.matches("text, [fill=none]")) silent[part.id] = thing.outerHTML.slice(0, 120);
        bubble.hidePopover();
    }
    return { told, silent };
}"""

# Makes something longer than its place and scrolls it; returns how far, once that is known.
SCROLL = """async (selector) => {
    const scrolled = document.querySelector(selector);
    scrolled.style.paddingBottom = "300vh";
    const before = scrolled.scrollTop;
    scrolled.scrollTo({ top: before ? 0 : 40, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return Math.abs(scrolled.scrollTop - before);
}"""


async def click_everything(person: Person, scope: str, by_mouse: int = 0) -> tuple[int, dict[str, str]]:
    """How many things there have answered, and what has not; some are clicked once more with a real mouse."""
    found: dict[str, Any] = await person.page.evaluate(CLICK, [scope, 12])
    told = found["told"]
    for x, y in told[:: len(told) // by_mouse + 1] if by_mouse else []:
        await person.page.mouse.click(x, y)
        await person.page.wait_for_selector("#answer:popover-open:not(:empty)")
        await person.page.keyboard.press("Escape")
    return len(told), found["silent"]


@pytest.mark.parametrize("game", SEATS)
async def test_whatever_is_drawn_tells_what_it_is(served: ServerProcess, browser: Browser, game: str) -> None:
    guest, path = await table_in_the_middle(served, game, SEATS[game][1])
    person = await Person.come(browser, served.base, size={"width": 1920, "height": 1080}, seed=3)
    await sit_down(person, guest, path)
    page = person.page
    prompts: set[str] = set()
    await page.locator("#seat-1 .who").click()
    await page.wait_for_selector("#seat-sheet-1:popover-open")
    told, silent = await click_everything(person, "#seat-sheet-1")  # another board, if everybody has one
    await page.locator("#seat-sheet-1 .close").click()
    for _ in range(60):
        if len(prompts) > 2 or not await person.wait_for_turn():
            break
        prompt = await page.locator("#prompt").inner_text()
        if prompt not in prompts:
            prompts.add(prompt)
            more, quiet = await click_everything(person, ".board, .deciding, #shared", by_mouse=6)
            told += more
            silent |= quiet
        await person.act()
    assert len(prompts) > 2
    assert told > 60
    assert silent == {}
    assert person.complaints == []


@pytest.mark.parametrize("game", SEATS)
async def test_buttons_facts_and_seats_answer(served: ServerProcess, browser: Browser, game: str) -> None:
    """A tap on a seat tells what it owns in words, a tap on what all share tells that."""
    guest, path = await table_in_the_middle(served, game, SEATS[game][1])
    person = await Person.come(browser, served.base, size=PHONE, locale="de-DE")
    await sit_down(person, guest, path)
    page = person.page
    for seat in range(SEATS[game][1]):
        await page.locator(f"#seat-{seat} .who").tap()
        await page.wait_for_selector(f"#seat-sheet-{seat}:popover-open .facts-list li .words")
        for words in await page.locator(f"#seat-facts-{seat} .words").all_inner_texts():
            assert len(words) > 8
        await page.locator(f"#seat-sheet-{seat} .close").tap()
    await page.locator("#now").tap()
    await page.wait_for_selector("#shared:popover-open .facts-list li .words")
    await page.locator("#shared .close").tap()
    for button in await page.locator("[popovertarget]:visible:not(.who, #now)").all():
        sheet = f"#{await button.get_attribute('popovertarget')}"
        await button.tap()
        assert len(await page.locator(f"{sheet}:popover-open").inner_text()) > 8
        await page.locator(f"{sheet} .close").tap()
        await page.wait_for_selector(f"{sheet}:not(:popover-open)", state="attached")
    assert person.complaints == []


async def test_a_long_press_answers_and_plays_nothing(served: ServerProcess, browser: Browser) -> None:
    guest, path = await table_in_the_middle(served, "saint-malo", 2)
    person = await Person.come(browser, served.base, size=PHONE)
    await sit_down(person, guest, path)
    assert await person.wait_for_turn()
    before = await person.at()
    box = await person.page.locator(".deciding .can:visible").first.bounding_box()
    assert box is not None
    glass = await person.page.context.new_cdp_session(person.page)
    place = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    await glass.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": place})
    await person.page.wait_for_selector("#answer:popover-open")
    await glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert await person.page.locator("#answer").inner_text()
    assert await person.at() == before
    await person.act()


async def test_an_answer_stays_while_the_log_goes_on(served: ServerProcess, browser: Browser) -> None:
    """What scrolls beside the thing asked about leaves its answer alone; what moves the thing closes it."""
    guest, path = await table_in_the_middle(served, "saint-malo", 2)
    person = await Person.come(browser, served.base, size={"width": 1920, "height": 1080})
    await sit_down(person, guest, path)
    assert await person.wait_for_turn()
    await person.page.keyboard.press("?")
    await person.page.wait_for_selector("#answer:popover-open")
    assert await person.page.evaluate(SCROLL, "#log") > 0
    assert await person.page.locator("#answer:popover-open").count() == 1
    assert await person.page.evaluate(SCROLL, "html") > 0
    await person.page.wait_for_selector("#answer:not(:popover-open)", state="attached")


async def test_the_keyboard_asks_too(served: ServerProcess, browser: Browser) -> None:
    guest, path = await table_in_the_middle(served, "saint-malo", 2)
    person = await Person.come(browser, served.base, size=DESKTOP)
    await sit_down(person, guest, path)
    assert await person.wait_for_turn()
    await person.page.keyboard.press("?")
    await person.page.wait_for_selector("#answer:popover-open")
    told = set()
    for _ in range(12):
        await person.page.keyboard.press("ArrowDown")
        told.add(await person.page.locator("#answer").inner_text())
    assert len(told) > 3
    await person.page.keyboard.press("Escape")
    await person.page.wait_for_selector("#answer:not(:popover-open)", state="attached")
    await person.act()
