"""The database: migrations lead to the schema, groups are committed whole, conflicts are refused."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, func, insert, select, text
from sqlalchemy.exc import DatabaseError, DBAPIError

from citywright.lab.faults import proxy as proxy_module
from citywright.lab.faults.proxy import proxy_to
from citywright.server.errors import STALE_PLY, UNAVAILABLE, Refusal
from citywright.server.settings import async_url
from citywright.server.storage import database as database_module
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.schema import metadata, moves, tables
from citywright.server.storage.writer import Job, Writer

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[tuple[Database, Writer]]:
    store = Database(async_url(database))
    await wait_for_database(store)
    writer = Writer(store)
    writer.start()
    try:
        yield store, writer
    finally:
        await writer.stop()
        await store.close()


async def make_tables(store: Database, *ids: str) -> None:
    fixed = {"game": "saint-malo", "rules_version": 1, "start": -1, "secret": b"", "epoch": 0, "created": 0}
    async with store.write() as connection:
        await connection.execute(insert(tables), [{"id": id_, **fixed} for id_ in ids])


def row(table: str, ply: int) -> dict[str, object]:
    words = {"notation": "stop", "awaits": 1, "time": 0, "points": None}
    return {"table_id": table, "ply": ply, "actor": 0, **words}


async def plies(store: Database, table: str) -> list[int]:
    async with store.read() as connection:
        found = await connection.execute(
            select(moves.c.ply).where(moves.c.table_id == table).order_by(moves.c.ply)
        )
        return list(found.scalars())


async def test_migrations_lead_to_the_schema(empty_database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with opened(empty_database) as (store, _):
        await store.upgrade()  # again: nothing to do
        async with store.read() as connection:
            assert await connection.run_sync(differences) == []


async def test_processes_that_start_together_take_turns(empty_database: str) -> None:
    stores = [Database(async_url(empty_database)) for _ in range(4)]
    await asyncio.gather(*(store.upgrade() for store in stores))
    for store in stores:
        await store.close()


def test_a_new_file_that_another_process_writes_to_is_waited_for(tmp_path: Path) -> None:
    """SQLite refuses to turn on writing ahead then, without waiting."""
    file = tmp_path / "new.sqlite3"
    engine = create_engine(f"sqlite:///{file}")
    database_module._set_up_sqlite(engine, "BEGIN")

    def mode() -> str:
        with engine.connect() as connection:
            return str(connection.execute(text("PRAGMA journal_mode")).scalar_one())

    with closing(sqlite3.connect(file, isolation_level=None)) as other, ThreadPoolExecutor(1) as thread:
        other.execute("BEGIN IMMEDIATE")
        asked = thread.submit(mode)
        time.sleep(0.3)
        assert not asked.done()
        other.execute("ROLLBACK")
        assert asked.result(60) == "wal"
    engine.dispose()


async def test_a_group_with_a_loser_commits_the_others(database: str) -> None:
    async with opened(database) as (store, writer):
        await make_tables(store, "a", "b", "c")
        await writer.commit(Job("b", 0, [row("b", 0)]))
        jobs = [
            Job("a", 0, [row("a", 0)]),
            Job("b", 0, [row("b", 0)]),
            Job("c", 0, [row("c", 0), row("c", 1)]),
        ]
        results = await asyncio.gather(*(writer.commit(job) for job in jobs), return_exceptions=True)
        assert results[0] is None
        assert results[2] is None
        assert isinstance(results[1], Refusal)
        assert results[1].code == STALE_PLY
        assert [await plies(store, table) for table in "abc"] == [[0], [0], [0, 1]]


async def test_an_undo_and_a_move_of_the_same_position_exclude_each_other(database: str) -> None:
    """As two processes would do it: each has its own writer. An undo takes no later move with it."""
    async with opened(database) as (store, writer), opened(database) as (_, other):
        await make_tables(store, "a")
        await writer.commit(Job("a", 0, [row("a", ply) for ply in range(3)]))
        for epoch in range(20):
            undo = writer.commit(Job("a", epoch, cut=2))
            move = other.commit(Job("a", epoch, [row("a", 3)]))
            undone, moved = await asyncio.gather(undo, move, return_exceptions=True)
            if undone is None:
                assert isinstance(moved, Refusal)
                assert await plies(store, "a") == [0, 1]
                await writer.commit(Job("a", epoch + 1, [row("a", 2)]))
            else:
                assert isinstance(undone, Refusal)
                assert undone.code == STALE_PLY
                assert moved is None
                assert await plies(store, "a") == [0, 1, 2, 3]
                await other.commit(Job("a", epoch, cut=3))


async def test_an_undo_of_a_position_that_is_past_is_refused(database: str) -> None:
    """Another process has played on since: what it was told must stand."""
    async with opened(database) as (store, writer):
        await make_tables(store, "a")
        await writer.commit(Job("a", 0, [row("a", ply) for ply in range(4)]))
        for cut, taken in ((2, 1), (1, 2), (3, 2)):
            with pytest.raises(Refusal) as refused:
                await writer.commit(Job("a", 0, cut=cut, taken=taken))
            assert refused.value.code == STALE_PLY
            assert await plies(store, "a") == [0, 1, 2, 3]
        await writer.commit(Job("a", 0, cut=2, taken=2))  # nothing was changed meanwhile, the epoch neither
        assert await plies(store, "a") == [0, 1]


async def test_a_job_that_cannot_be_written_stops_nobody_else(database: str) -> None:
    async with opened(database) as (store, writer):
        await make_tables(store, "a", "b")
        no_rows: Any = 5
        with pytest.raises(Refusal) as refused:
            await writer.commit(Job("a", 0, no_rows))
        assert refused.value.code == UNAVAILABLE
        await writer.commit(Job("b", 0, [row("b", 0)]))
        assert await plies(store, "b") == [0]


async def test_many_moves_at_once_are_few_commits(database: str) -> None:
    async with opened(database) as (store, writer):
        await make_tables(store, *(f"t{n}" for n in range(300)))
        await asyncio.gather(*(writer.commit(Job(f"t{n}", 0, [row(f"t{n}", 0)])) for n in range(300)))
        async with store.read() as connection:
            assert (await connection.execute(select(func.count()).select_from(moves))).scalar_one() == 300


async def test_readings_at_the_same_time_see_what_was_committed_and_tell_of_errors(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", 60.0)  # so many connections at once take their time

    def read_twice(connection: Connection) -> list[int]:
        return [connection.execute(select(func.count()).select_from(tables)).scalar_one() for _ in range(2)]

    async with opened(database) as (store, _):
        errors: list[None] = []
        store.on_error.append(lambda: errors.append(None))
        await make_tables(store, "a", "b")
        async with store.write() as connection:
            await connection.execute(insert(tables).values(**(await store.ask(_first_table)) | {"id": "c"}))
            answers = await asyncio.gather(*(store.ask(read_twice) for _ in range(20)))
        assert answers == [[2, 2]] * 20  # the third was not committed yet
        assert await store.ask(read_twice) == [3, 3]
        assert errors == []
        with pytest.raises(DBAPIError):
            await store.ask(lambda connection: connection.execute(text("SELECT nonsense")))
        assert errors == [None]
        assert await store.ask(read_twice) == [3, 3]


def _first_table(connection: Connection) -> dict[str, Any]:
    return dict(connection.execute(select(tables)).mappings().first() or {})


async def test_a_database_that_cannot_be_reached_is_reported() -> None:
    store = Database("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")
    writer = Writer(store)
    writer.start()
    with pytest.raises(Refusal) as refused:
        await writer.commit(Job("a", 0, [row("a", 0)]))
    assert refused.value.code == UNAVAILABLE
    with pytest.raises(OSError):
        await wait_for_database(store, seconds=0.1)
    await writer.stop()
    await store.close()


async def test_no_thread_of_the_driver_outlives_its_database(tmp_path: Path) -> None:
    """Such a thread would call the closed event loop, and print a traceback."""
    (tmp_path / "text.sqlite3").write_text("this is no database, though as long as one " * 100)
    for number in range(40):
        name = "text.sqlite3" if number % 2 else "nowhere/tables.sqlite3"
        store = Database(f"sqlite+aiosqlite:///{tmp_path / name}")
        with pytest.raises(DatabaseError):
            await store.upgrade()
        await store.close()
        assert not [thread for thread in threading.enumerate() if "connection_worker" in thread.name]


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("said", "stands"), [(b"COMMIT", True), (b"INSERT INTO moves", False)], ids=["commit", "insert"]
)
async def test_a_connection_cut_before_the_answer_tells_what_stands(
    postgres_url: str, said: bytes, stands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a group of several tables; the server is asked, and answered by what is in the database."""
    monkeypatch.setattr(proxy_module, "CUT_LATER", 4.0)  # it is cut below, as soon as it may be
    with proxy_to(postgres_url) as proxy:
        async with opened(postgres_url) as (beside, _), opened(proxy.url) as (store, writer):
            await make_tables(store, "a", "b", "c")
            await writer.commit(Job("c", 0, [row("c", 0), row("c", 1)]))
            jobs = [Job("a", 0, [row("a", 0), row("a", 1)]), Job("c", 0, cut=1), Job("b", 0, [row("b", 0)])]
            proxy.cut_after = said
            committing = asyncio.gather(*(writer.commit(job) for job in jobs), return_exceptions=True)
            while proxy.cut_after or (stands and not await plies(beside, "a")):  # on a busy disk that takes
                await asyncio.sleep(0.01)
            for connection in proxy._connections:
                if connection.is_dead:
                    connection.close()
            results = await committing
            found = [await plies(store, table) for table in "abc"]
            if stands:
                assert results == [None, None, None]
                assert found == [[0, 1], [0], [0]]
            else:
                assert [getattr(result, "code", None) for result in results] == [UNAVAILABLE] * 3
                assert found == [[], [], [0, 1]]
            await writer.commit(Job("b", 0, [row("b", 1 if stands else 0)]))  # and it goes on


@pytest.mark.postgres
async def test_a_commit_that_takes_its_time_is_waited_for(postgres_url: str) -> None:
    """Its answer was lost; whoever asks whether it stands is not told "no" while it is being carried out."""
    async with opened(postgres_url) as (store, writer), opened(postgres_url) as (beside, _):
        await make_tables(store, "a", "b")
        done, never = Job("a", 0, [row("a", 0)]), Job("b", 0, [row("b", 0)])
        async with beside.write() as connection:
            await connection.execute(select(tables).where(tables.c.id == "a").with_for_update(key_share=True))
            await connection.execute(insert(moves), done.rows)
            asked = asyncio.create_task(writer._standing([done, never]))
            await asyncio.sleep(0.3)
            assert not asked.done()
        assert await asked == [done]


@pytest.mark.postgres
async def test_connections_that_died_without_a_word_are_replaced(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them in the middle of a transaction: PostgreSQL ends that, or its rows would stay locked."""
    async with opened(postgres_url) as (store, _):
        await make_tables(store, "a", "b")
    monkeypatch.setattr(database_module, "PATIENCE", 1.5)  # a busy machine needs some
    with proxy_to(postgres_url) as proxy:
        async with opened(proxy.url) as (store, writer):
            async with store.read() as one, store.read() as two:  # several wait in the pool
                await one.execute(select(tables))
                await two.execute(select(tables))
            forgotten = await store._writer.connect()
            await forgotten.execute(select(tables).with_for_update())
            proxy.go_silent()
            refused: list[object] = []
            async with asyncio.timeout(120):
                while not refused or refused[-1] is not None:
                    job = writer.commit(Job("a", 0, [row("a", 0)]))
                    refused += await asyncio.gather(job, return_exceptions=True)
            assert {getattr(each, "code", None) for each in refused} == {UNAVAILABLE, None}
            assert await plies(store, "a") == [0]
            with suppress(DBAPIError, OSError):
                await forgotten.close()
