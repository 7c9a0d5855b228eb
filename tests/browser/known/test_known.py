"""One walk over the pages about people: a profile and who sees it, the leaderboard, the archive and the file
of all records; on a desk in English, on a phone in German by night.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from citywright.server.clock import now_ms
from citywright.server.load.page_client import Guest
from citywright.server.storage.schema import outcomes
from tests.browser.kit.person import DESKTOP, PHONE, Person, until
from tests.databases import migrate
from tests.server.known.games import BOT, add_game, add_people, rows
from tests.server.known.test_pages import id_of, register
from tests.server.server_thread import ServerThread, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

DAY = 86_400_000


class Site:
    """A server where Anke has an account and has played."""

    def __init__(self, folder: Path) -> None:
        database = f"sqlite:///{folder / 'known.sqlite3'}"
        migrate(database.replace("sqlite:", "sqlite+aiosqlite:"))
        first = ServerThread(database).start()
        self.anke = register(first.base, "Anke")
        anke = self.id = id_of(self.anke)
        first.stop()
        add_people(database, "ben", "cleo", "dora")
        now = now_ms()
        for number, other in enumerate(["ben", "cleo", "dora", BOT] * 4):
            order = [anke, other] if number % 3 else [other, anke]
            add_game(database, f"g{number}", order, now - (40 - number) * DAY, is_public=number < 2)
        self.server = ServerThread(database).start()
        wait_until(lambda: len(rows(database, outcomes)) == 16)
        self.anke.base = self.server.base


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("known"))
    yield made
    made.server.stop()


async def look(person: Person) -> None:
    """Nothing is wider than the screen, and axe finds nothing."""
    assert await person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await person.violations() == []


@pytest.mark.parametrize(
    ("size", "locale", "scheme"),
    [(DESKTOP, "en-GB", "light"), (PHONE, "de-DE", "dark")],
    ids=["desk", "phone"],
)
async def test_a_walk(
    site: Site, browser: Browser, tmp_path: Path, size: dict[str, int], locale: str, scheme: str
) -> None:
    person = await Person.come(browser, site.server.base, size=size, locale=locale, scheme=scheme)
    page = person.page
    name, _, value = site.anke.cookie.partition("=")
    await page.context.add_cookies([{"name": name, "value": value, "url": site.server.base}])
    # --- the profile, found from the account
    await page.goto(f"{site.server.base}/account")
    await page.click(f'a[href="/people/{site.id}"]')
    curve = page.locator(".rating-curve").first
    label = await curve.get_attribute("aria-label") or ""
    assert ("Rating over 16 games" if locale == "en-GB" else "Wertung über 16 Partien") in label
    await look(person)
    await page.select_option("select[name=games]", "public")
    await page.click("#who-sees button")
    await page.wait_for_url("**done=chosen**")
    stranger = Guest(site.server.base).request("GET", f"/people/{site.id}").text
    assert stranger.count('class="look"') == 6  # not those that others keep to themselves
    # --- the leaderboard, with the own place
    await page.click("a[href^='/leaderboard/saint-malo']")
    await page.wait_for_url("**/leaderboard/saint-malo**")
    own = page.locator("#own")
    assert await own.get_attribute("aria-current") == "true"
    assert await page.locator(".bot-mark").count() == 1
    await look(person)
    # --- the archive: search, look back, come back
    await page.goto(f"{site.server.base}/archive")
    assert await page.locator(".found").count() == 16
    await page.select_option("select[name=result]", "lost")
    await page.fill("input[name=people]", "Ben")
    await page.click(".find-games button")
    await page.wait_for_url("**people=Ben**")
    lost = await page.locator(".found").count()
    assert 0 < lost < 4
    await look(person)
    await page.click(".found .look >> nth=0")
    await page.wait_for_url("**/look/**")
    await page.go_back()
    assert await page.input_value("input[name=people]") == "Ben"
    # --- all records in one file, with progress
    async with page.expect_download() as started:
        await page.click("[data-do=records]")
    file = tmp_path / "records.zip"
    await (await started.value).save_as(file)
    assert len(zipfile.ZipFile(file).namelist()) == 16
    assert await until(page, "() => document.querySelector('.export-progress progress').value === 16")
    # --- a table that is over tells what it has changed, and who everybody is
    await page.goto(f"{site.server.base}/t/g15")
    assert await page.locator(".rating-changes li").count() == 2
    own_seat = await page.locator(".seat.own").first.get_attribute("id")
    await page.click(f"#{own_seat} .who")
    link = page.locator(f"#seat-sheet-{(own_seat or '').removeprefix('seat-')} .seat-known a")
    assert await link.get_attribute("href") == f"/people/{site.id}"
    await look(person)
    assert (person.complaints, person.foreign) == ([], [])
