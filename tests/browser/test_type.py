"""Letters and tones in a real browser: our faces are really used, come early and small, and move nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route

from citywright.draw.palette import TONES
from citywright.draw.theme import colour
from citywright.server.faces import PRELOADED, names
from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.anyio]
FONTS = 90_000  # bytes for all faces
FIRST_VISIT = 300_000  # bytes until a table stands there, from nothing
MOVED = """
    window.moved = 0;
    const seen = (list) => { for (const shift of list.getEntries()) window.moved += shift.value; };
    new PerformanceObserver(seen).observe({ type: "layout-shift", buffered: true });
"""


async def _drawn_with(page: Page, selector: str) -> set[str]:
    """The fonts the browser has drawn the letters of an element with, as far as they are from us."""
    network = await page.context.new_cdp_session(page)
    await network.send("DOM.enable")
    await network.send("CSS.enable")
    root = (await network.send("DOM.getDocument"))["root"]["nodeId"]
    node = (await network.send("DOM.querySelector", {"nodeId": root, "selector": selector}))["nodeId"]
    fonts = (await network.send("CSS.getPlatformFontsForNode", {"nodeId": node}))["fonts"]
    return {font["familyName"].partition(" Thin")[0] for font in fonts if font["isCustomFont"]}


async def _wait_for_faces(page: Page) -> None:
    await page.wait_for_load_state()
    await page.evaluate("document.fonts.ready.then(() => 0)")


async def _entries(page: Page, code: str) -> Any:
    fonts = "performance.getEntriesByType('resource').filter((it) => it.name.endsWith('.woff2'))"
    return await page.evaluate(f"{fonts}.map((it) => {code})")


async def test_headings_text_and_boards_are_set_in_our_faces(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base, locale="de-DE")
    await person.open_first_page()
    await _wait_for_faces(person.page)
    assert await person.page.evaluate("document.fonts.check('700 20px Bitter')")
    assert await person.page.evaluate("document.fonts.check(`16px 'Alegreya Sans'`)")
    assert await _drawn_with(person.page, ".welcome h1") == {"Bitter"}
    assert await _drawn_with(person.page, ".welcome p") == {"Alegreya Sans"}
    assert await _drawn_with(person.page, ".main-button") == {"Bitter"}
    await person.play_against_a_bot("saint-malo")
    await _wait_for_faces(person.page)
    assert await _drawn_with(person.page, "svg.panel text") == {"Bitter"}
    assert person.complaints == []
    assert person.foreign == []


async def test_faces_come_early_and_are_small(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base, size=PHONE)
    await person.open_first_page()
    await _wait_for_faces(person.page)
    began = await _entries(person.page, "[it.name.split('/').pop(), it.initiatorType]")
    assert {name for name, by in began if by == "link"} == set(PRELOADED)
    await person.play_against_a_bot("mauerbauer")
    await _wait_for_faces(person.page)
    assert person.received < FIRST_VISIT, "first page and table, from nothing"
    sizes = await _entries(person.page, "it.encodedBodySize")
    assert len(sizes) <= len(names())
    assert sum(sizes) < FONTS


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_nothing_moves_when_the_faces_arrive(
    size: dict[str, int], locale: str, served: ServerProcess, browser: Browser
) -> None:
    """They are held back until the page is drawn without them."""
    drawn = asyncio.Event()

    async def held_back(route: Route) -> None:
        await drawn.wait()
        await route.continue_()

    loaded = "[...document.fonts].some((it) => /^.?Bitter.?$/.test(it.family) && it.status === 'loaded')"
    person = await Person.come(browser, served.base, size=size, locale=locale)
    await person.page.add_init_script(MOVED)
    await person.page.route("**/*.woff2", held_back)
    await person.page.goto(served.base, wait_until="commit")
    await person.page.wait_for_selector("footer, .games .main-button")
    await person.page.wait_for_timeout(400)
    assert not await person.page.evaluate(loaded)
    drawn.set()
    await _wait_for_faces(person.page)
    await person.page.wait_for_timeout(400)
    assert await person.page.evaluate(loaded)
    assert await person.page.evaluate("window.moved") < 0.01


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_tone_reaches_the_page_its_pictures_and_its_mixtures(
    scheme: str, served: ServerProcess, browser: Browser
) -> None:
    look = """(tone) => {
        document.body.className = tone;
        document.body.innerHTML = '<svg><path class="f-page"/></svg>';
        const shown = getComputedStyle(document.body);
        const fill = getComputedStyle(document.querySelector("path")).fill;
        return [shown.backgroundColor, fill, shown.getPropertyValue("--line")];
    }"""
    person = await Person.come(browser, served.base, scheme=scheme)
    await person.open_first_page()
    lines = set()
    for tone in TONES:
        ground, fill, line = await person.page.evaluate(look, f"tone-{tone}" if tone else "")
        wanted = colour("page", scheme, tone)
        red, green, blue = (int(wanted[i : i + 2], 16) for i in (1, 3, 5))
        assert ground == fill == f"rgb({red}, {green}, {blue})", tone
        lines.add(line)
    assert len(lines) == len(TONES), "lines are mixed from the ink of the tone"


async def test_more_contrast_is_given_to_whoever_asks(served: ServerProcess, browser: Browser) -> None:
    shown = "getComputedStyle(document.querySelector('.welcome p')).color"
    person = await Person.come(browser, served.base)
    await person.open_first_page()
    plain = await person.page.evaluate(shown)
    await person.page.emulate_media(contrast="more")
    assert await person.page.evaluate(shown) != plain


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_no_letters_of_a_page_are_tiny(
    size: dict[str, int], served: ServerProcess, browser: Browser
) -> None:
    tiny = """(least) => [...document.querySelectorAll("body *")]
        .filter((it) => !it.closest("svg, .visually-hidden"))
        .filter((it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .filter((it) => it.getClientRects().length && parseFloat(getComputedStyle(it).fontSize) < least)
        .map((it) => `${it.textContent.trim().slice(0, 40)}: ${getComputedStyle(it).fontSize}`)"""
    person = await Person.come(browser, served.base, size=size)
    for path in ("/", "/rules/milestones", "/new/mauerbauer", "/mine", "/look", "/account", "/nowhere"):
        await person.page.goto(served.base + path)
        assert await person.page.evaluate(tiny, 12 if size is DESKTOP else 11) == [], path
