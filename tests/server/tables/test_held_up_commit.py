"""Nobody sees anything before its commit, by any way in, at two nodes. On PostgreSQL another connection holds
locks that let everybody read and nobody write.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from citywright.client import Client
from citywright.server.load.page_client import Guest
from citywright.server.storage import database
from citywright.server.tables import cluster
from tests.server.players_at_tables import make_token, table_of_two
from tests.server.server_thread import ServerThread

pytestmark = [pytest.mark.anyio, pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture
def nodes(
    postgres_url: str, redis_url: str, redis_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[ServerThread]]:
    """Two nodes that compare a table with its rows before every use."""
    monkeypatch.setattr(cluster, "TRUST", 0.0)
    monkeypatch.setattr(database, "PATIENCE", 60.0)  # seconds a statement may be held up
    started = [ServerThread(postgres_url, redis=redis_url, channel=redis_prefix) for _ in range(2)]
    for node in started:
        node.start()
    yield started
    for node in started:
        node.stop()


@asynccontextmanager
async def nobody_writes(url: str) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
    """Hold the locks; what waits for them can be seen through the connection."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        async with connection.transaction():
            for name in ("moves", "seats", "messages", "tables"):
                await connection.execute(f"LOCK TABLE {name} IN SHARE ROW EXCLUSIVE MODE")
            yield connection
    finally:
        await connection.close()


async def is_held_up(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Wait until a statement waits for the locks."""
    waiting = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    async with asyncio.timeout(60):
        while not await connection.fetchval(waiting):
            await connection.execute("SELECT pg_stat_clear_snapshot()")
            await asyncio.sleep(0.02)


def what_all_see(base: str, table: str, guest: Guest, token: str) -> list[object]:
    """A table by its page, the record, the API, a stream and a list."""
    guest = Guest(base, guest.cookie)
    page = re.sub(r'<meta name="server-time"[^>]*>', "", guest.request("GET", f"/t/{table}").text)
    with Client(base, token) as client:
        stream = next(iter(client.follow(table)))
        seen = [client.table(table), client.view(table), client.record(table), stream, client.tables()]
    return [page, *seen]


def play(base: str, table: str, anke: Guest, token: str) -> None:
    with Client(base, token) as client:
        choices = client.actions(table)
        client.play(table, choices["actions"][-1]["words"], choices["ply"])


def undo(base: str, table: str, anke: Guest, token: str) -> None:
    with Client(base, token) as client:
        client.undo(table, client.table(table)["ply"])


def leave(base: str, table: str, anke: Guest, token: str) -> None:
    assert Guest(base, anke.cookie).request("POST", f"/t/{table}/leave", []).status == 303


def say(base: str, table: str, anke: Guest, token: str) -> None:
    assert Guest(base, anke.cookie).request("POST", f"/t/{table}/say", [("text", "Hello")]).status == 303


@pytest.mark.parametrize("act", [play, undo, leave, say])
async def test_nothing_is_shown_before_its_commit(
    nodes: list[ServerThread], postgres_url: str, act: Callable[[str, str, Guest, str], None]
) -> None:
    table, anke, _ = table_of_two(nodes[0].base)
    token = make_token(anke)
    if act is undo:
        play(nodes[0].base, table, anke, token)

    async def seen() -> list[list[object]]:
        looking = [asyncio.to_thread(what_all_see, node.base, table, anke, token) for node in nodes]
        async with asyncio.timeout(50):
            return await asyncio.gather(*looking)

    before = await seen()
    async with nobody_writes(postgres_url) as holder:
        acting = asyncio.create_task(asyncio.to_thread(act, nodes[0].base, table, anke, token))
        await is_held_up(holder)
        assert await seen() == before
        assert not acting.done()
    await acting
    after = await seen()
    assert all(then != now for then, now in zip(before, after, strict=True))
