"""A server that is killed again and again loses no acknowledged move, and writes none twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from citywright.server.load.page_client import Guest, Page
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import moves
from tests.server.players_at_tables import GAMES, two_guests
from tests.server.server_process import ForkedServer

pytestmark = pytest.mark.anyio

TABLES = 20
KILLS = 8


class Players:
    """Both people of one table: they play on whatever happens, and note what was acknowledged."""

    def __init__(self, base: str, number: int, serving: asyncio.Event) -> None:
        self.serving = serving  # cleared while nobody could answer
        self.table, *self.guests = two_guests(base, GAMES[number % len(GAMES)])
        self.rng = random.Random(number)
        self.acknowledged: dict[int, tuple[int, str]] = {}
        self.over = False
        self.stopped = False

    async def play_on(self) -> None:
        """Play until the game is over; go on after every loss of the connection."""
        while not (self.over or self.stopped):
            try:
                async with asyncio.timeout(20):
                    await self.play_until_lost()
            except (WebSocketException, OSError, TimeoutError):
                await self.serving.wait()

    async def play_until_lost(self, moves_wanted: int = 10**6) -> None:
        one, two = (guest.follow(self.table) for guest in self.guests)
        async with one, two:
            await one.receive()
            await two.receive()
            for _ in range(moves_wanted):
                seat, page = await self.whose_turn([one, two])
                if self.over or self.stopped:
                    return
                words, (_, ply) = self.rng.choice(page.choices()), page.at
                answer = await page.play(words)
                assert answer.is_ == "done", answer
                assert ply not in self.acknowledged, "the same ply was acknowledged twice"
                self.acknowledged[ply] = (seat, words)

    async def whose_turn(self, pages: list[Page]) -> tuple[int, Page]:
        while True:
            for page in pages:
                await page.ask("ping")
            self.over = pages[0].over
            if self.over or pages[0].yours != pages[1].yours:
                return (0, pages[0]) if pages[0].yours else (1, pages[1])


async def rows_of(database: str, table: str) -> list[tuple[int, int, str]]:
    store = Database(async_url(database))
    query = (
        select(moves.c.ply, moves.c.actor, moves.c.notation)
        .where(moves.c.table_id == table)
        .order_by(moves.c.ply)
    )
    async with store.read() as connection:
        rows = [(row.ply, row.actor, row.notation) for row in await connection.execute(query)]
    await store.close()
    return rows


@pytest.mark.long  # the fault bench kills servers in every gate, and checks more
@pytest.mark.timeout(600)
async def test_killed_at_random_moments(database: str) -> None:
    rng = random.Random(20)
    server, serving = ForkedServer(database).start(), asyncio.Event()
    serving.set()
    tables = [Players(server.base, number, serving) for number in range(TABLES)]
    playing = [asyncio.create_task(players.play_on()) for players in tables]
    for _ in range(KILLS):
        before = sum(len(players.acknowledged) for players in tables)
        async with asyncio.timeout(200):  # the kill comes in the middle of play, at any moment of it
            while sum(len(players.acknowledged) for players in tables) < before + TABLES:
                await asyncio.wait(playing, timeout=0.01, return_when=asyncio.FIRST_EXCEPTION)
                for task in playing:
                    if task.done():
                        task.result()
        await asyncio.sleep(rng.uniform(0.0, 0.2))
        server.kill()
        serving.clear()
        await asyncio.to_thread(server.start)
        serving.set()
    for players in tables:
        players.stopped = True
    await asyncio.gather(*playing)
    try:
        for players in tables:
            rows = await rows_of(database, players.table)
            assert [ply for ply, _, _ in rows] == list(range(len(rows)))
            for ply, (seat, words) in players.acknowledged.items():
                assert rows[ply] == (ply, seat, words)
            if not players.over:
                before, players.stopped = len(players.acknowledged), False
                await players.play_until_lost(moves_wanted=2)
                assert players.over or len(players.acknowledged) == before + 2
    finally:
        server.stop()


async def test_a_bot_to_act_is_found_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    slow = ForkedServer(database, bot_pace=60).start()
    guest = Guest(slow.base)
    table = guest.make_table("saint-malo", "bot:random", "me", "bot:random", name="Anke")
    async with guest.follow(table) as page:
        await page.receive()
        for _ in range(50):
            if not page.yours:
                break
            await page.play(page.choices()[-1])
            await page.ask("ping")
        at = page.at
    slow.kill()
    quick = ForkedServer(database, port=slow.port).start()
    try:
        async with guest.follow(table) as page:
            await page.receive()
            await page.until_yours()
            assert page.at[1] > at[1]
    finally:
        quick.stop()
