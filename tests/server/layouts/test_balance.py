"""What layouts play like: bots play for real, beside the server, once for all processes, not for ever."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack

import msgspec
import pytest
from sqlalchemy import select, update

from citywright.bots.balance import PlaysLike, plays_like
from citywright.catalogue import games
from citywright.server.layouts import balance
from citywright.server.layouts.balance import Balance, play_some
from citywright.server.layouts.shelf import Layouts
from citywright.server.load.page_client import Guest
from citywright.server.settings import Settings, async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import guests, layouts
from citywright.server.uploads.uploads import Uploads
from citywright.server.worker import Worker
from tests.server.layouts.boards import board, get, save
from tests.server.server_thread import ServerThread, never_refill, wait_until

pytestmark = pytest.mark.usefixtures("patient")

GAMES = 3
FAR = balance.NICE
PATIENT = 240.0  # seconds for a process that stands back from whatever else runs here
A_LITTLE = 1  # the bots stand back here as well, but not so far that busy tests beside them stop them


@pytest.fixture(autouse=True)
def _stands_back_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "NICE", A_LITTLE)


def wait_for_games(guest: Guest, address: str) -> None:
    """Wait until bots have played on a layout. To draw its page takes time they need: it is asked seldom."""
    wait_until(lambda: 'data-state="done"' in get(guest, address), every=0.5)


def written(database: str, layout_id: str) -> str:
    """What the row of a layout says."""

    async def read() -> str:
        store = Database(async_url(database))
        query = select(layouts.c.plays_like).where(layouts.c.id == layout_id)
        try:
            return await store.ask(lambda connection: connection.execute(query).scalar_one())
        finally:
            await store.close()

    return asyncio.run(read())


def processes_of(server: ServerThread) -> list[int]:
    """Where bots play on layouts for a server, if they have."""
    pool = server.services.balance._worker._pool
    return [] if pool is None else list(pool._processes)


@pytest.fixture
def nodes(database: str) -> Iterator[list[ServerThread]]:
    """Two servers on one database."""
    with ExitStack() as stack:
        both = []
        for _ in range(2):
            server = ServerThread(database, balance_games=GAMES).start()
            stack.callback(server.stop)
            both.append(server)
        yield both


def test_a_public_layout_is_played_on_and_both_nodes_tell(nodes: list[ServerThread], database: str) -> None:
    one, two = nodes
    anke = Guest(one.base)
    layout = save(anke, board(), public="yes")
    wait_for_games(anke, f"/layouts/{layout}")
    played = [process for server in nodes for process in processes_of(server)]
    assert [os.getpriority(os.PRIO_PROCESS, process) for process in played] == [os.nice(0) + A_LITTLE]
    for server in nodes:
        page = get(Guest(server.base), f"/layouts/{layout}")
        assert f"By {GAMES} games of 3 bots." in page
        assert "There was no time for more." not in page
        assert page.count('<th scope="row">Seat') == 3
    found = msgspec.json.decode(written(database, layout), type=PlaysLike)
    assert found == plays_like("saint-malo", board(), 3, GAMES, seed=1)  # as anybody can play them again
    assert "turns," in get(Guest(two.base), "/layouts")
    assert 'data-state="done"' not in get(anke, f"/layouts/{save(anke, board(6))}")  # begins when looked at


def test_a_layout_that_is_claimed_elsewhere_is_left_alone_for_a_while(database: str) -> None:
    async def check() -> None:
        store = Database(async_url(database))
        await store.upgrade()
        async with store.write() as connection:
            row = {"id": "anke", "name": "Anke", "created": 1}
            await connection.execute(guests.insert().values(row))
        uploads = Uploads()
        shelf = Layouts(store, uploads)
        layout_id = await shelf.save(games()["saint-malo"], board(), "anke")
        settings = Settings(database=database, balance_games=2, balance_seconds=PATIENT)
        first, second = Balance(store, shelf, settings), Balance(store, shelf, settings)
        assert await first._claim(layout_id)
        assert not await second._claim(layout_id)
        entry = await shelf.find(layout_id)
        assert second.state_of(entry) == balance.PLAYING
        second.ask(entry)
        assert second.waiting == 0
        async with store.write() as connection:  # the one that claimed it has died
            await connection.execute(update(layouts).values(claimed=layouts.c.claimed - 10 * 60 * 1000))
        entry = await shelf.find(layout_id)
        assert second.state_of(entry) == balance.NOT_ASKED
        second.start()
        second.ask(entry)
        async with asyncio.timeout(PATIENT):
            while (await shelf.find(layout_id)).plays_like is None:
                await asyncio.sleep(0.1)
        assert not await first._claim(layout_id)  # it is known
        await second.stop()
        await first.stop()
        await uploads.close()
        await store.close()

    asyncio.run(check())


def test_there_is_a_limit_of_time_and_fewer_games_are_told_honestly(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "MOST_WAITING", 1)
    server = ServerThread(database, balance_games=100_000, balance_seconds=0.5).start()
    try:
        anke = Guest(server.base)
        first, second = save(anke, board()), save(anke, board(6))
        get(anke, f"/layouts/{first}")
        wait_for_games(anke, f"/layouts/{first}")
        assert "There was no time for more." in get(anke, f"/layouts/{first}")
        wait_for_games(anke, f"/layouts/{second}")
        wait_for_games(anke, "/layouts/saint-malo")
    finally:
        server.stop()


def test_a_flood_of_requests_starts_little(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "have bots play on a layout", 1)
    server = ServerThread(database, balance_games=100_000, balance_seconds=3600, limits=1).start()
    try:
        anke = Guest(server.base)
        made = [save(anke, board(coins)) for coins in (5, 6, 7)]
        states = [get(anke, f"/layouts/{layout}") for layout in made]
        assert ['data-state="not asked"' in page for page in states] == [False, True, True]
        began = time.monotonic()
    finally:
        server.stop()
    assert time.monotonic() - began < PATIENT  # nobody waits until all games are played


def test_the_process_that_plays_stands_back() -> None:
    async def check() -> None:
        worker = Worker(PATIENT, FAR)
        try:
            assert await worker.run(os.nice, 0) == min(19, os.nice(0) + FAR)
            some = await worker.run(play_some, "saint-malo", board(), 2, 0, 2)
            more = await worker.run(play_some, "saint-malo", board(), 2, len(some), 1)
        finally:
            await worker.close()
        worker = Worker(PATIENT)
        try:  # one that was started anew goes on where the other one ended
            assert await worker.run(play_some, "saint-malo", board(), 2, len(some), 1) == more
        finally:
            await worker.close()

    asyncio.run(check())
