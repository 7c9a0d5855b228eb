"""What all tests share: the servers and the browser of the test machine, and what happens without them.

A test marked with what it needs (`postgres`, `browser` …) is skipped where that is missing, and the summary
names it; with CI=true it fails instead, unless the gate has tried to install it and could not.
tests/compiled meets the installed package, all else meets src.
"""

from __future__ import annotations

import os
import shutil
import socket
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import citywright
from tests import databases

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
INSTALLED = os.environ.get("CITYWRIGHT_INSTALLED") == "1"
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

# Longer siblings of tests the gate has, by the beginning of their names: they run with `-m long`.
LONG = (
    "tests/browser/test_games.py::test_a_whole_game_against_a_bot[milestones",
    "tests/browser/test_motion.py::test_every_die_that_is_rolled_tumbles[no-preference",
    "tests/browser/test_one_screen_review_tutorial.py::test_a_game_over_days",
    "tests/browser/test_one_screen_review_tutorial.py::test_a_tutorial_speaks_at_every_decision[milestones",
    "tests/browser/test_one_screen_review_tutorial.py::test_the_life_of_an_account",
    "tests/browser/test_touch.py::test_a_thumb_hits_what_it_means[milestones",
    "tests/cli/test_render.py::test_sheet_draws_every_phase_in_every_theme",
    *(f"tests/compiled/test_parity.py::test_same_games_pure_and_compiled[milestones-{n}" for n in (3, 4)),
    *(f"tests/compiled/test_parity.py::test_same_games_pure_and_compiled[mauerbauer-{n}" for n in (3, 4)),
    *(f"tests/compiled/test_parity.py::test_same_games_pure_and_compiled[saint-malo-{n}" for n in (3, 4)),
    "tests/docs/test_research.py::test_the_tour_is_true",
    "tests/server/api/test_api.py::test_following_outlasts_the_server",
    "tests/server/hosting/test_hosting_page.py::test_a_backup_of_sqlite_goes_on_where_it_was",
    "tests/server/http/test_odd_requests.py::test_nothing_that_is_sent_makes_the_server_fail",
    "tests/server/layouts/test_balance.py::test_a_flood_of_requests_starts_little[postgres",
    "tests/server/layouts/test_balance.py::test_there_is_a_limit_of_time_and_fewer_games_are_told_honestly[postgres",
    "tests/server/layouts/test_shelf.py::test_a_refused_layout_comes_back_with_its_problems[postgres",
    "tests/server/layouts/test_shelf.py::test_pictures_are_kept_by_those_who_have_them[postgres",
    "tests/server/layouts/test_shelf.py::test_saving_and_drawing_are_limited[postgres",
    "tests/server/operations/test_backup.py::test_a_backup_under_load_is_one_moment_and_goes_on[postgres",
    "tests/server/players/test_endings.py::test_an_ending_ends_pages_and_streams_at_every_node[sqlite",
)

# Tests that take longest, by the beginning of their names: they run first, so that at the end nobody waits
# for the last of them.
FIRST = (
    "tests/docs/test_adding_a_game.py",
    "tests/docs/test_site.py",
    "tests/lab/test_hostile.py",
    "tests/server/hosting/test_workers.py",
    "tests/server/operations/test_backup.py::test_a_backup_under_load",
    "tests/server/players/test_turn_mails.py",
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
    """Refuses to test the wrong copy of the package."""
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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that are named as long above, and puts those first that are to run first."""
    for item in items:
        if item.nodeid.startswith(LONG):
            item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


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
