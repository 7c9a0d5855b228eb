"""Faults of databases: locked, full, read-only, cut off, silent, frozen, restarted."""

from __future__ import annotations

import asyncio
import resource
import signal
import sqlite3
from contextlib import suppress

from citywright.lab.faults.house import execute
from citywright.lab.faults.scene import until
from citywright.lab.faults.server_process import NotStarted
from citywright.lab.faults.stage import Stage

SHOWN = 12.0  # seconds until a fault has been noticed by somebody; SQLite waits 10 s for a lock


async def _until_refused(stage: Stage) -> None:
    """Wait until somebody is told that the database fails."""
    before = stage.scene.refusals["unavailable"]
    await until(lambda: stage.scene.refusals["unavailable"] > before, SHOWN)


# --- SQLite -----------------------------------------------------------------------------


async def lock_file(stage: Stage) -> float:
    """Another program keeps the file locked."""
    connection = sqlite3.connect(stage.file, isolation_level=None, timeout=20, check_same_thread=False)
    try:
        await asyncio.to_thread(connection.execute, "BEGIN EXCLUSIVE")
        await asyncio.sleep(stage.seconds)
        connection.execute("ROLLBACK")
    finally:
        connection.close()
    return stage.scene.now()


async def fill_disk(stage: Stage) -> float:
    """The disk is full, until something is deleted."""
    filler = stage.file.parent / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            for block in (1 << 16, 1 << 12, 1):
                with suppress(OSError):
                    while file.write(b"x" * block):
                        pass
            await _until_refused(stage)
            await asyncio.sleep(stage.seconds)
        finally:
            file.close()
            filler.unlink()
    return stage.scene.now()


async def limit_file(stage: Stage) -> float:
    """No file may grow any more (RLIMIT_FSIZE), as with a quota; reading works."""
    pid = stage.servers[0].pid
    usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, usual[1]))
    try:
        await _until_refused(stage)
        await asyncio.sleep(stage.seconds)
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
    return stage.scene.now()


async def protect_file(stage: Stage) -> float:
    """The server ends, and finds its file and folder read-only when it starts again; then they are not."""
    server = stage.servers[0]
    await asyncio.to_thread(server.kill)
    files = [stage.file.parent, *stage.file.parent.iterdir()]
    modes = {path: path.stat().st_mode for path in files}
    for path in files:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        await asyncio.to_thread(server.start)
        await asyncio.sleep(stage.seconds)
    except NotStarted:
        pass
    finally:
        await asyncio.to_thread(server.kill)
        for path, mode in modes.items():
            path.chmod(mode & 0o7777)
    mended = stage.scene.now()
    await asyncio.to_thread(server.start)
    return mended


# --- PostgreSQL -------------------------------------------------------------------------


async def drop_connections(stage: Stage) -> float:
    """Every connection to the database is closed at once."""
    stage.tampered.drop()
    return stage.scene.now()


async def cut_after_commit(stage: Stage) -> float:
    """A connection is cut when COMMIT was sent, before it is answered."""
    stage.tampered.cut_after = b"COMMIT"
    await until(lambda: not stage.tampered.cut_after, SHOWN)
    return stage.scene.now()


async def refuse_connections(stage: Stage) -> float:
    """The database cannot be reached for a while."""
    stage.tampered.cut()
    await asyncio.sleep(stage.seconds)
    stage.tampered.mend()
    return stage.scene.now()


async def freeze_connections(stage: Stage) -> float:
    """Nothing passes between servers and database for a while, and nobody is told."""
    stage.tampered.freeze()
    await asyncio.sleep(stage.seconds)
    stage.tampered.thaw()
    return stage.scene.now()


async def silence_connections(stage: Stage) -> float:
    """The connections there are never carry anything again, and nobody is told; new ones work."""
    stage.tampered.go_silent()
    return stage.scene.now()


async def forbid_database(stage: Stage) -> float:
    """PostgreSQL ends all connections and takes none for this database for a while."""
    server, name = _server_of(stage), stage.database_name
    ending = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
    await execute(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", ending)
    await asyncio.sleep(stage.seconds)
    await execute(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    return stage.scene.now()


def _server_of(stage: Stage) -> str:
    """Another database of the same server."""
    return stage.database.replace(f"/{stage.database_name}", "/postgres")


async def protect_database(stage: Stage) -> float:
    """PostgreSQL takes no writes for a while, as a stand-by does."""
    server = stage.house.postgres().url
    reload = "SELECT pg_reload_conf()"
    await execute(server, "ALTER SYSTEM SET default_transaction_read_only = on", reload)
    try:
        await _until_refused(stage)
        await asyncio.sleep(stage.seconds)
    finally:
        await execute(
            server,
            "SET default_transaction_read_only = off",
            "ALTER SYSTEM RESET default_transaction_read_only",
            reload,
        )
    return stage.scene.now()


async def restart_database(stage: Stage) -> float:
    """PostgreSQL is stopped as a host does it, and started again."""
    return await _restart(stage, signal.SIGINT)


async def crash_database(stage: Stage) -> float:
    """PostgreSQL crashes, and recovers from its log."""
    return await _restart(stage, signal.SIGQUIT)


async def _restart(stage: Stage, how: signal.Signals) -> float:
    postgres = stage.house.postgres()
    await asyncio.to_thread(postgres.end, how)
    await asyncio.sleep(stage.seconds)
    postgres.start()
    await asyncio.to_thread(postgres.wait)
    return stage.scene.now()
