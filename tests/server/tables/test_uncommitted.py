"""Nobody sees a position before its commit. Another connection holds SQLite's write lock meanwhile, and may
leave a trigger that makes the commit fail.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from citywright.client import Client
from citywright.server.errors import UNAVAILABLE
from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import make_token, two_guests
from tests.server.server_thread import ServerThread, serving, wait_until

Seen = tuple[str, str, str, tuple[int, int]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("uncommitted")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[ServerThread]:
    with serving(folder) as inside:
        yield inside


class SlowDatabase:
    """Keeps everybody else from writing until it is released."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "inside.sqlite3", isolation_level=None)

    def hold(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def release(self) -> None:
        self._connection.execute("COMMIT")

    def break_writing(self, when: str, how: str = "INSERT INTO no_such_table VALUES (1)") -> None:
        """Every later change of `moves` of this kind fails in the middle of its transaction."""
        self._connection.execute(f"CREATE TRIGGER broken AFTER {when} BEGIN {how}; END")

    def mend(self) -> None:
        self._connection.execute("DROP TRIGGER IF EXISTS broken")

    def close(self) -> None:
        self._connection.close()


@contextmanager
def slow_database(folder: Path) -> Iterator[SlowDatabase]:
    database = SlowDatabase(folder)
    try:
        yield database
    finally:
        database.close()


async def what_all_see(base: str, table: str, player: Guest, token: str) -> Seen:
    """The position by a new page, the record, the API and a new live connection."""
    page = await asyncio.to_thread(player.request, "GET", f"/t/{table}")
    record = await asyncio.to_thread(Guest(base).request, "GET", f"/t/{table}/record")
    with Client(base, token) as client:
        view = await asyncio.to_thread(client.view, table)
    async with player.follow(table) as live:
        await live.receive()
        return page.text.partition('data-at="')[2].partition('"')[0], record.text, str(view), live.at


async def is_taken_up(server: ServerThread, table: str) -> None:
    """Wait until the server holds the table's lock: the change is made and waits for its commit."""
    found = server.services.tables.cached(table)
    assert found is not None
    await asyncio.to_thread(wait_until, found.lock.locked)


@pytest.mark.anyio
@pytest.mark.parametrize("act", ["play", "undo"])
@pytest.mark.parametrize("fails", [True, False], ids=["fails", "succeeds"])
async def test_a_position_is_shown_only_after_its_commit(
    server: ServerThread, folder: Path, act: str, fails: bool
) -> None:
    table, anke, ben = two_guests(server.base)
    token = make_token(anke)
    async with anke.follow(table) as one, ben.follow(table) as two:
        await one.receive()
        await two.receive()
        acting, player = (one, anke) if one.yours else (two, ben)
        if act == "undo":  # play until something can be taken back
            while 'id="undo" data-do="undo" hidden' in player.request("GET", f"/t/{table}").text:
                assert (await acting.play(acting.choices()[-1])).is_ == "done"
                acting, player = (one, anke) if one.yours else (two, ben)
        before = await what_all_see(server.base, table, anke, token)
        with slow_database(folder) as database:
            database.hold()
            if fails:
                database.break_writing("DELETE ON moves" if act == "undo" else "INSERT ON moves")
            doing = asyncio.create_task(acting.undo() if act == "undo" else acting.play(acting.choices()[0]))
            await is_taken_up(server, table)
            assert await what_all_see(server.base, table, anke, token) == before
            assert not doing.done()
            database.release()
            answer = await doing
            after = await what_all_see(server.base, table, anke, token)
            if not fails:
                assert answer.is_ == "done"
                assert after[0] != before[0]
                assert after[3] == answer.at
                return
            assert answer.code == UNAVAILABLE
            assert after == before
            database.mend()
            again = await (acting.undo() if act == "undo" else acting.play(acting.choices()[0]))
            assert again.is_ == "done"


@pytest.mark.anyio
async def test_a_bots_move_is_shown_only_after_its_commit(
    server: ServerThread, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    anke = Guest(server.base)
    form = [("game", "saint-malo"), ("who", "me"), ("who", "bot:random"), ("start", "A")]
    with slow_database(folder) as database, caplog.at_level(logging.INFO, "citywright.server"):
        database.break_writing("INSERT ON moves WHEN NEW.actor = 1", "SELECT RAISE(ABORT, 'broken')")
        try:
            table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
            async with anke.follow(table) as page:
                await page.receive()
                while page.yours:
                    assert (await page.play(page.choices()[0])).is_ == "done"
                before = page.at
                await asyncio.to_thread(wait_until, lambda: f"bot at table {table}" in caplog.text)
                assert (await what_all_see(server.base, table, anke, make_token(anke)))[3] == before
                database.mend()
                await page.until_yours()
                assert page.at > before
        finally:
            database.mend()
