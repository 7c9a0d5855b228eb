"""Every screen from 360 to 2560 px is used: letters, targets, the own board and all seats are measured."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser.kit.measure import Measures, measured
from tests.browser.kit.person import Person
from tests.browser.kit.tables import PLIES, SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

UPRIGHT = [(360, 740), (390, 844), (768, 1024), (820, 1180), (1024, 1366), (1280, 1920), (1600, 2560)]
SIDEWAYS = [
    (740, 360),
    (844, 390),
    (1024, 768),
    (1180, 820),
    (1280, 800),
    (1600, 900),
    (1920, 1080),
    (2560, 1440),
]
LOW = [(1366, 650), (1440, 700), (1536, 730)]  # what the bars of a laptop's browser leave
PHONE = 560  # pixels: what is smaller one way is a phone
TOUCHED = 1200  # pixels: what is smaller is held in the hand
THUMB = 44
LETTERS, LETTERS_ON_A_PHONE = 12, 11
# A part of the page that lies in another by intent.
IN_THE_HEAD = {(".glance", ".top"), (".players", ".top")}
BOARD = 0.45  # of the free height or width, at least


def complaints(found: Measures, size: tuple[int, int]) -> list[str]:
    """What is wrong with a page of this size."""
    is_phone = min(size) < PHONE
    small = found.small_texts(LETTERS_ON_A_PHONE if is_phone else LETTERS)
    wrong = [f"letters of {height} px: {words}" for height, words in small]
    if max(size) < TOUCHED:
        wrong += [f"a target of {width} px: {name}" for width, name in found.small_targets(THUMB)]
    wrong += [f"{one} lies on {other}" for one, other in found.overlaps() if (one, other) not in IN_THE_HEAD]
    if found.page[0] > size[0]:
        wrong.append(f"the page is {found.page[0]} px wide")
    if not is_phone:
        wrong += [f"{panel} is cut off" for panel in found.cut()]
        wrong += [f"{name} cannot be seen" for name in found.hidden_seats()]
    if found.page[1] > size[1]:
        wrong.append(f"the page is {found.page[1]} px tall")
    if found.share_of_board() < BOARD:
        wrong.append(f"the own board has {found.share_of_board():.0%}")
    return wrong


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 9))])
@pytest.mark.parametrize("seats", [0, 1], ids=["two", "most"])
@pytest.mark.parametrize("game", SEATS)
async def test_every_screen_is_used(
    served: ServerProcess, browser: Browser, game: str, seats: int, seed: int
) -> None:
    early_or_late = PLIES[game] * SEATS[game][seats] * (1 + seed % 3) // 4
    guest, path = await table_in_the_middle(served, game, SEATS[game][seats], early_or_late, seed)
    wrong: dict[tuple[int, int], list[str]] = {}
    widths: dict[int, int] = {}
    both = ((sizes, hand) for hand in (True, False) for sizes in (UPRIGHT, SIDEWAYS))
    for sizes, hand in (*both, (LOW, False)):
        chosen = [size for size in sizes if (max(size) < TOUCHED) == hand]
        touch = {"width": chosen[0][0], "height": chosen[0][1]}
        person = await Person.come(browser, served.base, size=touch, locale="de-DE", touch=hand)
        await sit_down(person, guest, path)
        for size in chosen:
            found = await measured(person.page, *size)
            wrong[size] = complaints(found, size)
            left, _, right, _ = found.panels["main"]
            if sizes is SIDEWAYS:
                widths[size[0]] = right - left
        assert person.complaints == []
        await person.page.context.close()
    assert {size: told for size, told in wrong.items() if told} == {}
    grown = [widths[wide] for wide in sorted(widths)]
    assert grown == sorted(grown), "a larger screen has a larger board"


@pytest.mark.parametrize("game", SEATS)
async def test_a_board_that_comes_nearer_moves_nothing_else(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    guest, path = await table_in_the_middle(served, game, 2)
    for touch, sizes in ((True, [*UPRIGHT[:4], *SIDEWAYS[:4]]), (False, SIDEWAYS[4:7])):
        person = await Person.come(browser, served.base, locale="de-DE", touch=touch)
        await sit_down(person, guest, path)
        for size in sizes:
            before = await measured(person.page, *size)
            await person.page.keyboard.press("+")
            await person.page.wait_for_selector(".board.near")
            after = await measured(person.page, *size)
            assert (after.places, after.page) == (before.places, before.page), size
            await person.page.keyboard.press("0")
            await person.page.wait_for_selector(".board:not(.near)")
        await person.page.context.close()


NAME_WITH_MANY_POINTS = """() => {
    document.querySelector(".own [data-count]").textContent = "123";
    const name = document.querySelector(".own .name");
    return [name.innerText, name.scrollWidth <= name.clientWidth];
}"""


@pytest.mark.parametrize(("locale", "word"), [("de-DE", "Du"), ("en-GB", "You")])
@pytest.mark.parametrize("game", SEATS)
async def test_one_finds_oneself_among_the_most_players(
    served: ServerProcess, browser: Browser, game: str, locale: str, word: str
) -> None:
    guest, path = await table_in_the_middle(served, game, SEATS[game][1])
    person = await Person.come(browser, served.base, locale=locale, touch=True)
    await sit_down(person, guest, path)
    for size in (*UPRIGHT[:2], *SIDEWAYS[:2]):
        await measured(person.page, *size)
        assert await person.page.evaluate(NAME_WITH_MANY_POINTS) == [word, True], size
