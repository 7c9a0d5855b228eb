"""A page one can trust: nothing moves under a finger, and a turn ends when it is confirmed."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest
from playwright.async_api import Browser

from citywright.server.load.middle import match_in_the_middle
from tests.browser.kit.person import DESKTOP, PATIENCE, PHONE, Person, until
from tests.browser.kit.shifts import WATCH_SHIFTS, Shifts
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ForkedServer, ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

JUMP = 0.005  # of the window and the way, as browsers count layout shifts
TWO_ROLLS = 4  # plies: what is kept, and what chance rolls
ANSWERED = 100  # milliseconds
CONTROLS = """() => {
    const drawn = ["action", "toggle", "filter"].map((kind) => `.deciding [data-${kind}]`);
    const controls = document.querySelectorAll([...drawn, "#undo", ".quiet-button", ".who", "#now"].join());
    const shown = [...controls].filter((it) => it.getBoundingClientRect().width && !it.closest("[popover]"));
    return Object.fromEntries(shown.map((it, k) => {
        const { left, top } = it.getBoundingClientRect();
        return [it.id || `${it.getAttribute("class")} ${k}`, [left, top]];
    }));
}"""
# Keeps a die while everything in the tray turns.
KEEP = """() => {
    const turning = [...document.querySelectorAll(".deciding g")].map((it) => it.animate(
        [{ rotate: "0deg" }, { rotate: "360deg" }], 60_000));
    const die = document.querySelector("[data-toggle]");
    die.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const isMoving = turning.some((animation) => animation.playState === "running");
    return isMoving && die.getAttribute("aria-checked") === "true";
}"""

# Rolls while everything in the tray turns.
ROLL = """() => {
    const turning = [...document.querySelectorAll(".deciding g")].map((it) => it.animate(
        [{ rotate: "0deg" }, { rotate: "360deg" }], 60_000));
    const buttons = [...document.querySelectorAll("[data-action^=keep]")];
    const button = buttons.find((it) => it.getClientRects().length);
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const isMoving = turning.some((animation) => animation.playState === "running");
    return isMoving && button.matches(".sent") && document.querySelector("main.table").matches(".waiting");
}"""
WATCH_ANSWERS = """() => {
    window.answers = [];
    new PerformanceObserver((list) => {
        const clicks = list.getEntries().filter(({ name }) => name === "click");
        window.answers.push(...clicks.map(({ duration }) => duration));
    }).observe({ type: "event", durationThreshold: 16 });
}"""


def moved(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The controls that are elsewhere now."""
    return [
        name
        for name, (left, top) in before.items()
        if name in after and max(abs(after[name][0] - left), abs(after[name][1] - top)) > 2
    ]


def ply_of(at: str) -> int:
    return int(at.partition(".")[2])


async def begin(person: Person, game: str) -> None:
    await person.open_first_page()
    await person.play_against_a_bot(game)
    assert await person.wait_for_turn()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
async def test_roll_pressed_five_times_never_passes(
    served: ServerProcess, browser: Browser, touch: bool
) -> None:
    """However quick presses at the place of the roll button are: they roll, and then do nothing."""
    size = PHONE if touch else DESKTOP
    person = await Person.come(browser, served.base, size=size, mobile=touch, motion="no-preference")
    press = person.page.touchscreen.tap if touch else person.page.mouse.click
    for pause in (0, 0.03, 0.12, 0.3):
        await begin(person, "saint-malo")
        box = await person.page.locator('[data-action="keep none"]').bounding_box()
        assert box is not None
        before = ply_of(await person.at())
        for _ in range(5):
            await press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await asyncio.sleep(pause)
        await person.page.wait_for_selector("main.table:not(.waiting)")
        assert before < ply_of(await person.at()) <= before + TWO_ROLLS, "nothing but rolls"
        assert await person.is_to_act(), "the turn has not been passed"
        await person.page.mouse.move(0, 0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", SEATS)
async def test_no_control_moves_within_a_decision(
    served: ServerProcess, browser: Browser, game: str, size: dict[str, int]
) -> None:
    guest, path = await table_in_the_middle(served, game, 2)
    person = await Person.come(browser, served.base, size=size, locale="de-DE", seed=6)
    await sit_down(person, guest, path)
    page = person.page
    for _ in range(5):
        if not await person.wait_for_turn():
            break
        before = await page.evaluate(CONTROLS)
        for thing in await page.locator(".deciding .toggle:visible, .deciding .filter:visible").all():
            await thing.click()
            assert moved(before, await page.evaluate(CONTROLS)) == []
            await thing.click()
        reason = page.locator(".deciding [data-why]:visible").first
        if await reason.count():
            await reason.click(force=True)
            assert moved(before, await page.evaluate(CONTROLS)) == []
            await page.keyboard.press("Escape")
        await person.act()


async def test_a_jump_would_be_noticed(served: ServerProcess, browser: Browser) -> None:
    """Whole games jump nowhere: see test_games.py."""
    person = await Person.come(browser, served.base)
    await person.page.add_init_script(WATCH_SHIFTS)
    await begin(person, "saint-malo")
    assert (await Shifts.of(person.page)).larger_than(JUMP) == []
    await person.page.evaluate("() => { document.querySelector('.top').style.marginBottom = '40px'; }")
    await until(person.page, "(least) => window.shifts.some(({ value }) => value > least)", JUMP)


async def test_input_is_taken_while_everything_moves(served: ServerProcess, browser: Browser) -> None:
    """A die is kept and a roll is asked for in the moment of the click, so that the next frame shows it."""
    person = await Person.come(browser, served.base, motion="no-preference", preferences={"speed": "slow"})
    await begin(person, "saint-malo")
    await person.page.locator('[data-action="keep none"]').click()
    await person.page.wait_for_selector("main.table:not(.waiting)")
    assert await person.page.evaluate(KEEP), "a die is kept at once, whatever moves"
    assert await person.page.evaluate(ROLL), "that a roll is asked for shows at once, whatever moves"


@pytest.mark.long  # by the clock, which the gate leaves alone
async def test_input_is_answered_within_a_tenth_of_a_second(served: ServerProcess, browser: Browser) -> None:
    """From a real click to the frame that shows what it did, as browsers measure it."""
    person = await Person.come(browser, served.base, motion="no-preference", preferences={"speed": "slow"})
    await begin(person, "saint-malo")
    await person.page.evaluate(WATCH_ANSWERS)
    await person.page.locator('[data-action="keep none"]').click()
    for _ in range(10):
        await person.page.locator("[data-toggle]").first.click()
    answers: list[float] = await until(person.page, "() => window.answers.length > 5 && window.answers")
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))  # how many want each core
    assert max(answers) < ANSWERED * busy


async def test_the_last_step_waits_for_being_confirmed(served: ServerProcess, browser: Browser) -> None:
    """Until then it can be taken back; what does not end the turn is played at once."""
    person = await Person.come(browser, served.base, size=PHONE, preferences={"confirm": "auto"})
    page = person.page
    await begin(person, "saint-malo")
    await page.locator('[data-action="stop"]').tap()
    await page.wait_for_selector('[data-action="pass"]:visible')
    before = await person.at()
    await page.locator('[data-action="pass"]').tap()
    await page.wait_for_selector("#confirm:visible")
    assert await person.at() == before, "nothing is played yet"
    assert await page.locator(".held-words").inner_text()
    await page.locator("[data-do=release]").tap()
    await page.wait_for_selector("#confirm", state="hidden")
    assert await person.at() == before
    await page.locator('[data-action="pass"]').tap()
    await page.locator("[data-do=confirm]").tap()
    await page.wait_for_selector(f'main.table:not([data-at="{before}"]):not(.waiting)')
    assert person.complaints == []


async def test_the_only_decision_is_played_by_itself(served: ServerProcess, browser: Browser) -> None:
    """With a word about it, and only where somebody wants it."""
    guest, path = await table_in_the_middle(served, "mauerbauer", 2, plies_to_the_only_decision("mauerbauer"))
    stoic = await Person.come(browser, served.base, preferences={"forced": "off"})
    await stoic.page.clock.install()
    await sit_down(stoic, guest, path)
    before = await stoic.at()
    assert await stoic.page.locator("main.table").get_attribute("data-forced")
    await stoic.page.clock.fast_forward(5000)
    assert await stoic.at() == before
    person = await Person.come(browser, served.base, preferences={"forced": "on"})
    await sit_down(person, guest, path)
    await person.page.wait_for_selector("#notice:has-text('Only one move was possible')")
    await person.page.wait_for_selector(f'main.table:not([data-at="{before}"])')


def plies_to_the_only_decision(game: str) -> int:
    """So many plies into a game the person has no choice."""
    for plies in range(10, 200):
        match = match_in_the_middle(game, 2, plies, "apprentice", seed=1)
        if len(list(match.state.legal_actions())) == 1:
            return plies
    raise AssertionError(f"in 200 plies of {game} there is always a choice")


async def test_waiting_for_bots_can_be_skipped(browser: Browser, tmp_path: Any) -> None:
    """However slow they are: at a table of one person, who does not want to follow is shown the own turn."""
    server = ForkedServer(f"sqlite:///{tmp_path / 'slow.sqlite3'}", bot_pace=30.0).start()
    try:
        person = await Person.come(browser, server.base)
        await person.open_first_page()
        await person.play_against_a_bot("saint-malo")
        for _ in range(3):
            while await person.is_to_act():
                await person.act()
            await person.page.locator("#skip").click()
            assert await person.wait_for_turn()
    finally:
        server.stop()


async def test_what_others_did_stays_marked_until_one_acts(served: ServerProcess, browser: Browser) -> None:
    guest, path = await table_in_the_middle(served, "mauerbauer", 2)
    person = await Person.come(browser, served.base, seed=9)
    await sit_down(person, guest, path)
    page = person.page
    for _ in range(30):
        assert await person.wait_for_turn()
        await person.act()
        assert await person.wait_for_turn()
        if await page.locator(".board .since.of-1").count():
            break
    assert await page.locator(".board .since.of-1").count() > 0
    await person.act()
    await page.wait_for_selector(".board:not(:has(.since.of-1))")


async def test_a_lost_connection_is_told_at_once(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base)
    await begin(person, "milestones")
    await person.page.context.set_offline(True)
    await person.page.wait_for_selector("#notice:visible", timeout=1000 * PATIENCE)
    assert await person.page.locator("main.table.lost").count() == 1
    await person.page.context.set_offline(False)
    await person.page.wait_for_selector("main.table:not(.lost)")


async def test_a_game_against_bots_can_be_given_up(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base)
    await begin(person, "saint-malo")
    page = person.page
    table = await page.get_attribute("main.table", "data-table")
    await page.locator("[popovertarget=menu]").first.click()
    await page.locator(".leave summary").last.click()
    await page.locator(f'form[action="/t/{table}/delete"] button').click()
    await page.wait_for_selector("#game-saint-malo")
    assert await page.locator(f'a[href="/t/{table}"]').count() == 0
    answer = await page.request.get(f"{person.base}/t/{table}")
    assert answer.status == 404
