"""When a session, token or account has ended, its live pages and streams end at every node."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.exceptions import ConnectionClosed

from citywright.server.load.page_client import Guest, Page
from citywright.server.players import endings
from tests.server.players_at_tables import make_token, table_of_two, two_guests
from tests.server.server_thread import ServerThread, serving

PASSWORD = "correct horse"
PATIENCE = 20.0  # seconds: far more than is needed, for a busy machine
REFUSED = 4403

pytestmark = pytest.mark.anyio

Nodes = tuple[ServerThread, ServerThread]


@pytest.fixture
def nodes(database: str) -> Iterator[Nodes]:
    """Two processes' worth of server on one database, without Redis between them. Bots take their time: at a
    table that somebody has left nothing happens.
    """
    with ExitStack() as stack:
        here, there = (ServerThread(database, bot_pace=600.0).start() for _ in range(2))
        for node in (here, there):
            stack.callback(node.stop)
        yield here, there


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with serving(tmp_path) as inside:
        yield inside


async def shut(page: Page) -> int:
    """Wait until a page's connection is closed by the server; returns the code."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await page.receive()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 0


async def refuses_to_play(page: Page) -> None:
    """Play at once: nothing is done, and the connection is closed."""
    try:
        answer = await page.play(page.choices()[0] if page.choices() else "stop")
        assert answer.is_ == "refused", answer
    except ConnectionClosed:
        pass


@asynccontextmanager
async def streaming(node: ServerThread, table: str, token: str) -> AsyncIterator[AsyncIterator[str]]:
    """A stream of the API, after its first event."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as client,
        client.stream("GET", f"{node.base}/api/tables/{table}/stream", headers=headers) as response,
    ):
        assert response.status_code == 200
        lines = response.aiter_lines()
        async for line in lines:
            if line.startswith("data:"):
                break
        yield lines


async def ends(lines: AsyncIterator[str]) -> None:
    """The stream comes to its end, though nothing happens at the table."""
    async with asyncio.timeout(PATIENCE):
        async for line in lines:
            assert not line.startswith("data:")


def post(guest: Guest, path: str, *form: tuple[str, str]) -> None:
    assert guest.request("POST", path, list(form)).status == 303


def change_password(guest: Guest) -> None:
    post(guest, "/account/change", ("password", "another horse"), ("old", PASSWORD))


def delete_token(guest: Guest) -> None:
    handle = guest.request("GET", "/programs").text.partition('action="/programs/')[2].partition("/")[0]
    post(guest, f"/programs/{handle}/delete")


def log_in_again(guest: Guest) -> None:
    post(guest, "/account/login", ("name", "Anke"), ("password", PASSWORD))


WAYS: dict[str, tuple[Callable[[Guest], None], bool, bool]] = {  # ends pages, ends streams
    "log out": (lambda guest: post(guest, "/account/logout"), True, False),
    "log out everywhere": (lambda guest: post(guest, "/account/end-sessions"), True, True),
    "another password": (change_password, True, True),
    "delete everything": (lambda guest: post(guest, "/account/delete", ("old", PASSWORD)), True, True),
    "log in again": (log_in_again, True, False),
    "delete the token": (delete_token, False, True),
}


async def test_an_ending_ends_pages_and_streams_at_every_node(nodes: Nodes) -> None:
    here, there = nodes
    assert endings.PAUSE <= 0.5  # so that it takes less than a second
    for name, (end, ends_pages, ends_streams) in WAYS.items():
        table, anke, ben = table_of_two(here.base)
        post(
            anke,
            "/account/register",
            ("name", "Anke" if name == "log in again" else name),
            ("password", PASSWORD),
        )
        token = make_token(anke)
        anke_there, ben_there = Guest(there.base, anke.cookie), Guest(there.base, ben.cookie)
        async with (
            anke.follow(table) as page,
            anke_there.follow(table) as page_there,
            ben.follow(table) as other,
            ben_there.follow(table) as other_there,
            streaming(here, table, token) as stream,
            streaming(there, table, token) as stream_there,
        ):
            for opened in (page, page_there, other, other_there):
                await opened.receive()
            await asyncio.to_thread(end, anke)
            if ends_pages:
                await refuses_to_play(page)
                assert [await shut(page), await shut(page_there)] == [REFUSED, REFUSED], name
            if ends_streams:
                await ends(stream)
                await ends(stream_there)
            untouched = [other, other_there] if ends_pages else [page, page_there, other, other_there]
            for opened in untouched:
                assert (await opened.ask("ping")).is_ == "done", name


async def test_who_is_shut_out_is_told_why(server: ServerThread) -> None:
    table, anke, _ = two_guests(server.base)
    async with anke.follow(table, "de") as page:
        await page.receive()
        await asyncio.to_thread(post, anke, "/account/logout")
        frame = await page.receive()
        while frame.is_ == "change":
            frame = await page.receive()
    assert (frame.code, frame.reason) == ("forbidden", "Diese Sitzung ist beendet; lade die Seite neu.")


async def test_a_page_that_is_just_being_opened(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session ends after it was looked up, before the page is followed."""
    table, anke, _ = two_guests(server.base)
    asked, go_on = threading.Event(), threading.Event()
    find = server.services.tables.find

    async def find_slowly(table_id: str) -> Any:
        asked.set()
        await asyncio.to_thread(go_on.wait, PATIENCE)
        return await find(table_id)

    monkeypatch.setattr(server.services.tables, "find", find_slowly)
    async with anke.follow(table) as page:
        assert await asyncio.to_thread(asked.wait, PATIENCE)
        await asyncio.to_thread(post, anke, "/account/logout")
        go_on.set()
        frame = await page.receive()
        assert frame.code == "forbidden"  # and nothing of the table came before
        assert await shut(page) == REFUSED


async def test_a_node_whose_database_is_away_catches_up(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = nodes
    table, anke, _ = two_guests(here.base)
    failed, is_away = threading.Event(), True
    read = there.services.database.read

    @asynccontextmanager
    async def read_or_fail() -> AsyncIterator[AsyncConnection]:
        if is_away:
            failed.set()
            raise OSError("the database is away")
        async with read() as connection:
            yield connection

    async with Guest(there.base, anke.cookie).follow(table) as page:
        await page.receive()
        monkeypatch.setattr(there.services.database, "read", read_or_fail)
        await asyncio.to_thread(post, anke, "/account/logout")
        failed.clear()
        assert await asyncio.to_thread(failed.wait, PATIENCE)
        is_away = False
        assert await shut(page) == REFUSED


async def test_a_token_asked_for_by_a_session_that_has_ended_is_not_made(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request was let in before the session ended."""
    anke = Guest(server.base)
    anke.make_table("saint-malo", "me", "open", name="Anke")
    asked, go_on = threading.Event(), threading.Event()
    make = server.services.tokens.make

    async def make_late(*arguments: Any) -> str:
        asked.set()
        await asyncio.to_thread(go_on.wait, PATIENCE)
        return await make(*arguments)

    monkeypatch.setattr(server.services.tokens, "make", make_late)
    late = asyncio.create_task(asyncio.to_thread(anke.request, "POST", "/programs", [("name", "a thief")]))
    assert await asyncio.to_thread(asked.wait, PATIENCE)
    await asyncio.to_thread(post, Guest(server.base, anke.cookie), "/account/end-sessions")
    go_on.set()
    assert (await late).status == 403
