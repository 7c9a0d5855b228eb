"""The preferences in a real browser: the panel, what acts at once, what lasts, sounds."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from citywright.server.players.preferences import POSSIBLE, SOUNDS
from tests.browser.kit.person import DESKTOP, PATIENCE, PHONE, Person, until
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(300)]

NARROW = {"width": 360, "height": 740}
PASSWORD = "eight letters and more"
GEAR, PANEL = "[data-do=preferences]", "dialog#preferences[open]"

# Everything in the panel that can be touched, and is less than 44 px wide or high.
TOO_SMALL = """() => [...document.querySelectorAll("#preferences :is(button, label)")]
    .filter((it) => it.checkVisibility())
    .map((it) => [it.textContent.trim(), it.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44)
    .map(([words, box]) => `${words}: ${box.width} x ${box.height}`)"""

# Renders a sound as fast as the machine can: the loudest sample, and the last second that is not silent.
RENDERED = """async ([script, kind]) => {
    const { make } = await import(script);
    const rate = 44100;
    const audio = new OfflineAudioContext(1, 4 * rate, rate);
    make(kind, audio, 0);
    const samples = (await audio.startRendering()).getChannelData(0);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return [loudest, samples.findLastIndex((sample) => Math.abs(sample) > 0.001) / rate];
}"""


def touching(size: dict[str, int]) -> dict[str, Any]:
    return {"viewport": size, "has_touch": True, "is_mobile": True}


async def open_panel(page: Page) -> None:
    await page.wait_for_load_state()  # without its script the wheel leads to a page of its own
    await page.locator(GEAR).click()
    await page.wait_for_selector(PANEL)


async def closed(page: Page) -> None:
    """Wait until the panel is closed, and its step in the history is taken back."""
    await page.wait_for_selector(PANEL, state="detached")
    await until(page, "!history.state?.preferences")


async def choose(page: Page, name: str, value: str) -> None:
    """Make a choice in the open panel, and wait until it is kept."""
    async with page.expect_response("**/preferences") as answer:
        option = page.locator(f"#preferences [name={name}][value={value}]:not([type=hidden])")
        if await option.count():
            await option.check()
        else:
            await page.locator(f"#preferences [name={name}][data-off={value}]").uncheck()
    assert (await answer.value).ok


async def shown(page: Page) -> dict[str, str]:
    values: dict[str, str] = await page.evaluate("({ ...document.documentElement.dataset })")
    return values


async def focused(page: Page) -> Any:
    return await page.evaluate("document.activeElement.dataset.do ?? document.activeElement.tagName")


async def test_every_choice_acts_at_once_and_lasts(served: ServerProcess, browser: Browser) -> None:
    """On this page, on the next, and on another device of the same account."""
    anke = await Person.come(browser, served.base, preferences={"confirm": "auto", "forced": "on"})
    page = anke.page
    await page.goto(f"{served.base}/account")
    await page.locator("#register [name=name]").fill("Anke Vorliebe")
    await page.locator("#register [name=password]").fill(PASSWORD)
    await page.locator("#register button").click()
    await page.wait_for_selector("#change")
    await open_panel(page)
    expected = await shown(page)
    for name, values in POSSIBLE.items():
        if name in ("sounds", "lang"):
            continue
        assert await shown(page) == expected
        for value in [*values[1:], values[0], values[-1]]:
            await choose(page, name, value)
            expected[name] = value
            assert await shown(page) == expected
    for left, sound in zip(("place turn chat end", "place turn end"), ("roll", "chat"), strict=True):
        async with page.expect_response("**/preferences"):
            await page.locator(f"[name=sounds][value={sound}]").uncheck()
        expected["sounds"] = left
        assert await shown(page) == expected
    await page.reload()
    await page.wait_for_selector(PANEL)  # it was open
    assert await shown(page) == expected
    checked = await page.eval_on_selector_all(
        "#preferences [name=sounds]:checked", "all => all.map((it) => it.value).join(' ')"
    )
    assert checked == "place turn end"
    elsewhere = await log_in_elsewhere(browser, served.base)
    assert await shown(elsewhere.page) == expected
    assert anke.complaints == elsewhere.complaints == []


async def log_in_elsewhere(browser: Browser, base: str) -> Person:
    person = await Person.come(browser, base, size=PHONE)
    await person.page.goto(f"{base}/account")
    await person.page.locator("#login [name=name]").fill("Anke Vorliebe")
    await person.page.locator("#login [name=password]").fill(PASSWORD)
    await person.page.locator("#login button").click()
    await person.page.wait_for_selector("#change")
    return person


async def test_the_panel_by_keyboard(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base)
    page = person.page
    await page.goto(f"{served.base}/")
    await page.goto(f"{served.base}/rules/saint-malo")
    for key in ("Enter", "Space"):
        await page.locator(GEAR).focus()
        await page.keyboard.press(key)
        await page.wait_for_selector(PANEL)
        assert await focused(page) == "close-preferences"
        await page.keyboard.press("Tab")  # to the first choice: the one of its group that is made
        assert await page.evaluate("document.activeElement.value") == ("normal" if key == "Enter" else "fast")
        async with page.expect_response("**/preferences"):
            await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Escape")
        await closed(page)
        assert await focused(page) == "preferences"
    assert (await shown(page))["speed"] == "instant"
    await open_panel(page)
    await page.go_back()
    await closed(page)
    assert page.url.endswith("/rules/saint-malo")  # only the panel is closed
    assert await focused(page) == "preferences"
    await open_panel(page)
    await page.mouse.click(5, 400)  # beside it
    await closed(page)
    await page.go_back()
    assert page.url == f"{served.base}/"  # closing left no step behind
    assert person.complaints == []


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["390", "360"])
async def test_the_panel_by_touch(served: ServerProcess, browser: Browser, size: dict[str, int]) -> None:
    context = await browser.new_context(**touching(size), locale="de-DE")
    page = await context.new_page()
    await page.goto(f"{served.base}/")
    await page.locator("#game-saint-malo .main-button").tap()
    await page.wait_for_selector("main.table")
    await page.wait_for_load_state()
    head = page.locator(".top .quiet-button:visible")
    assert 1 <= await head.count() <= 4
    for place in [*await head.all(), page.locator(".brand")]:
        box = await place.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] + box["width"] <= size["width"]
    await page.locator(GEAR).tap()
    await page.wait_for_selector(PANEL)
    async with page.expect_response("**/preferences"):
        await page.locator("label:has([name=sound])").tap()
    assert await page.evaluate(TOO_SMALL) == []
    inner = await page.evaluate("[document.querySelector('#preferences').scrollWidth, innerWidth]")
    assert inner[0] <= inner[1]
    async with page.expect_response("**/preferences"):
        await page.locator("label:has([name=hand][value=left])").tap()
    assert (await shown(page))["hand"] == "left"
    await page.locator("[data-do=close-preferences]").tap()
    await closed(page)
    await page.reload()
    assert (await shown(page))["hand"] == "left"
    assert await page.locator(PANEL).count() == 0
    await context.close()


@pytest.mark.parametrize(
    ("locale", "scheme", "size"),
    [
        ("en-GB", "light", DESKTOP),
        ("de-DE", "dark", PHONE),
        pytest.param("en-GB", "light", PHONE, marks=pytest.mark.long),
        pytest.param("de-DE", "dark", DESKTOP, marks=pytest.mark.long),
    ],
)
async def test_the_panel_is_accessible(
    served: ServerProcess, browser: Browser, locale: str, scheme: str, size: dict[str, int]
) -> None:
    """Every language, theme and size once; each with each in the long run."""
    person = await Person.come(browser, served.base, size=size, locale=locale, scheme=scheme)
    page = person.page
    await page.goto(f"{served.base}/new/milestones")
    await open_panel(page)
    await choose(page, "sound", "on")  # which shows more
    assert await person.violations() == []
    await choose(page, "contrast", "more")
    assert await person.violations() == []
    await page.keyboard.press("Escape")
    await closed(page)
    await page.goto(f"{served.base}/preferences")
    assert await person.violations() == []
    assert person.complaints == []


async def test_another_language_draws_the_page_anew(served: ServerProcess, browser: Browser) -> None:
    """Also where a link asked for one; the panel stays open."""
    person = await Person.come(browser, served.base)
    page = person.page
    await page.goto(f"{served.base}/rules/saint-malo?lang=en#SM-10")
    await open_panel(page)
    await page.locator("input[name=lang][value=de]").check()
    await page.wait_for_selector(f"html[lang=de] {PANEL}")
    assert page.url == f"{served.base}/rules/saint-malo#SM-10"
    await page.keyboard.press("Escape")
    await closed(page)
    assert await focused(page) == "preferences"
    await page.goto(f"{served.base}/account")
    assert await page.get_attribute("html", "lang") == "de"
    await page.locator("button[name=lang][value=en]").click()  # the one in the head, without script too
    await page.wait_for_selector("html[lang=en]")


async def test_without_script(served: ServerProcess, browser: Browser) -> None:
    context = await browser.new_context(java_script_enabled=False, locale="en-GB")
    page = await context.new_page()
    await page.goto(f"{served.base}/rules/milestones")
    await page.locator(GEAR).click()
    await page.wait_for_url("**/preferences?next=*")
    await page.locator("label:has([name=theme][value=dark])").click()
    await page.locator("label:has([name=forced])").click()
    await page.locator("label:has([name=motion])").click()
    await page.locator("input[name=lang][value=de]").check()
    await page.locator("[form=preferences-form]").click()
    await page.wait_for_url("**/rules/milestones")
    for attribute in (
        "lang=de",
        "data-theme=dark",
        "data-forced=off",
        "data-motion=less",
        "data-sound=off",
    ):
        assert await page.locator(f"html[{attribute}]").count() == 1, attribute
    await page.locator(GEAR).click()
    await page.wait_for_url("**/preferences?next=*")
    assert await page.locator("[name=forced]:checked").count() == 0
    assert await page.locator("[name=theme][value=dark]:checked").count() == 1
    await context.close()


async def test_what_is_chosen_changes_the_page(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base, motion="no-preference", scheme="light")
    page = person.page
    await page.goto(f"{served.base}/rules/saint-malo")
    await page.evaluate("""() => {
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        svg.innerHTML = '<text class="coordinate">a</text>';
        svg.firstElementChild.id = "a-coordinate";
        document.querySelector("main").append(svg);
    }""")
    await open_panel(page)
    colour = "getComputedStyle(document.documentElement).getPropertyValue('--page')"
    light = await page.evaluate(colour)
    await choose(page, "theme", "dark")
    assert await page.evaluate(colour) != light
    soft = "getComputedStyle(document.querySelector('#preferences .about')).color"
    before = await page.evaluate(soft)
    await choose(page, "contrast", "more")
    assert await page.evaluate(soft) != before
    coordinate = "document.querySelector('#a-coordinate').checkVisibility()"
    assert await page.evaluate(coordinate) is True
    await choose(page, "coordinates", "off")
    assert await page.evaluate(coordinate) is False
    animation = "getComputedStyle(document.querySelector('#preferences')).animationName"
    assert await page.evaluate(animation) == "open-panel"
    await choose(page, "motion", "less")
    assert await page.evaluate(animation) == "none"
    assert person.complaints == []


async def script_at(page: Page, name: str) -> str:
    address = await page.evaluate("document.querySelector('script[src$=\"base.js\"]').src")
    return str(address).replace("base.js", name)


async def test_what_scripts_are_told(served: ServerProcess, browser: Browser) -> None:
    ask = """async (script) => {
        const { pace, isStill, isConfirming, preference } = await import(script);
        return [preference("speed"), pace(), isStill(), isConfirming()];
    }"""
    person = await Person.come(browser, served.base, motion="no-preference")
    page = person.page
    await page.goto(f"{served.base}/account")
    script = await script_at(page, "preferences.js")
    await page.evaluate(
        "async (script) => (await import(script)).changed('speed', (value) => { window.told = value; })",
        script,
    )
    assert await page.evaluate(ask, script) == ["normal", 1, False, False]
    await open_panel(page)
    for speed, pace in (("slow", 1.7), ("fast", 0.5), ("instant", 0)):
        await choose(page, "speed", speed)
        assert await page.evaluate(ask, script) == [speed, pace, speed == "instant", False]
        assert await page.evaluate("window.told") == speed
    await choose(page, "speed", "normal")
    await choose(page, "motion", "less")
    await choose(page, "confirm", "on")
    assert await page.evaluate(ask, script) == ["normal", 1, True, True]
    context = await browser.new_context(**touching(PHONE), reduced_motion="reduce")
    touched = await context.new_page()
    await touched.goto(f"{served.base}/account")
    assert await touched.evaluate(ask, script) == ["normal", 1, True, True]  # both as the device has it
    await context.close()


async def test_quick_choices_arrive_in_order_and_failures_are_told(
    served: ServerProcess, browser: Browser
) -> None:
    person = await Person.come(browser, served.base)
    page = person.page
    await page.goto(f"{served.base}/account")
    await open_panel(page)
    await page.evaluate("""() => {
        for (const value of ["slow", "fast", "instant", "fast"])
            document.querySelector(`[name=speed][value=${value}]`).click();
        document.querySelector("[name=board][value=large]").click();
    }""")
    await page.goto(f"{served.base}/programs")  # away at once
    await page.goto(f"{served.base}/account")
    async with asyncio.timeout(PATIENCE):  # the last request may still be on its way
        while ((await shown(page))["speed"], (await shown(page))["board"]) != ("fast", "large"):
            await page.goto(f"{served.base}/account")
    await open_panel(page)
    await page.context.set_offline(True)
    await page.locator("[name=theme][value=dark]").check()
    await page.wait_for_selector(".unkept:not(:empty)")
    assert (await shown(page))["theme"] == "dark"
    await page.context.set_offline(False)
    await choose(page, "hand", "left")
    await page.wait_for_selector(".unkept:empty", state="attached")
    await page.goto(f"{served.base}/programs")
    assert ((await shown(page))["theme"], (await shown(page))["hand"]) == ("dark", "left")


async def test_sounds_are_short_and_quiet(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base)
    await person.page.goto(f"{served.base}/account")
    script = await script_at(person.page, "sounds.js")
    for kind in SOUNDS:
        loudest, seconds = await person.page.evaluate(RENDERED, [script, kind])
        assert 0.02 < loudest < 0.3, kind
        assert 0.05 < seconds < 2, kind


async def test_only_wanted_sounds_are_played(served: ServerProcess, browser: Browser) -> None:
    """Counted where they reach the loudspeaker."""
    count = """() => {
        window.started = 0;
        for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
            const start = kind.prototype.start;
            kind.prototype.start = function (...when) { window.started++; start.apply(this, when); };
        }
        navigator.vibrate = () => { window.vibrated = true; };
    }"""
    person = await Person.come(browser, served.base)
    page = person.page
    await page.goto(f"{served.base}/account")
    await page.evaluate(count)
    script = await script_at(page, "sounds.js")

    async def played(kind: str) -> bool:
        act = "async ([script, kind]) => { (await import(script)).play(kind); return window.started; }"
        await page.evaluate("window.started = 0")
        return bool(await page.evaluate(act, [script, kind]))

    assert [await played(kind) for kind in SOUNDS] == [False] * 5
    await open_panel(page)
    await choose(page, "sound", "on")
    await until(page, "window.started > 0")  # how they sound is heard at once
    assert [await played(kind) for kind in SOUNDS] == [True] * 5
    async with page.expect_response("**/preferences"):
        await page.locator("[name=sounds][value=chat]").uncheck()
    assert [await played(kind) for kind in SOUNDS] == [True, True, True, False, True]
    await page.evaluate("window.started = 0")
    await page.locator("[data-listen=chat]").click()  # though it is off
    await until(page, "window.started > 0")
    await page.evaluate("async (script) => (await import(script)).vibrate()", script)
    assert await page.evaluate("window.vibrated") is None
    await choose(page, "vibrate", "on")
    assert await page.evaluate("window.vibrated") is True
    assert person.complaints == []
