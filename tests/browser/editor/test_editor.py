"""The editor of layouts: mistakes are told at their places, everything can be undone, keys do it all."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from citywright.catalogue import games
from citywright.match.match import layout_hash
from tests.browser.kit.editing import BoardMaker
from tests.browser.kit.person import PHONE, until
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

ROW = 0.866


async def test_mistakes_on_a_map_of_points_are_told_at_their_places(
    browser: Browser, served: ServerProcess
) -> None:
    maker = await BoardMaker.come(browser, served.base, "mauerbauer")
    await maker.take("region 1")
    await maker.click(2, 1.5)  # the field b2 b3 c3 leaves its region
    assert await maker.problems() == {"fields.b2 b3 c3": "Triangle b2 b3 c3 is in no region"}
    await maker.do("undo")
    await maker.take("point")
    await maker.click(9, 0)
    assert await maker.problems() == {"points.a10": "Point a10 belongs to no field"}
    await maker.do("undo")
    await maker.drag((1.5, ROW), (3, -0.4), (4.5, -ROW))
    told = await maker.problems()
    assert any("cross" in words and place.startswith("lines.") for place, words in told.items())
    await maker.do("undo")
    await maker.open_form("cards.size1")
    await maker.enter("cards.size1", 3)
    assert await maker.problems() == {"cards": "The copies of all cards add up to 61, not 60"}
    await maker.enter("cards.size1", 61)
    told = await maker.problems()
    assert told["cards.size1"] == "City of 1 field must be a whole number from 0 to 60, not 61"
    await maker.enter("cards.size1", 2)
    await maker.open_form("regions.1")
    await maker.enter("regions.1", "East")
    assert set(await maker.problems()) == {"regions.3"}
    await maker.enter("regions.1", "West")
    assert await maker.problems() == {}
    assert await maker.page.locator(".problem-list li").count() == 0
    assert maker.person.complaints == []


async def test_mistakes_on_fixed_places_are_told_there(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "milestones")
    await maker.take("fields *")
    await maker.click(1.5, 0.5)
    assert (await maker.problems()).keys() == {"fields.b1"}  # the second of two
    assert "exactly one field is the start market" in (await maker.problems())["fields.b1"].lower()
    await maker.do("undo")
    await maker.do("zoom-out")
    await maker.do("zoom-out")
    await maker.take("fields 7")
    await maker.click(13.5, 0.5)
    assert (await maker.problems()).keys() == {"fields.a14"}
    await maker.do("undo")
    await maker.take("plots true")
    await maker.click(2, 0.5 + ROW / 3)
    assert await maker.problems() == {"plots": "Bushes: 14 are listed, 15 are needed"}
    await maker.do("undo")
    await maker.open_form("tiles.bonus.stone")
    await maker.enter("tiles.bonus.stone", 4)
    assert await maker.problems() == {"tiles.bonus": "16 bonus tiles for 15 bushes"}
    await maker.do("undo")
    assert await maker.is_sound()

    other = await BoardMaker.come(browser, served.base, "saint-malo", locale="de")
    await other.open_form("pirates.strengths.1")
    await other.enter("pirates.strengths.2", 1)
    assert list(await other.problems()) == ["pirates.strengths"]
    assert "aufsteigende ganze Zahlen" in (await other.problems())["pirates.strengths"]
    await other.enter("pirates.strengths.2", 3)
    await other.open_form("start.cannons")
    await other.enter("start.cannons", 5)
    assert "6 Piratenreihen brauchen ebenso viele Kanonen" in (await other.problems())["start.cannons"]
    assert maker.person.complaints == other.person.complaints == []


async def test_a_problem_of_the_list_leads_to_its_place(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "mauerbauer")
    await maker.take("region 1")
    await maker.click(2, 1.5)
    await maker.checked()
    line = maker.page.locator(".problem-list li")
    assert await line.locator("a").get_attribute("href") == "/rules/mauerbauer#MB-3"
    await line.locator("button").click()
    assert await maker.page.evaluate("() => document.activeElement.id") == "board"
    assert await maker.page.locator("#said").inner_text() == "Triangle b2 b3 c3 is in no region"
    await maker.open_form("cards.size1")
    await maker.enter("cards.size1", 0)
    await maker.checked()
    await maker.page.locator("details.form:has([data-place='cards.size1']) summary").click()
    await maker.page.get_by_role("button", name="add up to 58").click()
    assert await maker.page.evaluate(
        "() => document.activeElement.closest('[data-place]').dataset.place"
    ) == ("cards.size1")


async def test_everything_by_keyboard(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "milestones")
    keyboard = maker.page.keyboard
    await maker.page.locator("#board").focus()
    await keyboard.press("7")  # takes the tool
    await keyboard.press("ArrowRight")
    await keyboard.press("ArrowRight")
    said = maker.page.locator("#said")
    assert await said.inner_text() == "a2 · 2 · reconstructed"
    await keyboard.press("Enter")
    assert await said.inner_text() == "a2 · 7 · unknown"
    await keyboard.press("Delete")
    assert "fields.a2" not in await maker.page.evaluate(
        "() => localStorage.getItem('layout draft milestones')"
    )
    await keyboard.press("Control+z")
    await keyboard.press("Control+z")
    assert await maker.hash() == layout_hash(maker.game.default_layout)
    await keyboard.press("Control+y")
    assert await maker.page.locator('#board [data-place="fields.a2"] text').text_content() == "7"

    points = await BoardMaker.come(browser, served.base, "mauerbauer")
    await points.page.locator("#board").focus()
    await points.page.keyboard.press("w")
    await points.page.keyboard.press("ArrowDown")
    await points.page.keyboard.press("ArrowDown")
    await points.page.keyboard.press("Enter")
    wet = await points.page.locator("#sums [data-sum=water] b").inner_text()
    assert wet in ("17", "19")
    assert maker.person.complaints == points.person.complaints == []


@pytest.mark.parametrize("game_id", ["mauerbauer", "milestones"])
async def test_mirrored_twice_is_the_same(browser: Browser, served: ServerProcess, game_id: str) -> None:
    maker = await BoardMaker.come(browser, served.base, game_id)
    usual = await maker.hash()
    for axis in ("x", "y"):
        await maker.do(f"mirror-{axis}")
        assert await maker.is_sound()
        assert await maker.hash() != usual
        await maker.do(f"mirror-{axis}")
        assert await maker.hash() == usual


async def test_what_cannot_be_mirrored_says_so(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "milestones")
    await maker.do("zoom-out")
    await maker.do("zoom-out")
    await maker.take("fields 1")
    await maker.click(12.5, 0.5)
    await maker.click(11, 0.5 + 7 * ROW)
    before = await maker.hash()
    await maker.do("mirror-y")
    assert "cannot be mirrored" in await maker.page.locator("#said").inner_text()
    assert await maker.hash() == before


async def test_where_values_are_from(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "mauerbauer")
    share = maker.page.locator("#sure-words [data-source=printed]")
    assert await share.inner_text() == "0 %"
    await maker.take("source printed")
    await maker.click(0, 0)
    await maker.drag((1, ROW / 2), (4, ROW / 2))
    assert await share.inner_text() != "0 %"
    await maker.page.locator("input[name=source][value=printed]").check()
    await maker.do("mark-all")
    assert await share.inner_text() == "100 %"
    await maker.checked()
    async with maker.page.expect_download() as saved:
        await maker.do("download")
    text = (await (await saved.value).path()).read_text(encoding="utf-8")
    layout = maker.game.parse_layout(text)
    assert set(layout.about.sources.values()) == {"printed"}
    assert layout.about.origin.layout == layout_hash(maker.game.default_layout) == layout_hash(layout)


async def test_an_unfinished_board_is_there_after_a_reload(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "saint-malo")
    await maker.click(3.5, 3.5)
    changed = await maker.hash()
    await maker.page.reload()
    await maker.checked()
    assert await maker.hash() == changed
    await maker.page.locator("#resumed [data-do=start]").click()
    assert await maker.hash() == layout_hash(maker.game.default_layout)


@pytest.mark.parametrize("game_id", list(games()))
async def test_a_phone_can_look_and_axe_finds_nothing(
    browser: Browser, served: ServerProcess, game_id: str
) -> None:
    for size, scheme in ((PHONE, "light"), ({"width": 1280, "height": 800}, "dark")):
        maker = await BoardMaker.come(browser, served.base, game_id, size, scheme=scheme, locale="de")
        assert await maker.is_sound()
        await maker.page.evaluate(
            "() => { for (const form of document.querySelectorAll('details')) form.open = true; }"
        )
        assert await maker.person.violations() == []
        wide = await until(maker.page, "() => document.documentElement.scrollWidth")
        assert wide <= size["width"]
        assert maker.person.complaints == []
