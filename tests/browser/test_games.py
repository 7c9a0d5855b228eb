"""For every game: from the first page to the score sheet, by mouse, by touch alone and by keyboard alone.

By touch and by keys the gate plays how a game begins and how another one ends; `-m long` plays whole ones.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from citywright.match.record import parse_record
from citywright.match.replay import verify
from tests.browser.kit.hands import ALL, Finger, Hands, Keys, hands_used, watch_hands
from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.shifts import WATCH_SHIFTS, Shifts
from tests.browser.kit.tables import go_to, table_in_the_middle
from tests.server.players_at_tables import GAMES, ONE_GAME
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

HEAVIEST_PAGE = 200_000  # bytes
FIRST_VISIT = 300_000  # bytes of first page, faces and table together, from nothing
LAYOUT_SHIFT = 0.05  # of a whole game in all, each counted as browsers do
FEWEST_DECISIONS = 20  # of a whole game; less was none. In part: more than the beginning has
BEGINNING = 12  # decisions
LATE = {"saint-malo": 320, "mauerbauer": 310, "milestones": 217}  # plies of games that are over soon after
TO_THE_REMATCH = ["Shift+Tab"] * 8 + ["Tab"] * 12  # from where the last decision was made
whole_or_not = pytest.mark.parametrize(
    "beginning", [BEGINNING, pytest.param(ALL, marks=pytest.mark.long)], ids=["in part", "whole"]
)
# Every game by keyboard looks different, so that all looks are met: size, language, colours.
LOOKS: dict[str, dict[str, Any]] = {
    "mauerbauer": {"size": DESKTOP, "locale": "en-GB", "scheme": "light"},
    "milestones": {"size": dict(PHONE), "locale": "de-DE", "scheme": "dark"},
    "saint-malo": {"size": {"width": 1024, "height": 768}, "locale": "de-DE", "scheme": "light"},
}


async def has_ended_well(person: Person) -> None:
    """The score sheet stands there, nothing went wrong on the way, and the record proves the game."""
    await person.page.wait_for_selector("#ending table.sheet")
    await person.page.wait_for_selector("#ending .plot svg")
    assert (person.complaints, person.foreign) == ([], [])
    record = await person.page.request.get(f"{person.page.url}/record")
    assert verify(parse_record(await record.text())).over


@pytest.mark.parametrize("game", GAMES)
async def test_two_clicks_lead_to_the_first_move(served: ServerProcess, browser: Browser, game: str) -> None:
    person = await Person.come(browser, served.base, seed=3)
    await person.open_first_page()
    await person.page.wait_for_load_state("networkidle")
    assert person.received < HEAVIEST_PAGE
    await person.play_against_a_bot(game)
    assert await person.wait_for_turn()
    await person.page.wait_for_load_state("networkidle")
    assert person.received < FIRST_VISIT
    await person.act()
    assert person.clicks == 2
    assert (person.complaints, person.foreign) == ([], [])


@pytest.mark.parametrize("game", ONE_GAME)
async def test_a_whole_game_against_a_bot(served: ServerProcess, browser: Browser, game: str) -> None:
    person = await Person.come(browser, served.base, seed=3)
    await person.open_first_page()
    await person.play_against_a_bot(game)
    while await person.wait_for_turn():
        await person.act()
    await has_ended_well(person)
    async with person.page.expect_download() as download:
        await person.page.locator("#ending summary").click()
        await person.page.locator("#ending a[download]").click()
    record = (await (await download.value).path()).read_text(encoding="utf-8")
    assert verify(parse_record(record)).over
    await person.page.locator("#ending button", has_text="Rematch").click()
    await person.page.wait_for_selector("main.table:not(.over)")


async def play_a_game(served: ServerProcess, hands: Hands, game: str, beginning: int) -> list[Shifts]:
    """So many decisions of a game and then the end of another, or all of one; what jumped on each page."""
    shifts = []
    await hands.play(beginning)
    if not await hands.person.is_over():
        shifts.append(await Shifts.of(hands.page))
        await go_to(hands.person, *await table_in_the_middle(served, game, 2, LATE[game], seed=2))
        hands.changed_tables()
        await hands.play()
    return [*shifts, await Shifts.of(hands.page)]


@whole_or_not
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_by_touch_alone(
    served: ServerProcess, browser: Browser, game: str, beginning: int
) -> None:
    """As a phone has it: turns are confirmed, and what is forced is played by itself."""
    usual = {"confirm": "auto", "forced": "on", "speed": "instant"}
    person = await Person.come(browser, served.base, size=PHONE, mobile=True, seed=2, preferences=usual)
    await watch_hands(person.page.context)
    await person.page.add_init_script(WATCH_SHIFTS)
    finger = Finger(person, game)
    await finger.begin(game)
    shifts = await play_a_game(served, finger, game, beginning)
    await has_ended_well(person)
    assert [shift for seen in shifts for shift in seen.larger_than(LAYOUT_SHIFT / 10)] == []
    assert sum(seen.total for seen in shifts) < LAYOUT_SHIFT
    assert finger.decisions > min(beginning, FEWEST_DECISIONS)
    assert finger.confirmed > 0, "a finger's turn ends when it is confirmed"
    assert finger.came_nearer > 0 or game != "mauerbauer", "its lines are too small for a thumb"
    assert finger.picked > 0 or game != "saint-malo", "some dice were kept"
    await person.page.locator("#ending form .main-button").tap()
    await person.page.wait_for_selector("main.table:not(.over)")
    assert await hands_used(person) == {"touch"}


@whole_or_not
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_by_keyboard_alone(
    served: ServerProcess, browser: Browser, game: str, beginning: int
) -> None:
    """Nothing jumps meanwhile, though everything moves, and the focus is never lost once it is there."""
    person = await Person.come(browser, served.base, motion="no-preference", seed=2, **LOOKS[game])
    await watch_hands(person.page.context)
    await person.page.add_init_script(WATCH_SHIFTS)
    keys = Keys(person, game)
    await keys.begin(game)
    shifts = await play_a_game(served, keys, game, beginning)
    await has_ended_well(person)
    assert keys.decisions > min(beginning, FEWEST_DECISIONS)
    assert keys.picked > 0 or game != "saint-malo", "some dice were kept"
    assert keys.lost <= len(shifts), "only at first is the focus nowhere, on each page"
    assert [shift for seen in shifts for shift in seen.larger_than(LAYOUT_SHIFT / 10)] == []
    assert sum(seen.total for seen in shifts) < LAYOUT_SHIFT
    assert await person.violations() == []
    await keys.press_until("#ending form .main-button", TO_THE_REMATCH)
    await person.page.keyboard.press("Enter")
    await person.page.wait_for_selector("main.table:not(.over)")
    assert await hands_used(person) == {"keys"}
