"""A server in a process of its own, as a host would run it; it can be killed and started again."""

from __future__ import annotations

import multiprocessing
import os
import re
import resource
import signal
import socket
import subprocess
import sys
from contextlib import nullcontext
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import citywright

SOURCE = Path(citywright.__file__).parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`citywright serve` on a database, without limits: to the server all tests are one busy client."""

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
        self._log = log
        self._most_files = most_files
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "citywright", "serve", "--port", str(self.port)]
        self._command += ["--database", database, "--bot-pace", str(bot_pace), "--limits", str(limits)]
        self._command += options
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> ServerProcess:
        environment = os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
        with nullcontext() if self._log is None else self._log.open("ab") as errors:
            self.process = subprocess.Popen(
                self._command,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                preexec_fn=self._limit_files if self._most_files else None,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert re.search(r"http://localhost:\d+/", line), f"the server did not start: {line!r}"
        return self

    def _limit_files(self) -> None:
        assert self._most_files is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, self._most_files)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """As hard as it gets."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


class ForkedServer(ServerProcess):
    """The same, forked from a process that has imported everything: for tests that start it many times.

    It is as much a process of its own: what it had in memory is gone when it is killed.
    """

    _context = multiprocessing.get_context("forkserver")

    def start(self) -> ForkedServer:
        self._context.set_forkserver_preload(["citywright.cli.serve"])
        reader, writer = self._context.Pipe(duplex=False)
        self._child: ForkServerProcess | None = self._context.Process(
            target=_serve, args=(self._command[3:], writer)
        )
        self._child.start()
        writer.close()
        self._output = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()
        line = self._output.readline()
        assert re.search(r"http://localhost:\d+/", line), f"the server did not start: {line!r}"
        return self

    @property
    def pid(self) -> int:
        assert self._child is not None
        return int(self._child.pid or 0)

    def _end(self, how: signal.Signals) -> None:
        if self._child is not None:
            os.kill(self.pid, how)
            self._child.join(20)
            self._child.close()
            self._output.close()
            self._child = None


def _serve(arguments: list[str], output: Connection) -> None:
    """In the child: the command line, with its standard output into the pipe."""
    from citywright.cli import main

    os.dup2(output.fileno(), 1)
    sys.exit(main(arguments))
