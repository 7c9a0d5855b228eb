"""Clients that open connections and send nothing, or take nothing, keep nobody else out."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path

import pytest

from citywright.server import run
from citywright.server.http import connections
from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import two_guests
from tests.server.server_process import ServerProcess
from tests.server.server_thread import serving, wait_until

HALF_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = b"POST /preferences HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nlang="
QUIET = ("--slow", "0")  # else the log tells of a busy machine as well


def connect(port: int, sends: bytes = b"", source: str = "127.0.0.1", takes: int = 0) -> socket.socket:
    """An open connection; `takes` is how many bytes the client's system keeps before they are read."""
    connection = socket.socket()
    if takes:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
    connection.settimeout(20)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    connection.sendall(sends)
    return connection


def is_open(connection: socket.socket) -> bool:
    """Has the server not closed it yet? What it sent is thrown away."""
    connection.setblocking(False)
    try:
        while connection.recv(65_536):
            pass
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    return False


@contextmanager
def many(
    number: int, port: int, sends: bytes = b"", source: str = "127.0.0.1"
) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(connect(port, sends, source)) for _ in range(number)]


def open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.mark.anyio
@pytest.mark.parametrize("sends", [b"", HALF_HEAD, HALF_BODY], ids=["nothing", "half a head", "half a body"])
async def test_half_open_requests_keep_nobody_out(tmp_path: Path, sends: bytes) -> None:
    log = tmp_path / "log"
    database = f"sqlite:///{tmp_path / 'few.sqlite3'}"
    server = ServerProcess(database, *QUIET, log=log, most_files=(140, 140)).start()
    try:
        table, anke, ben = two_guests(server.base)
        async with anke.follow(table) as page:
            await page.receive()
            with many(400, server.port, sends):
                for _ in range(5):
                    assert (await asyncio.to_thread(ben.request, "GET", f"/t/{table}")).status == 200
                assert open_files(server.pid) < 140
                assert (await page.ask("ping")).is_ == "done"  # who plays stays
    finally:
        server.stop()
    assert log.stat().st_size < 20_000
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert any("LimitNOFILE" in line["message"] for line in lines)


def test_the_limit_of_open_files_is_raised_as_far_as_allowed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    database = f"sqlite:///{tmp_path / 'raised.sqlite3'}"
    server = ServerProcess(database, *QUIET, log=log, most_files=(200, 5000)).start()
    try:
        limits = Path(f"/proc/{server.pid}/limits").read_text()
    finally:
        server.stop()
    assert [line.split()[3:5] for line in limits.splitlines() if line.startswith("Max open files")] == [
        ["5000", "5000"]
    ]
    assert log.read_text() == ""


@pytest.mark.anyio
async def test_who_keeps_the_server_waiting_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server, ExitStack() as stack:
        table, anke, _ = two_guests(server.base)
        async with anke.follow(table) as page:
            await page.receive()
            monkeypatch.setattr(connections, "PATIENCE", 0.5)  # not before: requests may take longer
            slow = [stack.enter_context(connect(server.port, sends)) for sends in (b"", HALF_HEAD, HALF_BODY)]
            big = b"GET /rules/saint-malo HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20
            deaf = stack.enter_context(connect(server.port, big, takes=2048))
            await asyncio.to_thread(wait_until, lambda: not any(map(is_open, slow)))
            assert (await page.ask("ping")).is_ == "done"
            # The page alone is left: the deaf client, who is answered for a while, is dropped as well.
            await asyncio.to_thread(
                wait_until, lambda: len(server_connections(server)) == 1 and not book_of(server)._waiting
            )
            deaf.close()


def book_of(server: object) -> connections.Connections:
    book: connections.Connections = server._server.config.http.book  # type: ignore[attr-defined]
    return book


def server_connections(server: object) -> set[object]:
    found: set[object] = server._server.server_state.connections  # type: ignore[attr-defined]
    return found


def test_a_client_can_keep_only_so_many_connections_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    monkeypatch.setattr(connections, "MOST_WAITING_OF_CLIENT", 10)
    with serving(tmp_path, limits=1) as server, many(8, server.port, HALF_HEAD, "127.0.0.2") as others:
        with many(50, server.port, HALF_HEAD) as own:
            wait_until(lambda: sum(map(is_open, own)) == 10)
            assert [is_open(connection) for connection in own] == [False] * 40 + [True] * 10
            assert all(map(is_open, others))
            assert Guest(server.base).request("GET", "/health").status == 200
        wait_until(lambda: len(book_of(server)._of_client) == 1)


@pytest.mark.anyio
async def test_with_every_place_taken_newcomers_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "allow_open_files", lambda: 100)
    with serving(tmp_path) as server:
        table, anke, ben = two_guests(server.base)
        async with AsyncExitStack() as stack:
            for _ in range(book_of(server).most):
                page = await stack.enter_async_context(anke.follow(table))
                await page.receive()
            answer = await asyncio.to_thread(ben.request, "GET", "/health")
            assert (answer.status, answer.text) == (503, "there are too many connections\n")
        await asyncio.to_thread(wait_until, lambda: not server_connections(server))
        assert (await asyncio.to_thread(ben.request, "GET", "/health")).status == 200
