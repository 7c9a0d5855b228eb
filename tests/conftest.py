"""What all tests share: the servers and the browser of the test machine, and what happens without them.

A test marked with what it needs (`postgres`, `browser` …) is skipped where that is missing, and the summary
names it; with CI=true it fails instead, unless the gate has tried to install it and could not.
tests/compiled meets the installed package, all else meets src.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import sys
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import citywright
from tests import databases
from tests.siblings import database_of, is_long

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
INSTALLED = os.environ.get("CITYWRIGHT_INSTALLED") == "1"
SOURCE = str(Path(__file__).parents[1] / "src")
POSTGRES = os.environ.get("CITYWRIGHT_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")
REDIS = os.environ.get("CITYWRIGHT_TEST_REDIS", "redis://127.0.0.1:6379")
PATH = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"  # where Debian keeps nginx
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NOT_TESTED = "NOT TESTED: "
PROGRAMS = {  # what tests with this mark call
    "nginx": ("nginx", "openssl", "curl", "git"),
    "pg_dump": ("pg_dump", "pg_restore", "createdb", "psql"),
}
NEEDS = ("postgres", "redis", "browser", *PROGRAMS)
NOT_PROVIDED = os.environ.get("CITYWRIGHT_NOT_PROVIDED", "").split()  # by tools/gate.py

# Tests that take longest, by the beginning of their names: they run first, so that at the end nobody waits
# for the last of them.
FIRST = (
    "tests/docs/test_adding_a_game.py",
    "tests/docs/test_site.py",
    "tests/lab/test_hostile.py",
    "tests/server/hosting/test_workers.py",
    "tests/server/operations/test_backup.py::test_a_backup_under_load",
    "tests/server/notices/test_once.py",
    "tests/server/tables/test_nodes.py",
    "tests/server/tables/test_play.py",
    "tests/server/tables/test_races.py",
)

collect_ignore = [] if INSTALLED else ["compiled"]


@cache
def _set_up_hypothesis() -> None:
    from hypothesis import settings

    settings.register_profile("citywright", deadline=None, derandomize=IN_CI, print_blob=True)
    settings.load_profile("citywright")


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Hypothesis takes a second to import: it is set up before the first module that uses it, or never."""
    if b"import hypothesis" in (source := module_path.read_bytes()) or b"from hypothesis import" in source:
        _set_up_hypothesis()


def pytest_configure() -> None:
    """Refuses to test the wrong copy of the package, and has Ctrl-C heard: a shell without job control starts
    what it puts in the background deaf to it, and tests press it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    from_source = (Path(__file__).parent.parent / "src") in Path(citywright.__file__).parents
    if from_source == INSTALLED:
        pytest.exit(f"the tests would import the wrong package: {citywright.__file__}", returncode=3)


def _place(url: str) -> str:
    """Host and port of a URL, without a user's name or password."""
    return urlsplit(url).netloc.rpartition("@")[2]


def _answers(url: str) -> bool:
    address = urlsplit(url)
    try:
        socket.create_connection((address.hostname or "", address.port or 0), timeout=2).close()
    except OSError:
        return False
    return True


def find_browser() -> str | None:
    """The Chromium or Chrome of this machine."""
    return os.environ.get("CITYWRIGHT_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


@cache
def _missing(need: str) -> str | None:
    """Why tests with this mark cannot run here, if they cannot."""
    if need == "postgres" and not _answers(POSTGRES):
        return f"no PostgreSQL answers at {_place(POSTGRES)}"
    if need == "redis" and not _answers(REDIS):
        return f"no Redis answers at {_place(REDIS)}"
    if need == "browser" and find_browser() is None:
        return "neither Chromium nor Chrome is installed"
    absent = [name for name in PROGRAMS.get(need, ()) if shutil.which(name, path=PATH) is None]
    if absent:
        return f"{' and '.join(absent)} cannot be found"
    return None


def _database_of(item: pytest.Item) -> str:
    """On which database a test runs that runs on both; empty for others."""
    parameters = (
        item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    )
    return str(parameters.get("database") or parameters.get("empty_database") or "")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that are named as long, and puts those first that are to run first."""
    if INSTALLED and SOURCE in sys.path:
        raise pytest.UsageError(f"a test put {SOURCE} on the path: processes would run it, not the package")
    on = {item.nodeid: _database_of(item) for item in items}
    pairs = {(name.partition("[")[0], database) for name, database in on.items()}
    for item in items:
        test, database = item.nodeid.partition("[")[0], on[item.nodeid]
        chosen = database and database_of(test)
        if is_long(item.nodeid) or (chosen not in ("", database) and (test, chosen) in pairs):
            item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def pytest_collection_finish() -> None:
    """What was imported so far stays: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers():
        if reason := _missing(mark.name):
            if IN_CI and mark.name not in NOT_PROVIDED:
                pytest.fail(NOT_TESTED + reason, pytrace=False)
            pytest.skip(NOT_TESTED + reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for need in NEEDS:
        reason = _missing(need)
        if number := sum(reason is not None and NOT_TESTED + reason in text for text in skipped):
            terminalreporter.section(f"{NOT_TESTED}{reason}", sep="!", red=True)
            terminalreporter.write_line(f"{number} tests marked '{need}' were skipped.", red=True)


@pytest.fixture
def anyio_backend() -> str:
    """Async tests (`@pytest.mark.anyio`) run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_template() -> Iterator[str]:
    """A database with all tables, of which each test gets a copy: to migrate one takes longer."""
    url = databases.new_postgres(POSTGRES)
    databases.migrate(url)
    yield url
    databases.drop_postgres(POSTGRES, url)


@pytest.fixture
def empty_postgres_url() -> Iterator[str]:
    """A database of the test's own without any table, as a URL for SQLAlchemy's async engine.

    A database and not a schema, because its URL needs no connection arguments: it works the same for the
    server in this process, for a second node and for a command line in a child process.
    """
    url = databases.new_postgres(POSTGRES)
    yield url
    databases.drop_postgres(POSTGRES, url)


@pytest.fixture
def postgres_url(postgres_template: str) -> Iterator[str]:
    """The same with all tables, and nothing in them."""
    url = databases.new_postgres(POSTGRES, postgres_template)
    yield url
    databases.drop_postgres(POSTGRES, url)


@pytest.fixture
def redis_url() -> Iterator[str]:
    """A Redis database leased for the test, empty at first and emptied afterwards.

    Published messages cross databases: a test that listens to a channel needs `redis_prefix` as well.
    """
    import redis

    for number in range(1, 16):
        url = f"{REDIS}/{number}"
        with redis.Redis.from_url(url) as client:
            if not client.set("citywright-test-lease", "taken", nx=True, ex=900):
                continue
            if client.dbsize() == 1:
                yield url
                client.flushdb()
                return
            client.delete("citywright-test-lease")
    pytest.fail("all Redis databases from 1 to 15 are in use")


@pytest.fixture
def redis_prefix() -> str:
    """A prefix for keys and channels that nobody else uses."""
    return f"citywright-test-{uuid.uuid4().hex}:"


@pytest.fixture
def chromium() -> str:
    """The path of the browser, for Playwright's `executable_path`."""
    return str(find_browser())
