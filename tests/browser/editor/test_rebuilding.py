"""The usual boards are made again from nothing, by clicks over a photo: the same layout comes out."""

from __future__ import annotations

import tomllib

import pytest
from playwright.async_api import Browser

from citywright.match.match import layout_hash
from tests.browser.kit.editing import BoardMaker
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

ROW = 0.866


async def test_mb_3_a_map_of_points_over_a_photo(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "mauerbauer")
    usual = layout_hash(maker.game.default_layout)
    assert await maker.hash() == usual
    await maker.do("empty")
    assert not await maker.is_sound()
    await maker.lay_photo()
    before = await maker.page.locator("#photo").get_attribute("style")
    await maker.drag_photo_corner(0, (12, 9))
    await maker.drag_photo_corner(2, (-15, -8))
    assert await maker.page.locator("#photo").get_attribute("style") != before
    await maker.page.locator("#show-corners").uncheck()

    await maker.take("point")
    for row, (first, last) in enumerate(((0, 8), (0.5, 7.5))):  # a row by its two ends
        await maker.click(first, row * ROW)
        await maker.click(last, row * ROW, "Shift")
    for row in range(5):  # each of them again, two rows further down
        await maker.click(1 + row % 2 / 2, row * ROW)
        await maker.do("copy-row")
    assert await maker.page.locator("#board .tower-point").count() == 60

    await maker.take("region 1")
    for strip in range(6):
        y = (strip + 0.5) * ROW
        await maker.drag((0.5, y), (2.55, y))
    await maker.take("region 3")
    for strip in range(6):
        y = (strip + 0.5) * ROW
        await maker.drag((7.5, y), (5.45, y))
    await maker.take("region 2")
    await maker.do("fill")
    await maker.take("water")
    for column in range(9):
        await maker.click(column, 0)
    await maker.drag(*((float(column), 6 * ROW) for column in range(9)))

    for number, name in enumerate(("West", "Centre", "East"), 1):
        await maker.open_form(f"regions.{number}")
        await maker.enter(f"regions.{number}", name)
    cards = tomllib.loads(maker.game.default_layout.source)["cards"]
    await maker.open_form("cards.size1")
    for kind in cards:
        await maker.enter(f"cards.{kind}", 0)
    assert (await maker.problems())["cards"] == "The copies of all cards add up to 0, not 60"
    for kind, copies in cards.items():
        await maker.enter(f"cards.{kind}", copies)
    assert await maker.problems() == {}
    assert await maker.hash() == usual
    assert await maker.page.locator("#sure-words [data-source=printed]").inner_text() == "100 %"
    assert maker.person.complaints == []
    assert maker.person.foreign == []  # the photo went nowhere


async def test_ms_3_numbers_and_bushes_over_a_photo(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "milestones")
    usual = layout_hash(maker.game.default_layout)
    values = tomllib.loads(maker.game.default_layout.source)
    await maker.do("empty")
    await maker.lay_photo()
    await maker.page.locator("#show-corners").uncheck()
    spots = {
        f"{'abcdefg'[row]}{column + 1}": (column + 0.5 + row % 2 / 2, row * ROW + 0.5, mark)
        for row, marks in enumerate(values["map"]["rows"])
        for column, mark in enumerate(marks.split())
    }
    for mark in "*12345":
        await maker.take(f"fields {mark}")
        for x, y, own in spots.values():
            if own == mark:
                await maker.click(x, y)
    await maker.take("plots true")
    for bush in values["map"]["bushes"]:
        corners = [spots[name] for name in bush.split()]
        await maker.click(sum(x for x, _, _ in corners) / 3, sum(y for _, y, _ in corners) / 3)
    await maker.open_form("tiles.workers.1")
    for number, tile in enumerate(values["tiles"]["workers"][:5], 1):
        fields = maker.page.locator(f'.item[data-place="tiles.workers.{number}"] select')
        left, right = tile.split()
        for field, other, worker in ((fields.first, "coin8", left), (fields.last, " coin8", f" {right}")):
            await field.select_option(other)
            await field.select_option(worker)
    for group in ("supplies", "end"):
        await maker.open_form(next(f"{group}.{name}" for name in values[group]))
        for name, number in values[group].items():
            await maker.enter(f"{group}.{name}", 1)
            await maker.enter(f"{group}.{name}", number)
    assert await maker.problems() == {}
    assert await maker.hash() == usual
    assert maker.person.complaints == []
