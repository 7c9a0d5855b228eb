"""A server in a process of its own, as a host would run it; it can be killed, paused and started again."""

from __future__ import annotations

import atexit
import ctypes
import multiprocessing
import os
import re
import resource
import runpy
import signal
import socket
import subprocess
import sys
from contextlib import nullcontext, suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import FrameType

import citywright

SOURCE = Path(citywright.__file__).parents[1]
PATIENCE = 60.0  # seconds for a process to end
FORWARD, BACK = 7200.0, -3600.0  # seconds by which SIGUSR1 and SIGUSR2 set the clock of a forked server
_keepers: list[socket.socket] = []  # one at each port that was given out; none of them listens
_READY = re.compile(r"http://localhost:\d+/")
_PR_SET_PDEATHSIG = 1
_CAPABILITY_VERSION = 0x20080522
_OVERRIDES = 0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH


class NotStarted(RuntimeError):
    """A server did not start."""


def free_port() -> int:
    """A port nobody listens at, and which the system gives to nobody else while this process lives.

    However long a server takes to start, it can listen there: servers ask for SO_REUSEADDR.
    """
    keeper = socket.socket()
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.bind(("127.0.0.1", 0))
    _keepers.append(keeper)
    atexit.register(keeper.close)
    return int(keeper.getsockname()[1])


def end_with_parent() -> None:
    """Have the system kill this process when the one that started it ends (Linux)."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def obey_permissions() -> None:
    """Let the rights of files count for root as well (Linux)."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, for 32 capabilities each time
    with suppress(AttributeError, OSError):
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.capget(header, sets) == 0:
            sets[0] &= ~_OVERRIDES
            sets[1] &= ~_OVERRIDES
            libc.capset(header, sets)


class ServerProcess:
    """`citywright serve` on a database, without limits: to the server all clients here are one busy one."""

    def __init__(
        self,
        database: str,
        *options: str,
        port: int = 0,
        bot_pace: float = 0.0,
        limits: float = 0.0,
        log: Path | None = None,
        most_files: tuple[int, int] | None = None,
    ) -> None:
        """`log` takes standard error; `most_files` are the soft and the hard limit of open files."""
        self.database = database
        self._log = log
        self._most_files = most_files
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "citywright", "serve", "--port", str(self.port)]
        self._command += ["--database", database, "--bot-pace", str(bot_pace), "--limits", str(limits)]
        self._command += options
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> ServerProcess:
        """Return when it serves; NotStarted if it does not."""
        environment = os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
        with nullcontext() if self._log is None else self._log.open("ab") as errors:
            self.process = subprocess.Popen(
                self._command,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                preexec_fn=self._limit_files if self._most_files else None,  # noqa: PLW1509 - set before exec
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not _READY.search(line):
            raise NotStarted(f"the server did not start: {line!r}")
        return self

    def _limit_files(self) -> None:
        assert self._most_files is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, self._most_files)

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """End it as hard as it gets."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as a host would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


class ForkedServer(ServerProcess):
    """The same, forked from a process that has imported everything: quick to start many times.

    It is as much a process of its own: what it had in memory is gone when it is killed. SIGUSR1 and SIGUSR2
    set its clock, and it ends when the process that started it does.
    """

    _context = multiprocessing.get_context("forkserver")
    _child: ForkServerProcess | None = None
    obeys_permissions = False

    def start(self) -> ForkedServer:
        """Return when it serves; NotStarted if it does not."""
        start_forking()
        reader, writer = self._context.Pipe(duplex=False)
        log = None if self._log is None else str(self._log)
        self._child = self._context.Process(
            target=_serve, args=(self._command[3:], writer, log, self.obeys_permissions)
        )
        self._child.start()
        writer.close()
        self._output = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()
        line = self._output.readline()
        if not _READY.search(line):
            raise NotStarted(f"the server did not start: {line!r}")
        return self

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._child is not None
        return int(self._child.pid or 0)

    @property
    def is_running(self) -> bool:
        """Has it not ended?"""
        return self._child is not None and self._child.is_alive()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def _end(self, how: signal.Signals) -> None:
        if self._child is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)
            self._child.join(PATIENCE)
            if self._child.is_alive():
                self._child.kill()
                self._child.join(PATIENCE)
            self._child.close()
            self._output.close()
            self._child = None


def start_forking() -> None:
    """Start the process that forks, which imports the same package as this one and all that servers need."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(SOURCE)
    try:
        forkserver.set_forkserver_preload([__name__, "citywright.lab.faults.warm"])
        forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def _serve(arguments: list[str], output: Connection, log: str | None, obeys_permissions: bool) -> None:
    """In the child: `python -m citywright …`, with its standard output into the pipe."""
    from citywright.server import clock

    def set_clock(number: int, _frame: FrameType | None) -> None:
        clock.set_by(FORWARD if number == signal.SIGUSR1 else BACK)

    end_with_parent()
    if obeys_permissions:
        obey_permissions()
    signal.signal(signal.SIGUSR1, set_clock)
    signal.signal(signal.SIGUSR2, set_clock)
    os.dup2(output.fileno(), 1)
    if log is not None:
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    sys.argv = ["citywright", *arguments]
    runpy.run_module("citywright", run_name="__main__", alter_sys=True)
