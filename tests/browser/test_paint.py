"""How soon a table is painted on a slow phone: what the first paint waits for, and in the long run the clock.

The gate asserts no times of this machine: requests and bytes before the first paint do not depend on it.
"""

from __future__ import annotations

import os

import pytest
from playwright.async_api import Browser

from tests.browser.kit.paint import TIMES, WATCH_BOARD, FirstPaint, slow_down
from tests.browser.kit.person import PHONE, Person, until
from tests.browser.kit.shifts import WATCH_SHIFTS, Shifts
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

# Seconds on the network of a slow phone. The rest of the first second is for server and phone.
FROM_THE_FIRST_PAGE, BY_A_LINK = 0.55, 0.7
STYLE_SHEETS = 2  # of the theme and of everything else
# Seconds by the clock until a table with its board is painted, on a machine that has nothing else to do.
PAINTED = {"from the first page": 0.8, "by a link": 1.0}
TRIES = 5
TRICKLE = 40_000  # bytes a second: a table takes one
JUMP = 0.005  # of the window and the way, as browsers count layout shifts
HAS_BOARD = (
    "it => it.getBoundingClientRect().height > 100 && it.querySelectorAll('path, rect, use').length > 50"
)


@pytest.mark.parametrize("game", SEATS)
async def test_the_first_paint_of_a_table_waits_for_little(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    """For the page and its style sheets, and for nothing a script or another style sheet asks for."""
    person = await Person.come(browser, served.base, size=PHONE, mobile=True)
    await person.open_first_page()
    await person.play_against_a_bot(game)
    usual = await FirstPaint.of(person.page)
    assert (usual.redirects, usual.late, usual.fetched) == (1, [], [])
    assert usual.seconds < FROM_THE_FIRST_PAGE, usual.told

    guest, path = await table_in_the_middle(served, game, SEATS[game][1])
    stranger = await Person.come(browser, served.base, size=PHONE, mobile=True)
    await sit_down(stranger, guest, path)
    first = await FirstPaint.of(stranger.page)
    assert (first.redirects, first.late) == (0, [])
    assert len(first.fetched) == STYLE_SHEETS, first.told
    assert first.seconds < BY_A_LINK, first.told


@pytest.mark.parametrize("game", SEATS)
async def test_the_first_paint_has_the_board(served: ServerProcess, browser: Browser, game: str) -> None:
    """It stands in the page: no script has to run before it is seen."""
    guest, path = await table_in_the_middle(served, game, 2)
    name, _, value = guest.cookie.partition("=")
    context = await browser.new_context(viewport=PHONE, java_script_enabled=False)  # type: ignore[arg-type]
    await context.add_cookies([{"name": name, "value": value, "url": served.base}])
    page = await context.new_page()
    await page.goto(served.base + path)
    assert await page.locator(".board svg.panel").evaluate(HAS_BOARD)


@pytest.mark.parametrize("game", SEATS)
async def test_a_table_that_arrives_slowly_does_not_jump(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    """Its style is there already, so the browser could paint the half of a page."""
    person = await Person.come(browser, served.base, size=PHONE, mobile=True)
    await person.page.add_init_script(WATCH_SHIFTS)
    await person.open_first_page()
    await person.page.wait_for_load_state("networkidle")
    await slow_down(await person.page.context.new_cdp_session(person.page), TRICKLE)
    await person.play_against_a_bot(game)
    await person.wait_for_turn()
    assert (await Shifts.of(person.page)).larger_than(JUMP) == []


async def _painted(served: ServerProcess, person: Person, game: str, way: str) -> tuple[float, float]:
    """Seconds until the first paint of a table and until its board is drawn, on a slow phone."""
    page = person.page
    await page.add_init_script(WATCH_BOARD)
    session = await page.context.new_cdp_session(page)
    if way == "by a link":
        guest, path = await table_in_the_middle(served, game, 2)
        await slow_down(session)
        await sit_down(person, guest, path)
    else:
        await person.open_first_page()
        await page.wait_for_load_state("networkidle")
        await slow_down(session)
        await person.play_against_a_bot(game)
    paint, board = await until(page, TIMES)
    await page.context.close()
    return paint / 1000, board / 1000


@pytest.mark.long
@pytest.mark.parametrize("way", PAINTED)
@pytest.mark.parametrize("game", SEATS)
async def test_a_slow_phone_paints_a_table_soon(
    served: ServerProcess, browser: Browser, game: str, way: str
) -> None:
    times = []
    for _ in range(TRIES):
        person = await Person.come(browser, served.base, size=PHONE, mobile=True)
        times.append(await _painted(served, person, game, way))
    paints, boards = zip(*times, strict=True)
    print(f"{game}, {way}: painted after {min(paints):.2f} s, board drawn after {min(boards):.2f} s")
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))  # how many want each core
    assert max(min(paints), min(boards)) < PAINTED[way] * busy
