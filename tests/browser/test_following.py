"""Following the game: the log in turns, what was missed, hints and chat beside it, answers in free places."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(200)]

# For each turn of the log: the words of its line, its gain, and of what its player did the points, the
# sentences that are about more than chance, and those about points or great moments.
TURNS = """() => [...document.querySelectorAll("#log .turn:not([hidden])")].map((turn) => {
    const entries = [...turn.querySelectorAll("[data-actor]")];
    const actor = entries.map((it) => it.dataset.actor).find((seat) => seat !== "-1");
    const lines = [...turn.querySelectorAll("[data-actor] p:not([data-opens])")];
    const own = lines.filter((line) => line.className === `of-${actor}`);
    const general = lines.filter((line) => line.matches(".of-nobody[data-moment]"));
    const points = own.map((line) => Number(line.dataset.points ?? 0)).filter(Boolean);
    const said = (some) => some.map((line) => line.firstChild.textContent.trim());
    const deeds = said([...general, ...own].filter((line) => line.parentElement.dataset.actor !== "-1"));
    const great = said([...general, ...own].filter((line) => line.matches("[data-points], [data-moment]")));
    const summary = turn.querySelector("summary");
    const gained = summary.querySelector(".gain:not([class*=of-])")?.textContent ?? "0";
    const opening = turn.querySelector(".opening")?.firstChild.textContent.trim() ?? "";
    const shown = [...turn.querySelectorAll("p:not([hidden])")].at(-1);
    return {
        words: summary.firstChild.textContent, gain: Number(gained.replace("−", "-")),
        points, deeds, great, opening, actor,
        isOver: Boolean(turn.querySelector("[data-opens]")), endsWithOpening: shown.matches("[data-opens]"),
    };
})"""
# The one sentence, and the name of whom it is about.
TICKER = """() => {
    const sentence = document.querySelector("#ticker .words > span");
    const name = sentence.querySelector(".visually-hidden").textContent;
    return { words: sentence.lastChild.textContent, name };
}"""
# Entries that came from no game, added to the log, those from a ply on taken back; the line of their turn.
LINE_OF = """async ([entries, keep]) => {
    const loaded = performance.getEntriesByType("resource").map((it) => it.name);
    const { changeLog } = await import(loaded.find((address) => address.endsWith("/following.js")));
    const added = new DOMParser().parseFromString(entries, "text/html").querySelectorAll("div");
    changeLog(Infinity, [...added].map((entry) => document.adoptNode(entry)));
    changeLog(keep, []);
    return document.querySelector("#log .turn:last-child summary span").textContent;
}"""
# What a replay shows: whose sheet is open, are the words on it, and is a part of the board marked?
REPLAY = """() => {
    const sheet = document.querySelector(".seat-sheet:popover-open");
    if (!sheet) return null;
    const [count, , close] = document.querySelector("#since").children;
    const { x, y, width, height } = close.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const marked = [...sheet.querySelectorAll(".shown-place")];
    return {
        name: sheet.getAttribute("aria-label"), words: count.textContent,
        isReadable: close.contains(top) && count.checkVisibility() && sheet.contains(count),
        isSeen: marked.some((part) => part.checkVisibility({ visibilityProperty: true })),
    };
}"""
# How many square pixels of some things the answer covers.
COVERED = """(selector) => {
    const bubble = document.querySelector("#answer").getBoundingClientRect();
    let covered = 0;
    for (const it of document.querySelectorAll(selector)) {
        const box = it.getBoundingClientRect();
        const wide = Math.min(bubble.right, box.right) - Math.max(bubble.left, box.left);
        const tall = Math.min(bubble.bottom, box.bottom) - Math.max(bubble.top, box.top);
        covered += Math.max(0, wide) * Math.max(0, tall);
    }
    return Math.round(covered);
}"""


async def at_a_table(
    served: ServerProcess, browser: Browser, game: str, seats: int = 2, **wishes: Any
) -> Person:
    guest, path = await table_in_the_middle(served, game, seats)
    person = await Person.come(browser, served.base, **wishes)
    await sit_down(person, guest, path)
    assert await person.wait_for_turn()
    return person


@pytest.mark.parametrize("game", SEATS)
async def test_the_line_of_a_turn_tells_what_counts_most(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    """Scoring and great moments, else what was built; a roll or a draw only if nothing else happened."""
    person = await at_a_table(served, browser, game, SEATS[game][1])
    turns = await person.page.evaluate(TURNS)
    assert len(turns) > 5
    for turn in turns:
        assert turn["gain"] == sum(turn["points"]), turn
        first, *others = turn["words"].split(" · ")
        assert len(others) <= 1, turn
        if turn["deeds"]:
            assert first in (turn["great"] or turn["deeds"]), turn
            assert not turn["great"] or len(others) == (len(turn["great"]) > 1), turn
    assert any(turn["gain"] for turn in turns)
    assert any(" · " in turn["words"] and not turn["great"] for turn in turns)


@pytest.mark.parametrize("game", SEATS)
async def test_whose_turn_begins_is_said_where_it_begins(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    person = await at_a_table(served, browser, game)
    turns = await person.page.evaluate(TURNS)
    names = ["Friederike", "Bot B"]
    assert all(turn["isOver"] for turn in turns[:-1])
    for turn in turns[1:]:
        assert not turn["endsWithOpening"]
        assert turn["actor"] is None or turn["opening"].endswith(f": {names[int(turn['actor'])]}"), turn


@pytest.mark.parametrize("game", SEATS)
async def test_one_sentence_tells_what_the_others_did_and_then_what_one_did_oneself(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    """Chance, as one's own first roll, does not count."""
    person = await at_a_table(served, browser, game, SEATS[game][1])
    seen = set()
    for _ in range(12):
        turns = [turn for turn in await person.page.evaluate(TURNS) if turn["deeds"]]
        last = turns[-1]
        ticker = await person.page.evaluate(TICKER)
        if last["isOver"]:
            name = ticker["name"].removesuffix(": ")
            assert last["words"].removeprefix(name).lstrip(": ") == ticker["words"], last
            assert name.startswith("Bot")
            seen.add("others")
        elif last["actor"] == "0":
            assert ticker["name"] == "Friederike: "
            assert any(deed.endswith(ticker["words"].split(" · ")[0]) for deed in last["deeds"]), last
            seen.add("own")
        await person.act()
        assert await person.wait_for_turn()
    assert "others" in seen
    assert "own" in seen or game == "saint-malo"  # where rolls and small steps are not worth a sentence
    assert person.complaints == []


@pytest.mark.parametrize(
    ("sentences", "line"),
    [
        (
            ["Bot B: 1 point for bonus tiles (sand digger)", "Bot B: 1 point for bonus tiles (quarryman)"],
            "Bot B: 1 point for bonus tiles (sand digger) · 1 point for bonus tiles (quarryman)",
        ),
        (["Bot B builds a wall", "Bot B builds a wall"], "Bot B builds a wall · builds a wall"),
        (["Bot B passes", "Bot Berta passes"], "Bot B passes · Bot Berta passes"),
    ],
)
async def test_of_what_is_joined_only_the_name_is_left_out(
    served: ServerProcess, browser: Browser, sentences: list[str], line: str
) -> None:
    person = await at_a_table(served, browser, "saint-malo")
    lines = "".join(f'<p class="of-1" data-points="1">{sentence} </p>' for sentence in sentences)
    entries = f'<div id="log-9000" data-turn="9000" data-actor="1">{lines}</div>'
    assert await person.page.evaluate(LINE_OF, [entries, 9001]) == line


async def test_what_was_taken_back_is_not_in_the_line_of_its_turn(
    served: ServerProcess, browser: Browser
) -> None:
    person = await at_a_table(served, browser, "mauerbauer")
    entries = "".join(
        f'<div id="log-{ply}" data-turn="9000" data-actor="1"><p class="of-1">Bot B builds {piece} </p></div>'
        for ply, piece in ((9000, "a wall"), (9001, "a tower"))
    )
    assert await person.page.evaluate(LINE_OF, [entries, 9001]) == "Bot B builds a wall"


async def open_replay(served: ServerProcess, browser: Browser) -> Person:
    """On a phone, where the boards of four others have no room; the focus was on the log's button before."""
    guest, path = await table_in_the_middle(served, "saint-malo", 5)
    person = await Person.come(browser, served.base, size=PHONE)
    name, _, value = guest.cookie.partition("=")
    await person.page.context.add_cookies([{"name": name, "value": value, "url": person.base}])
    await person.page.goto(person.base + path)
    await person.page.wait_for_selector("#since", state="visible")
    await person.page.locator(".log-button").focus()
    await person.page.locator("[data-do=replay]").focus()
    await person.page.keyboard.press("Enter")
    return person


async def test_a_replay_opens_the_board_where_something_happens(
    served: ServerProcess, browser: Browser
) -> None:
    person = await open_replay(served, browser)
    names = set()
    while await person.page.locator("#since").is_visible():
        shown = await person.page.evaluate(REPLAY)
        if shown is not None:
            assert shown["words"].startswith(f"{shown['name']}: "), shown
            assert shown["isReadable"], shown
            assert shown["isSeen"], shown
            names.add(shown["name"])
    assert len(names) > 2
    assert await person.page.locator(":popover-open, .not-yet").count() == 0
    assert await person.page.locator(".log-button:focus").count() == 1
    assert person.complaints == []


@pytest.mark.parametrize("ending", ["Escape", "tap", "tap beside"])
async def test_a_replay_ends_at_once(served: ServerProcess, browser: Browser, ending: str) -> None:
    person = await open_replay(served, browser)
    page = person.page
    await page.wait_for_selector(".seat-sheet:popover-open")
    before = await person.at()
    if ending == "Escape":
        await page.keyboard.press("Escape")
    elif ending == "tap":
        await page.locator(".seat-sheet:popover-open svg.panel").tap()
    else:
        await page.touchscreen.tap(195, 841)
    await page.wait_for_selector("#since", state="hidden")
    assert await page.locator(":popover-open, .not-yet").count() == 0
    assert await page.locator(".board > #since").count() == 1
    if ending == "Escape":
        assert await page.locator(".log-button:focus").count() == 1
    assert await person.at() == before
    assert person.complaints == []


async def test_who_cannot_see_the_others_is_told_how_many_turns_they_had(
    served: ServerProcess, browser: Browser
) -> None:
    """On a phone, where the boards of four others have no room."""
    person = await at_a_table(served, browser, "saint-malo", 5, size=PHONE, preferences={"confirm": "off"})
    for _ in range(40):
        before = await person.page.locator("#log .turn").count()
        await person.act()
        assert await person.wait_for_turn()
        if await person.page.locator("#log .turn").count() > before:
            break
    assert await person.page.locator(".log-button .unread").inner_text() == "4"


@pytest.mark.parametrize("game", SEATS)
async def test_a_new_game_has_nothing_that_was_missed(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    person = await Person.come(browser, served.base)
    await person.open_first_page()
    await person.page.locator(f"#game-{game} .main-button").click()
    await person.page.wait_for_selector(".seat.own .presence.here", state="attached")
    assert not await person.page.locator("#since").is_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_an_answer_covers_neither_the_dice_nor_what_it_is_about(
    served: ServerProcess, browser: Browser, size: dict[str, int]
) -> None:
    person = await at_a_table(served, browser, "saint-malo", size=size)
    page = person.page
    asked = await page.locator(".deciding [data-why]:visible").all()
    assert len(asked) > 8
    for thing in asked[::3]:
        await person.press(thing)
        await page.wait_for_selector("#answer:popover-open")
        assert await page.evaluate(COVERED, "[id^=tray-die]") == 0
        assert await page.evaluate(COVERED, ".asked-about") == 0
        await page.keyboard.press("Escape")


async def test_a_hint_leaves_what_is_decided_free_and_can_be_closed(
    served: ServerProcess, browser: Browser
) -> None:
    person = await at_a_table(served, browser, "mauerbauer")
    page = person.page
    for close in ("Escape", "button"):
        await page.locator("[data-do=advice]").click()
        await page.wait_for_selector("#hints:popover-open .advice li")
        hints = await page.locator("#hints").bounding_box()
        hand = await page.locator(".deciding").bounding_box()
        assert hints is not None
        assert hand is not None
        assert hints["y"] >= hand["y"] + hand["height"]
        assert "MB-" not in await page.locator("#hints").inner_text(), "rules are for those who ask"
        if close == "Escape":
            await page.keyboard.press("Escape")
        else:
            await page.locator("#hints .close").click()
        await page.wait_for_selector("#hints:not(:popover-open)", state="attached")


async def test_the_chat_stays_open_while_one_plays(served: ServerProcess, browser: Browser) -> None:
    person = await at_a_table(served, browser, "milestones")
    page = person.page
    await page.locator(".chat-button").click()
    await page.wait_for_selector("#chat:popover-open")
    await person.act()
    assert await page.locator("#chat").is_visible()
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#chat:not(:popover-open)", state="attached")
    assert person.complaints == []
