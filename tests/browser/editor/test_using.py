"""A board made in the editor is saved, forked, played on, and is the same board everywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.async_api import Browser

from citywright.catalogue import games
from citywright.engine.state import CHANCE
from citywright.match.match import Match, layout_hash
from citywright.match.record import parse_record
from citywright.match.replay import replay, verify
from citywright.server.load.page_client import Guest
from tests.browser.kit.editing import BoardMaker
from tests.browser.kit.person import Person
from tests.server.records import upload
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


async def _save(maker: BoardMaker, name: str) -> str:
    """Name the board and save it; returns the address of its page."""
    await maker.page.locator("#about-name").fill(name)
    await maker.page.locator("#about-name").dispatch_event("change")
    await maker.checked()
    await maker.page.locator("#save .main-button").click()
    await maker.page.wait_for_url("**/layouts/*")
    return maker.page.url


async def test_a_board_is_saved_forked_and_played_on(
    browser: Browser, served: ServerProcess, tmp_path: Path
) -> None:
    maker = await BoardMaker.come(browser, served.base, "saint-malo")
    await maker.click(3.5, 3.5)
    own = await maker.hash()
    page = await _save(maker, "Crates in the middle")
    text = await (await maker.page.request.get(f"{page}/layout.toml")).text()
    layout = maker.game.parse_layout(text)
    assert (layout.about.name, layout_hash(layout)) == ("Crates in the middle", own)
    assert layout.about.origin.layout == layout_hash(maker.game.default_layout)

    friend = BoardMaker(await Person.come(browser, served.base), "saint-malo")
    await friend.page.goto(f"{page}/edit")
    await friend.checked()
    assert await friend.hash() == own
    await friend.click(4.5, 4.5)
    fork = await _save(friend, "Two in the middle")
    assert fork != page
    forked = maker.game.parse_layout(await (await friend.page.request.get(f"{fork}/layout.toml")).text())
    assert forked.about.origin.layout == own
    assert forked.about.origin.name == "Crates in the middle"
    assert "Crates in the middle" in await friend.page.locator("main").inner_text()

    await maker.page.goto(page)
    await maker.page.locator("a[href*='/new/']").first.click()
    await maker.page.locator("select[name=who]").first.select_option("bot:apprentice")
    await maker.page.locator(".set-up .main-button").click()
    await maker.person.arrive()
    await maker.person.wait_for_turn()
    await maker.person.act()
    record = await (await maker.page.request.get(f"{maker.page.url}/record")).text()
    assert layout_hash(replay(parse_record(record.encode())).layout) == own
    assert maker.person.complaints == friend.person.complaints == []

    file = tmp_path / "board.toml"
    file.write_text(text, encoding="utf-8")
    assert own in _citywright("layout", "check", str(file))
    kept = tmp_path / "game.cwr"
    kept.write_text(record, encoding="utf-8")
    assert "saint-malo" in _citywright("show", str(kept), "--json")
    _play_everywhere(file, own, Guest(served.base))


def _citywright(*arguments: str) -> str:
    """What the command line prints."""
    command = [sys.executable, "-m", "citywright", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _play_everywhere(file: Path, own: str, guest: Guest) -> None:
    """The same game on the board by the command line, in Python, and looked at on the server."""
    record = _citywright("record", "saint-malo", "--layout", str(file), "--seed", "3")
    played = verify(parse_record(record.encode()))
    game = games()["saint-malo"]
    again = Match(game, played.seats, layout=game.parse_layout(file.read_text(encoding="utf-8")))
    for ply in played.plies:
        if ply.actor == CHANCE:
            again.play_chance(ply.code)
        else:
            again.play(ply.actor, ply.code)
    assert layout_hash(played.layout) == own
    assert (again.state.snapshot(), again.over) == (played.state.snapshot(), True)
    assert upload(guest, record.encode()).status == 303  # the server replayed and verified it


async def test_one_s_own_board_is_changed_in_its_place(browser: Browser, served: ServerProcess) -> None:
    maker = await BoardMaker.come(browser, served.base, "milestones")
    await maker.take("fields 9")
    await maker.click(1.5, 0.5)
    first = await _save(maker, "Nines")
    await maker.page.goto(f"{first}/edit")
    await maker.checked()
    assert await maker.page.locator("#about-name").input_value() == "Nines"
    await maker.take("fields 9")
    await maker.click(2.5, 0.5)
    second = await _save(maker, "More nines")
    await maker.page.goto(f"{served.base}/layouts?game=milestones")
    names = await maker.page.locator("main").inner_text()
    assert "More nines" in names
    assert "\nNines" not in names
    assert first != second
    assert games()["milestones"].parse_layout(
        await (await maker.page.request.get(f"{second}/layout.toml")).text()
    ).about.origin.layout == layout_hash(games()["milestones"].default_layout)
