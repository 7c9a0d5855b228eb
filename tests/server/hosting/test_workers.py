"""`serve --workers 2`: processes that share a port and a database, and a parent that looks after them."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from citywright.cli import main
from citywright.client import Client
from citywright.server.load.page_client import Answer, Guest, Page
from tests.server.players_at_tables import make_token, table_of_two
from tests.server.server_process import ServerProcess
from tests.server.server_thread import wait_until

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="needs /proc to tell processes apart"),
]


def workers_of(parent: int) -> list[int]:
    """The server processes of a parent."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
    workers = []
    for pid in found:
        with suppress(OSError):  # it may end meanwhile
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                workers.append(int(pid))
    return workers


def is_gone(pid: int) -> bool:
    """Has a process ended?"""
    try:
        return ") Z" in Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return True


def have_open(port: int, workers: list[int]) -> set[int]:
    """The processes that have the other end of a connection from a port of ours."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    sockets = {f"socket:[{line[9]}]" for line in lines if int(line[2].rpartition(":")[2], 16) == port}
    found = set()
    for pid in workers:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                if link.readlink().name in sockets:
                    found.add(pid)
    return found


def worker_behind(port: int, workers: list[int]) -> int:
    """The process that serves a connection from a port of ours, once no other has it open as well: the one
    that has handed it over closes it a little later.
    """
    wait_until(lambda: len(have_open(port, workers)) == 1)
    return have_open(port, workers).pop()


def worker_of(page: Page, workers: list[int]) -> int:
    """The process that serves an open page."""
    return worker_behind(page._socket.local_address[1], workers)


def client_of(worker: int, workers: list[int], base: str, token: str) -> Client:
    """A program whose connection a particular process has accepted."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        client = Client(base, token)
        client.games()
        assert client._http.kept is not None
        if worker_behind(client._http.kept.sock.getsockname()[1], workers) == worker:
            return client
        client.close()
    pytest.fail("one process serves everybody")


async def asked_again(guest: Guest, path: str, form: list[tuple[str, str]]) -> Answer:
    """Send a form, once more if the process that had the connection was killed meanwhile."""
    while True:
        try:
            return guest.request("POST", path, form)
        except httpx.TransportError:
            await asyncio.sleep(0.1)


async def comes_to(page: Page, at: tuple[int, int]) -> None:
    """An open page comes to a position by itself."""
    async with asyncio.timeout(20):
        while page.at != at:
            await page.receive()


@asynccontextmanager
async def two_pages_at_home(server: ServerProcess, workers: list[int]) -> AsyncIterator[tuple[Page, Client]]:
    """A page of somebody who is to act, and a program of theirs whose connection the other process has."""
    table, anke, _ = table_of_two(server.base)
    token = make_token(anke)
    async with anke.follow(table) as page, anke.follow(table) as second:
        await asyncio.gather(page.receive(), second.receive())
        home = worker_of(page, workers)
        assert worker_of(second, workers) == home  # who looks at a table meets there
        (other,) = set(workers) - {home}
        with client_of(other, workers, server.base, token) as client:
            position = client.play(table, page.choices()[0], page.at[1])
            await comes_to(page, (position["epoch"], position["ply"]))
            assert (await page.play(page.choices()[0])).is_ == "done"
            wait_until(lambda: client.actions(table)["ply"] == page.at[1])
            yield page, client


@pytest.mark.postgres
async def test_two_workers_on_postgresql_play_as_one(postgres_url: str) -> None:
    server = ServerProcess(postgres_url.replace("+asyncpg", ""), "--workers", "2").start()
    try:
        workers = workers_of(server.pid)
        async with two_pages_at_home(server, workers):
            pass
    finally:
        server.stop()
    assert all(map(is_gone, workers))


async def test_two_workers_play_as_one_and_survive_each_other(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}", "--workers", "2", log=log).start()
    try:
        workers = workers_of(server.pid)
        guest = Guest(server.base)
        async with two_pages_at_home(server, workers) as (page, client):
            table = page.address.partition("/t/")[2].partition("/")[0]
            home = worker_of(page, workers)
            os.kill(home, signal.SIGKILL)
            form = [("game", "saint-malo"), ("who", "bot:random"), ("who", "me"), ("start", "A")]
            bots = (await asked_again(guest, "/tables", form)).location.rpartition("/")[2]
            choices = client.actions(table)
            assert choices["ply"] == page.at[1]
            client.play(table, choices["actions"][0]["words"], choices["ply"])
        # Until then its socket is open, and whoever comes to it is turned away.
        wait_until(lambda: "another starts in" in log.read_text(encoding="utf-8"))
        wait_until(lambda: 'class="prompt yours"' in guest.request("GET", f"/t/{bots}").text)
        wait_until(lambda: len(workers_of(server.pid)) == 2 and home not in workers_of(server.pid))
        before = workers_of(server.pid)

        def is_replaced_and_answers() -> bool:
            assert guest.request("GET", "/alive").status == 200  # all the time
            return all(map(is_gone, before)) and len(workers_of(server.pid)) == 2

        wait_until(lambda: "has started again" in log.read_text(encoding="utf-8"))
        os.kill(server.pid, signal.SIGHUP)
        wait_until(is_replaced_and_answers, 180)
        last = workers_of(server.pid)
    finally:
        server.kill()
    wait_until(lambda: all(map(is_gone, last)))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--workers", "0"], "--workers is 1 to 64, not 0"),
        (
            ["--workers", "2", "--database", "sqlite://"],
            "--workers needs a database that processes can share",
        ),
    ],
)
def test_workers_that_cannot_work_together_are_refused(
    options: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *options]) == 2
    assert reason in capsys.readouterr().err
