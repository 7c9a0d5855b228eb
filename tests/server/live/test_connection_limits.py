"""How many live pages and streams one client may keep open, and that closed ones make room again."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from citywright.client import Client, Refused
from citywright.server.http import limits
from citywright.server.load.page_client import Guest, Page
from tests.server.players_at_tables import make_token, two_guests
from tests.server.server_thread import ServerThread, serving, wait_until

MOST = 3
pytestmark = pytest.mark.anyio


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    """Limits are on, and few connections are enough."""
    monkeypatch.setattr(limits, "MOST_OPEN", MOST)
    with serving(tmp_path, limits=1.0) as inside:
        yield inside


async def is_let_in(page: Page) -> bool:
    async with page:
        return (await page.receive()).is_ == "change"


async def until_let_in(guest: Guest, table: str) -> None:
    """The server hears of a connection's end a moment after the client."""
    async with asyncio.timeout(60):
        while not await is_let_in(guest.follow(table)):
            await asyncio.sleep(0.05)


async def test_a_client_can_keep_only_so_many_pages_open(server: ServerThread) -> None:
    table, anke, ben = two_guests(server.base)
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(anke.follow(table)) for _ in range(MOST)]
        for page in pages:
            assert (await page.receive()).is_ == "change"
        async with ben.follow(table, "de") as one_too_many:
            frame = await one_too_many.receive()
            assert (frame.is_, frame.code) == ("refused", "too many")
            assert frame.reason == "Du hast 3 Live-Seiten oder Streams offen; schließe zuerst eine davon."
            with pytest.raises(ConnectionClosed) as closed:
                await one_too_many.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        assert (await pages[0].ask("ping")).is_ == "done"  # those that are open stay
        address = one_too_many.address
        elsewhere: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": "203.0.113.9"}}
        async with connect(address, proxy=None, **elsewhere) as other:  # another client has its own room
            assert '"is":"change"' in str(await other.recv())
        shared: dict[str, Any] = {
            "additional_headers": {"X-Forwarded-For": "203.0.113.9", "Cookie": anke.cookie}
        }
        async with connect(address, proxy=None, **shared) as same_guest:  # the same guest does not
            assert '"code":"too many"' in str(await same_guest.recv())
        with Client(server.base, make_token(ben)) as program:
            with pytest.raises(Refused) as refused:
                next(program.follow(table))
            assert (refused.value.status, refused.value.code) == (429, "too many")
    await until_let_in(ben, table)


async def test_streams_are_counted_until_they_end(server: ServerThread) -> None:
    table, anke, _ = two_guests(server.base)
    with Client(server.base) as program:
        streams = [program.follow(table) for _ in range(MOST)]
        for stream in streams:
            assert next(stream)["ply"] >= 0
        with pytest.raises(Refused, match="too many"):
            next(program.follow(table))
        assert not await is_let_in(anke.follow(table))
        for stream in streams:
            stream.close()  # type: ignore[attr-defined]
    await until_let_in(anke, table)


async def test_a_lost_connection_is_not_counted_any_more(server: ServerThread) -> None:
    table, anke, _ = two_guests(server.base)
    for _ in range(3 * MOST):  # each is gone before, or while, the server answers
        with socket.create_connection(("127.0.0.1", server.port)) as lost:
            lost.sendall(f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    await until_let_in(anke, table)


async def test_refused_tables_hold_no_place(server: ServerThread) -> None:
    with Client(server.base) as program:
        for _ in range(2 * MOST):
            with pytest.raises(Refused, match="unknown"):
                next(program.follow("nowhere"))
            async with Guest(server.base).follow("nowhere") as page:
                assert (await page.receive()).code == "unknown"
    table, anke, _ = two_guests(server.base)
    await until_let_in(anke, table)
    wait_until(lambda: "citywright_viewers 0" in anke.request("GET", "/metrics").text)
