"""A machine that carries out docs/hosting.md: its commands and files are taken from the page as they stand.

Folders, ports and names are the test's own. What would change the whole machine is left out (users,
packages), and systemd's part is played here: ExecStart is started with the unit's folder and environment.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from configparser import RawConfigParser
from pathlib import Path

from tests.server.server_process import free_port

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
WHOLE_MACHINE = ("apt-get", "useradd", "chown")  # not for a test to change
REAL_SETUP = "CITYWRIGHT_TEST_SETUP"  # set: the clone gets an environment of its own, which takes minutes
_BLOCK = re.compile(
    r"(?:^`(?P<path>/[^`\n]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE
)


def blocks(section: str) -> list[tuple[str, str, str]]:
    """The blocks of a section: the path of a file (or nothing), the kind and the text."""
    _, _, rest = PAGE.partition(f"\n## {section}\n")
    assert rest, f"docs/hosting.md has no section {section!r}"
    text = rest.partition("\n## ")[0]
    return [(match["path"] or "", match["kind"], match["text"]) for match in _BLOCK.finditer(text)]


def commands(text: str) -> list[str]:
    """The commands of a block, one each."""
    return text.replace("\\\n", " ").strip().splitlines()


class Machine:
    """An empty folder that becomes a host."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.https, self.http = free_port(), free_port(), free_port()
        self.cwd = folder
        self._units: dict[str, subprocess.Popen[bytes]] = {}
        self._sockets: dict[str, socket.socket] = {}
        for name in ("home", "srv", "etc/systemd/system", "etc/nginx/conf.d"):
            (folder / name).mkdir(parents=True)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "LANG": "C.UTF-8"}
        self.environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}

    def here(self, text: str) -> str:
        """Text of the page with this machine's folders, ports and name."""
        for there, own in (
            ("/srv/", f"{self.folder}/srv/"),
            ("/etc/", f"{self.folder}/etc/"),
            ("/var/cache", f"{self.folder}/cache"),
            ("<this repository>", str(ROOT)),
            ("listen 80;", f"listen 127.0.0.1:{self.http};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.https} ssl;"),
            ("8421", str(self.port)),
            ("play.example.org:443:", f"localhost:{self.https}:"),
            ("https://play.example.org", f"https://localhost:{self.https}"),
            ("play.example.org", "localhost"),
        ):
            text = text.replace(there, own)
        return text

    def follow(self, section: str) -> None:
        """Do everything a section says."""
        for path, kind, text in blocks(section):
            if path:
                Path(self.here(path)).write_text(self.here(text), encoding="utf-8")
            else:
                assert kind == "sh", f"what is to be done with this? {text}"
                self.carry_out(text)

    def carry_out(self, text: str, change: Callable[[str], str] = str) -> None:
        """Run the commands of a block."""
        for command in commands(text):
            self.run(change(self.here(command)))

    def run(self, command: str) -> None:
        """One command."""
        program, *arguments = shlex.split(command)
        if program in WHOLE_MACHINE:
            return
        if program == "cd":
            self.cwd = Path(arguments[0])
        elif program == "systemctl":
            self._systemctl(*arguments)
        elif program == "nginx":
            self._call([NGINX, *arguments, *self._nginx_settings()])
        elif command == "python3 run.py setup" and REAL_SETUP not in os.environ:
            self._stand_in_for_setup()
        elif program != "systemd-analyze" or shutil.which(program):
            self._call(["bash", "-c", command])

    def _call(self, command: list[str]) -> None:
        done = subprocess.run(
            command, cwd=self.cwd, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"

    def _stand_in_for_setup(self) -> None:
        """The clone's own source, run by the environment of this checkout, which run.py has set up."""
        program = self.cwd / ".venv" / "bin" / "citywright"
        program.parent.mkdir(parents=True)
        source = shlex.quote(str(self.cwd / "src"))
        program.write_text(f'#!/bin/sh\nPYTHONPATH={source} exec {sys.executable} -m citywright "$@"\n')
        program.chmod(0o755)

    # --- what systemd does ------------------------------------------------------------

    def _systemctl(self, verb: str, *names: str) -> None:
        name = names[-1] if names else ""
        if verb == "stop":
            self._end(name)
        elif name == "nginx":
            self._units[name] = subprocess.Popen([NGINX, *self._nginx_settings(), "-g", "daemon off;"])
            self._wait_for_nginx()
        elif verb in ("enable", "start"):
            self._units[name] = self._start(self.folder / f"etc/systemd/system/{name}.service")
        else:
            assert verb == "daemon-reload", verb

    def _start(self, path: Path) -> subprocess.Popen[bytes]:
        unit = RawConfigParser(strict=False, interpolation=None)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read_string(path.read_text(encoding="utf-8"))
        service = unit["Service"]
        environment = dict(pair.split("=", 1) for pair in service["Environment"].split())
        given = {name: self.environment[name] for name in ("PATH", "LANG", "HOME")}
        order = shlex.split(service["ExecStart"])
        listener = self._socket_of(path.with_suffix(".socket"))
        hand_over = f'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@" 3<&{listener.fileno()}'
        with (self.folder / "journal").open("ab") as journal:
            return subprocess.Popen(
                ["bash", "-c", hand_over, "bash", *order],
                cwd=service["WorkingDirectory"],
                env=given | environment,
                stdout=journal,
                stderr=journal,
                pass_fds=[listener.fileno()],
            )

    def _socket_of(self, path: Path) -> socket.socket:
        """The socket of a unit: it stays open while servers come and go."""
        found = re.search(r"^ListenStream=([\d.]+):(\d+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert found is not None
        if path.name not in self._sockets:
            self._sockets[path.name] = socket.create_server((found[1], int(found[2])))
        return self._sockets[path.name]

    def _nginx_settings(self) -> list[str]:
        """Debian's nginx.conf in short, without what only root may do: conf.d is read inside `http`."""
        folder = self.folder
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        (folder / "nginx.conf").write_text(
            f"pid {folder}/nginx.pid; error_log {folder}/nginx.log;\nevents {{}}\n"
            f"http {{ access_log off; {temporary} include {folder}/etc/nginx/conf.d/*.conf; }}\n"
        )
        return ["-c", f"{folder}/nginx.conf", "-e", f"{folder}/nginx.log"]

    def _wait_for_nginx(self) -> None:
        """Until both its ports answer; its pid file is there since its settings were tried."""
        until = time.monotonic() + 60
        for port in (self.http, self.https):
            while not _answers(port):
                assert time.monotonic() < until, "nginx did not start"
                time.sleep(0.02)

    def _end(self, name: str) -> None:
        process = self._units.pop(name)
        process.terminate()
        process.wait(60)

    def switch_off(self) -> None:
        """End everything that runs."""
        for name in list(self._units):
            self._end(name)
        for listener in self._sockets.values():
            listener.close()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
