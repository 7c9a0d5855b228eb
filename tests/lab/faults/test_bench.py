"""Every fault once or twice, for a moment: nobody is told anything that is not so. And the bench can fail."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from citywright.lab.faults.__main__ import line_of, main
from citywright.lab.faults.bench import Bench, Outcome, Wish
from citywright.lab.faults.crowd import Crowd
from citywright.lab.faults.house import POSTGRESQL, SQLITE
from citywright.lab.faults.scenarios import SCENARIOS, Scenario
from citywright.lab.faults.server_process import SOURCE
from citywright.lab.faults.stage import Stage
from tests.conftest import POSTGRES

if TYPE_CHECKING:
    from citywright.lab.faults.scene import Scene
    from citywright.lab.faults.truth import Ledger

pytestmark = pytest.mark.anyio

# The gate tries these on SQLite alone, or something much like them.
LONG_ON_POSTGRESQL = {
    *("kill-undo", "kill-bot", "pause", "clock", "bad-clients", "redis-gone", "node-killed", "refused"),
    "silent",  # tests/server/storage/test_database.py does it with less patience
}
LONG = {"redis-gone", "read-only", "kill-bot", "file-limit"}  # other tests have something like them
PRIVATE = [scenario for scenario in SCENARIOS if scenario.is_private]


def cases() -> list[object]:
    """Every fault on every database, with what it needs as marks."""
    found: list[object] = []
    for scenario in SCENARIOS:
        for kind in scenario.databases:
            marks = [pytest.mark.postgres] if kind == POSTGRESQL else []
            if scenario.name in LONG or (kind == POSTGRESQL and scenario.name in LONG_ON_POSTGRESQL):
                marks.append(pytest.mark.long)
            if scenario not in PRIVATE:
                found.append(pytest.param(scenario, kind, marks=marks, id=f"{scenario.name}-{kind}"))
    return found


async def tried(scenario: Scenario, kind: str, results: Path, **more: object) -> Outcome:
    """One fault at one table, as short as it can be."""
    url = POSTGRES if kind == POSTGRESQL else ""
    chosen = {"times": 1, "plies": 12, "seconds": 0.3, "tables": 1} | more
    bench = Bench(Wish(postgres_url=url, results=results, **chosen), lambda _: None)  # type: ignore[arg-type]
    try:
        return await bench.run(scenario, kind)
    finally:
        await bench.close()


@pytest.mark.parametrize(("scenario", "kind"), cases())
async def test_nobody_notices(scenario: Scenario, kind: str, tmp_path: Path) -> None:
    outcome = await tried(scenario, kind, tmp_path)
    if outcome.skipped:
        pytest.skip(f"NOT TESTED: {outcome.skipped}")
    assert outcome.violations == {}
    assert outcome.is_whole
    assert outcome.acknowledged > 0
    assert outcome.seen > 0
    assert not list(tmp_path.iterdir())


@pytest.mark.long
async def test_nobody_notices_what_happens_to_postgresql_itself(tmp_path: Path) -> None:
    """It is stopped and started: one of the bench's own, for all of these faults."""
    bench = Bench(Wish(times=1, seconds=0.3, tables=1, results=tmp_path), lambda _: None)
    try:
        for scenario in PRIVATE:
            outcome = await bench.run(scenario, POSTGRESQL)
            if outcome.skipped:
                pytest.skip(f"NOT TESTED: {outcome.skipped}")
            assert outcome.violations == {}, scenario.name
            assert outcome.acknowledged > 0
    finally:
        await bench.close()


async def lose_a_move(stage: Stage) -> float:
    """Somebody deletes the last ply behind the server's back."""
    with sqlite3.connect(stage.file, timeout=20) as connection:
        connection.execute("DROP TRIGGER fault_cut")
        connection.execute(
            "DELETE FROM moves WHERE ply = (SELECT max(ply) FROM moves AS other "
            "WHERE other.table_id = moves.table_id)"
        )
    connection.close()
    stage.servers[0].kill()
    stage.servers[0].start()
    return stage.scene.now()


async def test_a_lost_move_is_found_and_its_history_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = await tried(Scenario("spoiled", lose_a_move, (SQLITE,), times=1), SQLITE, tmp_path)
    assert outcome.violations.get("lost") or outcome.violations.get("doubled")
    (kept,) = tmp_path.glob("*.json")
    told = capsys.readouterr().err
    assert str(kept) in told
    assert "table" in told
    assert "spoiled" in line_of(outcome)


async def test_while_a_node_is_away_nobody_waits_for_a_new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citywright.lab.faults.crowd.RECOVERING", 0.05)
    scene = cast("Scene", SimpleNamespace(now=time.monotonic, last_done={}))
    crowd = Crowd(scene, cast("Ledger", None), 2)  # whose two games are over
    assert (await crowd.recovered(scene.now(), only_running=True))[1] == []
    late = (await crowd.recovered(scene.now()))[1]
    assert [(violation.kind, violation.table) for violation in late] == [("late", "no table")] * 2


def test_what_there_is_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [scenario.name for scenario in SCENARIOS]
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize(
    "arguments",
    [["--only", "earthquake"], ["--times", "0"], ["--seconds", "1000"], ["--database", "mysql://here/there"]],
)
def test_what_cannot_be_meant_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert arguments[0] in capsys.readouterr().err


def test_interrupted_it_leaves_nothing_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "citywright.lab.faults", "--only", "kill", "--database", "sqlite"]
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(SOURCE)}
    bench = subprocess.Popen(
        [*command, "--times", "500", "--tables", "1"],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 120
    while not list(tmp_path.glob("citywright-faults-*/database-*/tables.sqlite3")):
        assert bench.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    bench.send_signal(signal.SIGINT)
    printed, errors = bench.communicate(timeout=120)
    assert bench.returncode == 130, errors
    assert "(not finished)" in printed
    assert not list(tmp_path.glob("citywright-faults-*"))
    assert not [line for line in processes() if str(tmp_path) in line]


def processes() -> list[str]:
    """The command line of everything that runs."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found
