"""What moves on the page: rolled dice tumble, and nothing does where motion is not wanted."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import Person
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(300)]

WATCH = """() => {
    window.tumbled = new Set();
    document.addEventListener("animationstart", ({ target }) => {
        const die = target.closest("[id^=tray-die-]");
        if (die) window.tumbled.add(die.closest("svg > g").id);
    });
}"""
TUMBLED = "() => { const ids = [...window.tumbled].sort(); window.tumbled.clear(); return ids; }"
# An animation may start some frames after its style is set: on a busy machine, several.
ANIMATIONS_STARTED = """async () => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
    await nextFrame();
    await Promise.allSettled(document.getAnimations().map((animation) => animation.ready));
    await nextFrame();
    await nextFrame();
}"""
DICE = [f"tray-die-{number}" for number in range(1, 6)]


async def _roll(person: Person, *kept: int) -> list[str]:
    """Keep these dice and roll the others; returns what tumbled."""
    page = person.page
    for number in kept:
        await page.locator(f"#tray-die-{number} .toggle").click()
    before = await person.at()
    await page.evaluate(TUMBLED)
    words = " ".join(["keep", *map(str, kept)]) if kept else "keep none"
    await page.locator(f'[data-action="{words}"]').click()
    await page.wait_for_selector(f'main.table:not([data-at="{before}"]):not(.waiting)')
    await page.evaluate(ANIMATIONS_STARTED)
    tumbled: list[str] = await page.evaluate(TUMBLED)
    return tumbled


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_every_die_that_is_rolled_tumbles(served: ServerProcess, browser: Browser, motion: str) -> None:
    """Also one that shows the same face again; never one that was kept."""
    person = await Person.come(browser, served.base, motion=motion, seed=8)
    await person.open_first_page()
    await person.play_against_a_bot("saint-malo")
    await person.page.evaluate(WATCH)
    moves = motion == "no-preference"
    for _ in range(4):
        assert await person.wait_for_turn()
        assert await _roll(person) == (DICE if moves else [])
        assert await _roll(person, 2, 5) == ([DICE[0], DICE[2], DICE[3]] if moves else [])
        before = int((await person.at()).partition(".")[2])
        while await person.wait_for_turn():
            if await person.page.locator('[data-action="keep none"]').count():
                break
            await person.act()
        assert int((await person.at()).partition(".")[2]) > before
