"""Everything on the table answers when it is asked: by a tap, by a long press and by the keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

# Asks at points all over the panels what is there; returns what said nothing. Ground and words need not.
ASK = """async (step) => {
    const { src } = document.querySelector("script[type=module][src$='/table.js']");
    const { answer, closeAnswer } = await import(src.replace("table.js", "answers.js"));
    const silent = new Map();
    const asked = new Set();
    for (const panel of document.querySelectorAll("svg.panel")) {
        if (!panel.getClientRects().length) continue;
        panel.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, right, bottom } = panel.getBoundingClientRect();
        for (let x = left + 3; x < right; x += step) {
            for (let y = Math.max(2, top + 3); y < Math.min(innerHeight, bottom); y += step) {
                const thing = document.elementFromPoint(x, y);
                if (!thing || asked.has(thing) || !panel.contains(thing) || thing === panel) continue;
                asked.add(thing);
                const part = thing.closest("svg.panel > g");
                if (!part || thing.matches("text") || /-(ground|base)$/.test(part.id)) continue;
                const told = answer(thing) && document.querySelector("#answer").textContent.trim();
                if (!told) silent.set(part.id, (thing.outerHTML ?? "").slice(0, 120));
            }
        }
    }
    closeAnswer();
    window.scrollTo(0, 0);
    return { asked: asked.size, silent: [...silent] };
}"""


async def ask_everything(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = await person.page.evaluate(ASK, 12)
    return found


@pytest.mark.parametrize("game", SEATS)
async def test_whatever_is_drawn_tells_what_it_is(served: ServerProcess, browser: Browser, game: str) -> None:
    guest, path = await table_in_the_middle(served, game, SEATS[game][1])
    person = await Person.come(browser, served.base, size={"width": 1920, "height": 1080}, seed=3)
    await sit_down(person, guest, path)
    prompts: set[str] = set()
    silent: dict[str, str] = {}
    for _ in range(60):
        if len(prompts) > 2 or not await person.wait_for_turn():
            break
        prompt = await person.page.locator("#prompt").inner_text()
        if prompt not in prompts:
            prompts.add(prompt)
            found = await ask_everything(person)
            assert found["asked"] > 60
            silent |= dict(found["silent"])
        await person.act()
    assert len(prompts) > 2
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
    await page.locator(".log-button, #ticker").locator("visible=true").first.tap()
    await page.wait_for_selector("#story:popover-open #log")
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
