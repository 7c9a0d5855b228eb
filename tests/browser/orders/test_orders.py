"""Orders on a phone: one is given by touch and carried out while its owner is away, another becomes void.

What is about to be played can be stopped; a turn is planned on the board. And by keyboard, in German.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser
from sqlalchemy import select

from citywright.server.storage.schema import order_turns
from tests.browser.kit.person import PHONE, Person, until
from tests.browser.kit.tables import go_to
from tests.server.orders.people import TwoPeople, ask_database, game_until
from tests.server.orders.test_carrying_out import building, closing, last_move_of_turn
from tests.server.server_process import ForkedServer, ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

PACE = "0.35"  # of the usual waits: an order that can be seen coming waits three seconds


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose orders do not wait for long."""
    folder = tmp_path_factory.mktemp("orders")
    server = ForkedServer(f"sqlite:///{folder / 'tables.sqlite3'}", "--order-pace", PACE).start()
    yield server
    server.stop()


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server whose orders wait longer than any test: whoever wants to stop one is always in time."""
    server = ForkedServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", "--order-pace", "100").start()
    yield server
    server.stop()


async def sit(quick: ServerProcess, game: str, reached: object) -> TwoPeople:
    given = await asyncio.to_thread(game_until, game, reached)  # type: ignore[arg-type]
    return await asyncio.to_thread(TwoPeople, quick.base, quick.database, game, given)


async def come(browser: Browser, people: TwoPeople, **options: object) -> Person:
    """Ben opens the table."""
    ben = await Person.come(browser, people.base, **options)  # type: ignore[arg-type]
    await go_to(ben, people.ben, f"/t/{people.table}")
    await ben.page.wait_for_selector(".seat.own .presence.here", state="attached")
    return ben


async def test_an_order_is_given_by_thumb_and_carried_out_while_its_owner_is_away(
    browser: Browser, quick: ServerProcess
) -> None:
    people = await sit(quick, "mauerbauer", closing)
    ben = await come(browser, people, size=PHONE)
    page = ben.page
    await page.tap("a[data-do=orders]")
    await page.tap(".order-kind[href*='kind=discard']")
    await page.wait_for_selector(".order-form")
    await page.select_option("select[name=f-unless]", "never")
    await until(
        page, "() => !document.querySelector('.order-form .order-words').textContent.includes('ask me')"
    )
    inside = "() => document.documentElement.scrollWidth <= innerWidth"
    assert await page.evaluate(inside)
    assert await ben.violations("#orders") == []
    await page.tap("button[value=add]")
    await page.wait_for_selector(".order.standing")
    words = await page.inner_text(".order .order-words")
    assert words.startswith("Play nothing for the next city and discard")
    assert await ben.violations("#orders") == []
    for box in await page.locator(".order-tools button").all():
        size = await box.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44
    assert not ben.complaints
    await page.goto(people.base + "/")  # Ben goes away, and Anke answers for her city
    hand = people.as_anke.view(people.table)["hand"]
    await asyncio.to_thread(people.play, people.as_anke, f"discard {hand[0]['kind']}")
    async with asyncio.timeout(60):
        while not (plies := people.as_ben.orders(people.table)["plies"]):
            await asyncio.sleep(0.1)
    await page.goto(f"{people.base}/t/{people.table}")
    await page.wait_for_selector("#order-news:not([hidden])")
    assert await page.inner_text("#order-news p") == "While you were away your orders played one move."
    assert await page.locator(f"#log-{plies[0]} .by-order").count() == 1
    people.close()


async def test_who_looks_on_can_stop_an_order_before_it_plays(
    browser: Browser, patient: ServerProcess
) -> None:
    """By the keyboard alone, in German."""
    people = await sit(patient, "mauerbauer", closing)
    await asyncio.to_thread(people.as_ben.give_order, people.table, "best", {"least": "20"})
    ben = await come(browser, people, locale="de-DE")
    page = ben.page
    hand = people.as_anke.view(people.table)["hand"]
    await asyncio.to_thread(people.play, people.as_anke, f"discard {hand[0]['kind']}")
    await page.wait_for_selector("#coming:not([hidden])")
    assert (await page.inner_text("#coming p")).startswith("Dein Auftrag spielt gleich: ")
    assert await ben.violations("#coming") == []
    before = await ben.at()
    await page.focus("[data-do=stop-order]")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#coming", state="hidden")
    await page.focus("a[data-do=orders]")
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".order.standing")
    due = select(order_turns).where(order_turns.c.due.is_not(None))
    assert await asyncio.to_thread(ask_database, patient.database, due) == []  # nothing is going to act
    assert await ben.at() == before
    await page.focus(".order-tools button[value^=remove]")
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".order", state="detached")
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#orders", state="hidden")
    assert await page.evaluate("() => document.activeElement.dataset.do") == "orders"
    assert not ben.complaints
    people.close()


async def test_a_turn_is_planned_on_the_board_and_says_when_it_is_void(
    browser: Browser, quick: ServerProcess
) -> None:
    people = await sit(quick, "mauerbauer", building)
    ben = await come(browser, people, size=PHONE)
    page = ben.page
    await page.tap("a[data-do=orders]")
    await page.tap(".order-kind[data-leaves]")
    await page.wait_for_selector("main.plan-board")
    wall = people.as_anke.actions(people.table)["actions"][0]["words"]
    await page.locator(f'.board [data-action="{wall}"]').dispatch_event("click")
    await page.wait_for_selector(".plan-steps li[aria-current]")
    assert await ben.violations("main") == []
    await page.tap("button[value=save]")
    await page.wait_for_selector("#orders .order.standing .order-steps")  # the table, with the drawer open
    await page.tap("#orders .close")
    await asyncio.to_thread(people.play, people.as_anke, wall)  # she builds there herself
    await page.wait_for_selector("#order-news:not([hidden])")
    assert "void" in await page.inner_text("#order-news")
    assert await page.inner_text(".orders-button .unread") == "1"
    await page.tap("#order-news [data-do=orders]")
    await page.wait_for_selector(".order.void")
    assert "is not possible any more" in await page.inner_text(".order-reason")
    assert not ben.complaints
    people.close()


async def test_a_whole_turn_of_milestones_is_planned_and_played(
    browser: Browser, quick: ServerProcess
) -> None:
    people = await sit(quick, "milestones", last_move_of_turn)
    ben = await come(browser, people)
    page = ben.page
    await page.goto(f"{people.base}/t/{people.table}/orders/plan")
    await page.wait_for_selector("main.plan-board")
    for _ in range(8):  # until the turn is over, or chance acts
        before = await page.get_attribute("main", "data-at")
        if await page.locator("main svg .can:visible").count() == 0:
            break
        await ben.press(page.locator("main svg .can:visible").last)
        await page.wait_for_selector(f'main.plan-board:not([data-at="{before}"]):not(.waiting)')
    steps = await page.locator(".plan-steps li").count()
    assert steps >= 2
    await page.click("button[value=save]")
    await page.wait_for_selector("#orders .order.standing")
    await page.context.close()

    def anke_ends_her_turn() -> None:
        while people.as_anke.actions(people.table)["actions"]:
            people.play(people.as_anke)

    await asyncio.to_thread(anke_ends_her_turn)
    async with asyncio.timeout(60):
        while len(people.as_ben.orders(people.table)["plies"]) < steps:
            await asyncio.sleep(0.1)
    people.close()
