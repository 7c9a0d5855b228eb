"""Backups made while people play and restored into either kind of database: nothing is missing."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from citywright.cli import main
from citywright.server.load.page_client import Guest
from citywright.server.operations.backup import MARK, make_backup
from citywright.server.operations.restore import restore_backup
from citywright.server.storage.schema import metadata
from tests.server.known.games import BOT, add_game, add_people, rows, work
from tests.server.layouts.boards import board, get, save
from tests.server.live.test_restart import Players
from tests.server.players_at_tables import play_a_little, record_of
from tests.server.server_process import SOURCE, ForkedServer
from tests.server.storage.any_rows import fill_all

TABLES = 3  # one of each game
PAUSE = 0.02  # seconds between two moves of a table


def run_aside(*words: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "citywright", *words],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )


def run(*words: str) -> tuple[int, str, str]:
    """The command line in this process: its status and what it says."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as errors:
        status = main(words)
    return status, out.getvalue(), errors.getvalue()


def succeeded(*words: str) -> str:
    """What the command says when it has done its work."""
    status, out, errors = run(*words)
    assert (status, errors) == (0, "")
    return out


def refused(*words: str) -> str:
    """What the command says when it refuses."""
    status, out, errors = run(*words)
    assert (status, out) == (1, "")
    return errors


@contextmanager
def a_database(kind: str, request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    if kind == "postgres":
        yield str(request.getfixturevalue("empty_postgres_url")).replace("+asyncpg", "")
    else:
        yield f"sqlite:///{folder / 'restored.sqlite3'}"


async def play_and_back_up(server: ForkedServer, database: str, file: Path) -> list[tuple[Players, int]]:
    """Make a backup in the middle of play; returns the people, and how much was acknowledged before."""
    tables = [Players(server.base, number, PAUSE) for number in range(TABLES)]
    playing = asyncio.gather(*(players.play_on() for players in tables))
    while any(len(players.acknowledged) < 4 for players in tables):
        await asyncio.wait({playing}, timeout=0.02)
    before = [len(players.acknowledged) for players in tables]
    done = await asyncio.to_thread(run_aside, "backup", str(file), "--database", database)
    assert done.returncode == 0, done.stderr
    after = [len(players.acknowledged) for players in tables]
    assert after != before, "nobody played meanwhile"
    for players in tables:
        players.stopped = True
    await playing
    return list(zip(tables, before, strict=True))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("sqlite", "sqlite"),
        pytest.param("sqlite", "postgres", marks=pytest.mark.postgres),
        pytest.param("postgres", "sqlite", marks=pytest.mark.postgres),
    ],
)
def test_a_backup_under_load_is_one_moment_and_goes_on(
    source: str, target: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    backup = tmp_path / "backup.sqlite3"
    with a_database(source, request, here) as database:
        server = ForkedServer(database).start()
        try:
            designer = Guest(server.base)
            original = save(designer, board(5), public="yes")
            fork = save(Guest(server.base), board(6), origin=original, public="yes")
            people = asyncio.run(play_and_back_up(server, database, backup))
        finally:
            server.stop()
    assert backup.stat().st_mode & 0o777 == 0o600  # it holds the key that signs cookies
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".backup")]
    with a_database(target, request, there) as database:
        said = succeeded("restore", str(backup), "--database", database, "--check-all")
        assert f"{TABLES} games were played again, 0 were not" in said
        server = ForkedServer(database).start()
        try:
            for players, before in people:
                anke = Guest(server.base, players.guests[0].cookie)
                kept = record_of(anke, players.table)
                assert len(kept) >= before
                assert kept == players.acknowledged[: len(kept)]
            asyncio.run(go_on(server.base, people[0][0]))
            designer = Guest(server.base, designer.cookie)
            assert f'href="/layouts/{original}"' in get(designer, f"/layouts/{fork}")
            assert get(designer, f"/layouts/{original}/layout.toml") == board(5)
            assert designer.request("POST", f"/layouts/{original}/hide", []).status == 303
        finally:
            server.stop()


async def go_on(base: str, players: Players) -> None:
    """Two more moves at a restored table, and a message: numbers go on, too."""
    players.guests = [Guest(base, guest.cookie) for guest in players.guests]
    kept = len(record_of(players.guests[0], players.table))
    players.acknowledged.clear()
    players.stopped = False
    playing = asyncio.create_task(players.play_on())
    while len(players.acknowledged) < 2 and not playing.done():
        await asyncio.wait({playing}, timeout=0.02)
    players.stopped = True
    await playing
    assert len(record_of(players.guests[0], players.table)) == kept + len(players.acknowledged)
    said = players.guests[0].request("POST", f"/t/{players.table}/say", [("text", "Da sind wir wieder")])
    assert said.status in (200, 303), said


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a server where something was played."""
    folder = tmp_path_factory.mktemp("backup")
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    server = ForkedServer(database).start()
    play_a_little(server.base)
    server.stop()
    file = folder / "backup.sqlite3"
    assert "1 tables" in succeeded("backup", str(file), "--database", database)
    return file


def test_nothing_is_overwritten_without_being_told(backup: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    other.write_bytes(b"something dear")
    source = f"sqlite:///{backup}"
    assert "is there already; --overwrite replaces it" in refused("backup", str(other), "--database", source)
    assert "is there already" in refused("restore", str(backup), "--database", f"sqlite:///{other}")
    assert other.read_bytes() == b"something dear"
    assert "is the database itself" in refused("backup", str(backup), "--database", source, "--overwrite")
    succeeded("backup", str(other), "--database", source, "--overwrite")
    succeeded("restore", str(backup), "--database", f"sqlite:///{other}", "--overwrite")
    server = ForkedServer(f"sqlite:///{other}").start()
    try:
        said = refused("restore", str(backup), "--database", f"sqlite:///{other}", "--overwrite")
        assert "a server has" in said
    finally:
        server.stop()


@pytest.mark.postgres
def test_a_database_that_is_used_or_filled_is_refused(backup: Path, empty_postgres_url: str) -> None:
    database = empty_postgres_url.replace("+asyncpg", "")
    succeeded("restore", str(backup), "--database", database)
    assert "the database is not empty" in refused("restore", str(backup), "--database", database)
    server = ForkedServer(database).start()
    try:
        said = refused("restore", str(backup), "--database", database, "--overwrite")
        assert "somebody is connected to the database" in said
    finally:
        server.stop()
    succeeded("restore", str(backup), "--database", database, "--overwrite")


def altered(backup: Path, folder: Path, statement: str) -> str:
    """A copy of a backup in which something was changed."""
    copy = folder / "altered.sqlite3"
    copy.write_bytes(backup.read_bytes())
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(statement)
        connection.commit()
    return str(copy)


def test_what_is_no_whole_backup_is_refused_and_changes_nothing(backup: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.sqlite3"
    to = ("--database", f"sqlite:///{target}")
    assert "there is no file" in refused("restore", str(tmp_path / "nothing"), *to)
    junk = tmp_path / "junk"
    junk.write_bytes(b"no database at all" * 100)
    assert "is no backup" in refused("restore", str(junk), *to)
    torn = tmp_path / "torn"
    torn.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    refused("restore", str(torn), *to)
    changed = altered(backup, tmp_path, "UPDATE moves SET notation = 'pass' WHERE ply = 0")
    assert "a game of this backup cannot be played on" in refused("restore", changed, *to)
    newer = altered(backup, tmp_path, "UPDATE alembic_version SET version_num = '9999'")
    assert "was made by a newer version" in refused("restore", newer, *to)
    assert not target.exists()
    assert "there is no database" in refused("backup", str(tmp_path / "x"), *to)
    assert "nothing can be written" in refused(
        "backup", str(tmp_path / "absent" / "x"), "--database", f"sqlite:///{backup}"
    )


@pytest.mark.postgres
def test_a_database_that_is_away_is_named_without_its_password(tmp_path: Path, postgres_url: str) -> None:
    address = urlsplit(postgres_url.replace("+asyncpg", ""))
    away = address._replace(netloc=f"anke:geheim@{address.hostname}:{address.port}", path="/nowhere").geturl()
    said = refused("backup", str(tmp_path / "x"), "--database", away)
    assert "geheim" not in said
    assert "cannot be read" in said


@pytest.mark.postgres
def test_a_row_of_every_table_is_there_again(
    postgres_url: str, empty_postgres_url: str, tmp_path: Path
) -> None:
    """Also of a table that nobody thought of: from PostgreSQL into a file, and from that into another."""
    add_people(postgres_url, "anke")
    add_game(postgres_url, "t", ["anke", BOT], 5000)
    work(postgres_url, lambda connection: fill_all(connection, metadata))
    file = tmp_path / "copy.sqlite3"
    make_backup(postgres_url, file)
    restore_backup(file, empty_postgres_url)
    for table in metadata.sorted_tables:
        before, after = (set(map(str, rows(url, table))) for url in (postgres_url, empty_postgres_url))
        marks = {row for row in before ^ after if MARK in row}  # when the backup was made
        assert before ^ after == marks, table.name
        assert after, table.name
