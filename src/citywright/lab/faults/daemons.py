"""A PostgreSQL and a Redis of the bench's own, in a temporary folder: they may be stopped.

PostgreSQL refuses to run as root; then it runs as `postgres` or `nobody`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import Any

from citywright.lab.faults.server_process import end_with_parent, free_port

PATIENCE = 30.0  # seconds to start or to end


class Missing(Exception):
    """Something a fault needs is not on this machine."""


@cache
def postgres_folder() -> Path | None:
    """Where the newest PostgreSQL of this machine has its programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    for name in ("postgres", "initdb"):
        on_path = shutil.which(name)
        if on_path:
            found.insert(0, Path(on_path).resolve().parent)
    usable = [path for path in found if (path / "initdb").exists() and (path / "postgres").exists()]
    return usable[-1] if usable else None


def redis_program() -> str | None:
    """The Redis server of this machine."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


class Daemon:
    """A program of the bench's own that listens at a port."""

    def __init__(self, folder: Path, **rights: Any) -> None:
        self.folder = folder
        self.port = free_port()
        self._rights = rights
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """How it is started."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin to start it; `wait` returns when it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=end_with_parent,  # noqa: PLW1509 - nothing but a call of the system
                **self._rights,
            )

    def is_ready(self) -> bool:
        """Does it answer?"""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def wait(self) -> None:
        """Return when it answers."""
        until = time.monotonic() + PATIENCE
        while not self.is_ready():
            if time.monotonic() > until or self._process is None or self._process.poll() is not None:
                log = (self.folder / "log").read_text(encoding="utf-8", errors="replace")
                raise Missing(f"{self.command()[0]} did not start: {log[-500:]}")
            time.sleep(0.02)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it."""
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(PATIENCE)
            self._process = None


class PrivateRedis(Daemon):
    """Redis on a free port; it keeps nothing."""

    def command(self) -> list[str]:
        """How it is started."""
        program = redis_program()
        if program is None:
            raise Missing("there is no redis-server here")
        return [
            program,
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(self.folder),
        ]

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}"


class PrivatePostgres(Daemon):
    """PostgreSQL on a free port, with the settings it comes with: a commit is on the disk."""

    def __init__(self, folder: Path) -> None:
        if postgres_folder() is None:
            raise Missing("PostgreSQL is not installed here")
        rights: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = _ordinary_user()
            rights = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        super().__init__(folder, **rights)
        self._data = folder / "data"
        initialise = [
            self._program("initdb"),
            "-D",
            str(self._data),
            "-U",
            "bench",
            "-A",
            "trust",
            "--no-sync",
        ]
        done = subprocess.run(
            [*initialise, "-E", "UTF8", "--locale=C"], cwd=folder, capture_output=True, check=False, **rights
        )
        if done.returncode:
            raise Missing(f"initdb failed: {done.stderr.decode(errors='replace')[-500:]}")

    @staticmethod
    def _program(name: str) -> str:
        return str((postgres_folder() or Path()) / name)

    def command(self) -> list[str]:
        """How it is started."""
        return [
            *(self._program("postgres"), "-D", str(self._data), "-p", str(self.port), "-h", "127.0.0.1"),
            *("-k", str(self.folder), "-c", "shared_buffers=32MB", "-c", "max_connections=60"),
        ]

    def is_ready(self) -> bool:
        """Does it take queries? It listens a little earlier."""
        probe = [self._program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(probe, check=False, cwd=self.folder).returncode == 0

    @property
    def url(self) -> str:
        """Where its first database is."""
        return f"postgresql://bench@127.0.0.1:{self.port}/postgres"


def _ordinary_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Missing("PostgreSQL does not run as root, and there is no other user")
