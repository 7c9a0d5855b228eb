"""A browser adds its number, and checks the dice by itself when the game is over: also those of a cheat."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route

from citywright.match.dealer import Dealer, NamedDealer
from citywright.match.dice import dealer_in, dealt_again
from citywright.match.record import parse_record
from citywright.match.replay import replay, verify
from citywright.server.load.page_client import Guest
from tests.browser.kit.person import Person, until
from tests.server.server_thread import ServerThread, serving, wait_until

# As if the browser had been shown another fingerprint before the game.
FORGET_COMMITMENT = """(table) => {
    const kept = JSON.parse(localStorage.dice);
    kept[table].commitment = "ab";
    localStorage.dice = JSON.stringify(kept);
}"""

pytestmark = [pytest.mark.browser, pytest.mark.anyio, pytest.mark.timeout(600)]


def other_number(draw: dict[str, Any]) -> None:
    """Say that another number was drawn."""
    draw["number"] = (draw["number"] + 1) % draw["total"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("checking")) as inside:
        yield inside


async def findings(page: Page, most: int = 4) -> list[str]:
    """Check, and return what was found wrong."""
    await page.locator("[data-do=check]").click()
    await until(page, "(most) => document.querySelectorAll('#dice-findings li').length > most", most)
    return await page.locator(".dice-page .is-wrong").all_inner_texts()


async def with_answer(page: Page, ending: str, change: Callable[[str], str], most: int = 4) -> list[str]:
    """What is found wrong when the server's answer at an address is changed."""

    async def answer(route: Route) -> None:
        response = await route.fetch()
        await route.fulfill(response=response, body=change(await response.text()))

    await page.route(f"**/{ending}", answer)
    await page.reload()
    found = await findings(page, most)
    await page.unroute(f"**/{ending}")
    return found


def changed(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    draws = json.loads(text)
    change(draws)
    return json.dumps(draws)


async def test_dice_are_promised_added_to_and_checked(server: ServerThread, browser: Browser) -> None:
    person = await Person.come(browser, server.base)
    page = person.page
    await page.goto(server.base)
    await page.locator("#game-milestones .main-button").click()
    await page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    kept = await page.evaluate("(table) => JSON.parse(localStorage.dice)[table]", table)
    cookie = next(c for c in await page.context.cookies() if c["name"] == "citywright_guest")
    guest = Guest(server.base, f"{cookie['name']}={cookie['value']}")
    headers = parse_record(guest.request("GET", f"/t/{table}/record").text).headers
    assert headers["numbers"] == f"{kept['number']} -"
    assert headers["commitment"] == kept["commitment"]

    guest.request("POST", f"/t/{table}/leave", [])  # a bot plays on
    wait_until(lambda: "[scores " in guest.request("GET", f"/t/{table}/record").text, every=0.2)
    text = guest.request("GET", f"/t/{table}/record").text
    assert verify(parse_record(text)).over

    await page.goto(f"{server.base}/t/{table}")
    await page.locator("#ending .fairness summary").click()
    await page.locator("#ending .fairness a", has_text="Check it here").click()
    await page.wait_for_selector("#dice-own.is-right")
    assert await findings(page) == []
    rows = await page.locator(".dice-draws tbody tr.is-right").count()
    assert rows == len(re.findall(r"^\* ", text, re.MULTILINE)) > 20

    other = Dealer.seeded(3)
    swapped = await with_answer(
        page, "record", lambda record: record.replace(headers_secret(text), other.secret.hex())
    )
    assert any("the secret was exchanged" in words for words in swapped)
    assert len([words for words in swapped if "\t" in words]) == differing(text, other.secret) > rows / 2
    foreign = await with_answer(page, "record", lambda record: record.replace(kept["number"], "-"))
    assert any("another number than the record says" in words for words in foreign)
    first = next(line for line in text.split("\n") if line.startswith("* reveal"))
    dealt = await with_answer(page, "record", lambda record: record.replace(first, first + " x", 1))
    assert [words.partition("\t")[2].partition("\t")[0] for words in dealt if "\t" in words] == [first[2:]]
    forged = await with_answer(
        page,
        "draws",
        lambda answer: changed(answer, lambda told: other_number(told["outcomes"][3]["draws"][0])),
    )
    assert len([words for words in forged if "\t" in words]) == 1
    missing = await with_answer(
        page, "draws", lambda answer: changed(answer, lambda told: told["outcomes"].pop())
    )
    assert any("an outcome is missing" in words for words in missing)
    hidden = await with_answer(
        page,
        "draws",
        lambda answer: changed(answer, lambda told: told.update(given=100_000, outcomes=[])),
    )
    assert any("an outcome is missing" in words for words in hidden)  # how many were given the record says
    undrawn = await with_answer(
        page, "draws", lambda answer: changed(answer, lambda told: told["outcomes"][3].update(draws=[]))
    )
    assert len([words for words in undrawn if "\t" in words]) == 1
    odd = await with_answer(page, "record", lambda record: record + '\n[odd "\\q"]', most=0)
    assert odd == ["What the server sent cannot be checked: it is not a record with its draws."]

    await page.evaluate(FORGET_COMMITMENT, table)
    await page.reload()
    assert "another fingerprint" in await page.locator("#dice-own.is-wrong").inner_text()


def differing(record: str, secret: bytes) -> int:
    """How many outcomes of a game another secret draws otherwise: by chance not all."""
    match, dealer = replay(parse_record(record)), dealer_in(parse_record(record))
    other = NamedDealer(secret, match.game.id, dealer.numbers)
    both = zip(dealt_again(match, dealer), dealt_again(match, other), strict=True)
    return sum(one.draws != another.draws for one, another in both)


def headers_secret(record: str) -> str:
    return parse_record(record).headers["secret"]
