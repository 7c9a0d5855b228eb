"""Two clients act at the same ply at the same moment: exactly one of them wins, 200 times."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from citywright.server.load.page_client import Guest, Page
from tests.server.players_at_tables import two_guests
from tests.server.server_process import ForkedServer

pytestmark = pytest.mark.anyio

RACES = 80


async def race(first: str, second: str) -> None:
    """Both tabs of whoever is to act click at the same moment; `second` may be another node."""
    rng = random.Random(1)
    races = 0
    while races < RACES:
        table, *guests = two_guests(first)
        tabs = [(guest.follow(table), Guest(second, guest.cookie).follow(table)) for guest in guests]
        async with tabs[0][0], tabs[0][1], tabs[1][0], tabs[1][1]:
            pages = [page for pair in tabs for page in pair]
            for page in pages:
                await page.receive()
            while races < RACES and not pages[0].over:
                one, two = tabs[0] if tabs[0][0].yours else tabs[1]
                await both_click(one, two, rng)
                races += 1
                await in_step(pages)


async def both_click(one: Page, two: Page, rng: random.Random) -> None:
    at = one.at
    assert two.at == at
    answers = await asyncio.gather(
        one.play(rng.choice(one.choices()), at), two.play(rng.choice(two.choices()), at)
    )
    assert sorted(answer.is_ for answer in answers) == ["done", "refused"], answers
    (refusal,) = [answer for answer in answers if answer.is_ == "refused"]
    assert refusal.code in ("stale ply", "not your turn")  # the latter if the turn has passed with it


async def in_step(pages: list[Page]) -> None:
    """All pages come to the same position, without being told to look."""
    async with asyncio.timeout(60):
        for page in pages:
            await page.ask("ping")
        while len({page.at for page in pages}) > 1:
            behind = min(pages, key=lambda page: page.at)
            await behind.receive()


async def test_two_tabs(database: str) -> None:
    server = ForkedServer(database).start()
    try:
        await race(server.base, server.base)
    finally:
        server.stop()


@pytest.mark.redis
@pytest.mark.long  # the contest of the fault bench is in every gate
async def test_two_nodes(database: str, redis_url: str, redis_prefix: str) -> None:
    options = ("--redis", redis_url, "--channel", redis_prefix)
    nodes = [ForkedServer(database, *options).start(), ForkedServer(database, *options).start()]
    try:
        await race(nodes[0].base, nodes[1].base)
    finally:
        for node in nodes:
            node.stop()


async def test_two_nodes_on_one_file_without_redis(tmp_path: Path) -> None:
    """Whoever acts on an old position is told so, and then shown the new one."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    nodes = [ForkedServer(database).start(), ForkedServer(database).start()]
    try:
        table, *guests = two_guests(nodes[0].base)
        here = [guest.follow(table) for guest in guests]
        there = [Guest(nodes[1].base, guest.cookie).follow(table) for guest in guests]
        async with here[0], here[1], there[0], there[1]:
            for page in (*here, *there):
                await page.receive()
            one, two = (here[0], there[0]) if here[0].yours else (here[1], there[1])
            old = two.at
            assert (await one.play(one.choices()[0])).is_ == "done"
            answer = await two.play(two.choices()[0], old)
            assert answer.code == "stale ply"
            await two.ask("ping")
            assert two.at == one.at
    finally:
        for node in nodes:
            node.stop()
