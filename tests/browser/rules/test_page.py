"""The page of the rules: its address names what is shown, and without scripts it shows everything."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import PHONE, Person, until
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

SHOWN = "() => [...document.querySelectorAll('.chapter')].filter((it) => !it.hidden).map((it) => it.id)"


async def test_the_address_names_what_is_shown(served: ServerProcess, browser: Browser) -> None:
    person = await Person.come(browser, served.base)
    page = person.page
    await page.goto(f"{served.base}/rules/saint-malo")
    await page.wait_for_selector(".chapters [aria-selected=true]")
    assert await page.evaluate(SHOWN) == ["rules-learn"]
    await page.locator("#rules-learn a.to-rule").first.click()
    assert page.url.endswith("#SM-4")
    assert await page.evaluate(SHOWN) == ["rules-all"]
    assert await page.evaluate("() => document.activeElement.id") == "SM-4"
    await page.locator("#rules-short-tab").click()
    assert page.url.endswith("#rules-short")
    await page.go_back()
    await until(page, f"() => ({SHOWN})().join() === 'rules-all'")
    await page.go_back()
    await until(page, f"() => ({SHOWN})().join() === 'rules-learn'")
    await page.goto(f"{served.base}/rules/saint-malo?lang=de#SM-33")
    await page.reload()
    await page.wait_for_selector("#SM-33:target")
    assert await page.evaluate(SHOWN) == ["rules-all"]
    top = await page.evaluate("() => document.querySelector('#SM-33').getBoundingClientRect().top")
    assert 0 < top < 800
    await page.locator("input[type=search]").fill("säbel gedreht")
    found = [await it.get_attribute("id") for it in await page.locator("li[id]:visible").all()]
    assert found == ["SM-22", "SM-54"]
    assert person.complaints == []
    assert person.foreign == []


async def test_chapters_are_read_without_scripts(served: ServerProcess, browser: Browser) -> None:
    context = await browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(f"{served.base}/rules/milestones#MS-61")
    assert await page.locator(".chapter:visible").count() == 3
    assert await page.locator("input[type=search]").is_hidden()
    assert await page.locator("#MS-61:target").count() == 1
    assert await page.locator(".teaches svg:visible").count() > 8


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.long), "dark"])
async def test_axe_finds_nothing_in_further_chapters(
    served: ServerProcess, browser: Browser, scheme: str
) -> None:
    person = await Person.come(browser, served.base, size=PHONE, scheme=scheme, locale="de-DE")
    page = person.page
    await page.goto(f"{served.base}/rules/mauerbauer")
    for place in (1, 2):  # the first is looked at with all other pages
        await page.locator(".chapters a").nth(place).click()
        assert await person.violations() == []
        assert await page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
