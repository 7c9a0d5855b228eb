"""Servers for the tests: a shared one on SQLite, and databases of both kinds for those with their own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from citywright.server import clock
from citywright.server.layouts import pictures
from citywright.server.settings import async_url
from citywright.server.uploads import uploads
from tests.databases import migrate
from tests.server.server_process import ForkedServer, ServerProcess


@pytest.fixture(scope="module", autouse=True)
def _clock_of_the_module() -> Iterator[None]:
    """Time that a module lets pass is its own: later ones compare this clock with other processes'."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "_ahead", clock._ahead)
        patch.setattr(clock, "_set_by", clock._set_by)
        yield


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that all tests of one worker share; tables never meet."""
    folder = tmp_path_factory.mktemp("served")
    server = ForkedServer(f"sqlite:///{folder / 'tables.sqlite3'}").start()
    yield server
    server.stop()


BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables, of which each test gets a copy."""
    file = tmp_path_factory.mktemp("template") / "tables.sqlite3"
    migrate(async_url(f"sqlite:///{file}"))
    return file


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with all tables and nothing in them, once on SQLite and once on PostgreSQL."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    file = tmp_path / "tables.sqlite3"
    shutil.copyfile(request.getfixturevalue("sqlite_template"), file)
    return f"sqlite:///{file}"


@pytest.fixture(params=BOTH)
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without any table, once on SQLite and once on PostgreSQL."""
    if request.param == "postgres":
        return str(request.getfixturevalue("empty_postgres_url"))
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts are checked and drawn however long a busy machine takes, where that is not what is tested."""
    for module in (uploads, pictures):
        monkeypatch.setattr(module, "SECONDS", 60.0)
