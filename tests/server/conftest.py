"""Servers for the tests: a shared one on SQLite, and databases of both kinds for those with their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citywright.server import clock
from tests.server.server_process import ServerProcess


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
    server = ServerProcess(f"sqlite:///{folder / 'tables.sqlite3'}").start()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once on SQLite and once on PostgreSQL."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
