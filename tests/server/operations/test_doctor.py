"""`citywright doctor` on set-ups that are really broken: each finding says what is wrong and what to do."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from citywright.server.clock import now_ms
from citywright.server.operations.check_storage import file_system_of
from citywright.server.operations.doctor import examine
from citywright.server.operations.findings import Finding, SetUp
from citywright.server.settings import Settings
from citywright.server.startup import make_ready
from tests.server.server_process import SOURCE, ServerProcess, free_port

SECRET = "geheim"


def findings(database: str, **changed: Any) -> dict[str, list[Finding]]:
    """What is found, by what it is about; nothing says a password."""
    own = {name: changed.pop(name) for name in list(changed) if name in SetUp.__struct_fields__}
    settings = Settings(database=database, **({"port": free_port()} | changed))
    found: dict[str, list[Finding]] = {}
    for finding in examine(SetUp(settings=settings, **own)):
        assert (finding.level == "ok") == (not finding.advice), finding
        assert SECRET not in finding.said + finding.advice
        found.setdefault(finding.about, []).append(finding)
    return found


def levels(found: dict[str, list[Finding]], about: str) -> list[str]:
    return [finding.level for finding in found[about]]


@pytest.fixture
def ready(tmp_path: Path) -> str:
    """A database that a server has used."""
    folder = tmp_path / "data"
    folder.mkdir()
    url = f"sqlite:///{folder / 'tables.sqlite3'}"
    asyncio.run(make_ready(Settings(database=url)))
    (folder / "tables.sqlite3").chmod(0o600)
    return url


def change(url: str, statement: str) -> None:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_good_set_up_has_no_problem(ready: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite3"
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "citywright"]
    subprocess.run([*command, "backup", str(backup), "--database", ready], env=environment, check=True)
    told = subprocess.run(
        [*command, "doctor", "--database", ready, "--port", str(free_port()), "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    report = json.loads(told)
    found = {finding["about"]: finding["level"] for finding in report["findings"]}
    assert report["problems"] == 0
    assert {about for about, level in found.items() if level != "ok"} <= {"engine", "pictures"}
    assert set(found) >= {
        "database",
        "writing",
        "durability",
        "times",
        "backup",
        "disk",
        "open files",
        "port",
    }


def test_what_is_wrong_with_files_is_named(tmp_path: Path) -> None:
    new = findings(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert "will be made when the server starts" in new["database"][0].said
    assert not (tmp_path / "new.sqlite3").exists()  # nothing was changed
    absent = findings(f"sqlite:///{tmp_path / 'absent' / 'x.sqlite3'}")
    assert levels(absent, "data folder") == ["problem"]
    assert "mkdir" in absent["data folder"][0].advice
    damaged = tmp_path / "damaged.sqlite3"
    damaged.write_bytes(b"this was a database once" * 500)
    assert "problem" in levels(findings(f"sqlite:///{damaged}"), "database")
    assert levels(findings("sqlite://"), "database") == ["problem"]


def test_a_database_others_can_read_and_a_full_disk_are_named(ready: str) -> None:
    Path(ready.removeprefix("sqlite:///")).chmod(0o644)
    found = findings(ready, least_free=10**18)
    assert "warning" in levels(found, "database")
    assert levels(found, "disk") == ["problem"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_folder_of_somebody_else_is_named(ready: str, tmp_path: Path) -> None:
    """As root runs the tests, the look is taken by a child that has become nobody."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        folders = [Path(ready.removeprefix("sqlite:///")).parent, *tmp_path.parents, tmp_path]
        for folder in folders:
            folder.chmod(folder.stat().st_mode | 0o055)
        os.setuid(65534)
        from citywright.server.operations.check_storage import check_file

        said = [finding.said for finding in check_file(Path(ready.removeprefix("sqlite:///")), 0)]
        os.write(writer, "\n".join(said).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    assert "nothing can be written into" in told


def test_disks_of_other_machines_are_told_apart(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nbox:/x {tmp_path} nfs4 rw 0 0\n")
    assert file_system_of(tmp_path / "deeper", mounts) == "nfs4"
    assert file_system_of(Path("/usr"), mounts) == "ext4"
    assert file_system_of(tmp_path, tmp_path / "nothing") == ""


def test_versions_of_the_database_are_told_apart(ready: str) -> None:
    change(ready, "UPDATE alembic_version SET version_num = '0001'")
    assert levels(findings(ready), "database") == ["warning"]
    change(ready, "UPDATE alembic_version SET version_num = '9999'")
    assert levels(findings(ready), "database") == ["problem"]


def test_moves_of_the_future_and_old_backups_are_named(ready: str) -> None:
    future = now_ms() + 3_600_000
    columns = "id, game, rules_version, start, secret, epoch, created"
    change(ready, f"INSERT INTO tables ({columns}) VALUES ('t', 'saint-malo', 1, 0, x'00', 0, 0)")
    columns = "table_id, ply, actor, notation, awaits, time"
    change(ready, f"INSERT INTO moves ({columns}) VALUES ('t', 0, 0, 'x', 0, {future})")
    found = findings(ready)
    assert levels(found, "times") == ["warning"]
    assert levels(found, "backup") == ["warning"]
    change(ready, f"INSERT INTO house (name, value) VALUES ('last backup', '{now_ms() - 9 * 86_400_000}')")
    assert "9 days ago" in findings(ready)["backup"][0].said


def test_few_open_files_are_named(ready: str) -> None:
    command = f"ulimit -n 300; exec {sys.executable} -m citywright doctor --json --database {ready}"
    done = subprocess.run(
        ["bash", "-c", command],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "problems and" in done.stderr
    found = {finding["about"]: finding for finding in json.loads(done.stdout)["findings"]}
    assert found["open files"]["level"] == "problem"
    assert "300 files may be open" in found["open files"]["said"]


def test_a_port_that_is_taken_is_named(ready: str, served: ServerProcess) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        threading.Thread(target=_hang_up, args=(deaf,), daemon=True).start()
        found = findings(ready, port=deaf.getsockname()[1])
        assert levels(found, "port") == ["problem"]
        assert "another program has port" in found["port"][0].said
    assert "a server answers" in findings(ready, port=served.port)["port"][0].said
    assert levels(findings(ready, host="192.0.2.1"), "port") == ["problem"]  # not of this machine


def _hang_up(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    connection.close()


@pytest.mark.parametrize(
    ("settings", "about", "level"),
    [
        ({"address": ""}, "address", "ok"),
        ({"host": "0.0.0.0"}, "address", "warning"),
        ({"host": "0.0.0.0"}, "https", "warning"),
        ({"address": "http://127.0.0.1:9", "https": True}, "address", "problem"),
        ({"address": "https://127.0.0.1:9"}, "address", "warning"),
        ({"address": "https://127.0.0.1:9", "https": True}, "address", "ok"),
        ({"address": "https://127.0.0.1:9", "https": True}, "way in", "problem"),
        ({"smtp": f"smtp://me:{SECRET}@mail.example.org"}, "mail", "warning"),
        ({"smtp": f"mail.example.org:{SECRET}", "address": "http://127.0.0.1:9"}, "mail", "problem"),
        ({"smtp": f"smtp://me:{SECRET}@x.org", "address": "http://127.0.0.1:9"}, "mail", "warning"),
        ({"redis": f"redis://:{SECRET}@127.0.0.1:9"}, "Redis", "problem"),
    ],
)
def test_settings_that_do_not_fit_are_named(
    tmp_path: Path, settings: dict[str, Any], about: str, level: str
) -> None:
    assert levels(findings(f"sqlite:///{tmp_path / 'new.sqlite3'}", **settings), about) == [level]


@pytest.mark.redis
def test_redis_that_answers_is_well(tmp_path: Path, redis_url: str) -> None:
    assert levels(findings(f"sqlite:///{tmp_path / 'x.sqlite3'}", redis=redis_url), "Redis") == ["ok"]


class Postbox:
    """Takes any mail."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        return "250 OK"


def test_the_mail_server_is_tried_only_if_asked(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    away = f"smtp://127.0.0.1:{free_port()}"
    assert "mail server" not in findings(database, smtp=away)
    assert levels(findings(database, smtp=away, tries_mail=True), "mail server") == ["problem"]
    post = Controller(Postbox(), hostname="127.0.0.1", port=free_port(), ready_timeout=60)
    post.start()
    try:
        there = f"smtp://127.0.0.1:{post.port}"
        assert levels(findings(database, smtp=there, tries_mail=True), "mail server") == ["ok"]
    finally:
        post.stop()


@contextmanager
def proxy_to(port: int, change_request: Any, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """A proxy that changes what clients send. It ends when all connections have: nothing is left open."""
    own_port = 0
    open_connections: set[asyncio.Task[Any]] = set()

    async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter, change: Any) -> None:
        try:
            while data := await source.read(65536):
                target.write(change(data))
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()
            with suppress(OSError):
                await target.wait_closed()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        passing = asyncio.current_task()
        assert passing is not None
        open_connections.add(passing)
        passing.add_done_callback(open_connections.discard)
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, there_writer, change_request), pump(there_reader, writer, bytes))

    async def serve() -> None:
        nonlocal own_port
        stopped = asyncio.Event()
        server = await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=tls)
        own_port = server.sockets[0].getsockname()[1]
        stop.append((asyncio.get_running_loop(), stopped))
        started.set()
        await stopped.wait()
        server.close()
        if open_connections:
            await asyncio.wait(open_connections, timeout=20)

    stop: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
    started = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert started.wait(60)
    try:
        yield own_port
    finally:
        loop, stopped = stop[0]
        loop.call_soon_threadsafe(stopped.set)
        thread.join(60)


def without_host(request: bytes) -> bytes:
    return re.sub(rb"(?i)\r\nHost: [^\r]*", b"\r\nHost: backend", request)


def without_upgrade(request: bytes) -> bytes:
    return re.sub(rb"(?i)\r\nUpgrade: [^\r]*", b"", request)


def test_proxies_that_change_requests_are_found_out(ready: str, served: ServerProcess) -> None:
    straight = findings(ready, address=served.base)
    assert [levels(straight, about) for about in ("way in", "proxy", "live pages")] == [["ok"]] * 3
    with proxy_to(served.port, without_host) as port:
        found = findings(ready, address=f"http://127.0.0.1:{port}")
        assert levels(found, "way in") == ["ok"]
        assert levels(found, "proxy") == ["problem"]
        assert "Host" in found["proxy"][0].advice
    with proxy_to(served.port, without_upgrade) as port:
        found = findings(ready, address=f"http://127.0.0.1:{port}")
        assert levels(found, "proxy") == ["ok"]
        assert levels(found, "live pages") == ["problem"]


@pytest.mark.nginx
def test_a_certificate_that_ends_soon_is_named(
    ready: str, served: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "5", *names]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with proxy_to(served.port, bytes, tls) as port:
        found = findings(ready, address=f"https://localhost:{port}", https=True)
        assert levels(found, "way in") == ["ok"]
        assert levels(found, "live pages") == ["ok"]
        assert levels(found, "certificate") == ["warning"]


@pytest.mark.postgres
def test_a_careless_postgresql_is_named(empty_postgres_url: str) -> None:
    url = empty_postgres_url.replace("+asyncpg", "")
    name = url.rpartition("/")[2]

    async def execute(statement: str) -> None:
        engine = create_async_engine(empty_postgres_url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(statement))
        await engine.dispose()

    assert "is empty" in findings(url)["database"][0].said
    asyncio.run(make_ready(Settings(database=url)))
    good = findings(url)
    for about in ("database", "writing", "durability", "clocks", "times"):
        assert levels(good, about) == ["ok"], about
    asyncio.run(execute(f"ALTER DATABASE {name} SET synchronous_commit = off"))
    assert "synchronous_commit is off" in findings(url)["durability"][0].said
    asyncio.run(execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    assert levels(findings(url), "writing") == ["problem"]
    away = findings(f"{url}_absent".replace("postgres@", f"postgres:{SECRET}@"))
    assert levels(away, "database") == ["problem"]
