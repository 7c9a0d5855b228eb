"""What the bench has for a run: a temporary folder, databases, and a PostgreSQL and a Redis of its own."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from citywright.lab.faults.daemons import Missing, PrivatePostgres, PrivateRedis, redis_program

SQLITE, POSTGRESQL = "sqlite", "postgresql"


class House:
    """Everything that is made for a run; `close` takes it all away again."""

    def __init__(self, postgres_url: str = "") -> None:
        """`postgres_url`: a PostgreSQL that is there already; databases are made in it and dropped."""
        self.folder = Path(tempfile.mkdtemp(prefix="citywright-faults-"))
        self.folder.chmod(0o755)  # PostgreSQL runs as another user
        self._given = postgres_url
        self._postgres: PrivatePostgres | None = None
        self._mounts: list[Path] = []
        self._drops: list[Callable[[], Awaitable[None]]] = []
        self._daemons: list[PrivateRedis] = []

    def new_folder(self, name: str) -> Path:
        """A folder of its own for something."""
        folder = self.folder / f"{name}-{uuid.uuid4().hex[:8]}"
        folder.mkdir()
        return folder

    # --- databases --------------------------------------------------------------------

    def postgres(self) -> PrivatePostgres:
        """The bench's own PostgreSQL, started when it is needed first; it may be stopped and started."""
        if self._postgres is None:
            postgres = PrivatePostgres(self.new_folder("postgres"))
            self._postgres = postgres
            postgres.start()
            postgres.wait()
        return self._postgres

    async def new_database(self, kind: str) -> str:
        """The URL of an empty database."""
        if kind == SQLITE:
            return f"sqlite:///{self.new_folder('database') / 'tables.sqlite3'}"
        server = self._given or (await asyncio.to_thread(self.postgres)).url
        name = f"citywright_faults_{uuid.uuid4().hex}"
        await execute(server, f"CREATE DATABASE {name}")

        async def drop() -> None:
            await execute(server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

        if self._given:
            self._drops.append(drop)
        return urlsplit(server)._replace(scheme="postgresql", path=f"/{name}").geturl()

    # --- other things -----------------------------------------------------------------

    def redis(self) -> PrivateRedis:
        """A Redis of its own, started."""
        if redis_program() is None:
            raise Missing("there is no redis-server here")
        redis = PrivateRedis(self.new_folder("redis"))
        self._daemons.append(redis)
        redis.start()
        redis.wait()
        return redis

    def small_disk(self, megabytes: int) -> Path:
        """A disk that is soon full: a file system in memory, where it may be mounted."""
        folder = self.new_folder("disk")
        mount = shutil.which("mount")
        if mount is None or os.geteuid() != 0:
            raise Missing("only root can mount a small disk")
        command = [mount, "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise Missing(f"a small disk cannot be mounted: {done.stderr.decode(errors='replace').strip()}")
        self._mounts.append(folder)
        return folder

    async def close(self) -> None:
        """End all programs and remove all files and databases."""
        for drop in self._drops:
            await drop()
        for daemon in self._daemons:
            daemon.end()
        if self._postgres is not None:
            self._postgres.end(signal.SIGQUIT)
        for folder in self._mounts:
            unmount = ["umount", "-l", str(folder)]
            await asyncio.to_thread(subprocess.run, unmount, check=False, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)


async def execute(url: str, *statements: str) -> None:
    """Run statements on a PostgreSQL database."""
    import asyncpg

    connection = await asyncpg.connect(url.replace("+asyncpg", ""), timeout=10)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()
