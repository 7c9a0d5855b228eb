"""A phone in the hand: a thumb hits every target, and the board moves under the fingers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Browser, FloatRect, Locator
from playwright.async_api import TimeoutError as TooLate

from citywright.server.load.page_client import Guest
from tests.browser.kit.person import CAN, DESKTOP, FREE_PLACE, PHONE, Person, free_place, until
from tests.server.players_at_tables import GAMES
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

THUMB = 44.0
DECISIONS = 20
SIZES = [(360, 640), (820, 1180), (844, 390)]  # a small phone, a tablet, a phone held sideways

# All that may be tapped and is shown: its size, and whether it can be brought into sight and hit there.
LOOK = """() => {
    const free = FREE_PLACE;
    window.scrollTo(0, 0);
    const frame = document.querySelector(".board");
    const before = [frame.scrollLeft, frame.scrollTop];
    const places = [...document.querySelectorAll("svg [data-action], svg [data-toggle]")];
    const seen = places.filter((it) => it.getClientRects().length).map((it) => {
        it.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        const box = it.getBoundingClientRect();
        const onBoard = frame.contains(it);
        const isHit = free(it, box) !== null;
        return { id: it.id, onBoard, width: box.width, height: box.height, isHit };
    });
    window.scrollTo(0, 0);
    frame.scrollTo(...before);
    return seen;
}""".replace("FREE_PLACE", FREE_PLACE)
# The board is given its room when the page has been drawn, not before.
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
ROOM = """async () => {
    window.scrollTo(0, 0);
    await (DRAWN)();
    const board = document.querySelector(".board").getBoundingClientRect();
    const hand = document.querySelector(".deciding .panel").getBoundingClientRect();
    const [gap, aside] = [hand.top - board.bottom, hand.left - board.right];
    return { gap, aside, below: innerHeight - hand.bottom, tall: board.height };
}""".replace("DRAWN", DRAWN)
# What has become of a tap on the board: nothing yet, a move, or a board that is drawn larger than before.
BECAME = """([at, [wide, tall]]) => {
    const table = document.querySelector("main.table");
    if (table.classList.contains("waiting") || table.dataset.at !== at) return "move";
    const { scrollWidth, scrollHeight } = document.querySelector(".board");
    return scrollWidth > wide || scrollHeight > tall ? "nearer" : "";
}"""
# Is the board drawn at another size than before?
ZOOM_CHANGED = """(before) => {
    const { clientWidth, scrollWidth, clientHeight, scrollHeight } = document.querySelector(".board");
    return Math.abs(Math.max(scrollWidth / clientWidth, scrollHeight / clientHeight) - before) > 0.01;
}"""


async def size_of(thing: Locator) -> float:
    box = await thing.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


async def zoom_of(person: Person) -> float:
    """How many times larger than whole the board is drawn."""
    sizes = "it => [it.scrollWidth / it.clientWidth, it.scrollHeight / it.clientHeight]"
    return float(max(await person.page.locator(".board").evaluate(sizes)))


async def tap_something(person: Person) -> bool:
    """Play by touch alone; returns whether the board had to come nearer first."""
    page = person.page
    before = await person.at()
    marked = page.locator(CAN)
    thing = marked.nth(person.rng.randrange(await marked.count()))
    on_board = await thing.evaluate("it => document.querySelector('.board').contains(it)")
    words = str(await thing.get_attribute("data-action"))
    place = await free_place(thing)
    size = await page.locator(".board").evaluate("it => [it.scrollWidth, it.scrollHeight]")
    await thing.tap(position=place)
    came = False
    if on_board and await until(person.page, BECAME, [before, size]) == "nearer":
        came = True
        near = page.locator(f'.board [data-action="{words}"]')
        seen = [place for place in await page.evaluate(LOOK) if place["onBoard"]]
        assert await person.at() == before, "a tap on something small plays nothing"
        assert [place for place in seen if min(place["width"], place["height"]) < THUMB] == []
        assert [place for place in seen if not place["isHit"]] == []
        await near.tap(position=await free_place(near))
    await page.wait_for_selector(f'main.table:not([data-at="{before}"]):not(.waiting)')
    return came


@pytest.mark.parametrize("game", GAMES)
async def test_a_thumb_hits_what_it_means(served: ServerProcess, browser: Browser, game: str) -> None:
    """On a phone every target is 44 px wide and tall, at once or after the board came nearer."""
    person = await Person.come(browser, served.base, size=PHONE, locale="de-DE", seed=11)
    await person.open_first_page()
    await person.play_against_a_bot(game)
    came = 0
    prompts = set()
    for _ in range(DECISIONS):
        if not await person.wait_for_turn():
            break
        prompt = await person.page.locator("#prompt").inner_text()
        if prompt not in prompts:
            prompts.add(prompt)
            room = await person.page.evaluate(ROOM)
            assert room["gap"] >= 0, "the hand covers nothing of the board"
            assert room["below"] >= 0
        hand = [place for place in await person.page.evaluate(LOOK) if not place["onBoard"]]
        assert [it for it in hand if min(it["width"], it["height"]) < THUMB or not it["isHit"]] == []
        came += await tap_something(person)
    assert len(prompts) >= 3
    assert came > 0 or game != "mauerbauer", "its lines are small and lie all over the map"
    assert person.complaints == []


async def _fingers(person: Person, *moments: list[tuple[float, float]]) -> None:
    """Fingers on the glass: where they are at each moment, then lifted."""
    glass = await person.page.context.new_cdp_session(person.page)
    for number, places in enumerate(moments):
        points: list[dict[str, Any]] = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        kind = "touchMove" if number else "touchStart"
        await glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def _double_tap(person: Person, x: float, y: float, then: str) -> None:
    """Two taps, until they were quick enough: a busy machine can make two single ones of them."""
    for _ in range(12):
        await asyncio.gather(*(person.page.touchscreen.tap(x, y) for _ in range(2)))
        try:
            await person.page.wait_for_selector(then, timeout=1500)
        except TooLate:
            continue
        return
    pytest.fail(f"two taps never led to {then}")


async def _tap_while_shown(person: Person, button: Locator) -> None:
    """Tap a button that changes how near the board is; what a tap does may come after it."""
    while await button.is_visible():
        before = await zoom_of(person)
        await button.tap()
        await until(person.page, ZOOM_CHANGED, before)


async def _begin_alone(person: Person, game: str) -> None:
    """Begin a game whose other seat nobody has taken: after the first turn nothing moves by itself."""
    player = Guest(person.base)
    form = [("game", game), ("name", "Anke"), ("who", "me"), ("who", "open"), ("start", "A")]
    made = await asyncio.to_thread(player.request, "POST", "/tables", form)
    name, _, value = player.cookie.partition("=")
    await person.page.context.add_cookies([{"name": name, "value": value, "url": person.base}])
    await person.page.goto(person.base + made.location)
    await person.arrive()


async def _board(person: Person) -> tuple[FloatRect, float, float]:
    """The box of the board once it is drawn, and its middle."""
    await person.page.evaluate(DRAWN)
    box = await person.page.locator(".board").bounding_box()
    assert box is not None
    return box, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_the_board_moves_under_the_fingers(served: ServerProcess, browser: Browser) -> None:
    """Pinch, double tap, buttons and keys; a chosen view survives moves and a reload."""
    person = await Person.come(browser, served.base, size=PHONE, seed=4)
    page = person.page
    await _begin_alone(person, "mauerbauer")
    assert await person.wait_for_turn()
    box, x, y = await _board(person)
    assert await zoom_of(person) == 1

    spread = [[(x - d, y), (x + d, y)] for d in range(30, 91, 6)]
    await _fingers(person, *spread)
    assert await zoom_of(person) == pytest.approx(3, rel=0.02)
    assert box == await page.locator(".board").bounding_box(), "the frame stays"
    at = await page.locator(".board").evaluate("it => [it.scrollLeft, (it.scrollWidth - it.clientWidth) / 2]")
    assert at[0] == pytest.approx(at[1], abs=8), "the point between the fingers stays there"

    await _fingers(person, *[[(x - d, y - d)] for d in range(0, 81, 8)])  # one finger moves the board
    await until(person.page, "(left) => document.querySelector('.board').scrollLeft > left", at[0] + 30)

    while await person.is_to_act():
        await person.act()
        assert await zoom_of(person) == pytest.approx(3, rel=0.02), "a chosen view stays"
    await until(person.page, "() => localStorage.getItem('citywright-near')?.includes('zoom')")
    await page.reload()
    await page.wait_for_selector(".board.near")
    assert await zoom_of(person) == pytest.approx(3, rel=0.02)

    await _fingers(person, *reversed(spread))  # back beyond whole: no smaller than the frame
    await page.wait_for_selector(".board:not(.near)")
    await _double_tap(person, x, box["y"] + 24, ".board.near")
    assert await zoom_of(person) == pytest.approx(2, rel=0.02)
    await _double_tap(person, x, box["y"] + 24, ".board:not(.near)")

    await _tap_while_shown(person, page.locator("[data-zoom=in]"))
    assert await zoom_of(person) > 1, "the way back takes the place of the button"
    for _ in range(8):
        await page.keyboard.press("+")
    await until(page, "() => document.querySelector('[data-zoom=in]').disabled")
    assert await zoom_of(person) == pytest.approx(4, rel=0.02), "never nearer than four times"
    await _tap_while_shown(person, page.locator("[data-zoom=out]"))
    assert await zoom_of(person) == 1
    await page.keyboard.press("+")
    await page.wait_for_selector(".board.near")
    assert await person.violations() == []
    await page.keyboard.press("-")
    await page.wait_for_selector(".board:not(.near)")
    await page.keyboard.press("+")
    await page.keyboard.press("0")
    await page.wait_for_selector(".board:not(.near)")
    assert person.complaints == []


async def test_a_tap_plays_at_once_where_the_board_is_near_enough(
    served: ServerProcess, browser: Browser
) -> None:
    """A little nearer would help nobody, and would ask for a second tap."""
    person = await Person.come(browser, served.base, size=PHONE, seed=4)
    page = person.page
    await _begin_alone(person, "mauerbauer")
    assert await person.wait_for_turn()
    _, x, y = await _board(person)
    before = await person.at()
    await page.touchscreen.tap(x, y)  # lines are everywhere
    await until(page, ZOOM_CHANGED, 1)
    enough = 0.9 * await zoom_of(person)
    await page.keyboard.press("0")
    await page.wait_for_selector(".board:not(.near)")
    await _fingers(person, *[[(x - d, y), (x + d, y)] for d in (30, 40, 30 * enough)])
    assert await zoom_of(person) == pytest.approx(enough, rel=0.03)
    line = page.locator(".board [data-action]").first
    await line.tap(position=await free_place(line))
    await page.wait_for_selector(f'main.table:not([data-at="{before}"])')


@pytest.mark.parametrize("game", GAMES)
async def test_the_tutorial_leaves_room_for_the_board(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    person = await Person.come(browser, served.base, size=PHONE, locale="de-DE", seed=2)
    await person.page.goto(f"{served.base}/learn/{game}")
    await person.page.locator(".guided button").tap()
    await person.arrive()
    await person.page.wait_for_selector("#tutorial:visible")
    for _ in range(12):
        assert await person.wait_for_turn()
        room = await person.page.evaluate(ROOM)
        assert room["gap"] >= 0
        assert room["below"] >= 0
        assert room["tall"] >= PHONE["width"] * 0.45
        await tap_something(person)


@pytest.mark.parametrize("game", GAMES)
async def test_board_and_hand_share_the_screen(served: ServerProcess, browser: Browser, game: str) -> None:
    """However the device is held, neither covers the other and nothing hangs out at the side.

    The page is opened once and then loaded anew for each size: it is never a page that was only resized.
    """
    person = await Person.come(browser, served.base)
    await person.open_first_page()
    await person.play_against_a_bot(game)
    for wide, tall in SIZES:
        await person.page.set_viewport_size({"width": wide, "height": tall})
        await person.page.reload()
        await person.arrive()
        assert await person.wait_for_turn()
        room = await person.page.evaluate(ROOM)
        beside = room["aside"] >= 0
        assert beside or room["gap"] >= 0, wide
        assert beside == (wide > tall)
        assert await person.page.evaluate("() => document.documentElement.scrollWidth") == wide


@pytest.mark.parametrize("size", [DESKTOP, dict(PHONE)], ids=["desktop", "narrow window"])
async def test_a_mouse_plays_at_once(served: ServerProcess, browser: Browser, size: dict[str, int]) -> None:
    """Without a finger nothing comes nearer by itself, and one click on a small target plays."""
    person = await Person.come(browser, served.base, size=size, seed=4)
    await person.open_first_page()
    await person.play_against_a_bot("mauerbauer")
    assert await person.wait_for_turn()
    before = await person.at()
    line = person.page.locator(".board .can").first
    assert size == DESKTOP or await size_of(line) < THUMB
    await person.press(line)
    await person.page.wait_for_selector(f'main.table:not([data-at="{before}"]):has(.board:not(.near))')
    assert await person.page.locator(".zoom").is_visible()
