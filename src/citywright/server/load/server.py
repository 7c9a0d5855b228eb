"""A server of its own for a load: started, measured from outside, ended."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

PATIENCE = 60.0  # seconds for a server to end


@contextmanager
def server_for(
    database: str, options: Sequence[str] = (), log: Path | None = None
) -> Iterator[tuple[int, int]]:
    """A server process on a database: its port and its process id; what it logs goes into a file if given."""
    command = [sys.executable, "-m", "citywright", "serve", "--port", "0", "--database", database, *options]
    with log.open("wb") if log else nullcontext() as errors:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ)
    try:
        assert server.stdout is not None
        port = re.search(r":(\d+)/", server.stdout.readline())
        if port is None:
            raise RuntimeError("the server did not start")
        yield int(port[1]), server.pid
        if server.poll() is not None:
            raise RuntimeError(f"the server ended with status {server.returncode}")
    finally:
        server.terminate()
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        if server.stdout is not None:
            server.stdout.close()


def resident_mb(pid: int) -> float:
    """Resident memory of a process; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(resident[1]) / 1024 if resident else 0.0


def children_of(pid: int) -> list[int]:
    """The processes that a process has started; none where the system does not tell."""
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    return [int(child) for child in found]


def cpu_seconds(pid: int) -> float:
    """Processor time of a process without those it started; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
