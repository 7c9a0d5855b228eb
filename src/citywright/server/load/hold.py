"""Many tables with idle viewers held for a while, with moves at random tables: what that costs in memory.

The tables are in the database before the server starts. They play on as games went that were really played
(load/fill.py), so the next move of each is known and nothing has to be read from pages.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from itsdangerous import URLSafeSerializer
from sqlalchemy import insert

from citywright.server.http.connections import Connections, allow_open_files
from citywright.server.load.fill import Batch, Filler, Played, Wanted, written
from citywright.server.load.idle_viewer import IdleViewer
from citywright.server.load.server import cpu_seconds, resident_mb, server_for
from citywright.server.players.guests import COOKIE, COOKIE_KEY
from citywright.server.settings import Settings, async_url
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.schema import house

OPENING = 50  # viewers that are opened at the same time
OF_AN_ADDRESS = 10_000  # connections from one address of this machine: it has 28,000 ports at most
PATIENCE = 60.0  # seconds for a viewer to be greeted, and for a move to be answered
KEY = "0" * 64  # signs the cookies of a server that only this load can reach
SAMPLES = 20  # how often memory is looked at

Tell = Callable[[str], None]


class Hold(msgspec.Struct, frozen=True):
    """How many tables and viewers, and how quickly they are played at."""

    game: str
    tables: int
    viewers: int
    seconds: float
    rate: float = 0.0  # moves a second over all tables
    database: str = ""


class HoldReport(msgspec.Struct):
    """What was measured."""

    game: str
    tables: int
    viewers: int
    seconds: float
    opened_s: float  # how long it took to open all viewers
    moves: int
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    idle_mb: float  # the server's memory before anybody came
    opened_mb: float  # when everybody had come
    memory_mb: list[float]  # while they played, from the beginning to the end at even steps
    table_kb: float  # what a table with its first viewer takes, less what a viewer takes
    viewer_kb: float  # what the viewers that came later take
    server_cpu: float  # cores the server used while they played
    frame_bytes: int


class HeldTable:
    """A table, its viewers by seat, and how its game goes on."""

    def __init__(self, table_id: str, played: Played, ply: int, guests: list[str]) -> None:
        self.id = table_id
        self.guests = guests
        self.viewers: list[IdleViewer] = []
        self.is_busy = False
        self._rows = played.rows
        self._game_stops = iter([stop for stop in played.stops if stop >= ply])
        self.ply = ply
        self.is_over = False

    @property
    def actor(self) -> int:
        """The seat to act."""
        return int(self._rows[self.ply]["actor"])

    @property
    def words(self) -> str:
        """Its next move."""
        return str(self._rows[self.ply]["notation"])

    def start(self) -> None:
        """Go to the first decision."""
        self.advance()

    def advance(self) -> None:
        """Go on to the next decision."""
        stop = next(self._game_stops, None)
        self.is_over = stop is None
        self.ply = len(self._rows) if stop is None else stop


async def make_tables(url: str, hold: Hold, tell: Tell) -> tuple[list[HeldTable], dict[str, str]]:
    """Write the tables; returns them, and the cookies by guest."""
    database = Database(async_url(url))
    try:
        await wait_for_database(database)
        async with database.write() as connection:
            await connection.execute(insert(house).values(name=COOKIE_KEY, value=KEY))
    finally:
        await database.close()
    wanted = Wanted(0, hold.tables, seed=1, game=hold.game, more_seats=0, bots=0.0)
    filler = Filler(wanted)
    held: list[HeldTable] = []
    async for batch in written(url, filler, wanted, lambda done, _: tell(f"{done} tables written")):
        held += _held(filler, batch)
    signer = URLSafeSerializer(KEY, salt="guest")
    return held, {guest: f"{COOKIE}={signer.dumps(token)}" for guest, token in filler.tokens.items()}


def _held(filler: Filler, batch: Batch) -> list[HeldTable]:
    guests: dict[str, list[str]] = {}
    for seat in batch.seats:
        guests.setdefault(seat["table_id"], []).append(seat["guest_id"])
    tables = [
        HeldTable(row["id"], filler.played[row["played"]], row["plies"], guests[row["id"]])
        for row in batch.chosen
    ]
    for table in tables:
        table.start()
    return tables


class Holding:
    """The load on one server."""

    def __init__(self, port: int, pid: int, hold: Hold, tell: Tell) -> None:
        self._port = port
        self._pid = pid
        self._hold = hold
        self._tell = tell
        self._opened = 0
        self._number = 0
        self.latencies: list[float] = []
        self.memory: list[float] = []

    async def open_all(self, tables: list[HeldTable], cookies: dict[str, str]) -> float:
        """Open the viewers, seat by seat; returns the memory when every table had one."""
        slots = asyncio.Semaphore(OPENING)
        after_first = 0.0
        for first in range(0, self._hold.viewers, len(tables)):
            some = tables[: self._hold.viewers - first]
            await asyncio.gather(*(self._open(table, cookies, slots) for table in some))
            after_first = after_first or resident_mb(self._pid)
        return after_first

    async def _open(self, table: HeldTable, cookies: dict[str, str], slots: asyncio.Semaphore) -> None:
        """The next seat of a table, or a spectator where all seats are taken."""
        seat = len(table.viewers)
        cookie = cookies[table.guests[seat]] if seat < len(table.guests) else ""
        path = f"/t/{table.id}/live?lang=en&at=0.{table.ply}"
        async with slots:
            source = f"127.0.0.{2 + self._opened // OF_AN_ADDRESS}"
            self._opened += 1
            host = f"127.0.0.1:{self._port}"
            _, viewer = await asyncio.get_running_loop().create_connection(
                lambda: IdleViewer(path, host, cookie), "127.0.0.1", self._port, local_addr=(source, 0)
            )
            async with asyncio.timeout(PATIENCE):
                await viewer.opened
        table.viewers.append(viewer)
        if self._opened % 1000 == 0:
            self._tell(f"{self._opened} viewers opened, {resident_mb(self._pid):.0f} MB")

    async def play(self, tables: list[HeldTable]) -> None:
        """Moves at random tables, at even intervals on average, whether or not earlier ones are answered."""
        rng = random.Random(1)
        loop = asyncio.get_running_loop()
        started, moves = loop.time(), 0
        memory = asyncio.create_task(self._watch_memory())
        playable = [table for table in tables if len(table.viewers) >= len(table.guests)]
        try:
            async with asyncio.TaskGroup() as playing:
                while (now := loop.time()) < started + self._hold.seconds:
                    is_early = moves >= (now - started) * self._hold.rate
                    await asyncio.sleep(0.002 if is_early else 0)
                    table = rng.choice(playable)
                    if not is_early and not table.is_busy and not table.is_over:
                        moves += 1
                        table.is_busy = True
                        playing.create_task(self._move(table))
        except* (RuntimeError, OSError, TimeoutError) as errors:
            raise RuntimeError(str(errors.exceptions[0]) or "a move was not answered") from None
        finally:
            memory.cancel()
            with suppress(asyncio.CancelledError):
                await memory
        self.memory.append(resident_mb(self._pid))

    async def _watch_memory(self) -> None:
        while True:
            self.memory.append(resident_mb(self._pid))
            self._tell(f"{len(self.latencies)} moves, {self.memory[-1]:.0f} MB")
            await asyncio.sleep(self._hold.seconds / SAMPLES)

    async def _move(self, table: HeldTable) -> None:
        self._number += 1
        sent = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            answer = await table.viewers[table.actor].play(table.words, table.ply, self._number)
        self.latencies.append(1000 * (time.perf_counter() - sent))
        if answer.is_ != "done":
            raise RuntimeError(f"a legal move was refused: {answer.code}: {answer.reason}")
        table.advance()
        table.is_busy = False


async def measure_held(
    port: int, pid: int, hold: Hold, made: tuple[list[HeldTable], dict[str, str]], tell: Tell
) -> HoldReport:
    """Open the viewers, play, and tell what it took."""
    tables, cookies = made
    holding = Holding(port, pid, hold, tell)
    idle, started = resident_mb(pid), time.perf_counter()
    after_first = await holding.open_all(tables, cookies)
    opened_s, opened = time.perf_counter() - started, resident_mb(pid)
    gc.collect()
    gc.freeze()  # else this process stands still for a second at times to look through all viewers
    cpu, began = cpu_seconds(pid), time.perf_counter()
    await holding.play(tables)
    used = (cpu_seconds(pid) - cpu) / (time.perf_counter() - began)
    viewers = [viewer for table in tables for viewer in table.viewers]
    if lost := sum(viewer.is_lost for viewer in viewers):
        raise RuntimeError(f"{lost} viewers were lost")
    for viewer in viewers:
        viewer.close()
    latencies = sorted(holding.latencies) or [0.0]
    later = hold.viewers - len(tables)
    viewer_kb = 1024 * (opened - after_first) / later if later > 0 else 0.0
    changes = sum(viewer.frames - 1 for viewer in viewers)
    return HoldReport(
        game=hold.game,
        tables=len(tables),
        viewers=len(viewers),
        seconds=hold.seconds,
        opened_s=round(opened_s, 1),
        moves=len(holding.latencies),
        moves_per_s=round(len(holding.latencies) / hold.seconds, 1),
        p50_ms=round(latencies[len(latencies) // 2], 2),
        p99_ms=round(latencies[len(latencies) * 99 // 100], 2),
        worst_ms=round(latencies[-1], 2),
        idle_mb=round(idle, 1),
        opened_mb=round(opened, 1),
        memory_mb=[round(sample, 1) for sample in holding.memory],
        table_kb=round(1024 * (after_first - idle) / len(tables) - viewer_kb, 1),
        viewer_kb=round(viewer_kb, 1),
        server_cpu=round(used, 2),
        frame_bytes=sum(viewer.length for viewer in viewers) // max(changes, 1),
    )


def measure_hold(hold: Hold, tell: Tell) -> HoldReport:
    """Write tables into a database, start a server on it, hold viewers at the tables, end it."""
    files = allow_open_files()
    most = Connections(files, Settings(database="").bot_workers, 0.0).most
    if hold.viewers > most:
        raise RuntimeError(f"a process may open {files} files here, which is enough for {most} viewers")
    with tempfile.TemporaryDirectory(prefix="citywright-load-") as folder:
        database = hold.database or f"sqlite:///{Path(folder) / 'tables.sqlite3'}"
        made = asyncio.run(make_tables(database, hold, tell))
        with server_for(database, ["--limits", "0"]) as (port, pid):
            return asyncio.run(measure_held(port, pid, hold, made, tell))
