"""Looking back in a browser: steps without waiting, mistakes on the curve and the board, also on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.browser.kit.person import PHONE, Person, until
from tests.server import ledgers
from tests.server.records import RECORDS
from tests.server.server_thread import ServerThread, serving

pytestmark = [pytest.mark.browser, pytest.mark.anyio, pytest.mark.timeout(600)]

GAMES = {
    "mauerbauer": RECORDS / "mauerbauer" / "houses.cwr",
    "milestones": RECORDS / "milestones" / "points-stewards.cwr",
    "saint-malo": RECORDS / "saint-malo" / "full-city-settlers.cwr",
}
PIECES = (".role.main", ".role.tray", ".role.side", ".role.other", "#prompt", "#steps", "#seats", "#advice")

# Which pieces differ from the page that the server makes for a ply, and which lines are marked.
DIFFERENCES = """async ([ply, pieces]) => {
    const address = new URL(location.href);
    address.searchParams.set("ply", ply);
    const text = await (await fetch(address)).text();
    const whole = new DOMParser().parseFromString(text, "text/html");
    const mark = (page) => page.querySelector("#log [aria-current]")?.id ?? "";
    const x = (page) => parseFloat(page.querySelector(".chart .now").getAttribute("x1"));
    const found = pieces.filter((it) => !document.querySelector(it).isEqualNode(whole.querySelector(it)));
    if (mark(document) !== mark(whole)) found.push(`${mark(document)}, not ${mark(whole)}`);
    if (Math.abs(x(document) - x(whole)) > 0.01) found.push(`${x(document)}, not ${x(whole)}`);
    return found;
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("back"), analyses=True) as inside:
        inside.services.analyses.work = ledgers.quick_work
        yield inside


async def look_back(person: Person, record: Path) -> int:
    """Upload a record and look at it, once it is analysed; returns how many plies it has."""
    page = person.page
    await page.goto(person.base + "/look")
    await page.set_input_files("input[name=record]", record)
    await page.locator(".set-up .main-button").click()
    await page.wait_for_selector("main.review .chart.chances")
    await page.wait_for_load_state()
    return int(re.findall(r"\d+", await page.locator(".at").inner_text())[1])


async def arrived(page: Page, ply: int) -> None:
    await until(page, "(ply) => document.querySelector('main').dataset.ply === String(ply)", ply)


def marked(game: str) -> list[int]:
    """The plies of grave mistakes."""
    found = ledgers.plausible(ledgers.match_of(GAMES[game]))
    return [ply.ply for ply in found.plies if ply.mark in ("mistake", "blunder")]


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_sixty_steps_arrive_at_what_the_server_shows(
    server: ServerThread, browser: Browser, game: str
) -> None:
    person = await Person.come(browser, server.base, locale="de-DE")
    page = person.page
    await look_back(person, GAMES[game])
    await page.keyboard.press("Home")
    await arrived(page, 0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ply = 0
    for key, steps in (("ArrowRight", 25), ("ArrowRight", 45), ("ArrowLeft", 10)):
        for _ in range(steps):
            await page.keyboard.press(key)
        ply += steps if key == "ArrowRight" else -steps
        await arrived(page, ply)
        if ply not in marked(game):  # there numbers are written on the boards
            assert await page.evaluate(DIFFERENCES, [ply, PIECES]) == []
    assert sum("/plies?" in url for url in asked) < 10  # many come at a time
    await page.wait_for_url(re.compile(r"\bply=60\b"))
    assert person.complaints == []


@pytest.mark.long
async def test_a_held_key_runs_through_the_game(server: ServerThread, browser: Browser) -> None:
    """Twenty steps a second and more, as a keyboard repeats them; each is counted, and the end is reached."""
    person = await Person.come(browser, server.base, locale="de-DE")
    page = person.page
    plies = await look_back(person, GAMES["milestones"])
    await page.keyboard.press("Home")
    await arrived(page, 0)
    await page.evaluate(
        """async (steps) => {
            for (let k = 0; k < steps; k += 1) {
                const held = { key: "ArrowRight", bubbles: true, repeat: k > 0 };
                document.body.dispatchEvent(new KeyboardEvent("keydown", held));
                await new Promise((resolve) => setTimeout(resolve, 15));
            }
        }""",
        plies - 4,
    )
    await arrived(page, plies - 4)
    assert await page.evaluate(DIFFERENCES, [plies - 4, PIECES]) == []


async def test_log_charts_and_jumps_lead_to_the_same_place(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base)
    page = person.page
    plies = await look_back(person, GAMES["saint-malo"])
    line = page.locator("#log li").nth(20)
    await line.scroll_into_view_if_needed()
    ply = int(str(await line.get_attribute("data-ply")))
    await line.click(position={"x": 60, "y": 10})
    await arrived(page, ply)
    assert await line.get_attribute("aria-current") == "step"
    chart = await page.locator(".chart.chances .strip").bounding_box()
    assert chart is not None
    await page.mouse.move(chart["x"] + chart["width"] * 0.3, chart["y"] + 4)
    await page.mouse.down()
    for part in (0.4, 0.5, 0.6):
        await page.mouse.move(chart["x"] + chart["width"] * part, chart["y"] + 4)
    await page.mouse.up()
    await arrived(page, round(0.6 * plies))
    log = await page.locator("#log").bounding_box()
    now = await page.locator("#log [aria-current]").bounding_box()
    assert log is not None
    assert now is not None
    assert log["y"] - 1 <= now["y"] <= log["y"] + log["height"]  # the line is in sight
    for key in ("PageUp", "PageUp", "PageDown", "d", "D", "s", "S"):
        await page.keyboard.press(key)
        await page.wait_for_timeout(60)
        actors = str(await page.locator("main").get_attribute("data-actors"))
        at = int(str(await page.locator("main").get_attribute("data-ply")))
        assert actors[at].isalpha(), key
    await page.keyboard.press("h")
    await page.wait_for_selector("#keys:popover-open")
    assert await person.violations() == []


async def test_a_mistake_is_found_by_mouse_and_by_keyboard(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base, scheme="dark")
    page = person.page
    await look_back(person, GAMES["mauerbauer"])
    first, *_ = marked("mauerbauer")
    await page.locator(f'.sign[data-ply="{first}"]').click()
    await arrived(page, first)
    await page.wait_for_selector("#advice .mistake")
    if await page.locator("#advice .pick").count() == 0:  # the cards of somebody else
        await page.locator("#advice .other-view").click()
    await page.wait_for_selector("#advice .pick")
    numbers = page.locator(".board .advice-mark")
    await numbers.first.wait_for()
    await numbers.nth(1).click()
    assert await page.locator("#advice .pick").nth(1).get_attribute("aria-pressed") == "true"
    assert await person.violations() == []
    await page.keyboard.press("Home")
    await page.keyboard.press("m")
    await arrived(page, first)
    await page.keyboard.press("m")
    await arrived(page, marked("mauerbauer")[1])
    await page.locator(f'.sign[data-ply="{first}"]').focus()
    await page.keyboard.press("Enter")
    await arrived(page, first)
    await page.locator("#advice .pick").first.focus()
    await page.keyboard.press("Enter")
    assert await page.locator("#advice .pick").first.get_attribute("aria-pressed") == "true"
    assert person.complaints == []


async def test_a_mistake_is_looked_at_on_a_phone(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base, size=PHONE, locale="de-DE")
    page = person.page
    await look_back(person, GAMES["milestones"])
    first, *_ = marked("milestones")
    await page.locator(f'.sign[data-ply="{first}"]').tap()
    await arrived(page, first)
    await page.wait_for_selector("#advice .mistake .pick")
    await page.locator("#advice .other-view").tap()
    await page.locator(".advice-mark").first.wait_for()
    await page.locator("#advice .pick").first.tap()
    await page.wait_for_selector("#advice .pick[aria-pressed=true]")
    small = """() =>
        [...document.querySelectorAll(".steps a, .pick, .moments a, #log li, .who, .viewpoints a")]
        .filter((it) => it.getBoundingClientRect().width < 44 || it.getBoundingClientRect().height < 44)
        .map((it) => it.outerHTML.slice(0, 80))"""
    assert await page.evaluate(small) == []
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert await person.violations() == []
    assert person.complaints == []
