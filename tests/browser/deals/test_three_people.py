"""Three people play the deal of the day in their browsers: the same dice, and one table of results."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from citywright.match.dealer import NamedDealer, all_numbers
from citywright.match.dice import dealt_again
from citywright.match.record import parse_record
from citywright.match.replay import replay
from citywright.server import clock
from citywright.server.deals import deal
from citywright.server.deals.deal import secret_of
from citywright.server.load.page_client import Guest
from tests.browser.kit.person import DESKTOP, PHONE, Person, until
from tests.server.deals.playing import GAME, at_noon, play, quick_master
from tests.server.server_thread import ServerThread, serving, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.anyio, pytest.mark.timeout(600)]
PEOPLE = ("Anke", "Ben", "Cleo")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    monkeypatch.setattr(deal, "usual_bot", lambda _: "random")
    with at_noon(), serving(tmp_path) as inside:
        inside.services.deals.work = quick_master
        yield inside


async def guest_of(person: Person) -> Guest:
    """The same person without a browser, to play quickly."""
    cookie = next(c for c in await person.page.context.cookies() if c["name"] == "citywright_guest")
    return Guest(person.base, f"{cookie['name']}={cookie['value']}")


def is_awaited(server: ServerThread, table_id: str) -> bool:
    """Is it the person's turn, after the bots that came before?"""
    table = server.services.tables.cached(table_id)
    return table is not None and table.actor == 0


def recorded(guest: Guest, table: str) -> list[tuple[str, str, int]]:
    return parse_record(guest.request("GET", f"/t/{table}/record").text).actions


async def test_three_people_play_the_same_deal(server: ServerThread, browser: Browser) -> None:
    people: dict[str, Person] = {}
    tables: dict[str, str] = {}
    first = []
    for name in PEOPLE:
        size = PHONE if name == "Cleo" else DESKTOP
        person = people[name] = await Person.come(browser, server.base, size=size)
        await person.page.goto(f"{server.base}/deals")
        form = person.page.locator(f"#deal-{GAME}")
        await form.locator("input[name=name]").fill(name)
        await form.locator(".main-button").click()
        await person.arrive()
        tables[name] = person.page.url.partition("/t/")[2].partition("?")[0]
        assert await person.page.locator("[data-do=advice]").count() == 0
        await asyncio.to_thread(wait_until, lambda name=name: is_awaited(server, tables[name]))
        first.append(recorded(await guest_of(person), tables[name]))
    assert first[0] == first[1] == first[2], "all are dealt the same, and the bots begin alike"

    stranger = people["Cleo"].page
    await stranger.goto(f"{server.base}/t/{tables['Anke']}")
    assert "Finish your own game" in await stranger.locator("main").inner_text()
    await stranger.goto(f"{server.base}/deals/{clock.today()}/{GAME}")
    assert await stranger.locator(".deal-results").count() == 0

    texts: dict[str, str] = {}
    own: list[str] = []
    for name, person in people.items():
        guest = await guest_of(person)
        own = await asyncio.to_thread(
            play, guest, tables[name], wisely=name != "Cleo", like=own if name == "Ben" else ()
        )
        texts[name] = guest.request("GET", f"/t/{tables[name]}/record").text
    assert parse_record(texts["Anke"]).actions == parse_record(texts["Ben"]).actions
    drawn: dict[object, int] = {}
    secret = secret_of(server.services.promises, clock.today(), GAME)
    for text in texts.values():
        match = replay(parse_record(text))
        for dealt in dealt_again(match, NamedDealer(secret, GAME, all_numbers((), match.seats))):
            assert dealt.words == dealt.honest
            assert all(drawn.setdefault(draw, number) == number for draw, number in dealt.draws)
    await asyncio.to_thread(wait_until, lambda: server.services.deals.waiting == 0)

    points = {name: int(parse_record(text).headers["scores"].split()[0]) for name, text in texts.items()}
    for name, person in people.items():
        page = person.page
        await page.goto(f"{server.base}/t/{tables[name]}")
        await page.get_by_role("link", name="To the results of the day").click()
        await page.wait_for_selector(".deal-results")
        rows = [
            line.split("\t")[:3] for line in await page.locator(".deal-results tbody tr").all_inner_texts()
        ]
        assert {row[1]: int(row[2]) for row in rows} == points
        assert await page.locator(".deal-results .own th").inner_text() == name
        assert await page.locator("#deal-median dd").inner_text() == str(sorted(points.values())[1])
        assert (await page.locator("#deal-master dd").inner_text()).split()[0].isdecimal()
        await until(page, "() => document.documentElement.scrollWidth <= innerWidth")
    for path in ("/deals", f"/deals/{clock.today()}/{GAME}", f"/t/{tables['Cleo']}/dice"):
        await page.goto(server.base + path)
        assert await people["Cleo"].violations() == []
    assert [words for words in people["Cleo"].complaints if "403 (Forbidden)" not in words] == []
