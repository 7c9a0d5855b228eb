"""Load on a server of its own: two people at each table click as fast as they are answered, or at a rate.

After a game they play a rematch. Every move is durable before it is acknowledged; a latency is from the click
to its acknowledgement, which comes after the changed elements of the page. Moves of bots are counted apart.
People come from processes of their own: one cannot keep several processes of a server busy.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import func, select

from citywright.server.clock import now_ms
from citywright.server.load.page_client import Guest, Page
from citywright.server.load.server import children_of, cpu_seconds, resident_mb, server_for
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import moves


class Load(msgspec.Struct, frozen=True):
    """How many tables, and how quickly they are played at."""

    game: str
    tables: int
    seconds: float
    rate: float = 0.0  # moves a second over all tables; 0: as many as it takes
    database: str = ""  # a URL; empty: SQLite in a temporary folder
    warm_up: float = 2.0
    bot: str = ""  # the name of a bot in a third seat; empty: two people alone
    workers: int = 1  # processes of the server
    clients: int = 1  # processes the people come from


class Report(msgspec.Struct):
    """What was measured."""

    game: str
    tables: int
    seconds: float
    moves: int
    moves_per_s: float  # of people
    bot_moves_per_s: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    rss_mb: float
    server_cpu: float  # cores the server used, all its processes together
    moves_per_cpu_s: float  # what a core would do that does nothing else
    busiest_share: float  # of the server's time that the busiest of its processes used
    frame_bytes: int  # of a change after the first, on average
    largest_frame_bytes: int


class Tally:
    """Counts while the clock runs, which all processes share."""

    def __init__(self, load: Load, started: float) -> None:
        self.begins = started + load.warm_up
        self.ends = self.begins + load.seconds
        self.latencies: list[float] = []
        self.lengths: list[int] = []  # of all changes that were sent

    def note(self, sent: float, answered: float) -> None:
        """One move was acknowledged."""
        if self.begins <= sent and answered <= self.ends:
            self.latencies.append(1000 * (answered - sent))


class Party(NamedTuple):
    """Two people who sit at a table."""

    number: int
    anke: Guest
    ben: Guest
    table: str


def _seat(base: str, load: Load, numbers: Sequence[int]) -> list[Party]:
    """Make tables, and let two people sit down at each."""
    parties = []
    for number in numbers:
        anke, ben = Guest(base), Guest(base)
        table = anke.make_table(load.game, "me", "open", *([f"bot:{load.bot}"] if load.bot else []))
        (link,) = anke.invitations(table)
        ben.sit(link)
        parties.append(Party(number, anke, ben, table))
    return parties


async def _play_at_table(load: Load, tally: Tally, party: Party) -> None:
    """Two people at one table after the other, until time is up."""
    rng = random.Random(party.number)
    _, anke, ben, table = party
    await asyncio.sleep(rng.uniform(0.0, load.warm_up))  # else all games would end in the same moment
    while True:
        async with anke.follow(table) as one, ben.follow(table) as two:
            await asyncio.gather(_play_seat(one, load, tally, rng), _play_seat(two, load, tally, rng))
            tally.lengths += one.lengths + two.lengths
        if time.perf_counter() > tally.ends:
            return
        table = await asyncio.to_thread(anke.rematch, table)


async def _play_seat(page: Page, load: Load, tally: Tally, rng: random.Random) -> None:
    """Click something whenever it is this seat's turn."""
    interval = load.tables / load.rate if load.rate else 0.0
    while not page.over:
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + 1.0):
                while not (page.yours or page.over):
                    await page.receive()
        except TimeoutError:
            pass
        if time.perf_counter() > tally.ends:
            return
        if page.yours:
            if interval:
                await asyncio.sleep(rng.uniform(0.5, 1.5) * interval)
            sent = time.perf_counter()
            answer = await page.play(rng.choice(page.choices()))
            tally.note(sent, time.perf_counter())
            if answer.is_ != "done":
                raise RuntimeError(f"a legal move was refused: {answer.code}: {answer.reason}")


def _play_tables(load: Load, started: float, parties: Sequence[Party]) -> tuple[list[float], list[int]]:
    """Play at some of the tables, in a process of its own; returns latencies and lengths of frames."""
    tally = Tally(load, started)

    async def play() -> None:
        await asyncio.gather(*(_play_at_table(load, tally, party) for party in parties))

    asyncio.run(play())
    return tally.latencies, tally.lengths


async def _bot_moves(url: str, begin: int, end: int) -> int:
    """How many moves of the bot, in the third seat, were written between two moments, in milliseconds."""
    database = Database(async_url(url))
    query = select(func.count()).where(moves.c.actor == 2, moves.c.time.between(begin, end))
    try:
        async with database.read() as connection:
            return (await connection.execute(query)).scalar_one()
    finally:
        await database.close()


def _measure(base: str, pid: int, load: Load, database: str) -> Report:
    with ProcessPoolExecutor(load.clients, get_context("spawn")) as clients:
        list(clients.map(time.sleep, [0.2] * load.clients))  # so all of them have started
        parts = [range(first, load.tables, load.clients) for first in range(load.clients)]
        sitting_down = [clients.submit(_seat, base, load, part) for part in parts]
        seated = [parties.result() for parties in sitting_down]
        started = time.perf_counter()  # when all sit: how long that takes depends on the machine
        playing = [clients.submit(_play_tables, load, started, parties) for parties in seated]
        time.sleep(load.warm_up)
        processes = [pid, *(children_of(pid) if load.workers > 1 else ())]
        before, begin = [cpu_seconds(process) for process in processes], now_ms()
        time.sleep(load.seconds)
        after, end = [cpu_seconds(process) for process in processes], now_ms()
        rss = sum(map(resident_mb, processes))
        results = [played.result() for played in playing]
    latencies = sorted(latency for latencies, _ in results for latency in latencies)
    lengths = [length for _, lengths in results for length in lengths]
    if not latencies:
        raise RuntimeError("no move was acknowledged in time")
    used = [end - start for start, end in zip(before, after, strict=True)]
    return Report(
        game=load.game,
        tables=load.tables,
        seconds=load.seconds,
        moves=len(latencies),
        moves_per_s=round(len(latencies) / load.seconds, 1),
        bot_moves_per_s=round(
            asyncio.run(_bot_moves(database, begin, end)) / load.seconds if load.bot else 0, 1
        ),
        p50_ms=round(latencies[len(latencies) // 2], 2),
        p99_ms=round(latencies[len(latencies) * 99 // 100], 2),
        worst_ms=round(latencies[-1], 2),
        rss_mb=round(rss, 1),
        server_cpu=round(sum(used) / load.seconds, 2),
        moves_per_cpu_s=round(len(latencies) / (sum(used) or load.seconds), 1),
        busiest_share=round(max(used) / (sum(used) or 1.0), 2),
        frame_bytes=sum(lengths) // max(len(lengths), 1),
        largest_frame_bytes=max(lengths, default=0),
    )


def measure_server(load: Load) -> Report:
    """Start a server, put the load on it, end it."""
    with tempfile.TemporaryDirectory(prefix="citywright-load-") as folder:
        database = load.database or f"sqlite:///{Path(folder) / 'tables.sqlite3'}"
        # All people come from one address here, which is allowed as much as a hundred would be.
        options = ["--bot-pace", "0", "--limits", "100", "--workers", str(load.workers)]
        with server_for(database, options) as (port, pid):
            return _measure(f"http://127.0.0.1:{port}", pid, load, database)
