"""Where one fault is played: the servers, what is between them and their database, and rounds of play."""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from citywright.lab.faults.checker import HEALED_IN, Violation, check
from citywright.lab.faults.crowd import Crowd
from citywright.lab.faults.daemons import PrivateRedis
from citywright.lab.faults.history import DONE, SPECTATOR
from citywright.lab.faults.house import POSTGRESQL, SQLITE, House
from citywright.lab.faults.proxy import Proxy, proxy_to
from citywright.lab.faults.scene import Scene
from citywright.lab.faults.server_process import ForkedServer
from citywright.lab.faults.truth import Ledger

SLOTS = 3  # tables at a time: one of each game


class Plan(NamedTuple):
    """What a fault needs around it."""

    kind: str  # of the database
    nodes: int = 1
    is_proxied: bool = False  # a proxy between servers and PostgreSQL
    has_redis: bool = False
    has_small_disk: bool = False
    obeys_permissions: bool = False
    undos: float = 0.1
    with_bot: bool = False
    slots: int = SLOTS


class Result(NamedTuple):
    """What a round, or several, have brought."""

    acknowledged: int
    seen: int
    violations: list[Violation]


class Stage:
    """The servers of one fault. Use with `async with`; `round` is for playing."""

    def __init__(
        self, house: House, plan: Plan, seed: int, results: Path, note: Callable[[str], None]
    ) -> None:
        self.house = house
        self.plan = plan
        self.seed = seed
        self.rng = random.Random(seed)
        self.note = note  # tells how far it is
        self._results = results
        self._stack = ExitStack()
        self.folder = house.new_folder("stage")
        self.log = self.folder / "server.log"
        self.database = ""
        self.proxy: Proxy | None = None
        self.redis: PrivateRedis | None = None
        self.servers: list[ForkedServer] = []
        self.ledger: Ledger
        self.scene: Scene
        self.crowd: Crowd | None = None
        self.refusals: Counter[str] = Counter()
        self.seconds = 0.0  # how long each fault lasts
        self._rounds = 0

    async def __aenter__(self) -> Self:
        try:
            await self._open()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _open(self) -> None:
        plan = self.plan
        if plan.has_small_disk:
            self.database = f"sqlite:///{self.house.small_disk(8) / 'tables.sqlite3'}"
        else:
            self.database = await self.house.new_database(plan.kind)
        address = self.database
        if plan.is_proxied:
            self.proxy = self._stack.enter_context(proxy_to(self.database))
            address = self.proxy.url
        options: list[str] = []
        if plan.has_redis:
            self.redis = await asyncio.to_thread(self.house.redis)
            options = ["--redis", self.redis.url, "--channel", f"faults-{self.seed}"]
        for _ in range(plan.nodes):
            server = ForkedServer(address, *options, log=self.log)
            server.obeys_permissions = plan.obeys_permissions
            self.servers.append(server)
        for server in self.servers:
            await asyncio.to_thread(server.start)
        self.ledger = Ledger(self.database)
        await self.ledger.open()

    @property
    def bases(self) -> list[str]:
        """Where the servers are."""
        return [server.base for server in self.servers]

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        assert self.plan.kind == SQLITE
        return Path(self.database.partition("sqlite:///")[2])

    @property
    def database_name(self) -> str:
        """The name of a PostgreSQL database."""
        assert self.plan.kind == POSTGRESQL
        return urlsplit(self.database).path.strip("/")

    @property
    def tampered(self) -> Proxy:
        """The proxy, where there is one."""
        assert self.proxy is not None
        return self.proxy

    # --- rounds -----------------------------------------------------------------------

    async def begin_round(self) -> None:
        """New tables and a new history."""
        self._rounds += 1
        self.scene = Scene(self.bases, self.seed + 1000 * self._rounds, undos=self.plan.undos)
        self.crowd = Crowd(self.scene, self.ledger, self.plan.slots, with_bot=self.plan.with_bot)
        await self.crowd.begin()

    async def pause_a_little(self) -> None:
        """So that a fault comes at any moment."""
        await asyncio.sleep(self.rng.uniform(0, 0.15))

    async def end_round(self, more: list[Violation]) -> Result:
        """Stop play, have everybody agree, and judge; `more` was found already."""
        assert self.crowd is not None
        await self.crowd.finish()
        self.crowd = None
        return self.judge(self.scene, more)

    def judge(self, scene: Scene, more: list[Violation]) -> Result:
        """Check the history of a round; one with a violation is kept."""
        history = scene.history
        self.refusals.update(scene.refusals)
        violations = check(history, HEALED_IN) + more
        if violations:
            self.keep(scene, violations)
        done = sum(attempt.outcome == DONE for attempt in history.attempts)
        return Result(done, len(history.seen), violations)

    def keep(self, scene: Scene, violations: list[Violation]) -> None:
        """Save the history of a round and the servers' log beside it."""
        self._results.mkdir(parents=True, exist_ok=True)
        path = self._results / f"seed-{scene.seed}.json"
        scene.history.save(path)
        if self.log.exists():
            path.with_suffix(".log").write_bytes(self.log.read_bytes()[-200_000:])
        for violation in violations[:10]:
            print(f"  {violation.kind}: table {violation.table}: {violation.what}", file=sys.stderr)
        print(f"  the history is in {path}", file=sys.stderr, flush=True)
        for line in around(scene, violations[0]):
            print(f"    {line}", file=sys.stderr)

    async def close(self) -> None:
        """End everything."""
        if self.crowd is not None:
            await self.crowd.close()
            self.crowd = None
        if self.proxy is not None:
            self.proxy.thaw()
        for server in self.servers:
            await asyncio.to_thread(server.kill)
        if self.redis is not None:
            self.redis.end()
        self._stack.close()


def around(scene: Scene, violation: Violation, most: int = 12) -> list[str]:
    """What happened at the table around a violation, in the order of time."""
    lines: list[tuple[float, str]] = []
    for attempt in scene.history.attempts:
        if attempt.table == violation.table:
            answer = f"{attempt.outcome} {attempt.code} {attempt.after or ''}"
            what = f"{attempt.client} {attempt.do} {attempt.words!r} at {attempt.at}: {answer}"
            lines.append((attempt.returned or attempt.called, what))
    for seen in scene.history.seen:
        if seen.table == violation.table:
            who = "a spectator" if seen.viewpoint == SPECTATOR else f"seat {seen.viewpoint}"
            what = f"{seen.client} ({who}, node {seen.node}) sees ({seen.epoch}, {seen.ply}) by {seen.way}"
            lines.append((seen.returned, what))
    lines.sort()
    nearest = sum(when <= violation.when for when, _ in lines) if violation.when else len(lines)
    first = max(0, nearest - most // 2)
    moment = violation.when or (lines[-1][0] if lines else 0.0)
    return [f"{when - moment:+.3f} s  {text}" for when, text in lines[first : first + most]]
