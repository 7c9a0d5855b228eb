"""/health tells a database that can only be read from one that works, and from one that does not answer."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text

from citywright.server.load.page_client import Guest
from citywright.server.settings import async_url
from citywright.server.storage import health
from citywright.server.storage.database import Database
from tests.server.server_process import ServerProcess
from tests.server.server_thread import ServerThread, serving, wait_until


def asked(base: str, path: str = "/health") -> tuple[int, str]:
    answer = Guest(base).request("GET", path)
    return answer.status, answer.text


def is_well(base: str) -> bool:
    return asked(base) == (200, "ok\n")


def test_a_full_disk_is_noticed_and_forgotten(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = ServerProcess(f"sqlite:///{tmp_path / 'full.sqlite3'}", log=log).start()
    try:
        wait_until(lambda: is_well(server.base))
        before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        wait_until(lambda: asked(server.base) == (503, f"{health.NOT_WRITTEN}\n"))
        assert asked(server.base, "/alive") == (200, "ok\n")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
        wait_until(lambda: is_well(server.base))
    finally:
        server.stop()


@pytest.mark.postgres
def test_a_database_that_may_only_be_read_is_noticed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(health, "PATIENCE", 60.0)  # a busy disk is not what is looked for here
    name = urlsplit(postgres_url).path[1:]
    server = ServerThread(postgres_url).start()
    try:
        assert is_well(server.base)
        for is_read_only, answer in (("on", (503, f"{health.NOT_WRITTEN}\n")), ("off", (200, "ok\n"))):
            asyncio.run(
                execute(
                    postgres_url, f"ALTER DATABASE {name} SET default_transaction_read_only = {is_read_only}"
                )
            )
            assert asked(server.base) == answer
    finally:
        server.stop()


async def execute(url: str, statement: str) -> None:
    """Run a statement that holds for new connections, end all others, and wait until they have ended."""
    database = Database(async_url(url))
    async with database.read() as connection:
        await connection.execute(text("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE"))
        await connection.commit()
        await connection.execute(text(statement))
        await connection.commit()
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        await connection.execute(text(f"SELECT pg_terminate_backend(pid, 4000) {others}"))
    await database.close()


def test_a_database_that_keeps_all_waiting_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.3)
    monkeypatch.setattr(health, "FRESH", 0.0)
    with serving(tmp_path) as server:
        wait_until(lambda: is_well(server.base))  # a busy disk may take longer at first
        other = sqlite3.connect(tmp_path / "inside.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with ThreadPoolExecutor(20) as pool:
            answers = set(pool.map(lambda _: asked(server.base), range(20)))
        assert answers == {(503, f"{health.TOO_SLOW}\n")}
        assert time.monotonic() - began < 8  # SQLite itself waits for ten seconds
        other.execute("ROLLBACK")
        other.close()
        wait_until(lambda: is_well(server.base))


def test_many_who_ask_cost_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 1000.0)
    monkeypatch.setattr(health, "PATIENCE", 60.0)
    with serving(tmp_path) as server:
        values = set()
        for _ in range(3):
            with ThreadPoolExecutor(8) as pool:
                assert set(pool.map(lambda _: asked(server.base), range(20))) == {(200, "ok\n")}
            other = sqlite3.connect(tmp_path / "inside.sqlite3")
            values |= set(other.execute("SELECT value FROM house WHERE name = 'health'"))
            other.close()
        assert len(values) == 1
