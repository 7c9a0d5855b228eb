"""A look at the machine: Python, the compiled engine, letters for pictures, open files, the port."""

from __future__ import annotations

import errno
import platform
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

import citywright
from citywright import __version__
from citywright.draw.theme import SERIF
from citywright.engine.state import COMPILED
from citywright.pictures import png_of
from citywright.server.http.connections import Connections, allow_open_files
from citywright.server.operations.findings import Finding, SetUp, ok, problem, warning

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'


def check_machine(set_up: SetUp) -> Iterator[Finding]:
    """Everything about the machine and the program."""
    yield ok("program", f"Citywright {__version__} on Python {platform.python_version()}")
    yield _engine()
    yield _letters()
    yield _clock()
    yield _files(set_up)
    yield _port(set_up)


def _engine() -> Finding:
    if COMPILED:
        return ok("engine", "the rules are compiled")
    return warning(
        "engine",
        "the rules are not compiled: bots see less far in the time they have",
        "install a C compiler and run `python3 run.py setup` again",
    )


def _letters() -> Finding:
    """Pictures to share have letters only if our faces are installed, or the machine has a font for them."""
    words = f'<text x="2" y="16" font-size="16" font-family="{SERIF.replace(chr(34), "")}">Malo</text>'
    if png_of(SVG.format(words)) != png_of(SVG.format("")):
        return ok("pictures", "pictures can be drawn, with letters")
    return warning(
        "pictures",
        "pictures have no letters: no font for them is installed",
        "install ours, `pip install fontpkg-bitter`, or on Debian `apt-get install fonts-dejavu-core`",
    )


def _clock() -> Finding:
    installed = Path(citywright.__file__).stat().st_mtime
    if time.time() >= installed - 3600:
        return ok("clock", "the clock is after the installation of this program")
    return problem(
        "clock",
        "the clock of this machine is behind: it shows a time before this program was installed",
        "set it, and let it follow a time server (`timedatectl set-ntp true`)",
    )


def _files(set_up: SetUp) -> Finding:
    settings = set_up.settings
    files = allow_open_files()
    most = Connections(files, settings.bot_workers, settings.limits).most
    if most >= set_up.viewers:
        return ok("open files", f"{files} files may be open, enough for {most} open pages")
    return problem(
        "open files",
        f"{files} files may be open: enough for {most} open pages, not for {set_up.viewers}",
        "raise LimitNOFILE in the unit of the service, or `ulimit -n`",
    )


def _port(set_up: SetUp) -> Finding:
    """Can the server listen where it should, or does one do so already?"""
    host, port = set_up.settings.host, set_up.settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return _who_is_at(host, port)
            reason = error.strerror or str(error)
            return problem(
                "port",
                f"nothing can listen at {host} port {port}: {reason}",
                "choose another --host or --port; ports below 1024 belong to root, so put a proxy before it",
            )
    return ok("port", f"port {port} of {host} is free")


def _who_is_at(host: str, port: int) -> Finding:
    near = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - it is compared, not bound
    near = f"[{near}]" if ":" in near else near
    try:
        answer = httpx.get(f"http://{near}:{port}/alive", timeout=5, trust_env=False)
    except httpx.HTTPError:
        answer = None
    if answer is not None and answer.status_code == 200 and answer.text == "ok\n":
        return ok("port", f"a server answers at port {port} of {host}")
    return problem(
        "port",
        f"another program has port {port} of {host}",
        "choose another --port, or end that program",
    )
