"""A server that cannot reach its database or Redis says so in one sentence and ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from citywright.server.startup import NotReady, find_redis
from tests.server.server_process import SOURCE, ServerProcess, free_port


def refused_to_start(*options: str) -> str:
    """What `citywright serve` says before it ends with status 1."""
    command = [sys.executable, "-m", "citywright", "serve", "--port", "0", *options]
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=200)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    return done.stderr


def test_redis_that_is_away_is_named(tmp_path: Path) -> None:
    port = free_port()
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    said = refused_to_start("--database", database, "--redis", f"redis://:geheim@127.0.0.1:{port}")
    assert "Redis does not answer" in said
    assert str(port) in said
    assert "geheim" not in said


@pytest.mark.anyio
async def test_redis_that_is_mute_is_not_waited_for() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as mute,
        pytest.raises(NotReady, match="Redis does not answer"),
    ):
        await find_redis(f"redis://127.0.0.1:{mute.getsockname()[1]}", patience=0.2)


def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    said = refused_to_start("--database", f"sqlite:///{tmp_path}/nowhere/tables.sqlite3")
    assert "nowhere/tables.sqlite3 cannot be used" in said


@pytest.mark.postgres
def test_a_database_that_is_not_there_is_named_without_its_password(postgres_url: str) -> None:
    absent = postgres_url.replace("+asyncpg", "").replace("postgres@", "postgres:geheim@") + "_absent"
    said = refused_to_start("--database", absent)
    assert '_absent" does not exist' in said
    assert "geheim" not in said


@pytest.mark.redis
def test_with_redis_it_starts(tmp_path: Path, redis_url: str, redis_prefix: str) -> None:
    options = ("--redis", redis_url, "--channel", redis_prefix)
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}", *options).start()
    server.stop()


def said_by(script: str, folder: Path) -> str:
    """What a script of its own prints; it must succeed."""
    command = [sys.executable, "-c", script]
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_server_needs_no_module_that_windows_lacks(tmp_path: Path) -> None:
    """The application is put together, and counts, where `resource` cannot be imported."""
    script = (
        "import sys; sys.modules['resource'] = None\n"
        "import citywright.server.app, citywright.server.load.generator\n"
        "from citywright.server.http.metrics import Metrics\n"
        "sys.platform = 'win32'\n"
        "print('citywright_max_resident_bytes 0.0' in Metrics().text().decode())\n"
    )
    assert said_by(script, tmp_path) == "True\n"


def test_nothing_is_left_to_be_loaded_while_somebody_waits(tmp_path: Path) -> None:
    """An import takes longer than a move, and everybody waits for it."""
    script = (
        "import sys\n"
        "import citywright.server.run\n"
        "from citywright.catalogue import games\n"
        "from citywright.server.live.seat_page import SeatPage\n"
        "from citywright.server.load.redraw import sample_table\n"
        "from citywright.server.startup import load_games\n"
        "load_games()\n"
        "loaded = set(sys.modules)\n"
        "for game in games().values():\n"
        "    SeatPage(sample_table(game, with_bot=False), 0, 'de').whole()\n"
        "print(sorted(name for name in set(sys.modules) - loaded if name.startswith('citywright')))\n"
    )
    assert said_by(script, tmp_path) == "[]\n"


def test_mail_without_an_address_for_its_links_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "citywright", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.sqlite3'}"]
    environment = os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
    environment |= {"CITYWRIGHT_SMTP": "smtp://me:geheim@mail.example.org"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert "Citywright is at" in process.stdout.readline()
        process.terminate()
        said = process.communicate(timeout=60)[1]
    assert "no mail is sent: CITYWRIGHT_SMTP is set, but not --address" in said
    assert "geheim" not in said


def test_an_address_that_is_none_is_refused() -> None:
    command = [sys.executable, "-m", "citywright", "serve", "--address", "play.example.org"]
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "--address must be http://HOST or https://HOST, not 'play.example.org'" in done.stderr
