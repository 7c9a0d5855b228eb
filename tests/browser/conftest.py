"""A server for the browser tests of one worker; bots move at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.server_process import ServerProcess


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("browsed")
    server = ServerProcess(f"sqlite:///{folder / 'tables.sqlite3'}").start()
    yield server
    server.stop()
