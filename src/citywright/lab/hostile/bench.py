"""A server of its own, people who play there, and the attackers beside them; then the judgement."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from citywright.lab.hostile.attackers import Failure, Outcome, Target, attack
from citywright.lab.hostile.layouts import default_layouts
from citywright.lab.hostile.players import Latencies, play_at_table
from citywright.server.app import create_app
from citywright.server.load.page_client import Guest
from citywright.server.load.server import resident_mb, server_for
from citywright.server.settings import Settings

LATE = 250.0  # milliseconds a move may take


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How long, how many, how hard."""

    seconds: float = 600.0
    seed: int = 1
    tables: int = 6
    attackers: int = 8
    rate: float = 150.0  # requests a second of all attackers together; 0: as many as are answered
    pause: float = 0.5  # seconds between two moves of a person
    database: str = ""  # a URL; empty: SQLite in a temporary folder
    most_mb: float = 600.0  # memory the server may use


class Report(msgspec.Struct):
    """What happened."""

    seconds: float
    seed: int
    addresses: int
    answers: dict[str, int]
    live_connections: int
    slowest_answer_ms: float
    slowest_request: str
    failures: list[Failure]
    errors_logged: list[str]
    stood_still: list[str]  # what held up the event loop, the longest first
    moves: int
    p50_ms: float
    p99_ms: float
    worst_ms: float
    late_moves: int
    connections_lost: int
    moves_refused: list[str]
    start_mb: float
    most_mb: float
    end_mb: float

    def problems(self, plan: Plan, *, judge_times: bool = True) -> list[str]:
        """What must not be, in words."""
        found = []
        if self.failures:
            found.append(f"{len(self.failures)} requests were answered with 5xx")
        if self.errors_logged:
            found.append(f"{len(self.errors_logged)} errors were logged")
        if self.moves_refused or self.connections_lost:
            found.append(f"people who play: {self.connections_lost} lost, refused: {self.moves_refused[:3]}")
        if not self.moves:
            found.append("nobody played")
        if judge_times and self.late_moves:
            found.append(
                f"{self.late_moves} moves took more than {LATE:.0f} ms, the slowest {self.worst_ms:.0f}"
            )
        if self.most_mb > plan.most_mb:
            found.append(f"the server used {self.most_mb:.0f} MB")
        return found


def run_bench(plan: Plan) -> Report:
    """Start a server, attack it, end it."""
    with tempfile.TemporaryDirectory(prefix="citywright-hostile-") as folder:
        database = plan.database or f"sqlite:///{Path(folder) / 'tables.sqlite3'}"
        log = Path(folder) / "log"
        with server_for(database, log=log) as (port, pid):
            report = asyncio.run(_bench(plan, port, pid))
        report.errors_logged = errors_in(log)
        report.stood_still = standstills_in(log)
        return report


def addresses() -> list[tuple[str, str]]:
    """Every method and address of the application, pages and API alike."""
    app = create_app(Settings(database="sqlite:///never-opened.sqlite3"))
    found = {(str(method), route.path) for route in app.routes for method in getattr(route, "methods", ())}
    return sorted(found)


def target_at(port: int) -> Target:
    """The server, with a guest, table, invitation, token, layout and record of the attackers' own."""
    guest, host = Guest(f"http://127.0.0.1:{port}"), Guest(f"http://127.0.0.1:{port}")
    table = guest.make_table("saint-malo", "me", "open", name="Mallory")
    invitation = host.invitations(host.make_table("milestones", "me", "open"))[0]
    page = guest.request("POST", "/programs", [("owner", "Mallory"), ("name", "tool")]).text
    token = re.search(r'value="(cw_[^"]+)"', page)
    board = [("game", "saint-malo"), ("text", default_layouts()["saint-malo"])]
    layout = guest.request("POST", "/layouts", board).location.rpartition("/")[2]
    values = {
        "table_id": table,
        "key": invitation.rpartition("/")[2],
        "game_id": "saint-malo",
        "verb": "play",
        "theme": "light",
        "name": "base.css",
        "layout_id": layout,
    }
    record = guest.request("GET", f"/t/{table}/record").text
    return Target(port, addresses(), values, guest.cookie, token[1] if token else "", record)


async def _bench(plan: Plan, port: int, pid: int) -> Report:
    target = await asyncio.to_thread(target_at, port)
    base = f"http://127.0.0.1:{port}"
    latencies = Latencies()
    memory = [resident_mb(pid)]
    until = time.monotonic() + plan.seconds
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as aside:
        attackers = loop.run_in_executor(
            aside, attack, target, plan.seed, plan.attackers, plan.seconds, plan.rate
        )
        watching = asyncio.create_task(_watch_memory(pid, memory))
        await asyncio.gather(
            *(play_at_table(base, number, until, plan.pause, latencies) for number in range(plan.tables))
        )
        outcome = await attackers
        watching.cancel()
    memory.append(resident_mb(pid))
    return _report(plan, target, outcome, latencies, memory)


async def _watch_memory(pid: int, memory: list[float]) -> None:
    while True:
        await asyncio.sleep(0.5)
        memory.append(resident_mb(pid))


def _report(
    plan: Plan, target: Target, outcome: Outcome, latencies: Latencies, memory: list[float]
) -> Report:
    classes: dict[str, int] = {}
    for status, times in sorted(outcome.answers.items()):
        name = "no answer" if not status else str(status) if status in (101, 429) else f"{status // 100}xx"
        classes[name] = classes.get(name, 0) + times
    return Report(
        seconds=plan.seconds,
        seed=plan.seed,
        addresses=len(target.addresses),
        answers=classes,
        live_connections=outcome.sockets,
        slowest_answer_ms=round(outcome.slowest_ms, 1),
        slowest_request=outcome.slowest,
        failures=outcome.failures,
        errors_logged=[],
        stood_still=[],
        moves=len(latencies.ms),
        p50_ms=round(latencies.share(0.5), 1),
        p99_ms=round(latencies.share(0.99), 1),
        worst_ms=round(latencies.worst, 1),
        late_moves=sum(ms > LATE for ms in latencies.ms),
        connections_lost=latencies.lost,
        moves_refused=latencies.refused,
        start_mb=round(memory[0], 1),
        most_mb=round(max(memory), 1),
        end_mb=round(memory[-1], 1),
    )


def errors_in(log: Path) -> list[str]:
    """What the server has logged as an error; each kind once."""
    found: dict[str, None] = {}
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            said = json.loads(line)
        except ValueError:
            found[line[:300]] = None
            continue
        if said.get("level") in ("error", "critical"):
            found[f"{said['message']}\n{said.get('error', '')}"] = None
    return list(found)


def standstills_in(log: Path, most: int = 10) -> list[str]:
    """The places where the event loop stood still, by the processor time that was spent there."""
    worst: dict[str, float] = {}
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if '"in": ' in line:
            said = json.loads(line)
            worst[said["in"]] = max(worst.get(said["in"], 0.0), said["cpu_ms"])
    return [f"{worst[place]:.0f} ms: {place}" for place in sorted(worst, key=lambda it: -worst[it])[:most]]
