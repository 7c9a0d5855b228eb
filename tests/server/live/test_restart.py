"""A server that is restarted loses no move, answers what it has carried out, and turns nobody away."""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import Close

from citywright.server.http.listening import tell_systemd
from citywright.server.load.page_client import Frame, Guest, Page
from tests.server.players_at_tables import GAMES, record_of, two_guests, two_pages
from tests.server.server_process import SOURCE, ForkedServer, ServerProcess

pytestmark = pytest.mark.anyio

TABLES = 6
RESTARTS = 3


class Players:
    """Both people of a table. They play on, and note what was acknowledged."""

    def __init__(self, base: str, number: int, pause: float = 0.0) -> None:
        self.table, *self.guests = two_guests(base, GAMES[number % len(GAMES)])
        self.rng = random.Random(number)
        self.acknowledged: list[str] = []
        self.pause = pause  # seconds after a move, so that others get the processor, too
        self.stopped = False
        self.codes: set[int] = set()

    async def play_on(self) -> None:
        while not self.stopped:
            try:
                one, two = (guest.follow(self.table) for guest in self.guests)
                async with one, two:
                    await asyncio.gather(one.receive(), two.receive())
                    await self._play([one, two])
            except ConnectionClosed as error:
                self.codes.add(error.rcvd.code if error.rcvd else 0)
            except (WebSocketException, OSError):
                await asyncio.sleep(0.02)

    async def _play(self, pages: list[Page]) -> None:
        while not self.stopped:
            for page in pages:
                await page.ask("ping")
            seat = next((number for number, page in enumerate(pages) if page.yours), None)
            if seat is None:
                if pages[0].over:
                    self.stopped = True
                continue
            words = self.rng.choice(pages[seat].choices())
            answer = await pages[seat].play(words)
            assert answer.is_ == "done", answer
            self.acknowledged.append(f"{'AB'[seat]} {words}")
            await asyncio.sleep(self.pause)


async def test_restarts_under_play_answer_whatever_they_carry_out(tmp_path: Path) -> None:
    server = ForkedServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}").start()
    try:
        tables = [Players(server.base, number) for number in range(TABLES)]
        playing = asyncio.gather(*(players.play_on() for players in tables))
        for _ in range(RESTARTS):
            before = sum(len(players.acknowledged) for players in tables)
            while sum(len(players.acknowledged) for players in tables) < before + 2 * TABLES:
                await asyncio.wait({playing}, timeout=0.02)
                assert not playing.done() or playing.result() is not None
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
        for players in tables:
            players.stopped = True
        await playing
        for players in tables:
            # Not one more than was acknowledged: nobody has to wonder whether a move counts.
            assert record_of(players.guests[0], players.table) == players.acknowledged
        assert {code for players in tables for code in players.codes} == {1012}
    finally:
        server.stop()


async def test_pages_are_told_of_a_restart_and_not_of_people_who_leave(tmp_path: Path) -> None:
    server = ForkedServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}").start()
    async with two_pages(server.base) as (page, other):
        await page.ask("ping")
        await other.ask("ping")
        await asyncio.to_thread(server.stop)
        for each in (page, other):
            shown, closed = await everything_until_the_end(each)
            assert not [frame for frame in shown if "away" in frame.set.get("seats", "")]
            assert (closed.code, closed.reason) == (1012, "service restart")


async def everything_until_the_end(page: Page) -> tuple[list[Frame], Close]:
    """All frames that come, and how the connection is closed."""
    shown: list[Frame] = []
    try:
        while True:
            shown.append(await page.receive())
    except ConnectionClosed as closed:
        return shown, closed.rcvd or Close(0, "")


class ActivatedServer(ServerProcess):
    """A server as systemd starts it: with a socket that is open already."""

    def __init__(self, database: str, listener: socket.socket) -> None:
        super().__init__(database, port=listener.getsockname()[1])
        self._listener = listener

    def start(self) -> ActivatedServer:
        number = self._listener.fileno()
        hand_over = f'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@" 3<&{number}'
        self.process = subprocess.Popen(
            ["bash", "-c", hand_over, "bash", *self._command],
            env=os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=(number,),
        )
        assert self.process.stdout is not None
        assert re.search(r"http://localhost:\d+/", self.process.stdout.readline())
        return self


class Caller(threading.Thread):
    """Somebody who comes again and again, each time by a new connection."""

    def __init__(self, base: str) -> None:
        super().__init__(daemon=True)
        self._base = base
        self.answers: list[int] = []
        self.stopped = False

    def run(self) -> None:
        while not self.stopped:
            self.answers.append(Guest(self._base).request("GET", "/alive").status)


@pytest.fixture
def systemds_socket() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        yield listener


def test_with_a_socket_of_systemd_nobody_is_turned_away(
    systemds_socket: socket.socket, tmp_path: Path
) -> None:
    server = ActivatedServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", systemds_socket).start()
    callers = [Caller(server.base) for _ in range(3)]
    try:
        for caller in callers:
            caller.start()
        for _ in range(2):
            server.stop()
            server.start()
        before = [len(caller.answers) for caller in callers]
        while any(len(caller.answers) < some + 3 for caller, some in zip(callers, before, strict=True)):
            assert all(caller.is_alive() for caller in callers), "somebody was turned away"
            time.sleep(0.01)
    finally:
        for caller in callers:
            caller.stopped = True
        for caller in callers:
            caller.join(60)
        server.stop()
    assert {status for caller in callers for status in caller.answers} == {200}


def test_a_socket_for_another_process_is_left_alone(tmp_path: Path) -> None:
    """What the parent was given is not ours."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with pytest.MonkeyPatch.context() as inherited:
        inherited.setenv("LISTEN_PID", str(os.getpid()))
        inherited.setenv("LISTEN_FDS", "1")
        server.start()
    assert Guest(server.base).request("GET", "/alive").status == 200
    server.stop()


def test_systemd_hears_when_the_server_is_ready_and_when_it_ends(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
            server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}").start()
        assert systemd.recv(100) == b"READY=1"
        server.stop()
        assert systemd.recv(100) == b"STOPPING=1"
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
            tell_systemd("READY=1")  # nobody listens: no harm
