"""The end of a turn is held until it is confirmed; decisions without a choice; the bots' pace; giving up."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from citywright.server.load.page_client import Guest, Page
from tests.server.players_at_tables import GAMES, settled, two_guests, two_pages
from tests.server.server_process import ForkedServer, ServerProcess

pytestmark = pytest.mark.anyio


async def held(page: Page, words: str) -> str:
    """Ask for an action that may have to be confirmed; returns what the server made of it."""
    epoch, ply = page.at
    return (await page.ask("play", words=words, ply=ply, epoch=epoch, hold=True)).is_


async def test_what_ends_the_turn_is_held_and_nothing_else_is(served: ServerProcess) -> None:
    async with two_pages(served.base) as (one, two):
        assert await held(one, "keep none") == "done", "a roll does not end the turn"
        await settled(one)
        assert await held(one, "stop") == "done"
        await settled(one)
        at = one.at
        answer = await one.ask("play", words="pass", ply=at[1], epoch=at[0], hold=True)
        assert answer.is_ == "held"
        assert answer.title
        assert one.at == at
        assert not two.yours, "nobody else has been told"
        assert (await one.play("pass")).is_ == "done"
        await two.until_yours()


async def test_what_is_held_is_checked_like_any_action(served: ServerProcess) -> None:
    async with two_pages(served.base) as (one, two):
        for words, ply, code in (("place b5", one.at[1], "illegal"), ("keep none", 99, "stale ply")):
            answer = await one.ask("play", words=words, ply=ply, epoch=one.at[0], hold=True)
            assert (answer.is_, answer.code) == ("refused", code)
        answer = await two.ask("play", words="keep none", ply=two.at[1], epoch=two.at[0], hold=True)
        assert answer.code == "not your turn"


@pytest.mark.parametrize("game", GAMES)
async def test_a_decision_without_a_choice_is_told(served: ServerProcess, game: str) -> None:
    """The only action there is stands in the frame, and only then, and only for the seat to act."""
    guest = Guest(served.base)
    table = guest.make_table(game, "me", "bot:random")
    async with guest.follow(table) as page, Guest(served.base).follow(table) as watcher:
        assert (await watcher.receive()).forced == ""
        await page.receive()
        for _ in range(40):
            await page.until_yours()
            if page.over:
                break
            choices = page.choices()
            assert page.forced == (choices[0] if len(choices) == 1 else "")
            await page.play(choices[0])
            await settled(page)


async def test_bots_hurry_only_where_one_person_plays(tmp_path: Path) -> None:
    server = ForkedServer(f"sqlite:///{tmp_path / 'slow.sqlite3'}", bot_pace=30.0).start()
    try:
        alone = Guest(server.base)
        table = alone.make_table("saint-malo", "bot:random", "me")
        async with alone.follow(table) as page:
            await page.receive()
            if not page.yours:
                assert (await page.ask("pace", factor=1.0, hurry=True)).is_ == "done"
            began = time.monotonic()
            async with asyncio.timeout(25):
                await page.until_yours()
            assert time.monotonic() - began < 25, "less than one pause"
        together, anke, ben = two_guests(server.base)
        async with anke.follow(together) as page, ben.follow(together):
            await page.receive()
            assert (await page.ask("pace", factor=0.0)).code == "forbidden"
        async with Guest(server.base).follow(table) as watcher:
            await watcher.receive()
            assert (await watcher.ask("pace", hurry=True)).code == "forbidden"
    finally:
        server.stop()


def test_a_game_against_bots_can_be_deleted_and_no_other(served: ServerProcess) -> None:
    guest = Guest(served.base)
    table = guest.make_table("saint-malo", "me", "bot:random")
    assert Guest(served.base).request("POST", f"/t/{table}/delete", []).status == 403
    assert guest.request("POST", f"/t/{table}/delete", []).status == 303
    assert guest.request("GET", f"/t/{table}").status == 404
    assert table not in guest.request("GET", "/").text
    together, anke, ben = two_guests(served.base)
    for person in (anke, ben):
        assert person.request("POST", f"/t/{together}/delete", []).status == 403
    assert anke.request("GET", f"/t/{together}").status == 200


async def test_a_game_is_deleted_while_its_bot_thinks(served: ServerProcess) -> None:
    """Whatever the bot decides comes too late, and other tables go on."""
    guest = Guest(served.base)
    for _ in range(5):
        table = guest.make_table("mauerbauer", "bot:master", "me")
        await asyncio.to_thread(guest.request, "POST", f"/t/{table}/delete", [])
        assert guest.request("GET", f"/t/{table}").status == 404
    table = guest.make_table("saint-malo", "bot:random", "me")
    async with guest.follow(table) as page:
        await page.until_yours()
