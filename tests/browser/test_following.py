"""Following the game: the log in turns, what was missed, hints and chat beside it, answers in free places."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(200)]

# For each turn of the log: the words of its line, its gain, and the points of what its player did.
TURNS = """() => [...document.querySelectorAll("#log .turn:not([hidden])")].map((turn) => {
    const entries = [...turn.querySelectorAll("[data-actor]")];
    const actor = entries.map((it) => it.dataset.actor).find((seat) => seat !== "-1");
    const own = [...turn.querySelectorAll("p")].filter((line) => line.className === `of-${actor}`);
    const points = own.map((line) => Number(line.dataset.points ?? 0)).filter(Boolean);
    const summary = turn.querySelector("summary");
    const gain = Number((summary.querySelector(".gain")?.textContent ?? "0").replace("−", "-"));
    return { words: summary.firstChild.textContent, gain, points };
})"""
# How many square pixels of some things the answer covers.
COVERED = """(selector) => {
    const bubble = document.querySelector("#answer").getBoundingClientRect();
    let covered = 0;
    for (const it of document.querySelectorAll(selector)) {
        const box = it.getBoundingClientRect();
        const wide = Math.min(bubble.right, box.right) - Math.max(bubble.left, box.left);
        const tall = Math.min(bubble.bottom, box.bottom) - Math.max(bubble.top, box.top);
        covered += Math.max(0, wide) * Math.max(0, tall);
    }
    return Math.round(covered);
}"""


async def at_a_table(
    served: ServerProcess, browser: Browser, game: str, seats: int = 2, **wishes: Any
) -> Person:
    guest, path = await table_in_the_middle(served, game, seats)
    person = await Person.come(browser, served.base, **wishes)
    await sit_down(person, guest, path)
    assert await person.wait_for_turn()
    return person


@pytest.mark.parametrize("game", SEATS)
async def test_the_line_of_a_turn_agrees_with_its_points(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    person = await at_a_table(served, browser, game, SEATS[game][1])
    turns = await person.page.evaluate(TURNS)
    assert len(turns) > 5
    for turn in turns:
        assert turn["gain"] == sum(turn["points"]), turn
        assert (" · " in turn["words"]) == (len(turn["points"]) > 1), turn
    assert any(turn["gain"] for turn in turns)


async def test_who_cannot_see_the_others_is_told_how_many_turns_they_had(
    served: ServerProcess, browser: Browser
) -> None:
    """On a phone, where the boards of four others have no room."""
    person = await at_a_table(served, browser, "saint-malo", 5, size=PHONE, preferences={"confirm": "off"})
    for _ in range(40):
        before = await person.page.locator("#log .turn").count()
        await person.act()
        assert await person.wait_for_turn()
        if await person.page.locator("#log .turn").count() > before:
            break
    assert await person.page.locator(".log-button .unread").inner_text() == "4"


@pytest.mark.parametrize("game", SEATS)
async def test_a_new_game_has_nothing_that_was_missed(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    person = await Person.come(browser, served.base)
    await person.open_first_page()
    await person.page.locator(f"#game-{game} .main-button").click()
    await person.page.wait_for_selector(".seat.own .presence.here", state="attached")
    assert not await person.page.locator("#since").is_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_an_answer_covers_neither_the_dice_nor_what_it_is_about(
    served: ServerProcess, browser: Browser, size: dict[str, int]
) -> None:
    person = await at_a_table(served, browser, "saint-malo", size=size)
    page = person.page
    asked = await page.locator(".deciding [data-why]:visible").all()
    assert len(asked) > 8
    for thing in asked[::3]:
        await person.press(thing)
        await page.wait_for_selector("#answer:popover-open")
        assert await page.evaluate(COVERED, "[id^=tray-die]") == 0
        assert await page.evaluate(COVERED, ".asked-about") == 0
        await page.keyboard.press("Escape")


async def test_a_hint_leaves_what_is_decided_free_and_can_be_closed(
    served: ServerProcess, browser: Browser
) -> None:
    person = await at_a_table(served, browser, "mauerbauer")
    page = person.page
    for close in ("Escape", "button"):
        await page.locator("[data-do=advice]").click()
        await page.wait_for_selector("#hints:popover-open .advice li")
        hints = await page.locator("#hints").bounding_box()
        hand = await page.locator(".deciding").bounding_box()
        assert hints is not None
        assert hand is not None
        assert hints["y"] >= hand["y"] + hand["height"]
        assert "MB-" not in await page.locator("#hints").inner_text(), "rules are for those who ask"
        if close == "Escape":
            await page.keyboard.press("Escape")
        else:
            await page.locator("#hints .close").click()
        await page.wait_for_selector("#hints:not(:popover-open)", state="attached")


async def test_the_chat_stays_open_while_one_plays(served: ServerProcess, browser: Browser) -> None:
    person = await at_a_table(served, browser, "milestones")
    page = person.page
    await page.locator(".chat-button").click()
    await page.wait_for_selector("#chat:popover-open")
    await person.act()
    assert await page.locator("#chat").is_visible()
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#chat:not(:popover-open)", state="attached")
    assert person.complaints == []
