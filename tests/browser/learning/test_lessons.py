"""Lessons in a browser: somebody who knows nothing is led by what the page says and lights alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator

from citywright.catalogue import games
from tests.browser.kit.person import DESKTOP, PHONE, Person, free_place
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

LIT = "svg [data-action].lit:visible, svg [data-toggle].lit:visible"
MOST_PRESSES = 30
WHERE_THINGS_STAND = """() => [".say", "svg.tray", "#lesson"].map((it) => {
    const { left, top, width, height } = document.querySelector(it).getBoundingClientRect();
    return [left, top, width, height].join();
}).join("; ")"""
# How wide the ring around a lit thing is on the screen, and whether it stands around the thing.
RINGS = """() => [...document.querySelectorAll("rect.lit-ring")].map((ring) => {
    const { left, top, width, height } = ring.getBoundingClientRect();
    return [left, top, width, height];
})"""


async def next_thing(person: Person) -> Locator | None:
    """What is to be pressed: the button of the lesson, or the first thing that is lit; None at the end."""
    await person.page.wait_for_selector("main.in-lesson:not(.waiting)")
    if await person.page.locator("#lesson.done").count():
        return None
    button = person.page.locator("[data-lesson-button]")
    return button if await button.count() else person.page.locator(LIT).first


async def follow(person: Person, by_touch: bool = False) -> set[str]:
    """Press only what is lit, to the end of a lesson; returns where things stood on the way."""
    places = set()
    for _ in range(MOST_PRESSES):
        thing = await next_thing(person)
        places.add(await person.page.evaluate(WHERE_THINGS_STAND))
        if thing is None:
            return places
        place = await free_place(thing)
        await (thing.tap(position=place) if by_touch else thing.click(position=place))
    raise AssertionError(f"what is lit does not lead to the end of {person.page.url}")


@pytest.mark.parametrize("game", sorted(games()))
async def test_somebody_who_knows_nothing_is_led_through_the_first_two_lessons(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    learner = await Person.come(browser, served.base, size=DESKTOP)
    await learner.open_first_page()
    await learner.page.locator(f"#game-{game} .ways a[href='/learn/{game}']").click()
    await learner.page.locator(".following a").click()
    for number in (1, 2):
        await learner.page.wait_for_url(f"**/learn/{game}/{number}**")
        assert await learner.page.evaluate(RINGS)
        assert len(await follow(learner)) == 1, "controls have moved"
        await learner.page.locator("a[data-lesson-button]").click()
    await learner.page.goto(f"{served.base}/learn/{game}")
    assert await learner.page.locator("li.done").count() == 2
    assert learner.complaints == []
    assert learner.foreign == []


async def test_a_lesson_on_a_phone(served: ServerProcess, browser: Browser) -> None:
    learner = await Person.come(browser, served.base, size=PHONE, mobile=True, locale="de-DE", scheme="dark")
    for game, number in (("mauerbauer", 2), ("saint-malo", 6)):
        await learner.page.goto(f"{served.base}/learn/{game}/{number}")
        assert len(await follow(learner, by_touch=True)) == 1, "controls have moved"
        assert await learner.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
        assert not await learner.violations()
    assert learner.complaints == []


async def test_a_lesson_by_keyboard(served: ServerProcess, browser: Browser) -> None:
    """Keys reach what is lit: Tab or arrows for the first time, then the focus is there already."""
    learner = await Person.come(browser, served.base)
    await learner.page.goto(f"{served.base}/learn/milestones/1")
    keys = learner.page.keyboard
    for _ in range(40):
        await keys.press("ArrowRight")
        if await learner.page.evaluate("() => document.activeElement?.dataset.action === 'go path 5'"):
            break
    await keys.press("Enter")
    for action in ("go trading house", "done"):
        focus = f"() => document.activeElement?.dataset.action === '{action}'"
        await learner.page.wait_for_selector(f'svg [data-action="{action}"].lit')
        await learner.page.wait_for_selector("main:not(.waiting)")
        assert await learner.page.evaluate(focus)
        await keys.press("Enter")
    await learner.page.wait_for_selector("#lesson.done")
    await learner.page.wait_for_selector("main:not(.waiting)")
    await keys.press("Enter")
    await learner.page.wait_for_url("**/learn/milestones/2")


async def test_a_wrong_move_is_answered_beside_it_and_taken_back_by_itself(
    served: ServerProcess, browser: Browser
) -> None:
    learner = await Person.come(browser, served.base)
    page = learner.page
    await page.goto(f"{served.base}/learn/milestones/1")
    before = await learner.at()
    await page.locator('svg [data-action="go path 4"]').click()
    await page.wait_for_selector("#answer:popover-open")
    assert "Go on to the last one" in await page.locator("#answer").inner_text()
    assert await learner.at() == before
    await page.locator('svg [data-action="go path 5"]').click()
    await page.wait_for_selector(f'main.table:not([data-at="{before}"])')
    assert not await page.locator("#answer").is_visible()
    await page.reload()  # the address has what was done
    assert "Three stones" in await page.locator("#lesson-words").inner_text()
    await page.locator(".step-back").click()
    await page.wait_for_selector(f'main[data-at="{before}"]')
    await page.goto(f"{served.base}/learn/mauerbauer/2")
    await page.locator("#tray-card-size1").click()  # not legal now: the drawing tells why
    await page.wait_for_selector("#answer:popover-open")
    assert "when a city has been closed" in await page.locator("#answer").inner_text()
    assert learner.complaints == []
