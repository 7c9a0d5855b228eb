"""The club in a browser: one screen with a curtain, days that pass, looking back, uploads, accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from citywright.catalogue import games
from citywright.server import clock
from tests.browser.kit.person import PHONE, Person, until
from tests.server.server_thread import ServerThread, serving

pytestmark = [pytest.mark.browser, pytest.mark.anyio, pytest.mark.timeout(600)]

RECORDS = Path(__file__).parents[1] / "records"
LAYOUT = games()["saint-malo"].data / "layout.toml"
DAY = 24 * 3600


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("club"), limits=0) as inside:
        yield inside


async def calm(person: Person) -> None:
    """Nothing serious for axe, nothing in the console, nothing from elsewhere."""
    assert await person.violations() == []
    assert person.complaints == []
    assert person.foreign == []


async def look_at(page: Page, record: Path) -> int:
    """Upload a record and look at it; returns how many plies it has."""
    await page.set_input_files("input[name=record]", record)
    await page.locator(".set-up .main-button").click()
    await page.wait_for_selector("main.review")
    await page.wait_for_load_state()  # its script takes the keys
    return int(str(re.findall(r"\d+", await page.locator(".at").inner_text())[1]))


async def test_one_screen_with_a_curtain(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base, size=PHONE, locale="de-DE")
    page = person.page
    await person.open_first_page()
    await page.locator("#game-mauerbauer a[href*=screen]").click()
    names = page.locator("input[name=label]")
    await names.nth(0).fill("Anke")
    await names.nth(1).fill("Ben")
    await page.locator(".set-up .main-button").click()
    seen = set()
    for turn in range(4):  # turns pass from hand to hand, with the curtain between
        await page.wait_for_selector("main.curtain")
        if turn < 2:  # one for each of them
            await calm(person)
        assert await page.locator("svg.panel").count() == 0
        said = await page.locator("h1").inner_text()
        seen.add("Anke" if "Anke" in said else "Ben")
        await page.locator(".curtain .main-button").click()
        await person.arrive()
        while True:  # until the page goes to the next curtain by itself
            await page.wait_for_selector("main.table.yours:not(.waiting), main.curtain")
            if await page.locator("main.curtain").count():
                break
            before = await person.at()
            await person.press_something()
            await page.wait_for_selector(f'main.curtain, main.table:not([data-at="{before}"]):not(.waiting)')
    assert seen == {"Anke", "Ben"}


async def test_a_game_over_days(server: ServerThread, browser: Browser) -> None:
    anke = await Person.come(browser, server.base, locale="en-GB")
    ben = await Person.come(browser, server.base, locale="de-DE")
    await anke.open_first_page()
    await anke.page.locator("#game-saint-malo a[href*=friends]").click()
    await anke.page.locator("input[name=name]").fill("Anke")
    await anke.page.locator(".set-up summary").click()
    await anke.page.locator("select[name=pace]").select_option(str(DAY))
    await anke.page.locator("select[name=start]").select_option("A")
    await anke.page.locator(".set-up .main-button").click()
    await anke.page.wait_for_selector("svg.qr")
    await calm(anke)
    await anke.be_ready()
    await ben.accept(str(await anke.page.locator("input[data-select]").input_value()), "Ben")
    await ben.page.wait_for_selector("[data-until]")
    clock.put_forward(DAY + 60)  # Anke sleeps over it: a bot plays her turn
    await ben.page.wait_for_selector("main.table.yours")
    await anke.page.goto(server.base + "/mine")
    await calm(anke)
    await anke.page.locator("main a[href^='/t/']").first.click()
    await anke.page.locator(".pressing .main-button").click()  # she takes over again
    await anke.page.wait_for_selector(".seat-controls summary", state="attached")
    while await ben.is_to_act():
        await ben.act()
    assert await anke.wait_for_turn()
    await anke.act()


async def test_uploads_good_and_broken(server: ServerThread, browser: Browser, tmp_path: Path) -> None:
    whole = RECORDS / "saint-malo" / "full-city-settlers.cwr"
    broken = tmp_path / "broken.txt"
    broken.write_text(re.sub(r"\nA keep", "\nA keeep", whole.read_text(encoding="utf-8"), count=1))
    person = await Person.come(browser, server.base)
    page = person.page
    await page.goto(server.base + "/look")
    await page.set_input_files("input[name=record]", broken)
    await page.locator(".set-up .main-button").click()
    problem = await page.locator(".problem").inner_text()
    assert re.search(r"line \d+, column", problem)
    assert "keeep" in problem
    person.complaints.clear()  # the browser notes the status 400
    await calm(person)
    await look_at(page, whole)

    bad_layout = tmp_path / "bad.toml"
    bad_layout.write_text("nothing = 1\n")
    for layout, good in ((bad_layout, False), (LAYOUT, True)):
        await page.goto(server.base + "/new/saint-malo?with=bots")
        await page.locator(".set-up summary").click()
        await page.set_input_files("input[name=layout]", layout)
        await page.locator(".set-up .main-button").click()
        await page.wait_for_selector("main.table" if good else "text=cannot be played on")


async def test_looking_back_by_keyboard(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base, locale="de-DE")
    page = person.page
    await page.goto(server.base + "/look")
    plies = await look_at(page, RECORDS / "mauerbauer" / "houses.cwr")
    await calm(person)

    async def press(key: str, ply: int) -> None:
        await page.keyboard.press(key)
        await page.wait_for_selector(f'.at:has-text("Schritt {ply} von")')

    await press("ArrowLeft", plies - 1)
    await press("Home", 0)
    assert await page.locator("#log li[aria-current]").count() == 0
    assert await page.locator("#log li").count() > plies / 2  # all that will happen
    await press("ArrowRight", 1)
    await press("ArrowRight", 2)
    await page.wait_for_url(re.compile(r"\bply=2\b"))
    await press("End", plies)
    await page.locator("#seats .who").nth(1).click()
    await page.wait_for_selector("#seats li:nth-child(2) .who[aria-current]")
    await page.wait_for_url(re.compile(r"\bseat=B\b"))
    await press("Home", 0)
    await page.keyboard.press("?")
    await page.wait_for_selector(".advice p")
    for ply in range(1, 12):  # the first walls, towers and houses of both
        await press("ArrowRight", ply)
    await page.wait_for_selector(".advice li, .advice p")
    await calm(person)
    await page.keyboard.press("?")
    await page.wait_for_selector(".advice a:has-text('Tipp vom Meister')")
    await page.wait_for_url(lambda url: "advice" not in url)


@pytest.mark.parametrize("game", ["mauerbauer", "milestones", "saint-malo"])
async def test_looking_back_on_a_phone(server: ServerThread, browser: Browser, game: str) -> None:
    """Board and steps stand on the first screen, and nothing hangs out at its side."""
    person = await Person.come(browser, server.base, size=PHONE, locale="de-DE")
    await person.page.goto(server.base + "/look")
    await look_at(person.page, min((RECORDS / game).glob("*.cwr")))
    for thing in (".board svg.panel", ".steps"):
        box = await person.page.locator(thing).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < PHONE["height"], thing
    assert await person.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert person.complaints == []


async def test_a_hint_is_given_until_something_is_played(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base, size=PHONE, locale="de-DE", seed=8)
    await person.open_first_page()
    await person.play_against_a_bot("saint-malo")
    assert await person.wait_for_turn()
    await person.page.locator("[data-do=advice]").click()
    best = person.page.locator("#hints .advice li")
    await best.first.wait_for()
    assert "Gewinnchance" in await best.first.inner_text()
    assert await person.page.locator(".advised").count() > 0
    await calm(person)
    form = "{ method: 'POST', body: new URLSearchParams({ text: 'Hallo' }) }"
    await person.page.evaluate(f"fetch(`${{location.pathname}}/say`, {form}).then(() => 0)")
    await person.page.wait_for_selector("#chat-log :text('Hallo')", state="attached")
    assert await best.count() > 0  # nothing was played
    await person.act()
    await person.page.wait_for_selector("#hints:not(:has(.advice))", state="attached")
    assert await person.page.locator(".advised").count() == 0


async def test_the_plot_tells_and_leads_to_the_ply(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base, locale="de-DE")
    page = person.page
    await page.goto(server.base + "/look")
    plies = await look_at(page, RECORDS / "milestones" / "points-stewards.cwr")
    strip = page.locator(".timeline .strip")

    async def mark() -> float:
        """Where the mark stands on the strip, as a part of its width."""
        at, box = await page.locator(".timeline .now").bounding_box(), await strip.bounding_box()
        assert at is not None
        assert box is not None
        return (at["x"] + at["width"] / 2 - box["x"]) / box["width"]

    assert await mark() == pytest.approx(1, abs=0.01)
    await page.keyboard.press("Home")
    await page.wait_for_selector('.at:has-text("Schritt 0 von")')
    assert await mark() == pytest.approx(0, abs=0.01)
    await page.locator(".steps [data-key=PageDown]").click()
    await page.wait_for_selector('.at:not(:has-text("Schritt 0 von"))')
    one_turn = await mark()
    assert 0 < one_turn < 0.1
    size = await strip.bounding_box()
    assert size is not None
    for part in (0.5, 0.25):
        await strip.click(position={"x": size["width"] * part, "y": size["height"] / 2})
        await page.wait_for_selector('.at:not(:has-text("Schritt 0 von"))')
        said = page.locator(".at")
        while abs(await mark() - part) > 0.02:
            await page.wait_for_timeout(20)
        ply = int(re.findall(r"\d+", await said.inner_text())[0])
        await page.wait_for_url(re.compile(rf"\bply={ply}\b"))
        assert abs(ply / plies - part) < 0.15
    await calm(person)


async def test_the_life_of_an_account(server: ServerThread, browser: Browser) -> None:
    one = await Person.come(browser, server.base, locale="de-DE")
    two = await Person.come(browser, server.base, locale="en-GB")
    await one.open_first_page()
    await one.play_against_a_bot("saint-malo")
    table = one.page.url
    await one.page.goto(server.base + "/account")
    await one.page.locator("#register input[name=name]").fill("Clara")
    await one.page.locator("#register input[name=password]").fill("a long password")
    await one.page.locator("#register button").click()
    await one.page.wait_for_selector("text=Du bist Clara.")
    await calm(one)
    await two.page.goto(server.base + "/account")
    await two.page.locator("#login input[name=name]").fill("clara")
    await two.page.locator("#login input[name=password]").fill("a long password")
    await two.page.locator("#login button").click()
    await two.page.wait_for_selector("text=You are Clara.")
    await two.page.goto(table)
    assert await two.page.locator(".seat.own").count() == 1
    await two.page.goto(server.base + "/account")
    async with two.page.expect_download() as download:
        await two.page.locator("a[href$=export]").click()
    assert (await download.value).suggested_filename == "citywright.json"
    async with two.page.expect_response("**/end-sessions"):
        await two.page.locator("form[action$=end-sessions] button").click()
    await one.page.reload()
    await one.page.wait_for_selector("#login")
    await one.page.locator("#login input[name=name]").fill("Clara")
    await one.page.locator("#login input[name=password]").fill("a long password")
    await one.page.locator("#login button").click()
    await one.page.locator(".danger summary").click()
    await one.page.locator("#delete input[name=old]").fill("a long password")
    await one.page.locator("#delete button").click()
    await one.page.wait_for_selector("text=Dein Konto ist gelöscht")
    await one.page.goto(table)
    assert "Clara" not in await one.page.content()


WHERE_THINGS_STAND = """() => [".say", ".board svg", "svg.tray", "#tutorial", "#now"].map((it) => {
    const { left, top, width, height } = document.querySelector(it).getBoundingClientRect();
    return [left, top, width, height].join();
})"""


@pytest.mark.parametrize("game", sorted(games()))
async def test_a_tutorial_speaks_while_things_are_new_and_moves_nothing(
    server: ServerThread, browser: Browser, game: str
) -> None:
    person = await Person.come(browser, server.base, locale="de-DE", seed=5)
    await person.page.goto(f"{server.base}/learn/{game}")
    await person.page.locator(".guided button").click()
    await person.arrive()
    said: list[str] = []
    places = set()
    while len(said) < 60 and said[-4:] != [""] * 4 and await person.wait_for_turn():
        said.append(await person.page.locator("#tutorial .tip").inner_text())
        if said[-1]:
            await until(person.page, "() => document.querySelectorAll('.lit').length")
        places.add("; ".join(await person.page.evaluate(WHERE_THINGS_STAND)))
        await person.act()
    assert said[-1] == ""
    assert len(set(said)) >= 5
    assert len(places) == 1
    assert await person.wait_for_turn()
    before = await person.page.locator("#tutorial .tip").inner_text()
    await person.page.reload()  # what was told is not told again
    await person.arrive()
    assert await person.wait_for_turn()
    assert await person.page.locator("#tutorial .tip").inner_text() == before
    await calm(person)
