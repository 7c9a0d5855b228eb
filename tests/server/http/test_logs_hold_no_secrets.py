"""No table, key, name, message, password or die gets into the log, whatever goes wrong with the database.

The databases fail for real: unique keys are violated, tables are missing, connections are cut, the disk is
full. Errors without a database are logged by the same handler and are tried here as well.
"""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
import pytest
from sqlalchemy.exc import IntegrityError

from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.http.logs import JsonLines, LeaveOutRepeats, note_loop_error
from citywright.server.load.page_client import Guest
from citywright.server.tables.old_points import ALL
from tests.server.players_at_tables import make_token, two_guests
from tests.server.server_process import ForkedServer, ServerProcess

NAME, WORDS, PASSWORD = "Annegret Geheimrat", "kein Wort davon", "ganz geheimes Passwort"
LOGIN, MAIL, PROGRAM = "annegret-login", "annegret@example.org", "Annegrets Programm"
OF_ITS_OWN = "guests", "messages", "accounts", "tokens", "notices", "moves"


class Databases:
    """The database of a server, reached by another connection."""

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self._url = url
        self._place = url.removeprefix("sqlite:///")

    def execute(self, *statements: str) -> list[tuple[object, ...]]:
        """Run statements; the rows of the last one."""
        if self.is_sqlite:
            connection = sqlite3.connect(self._place, isolation_level=None, timeout=20)
            try:
                return [row for statement in statements for row in connection.execute(statement)]
            finally:
                connection.close()
        return asyncio.run(self._execute(statements))

    async def _execute(self, statements: tuple[str, ...]) -> list[tuple[object, ...]]:
        import asyncpg

        parts = urlsplit(self._url)
        connection = await asyncpg.connect(urlunsplit(parts._replace(scheme="postgresql")))
        try:
            return [tuple(row) for statement in statements for row in await connection.fetch(statement)]
        finally:
            await connection.close()

    def secrets(self) -> set[str]:
        """Everything in the database that nobody else may know."""
        found: set[str] = set()
        for table, column in (
            ("tables", "id"),
            ("seats", "invitation"),
            ("guests", "id"),
            ("sessions", "digest"),
            ("tokens", "digest"),
            ("notices", "feed"),
            ("house", "value"),
        ):
            found |= {str(value) for (value,) in self.execute(f"SELECT {column} FROM {table}")}
        for (dealt,) in self.execute("SELECT secret FROM tables"):
            secret = bytes(dealt)  # type: ignore[call-overload]
            found |= {
                secret.hex(),
                repr(secret)[2:-1],
                str(secret)[2:12],
                json.dumps(repr(secret)[2:-1])[1:-1],
            }
        return found - {"", ALL}  # marks of work that is done, or was not begun


@contextmanager
def violated(store: Databases, server: ServerProcess) -> Iterator[None]:
    """What people write must suddenly be different from all there was: unique keys are violated."""
    columns = ("guests(name)", "messages(text)", "tokens(name)", "tables(game)", "moves(actor)")
    store.execute("DELETE FROM moves WHERE ply > 0")
    store.execute(*(f"CREATE UNIQUE INDEX provoked{n} ON {column}" for n, column in enumerate(columns)))
    try:
        yield
    finally:
        store.execute(*(f"DROP INDEX provoked{n}" for n in range(len(columns))))


@contextmanager
def missing(store: Databases, server: ServerProcess) -> Iterator[None]:
    """Tables cannot be found."""
    store.execute(*(f"ALTER TABLE {name} RENAME TO {name}_away" for name in OF_ITS_OWN))
    yield
    store.execute(*(f"ALTER TABLE {name}_away RENAME TO {name}" for name in OF_ITS_OWN))


@contextmanager
def full(store: Databases, server: ServerProcess) -> Iterator[None]:
    """No file may grow: as on a full disk. (The server of PostgreSQL is not ours to fill: it is cut off.)"""
    if store.is_sqlite:
        before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (100_000, before[1]))
        yield
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
        return
    name = urlsplit(store._url).path[1:]
    others = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    admin = Databases(urlunsplit(urlsplit(store._url)._replace(path="/postgres")))
    admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", others)
    yield
    admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def do_everything(base: str, table: str, anke: Guest, token: str) -> int:
    """Whatever writes or reads something of somebody; returns how many requests failed."""
    other = Guest(base)
    answers = [
        anke.request("POST", f"/t/{table}/say", [("text", WORDS), ("name", NAME)]),
        anke.request("POST", "/account/register", [("name", LOGIN), ("password", PASSWORD)]),
        anke.request("POST", "/programs", [("owner", NAME), ("name", PROGRAM)]),
        anke.request("POST", "/mine/mail", [("mail", MAIL)]),
        anke.request("GET", "/mine"),
        anke.request("GET", "/account/export"),
        anke.request("POST", "/t/" + table + "/play", [("words", "stop"), ("ply", "0"), ("epoch", "0")]),
        other.request("POST", "/account/login", [("name", LOGIN), ("password", PASSWORD)]),
        other.request(
            "POST", "/tables", [("game", "saint-malo"), ("name", NAME), ("who", "me"), ("who", "open")]
        ),
        other.request("POST", "/guide/saint-malo", []),
    ]
    headers = {"Authorization": f"Bearer {token}"}
    body = {"game": "milestones", "seats": ["me", "open"]}
    made = httpx.post(f"{base}/api/tables", json=body, headers=headers, trust_env=False, timeout=30)
    statuses = [answer.status for answer in answers] + [made.status_code]
    return sum(status >= 500 for status in statuses)


@pytest.mark.parametrize("failure", [violated, missing, full], ids=lambda way: str(way.__name__))
def test_errors_of_the_database_say_nothing_about_anybody(database: str, failure, tmp_path: Path) -> None:
    log = tmp_path / "log"
    store = Databases(database)
    server = ForkedServer(database, "--log", "info", log=log).start()
    try:
        table, anke, _ = two_guests(server.base)
        token = make_token(anke)
        anke.request("POST", f"/t/{table}/say", [("text", WORDS), ("name", NAME)])
        with failure(store, server):
            failed = do_everything(server.base, table, anke, token)
        secrets = store.secrets() | {NAME, WORDS, PASSWORD, LOGIN, MAIL, PROGRAM, token, anke.cookie}
    finally:
        server.stop()
    assert failed >= 2
    written = log.read_text(encoding="utf-8")
    assert '"level": "error"' in written
    assert {secret for secret in secrets if secret in written or json.dumps(secret)[1:-1] in written} == set()
    for line in written.splitlines():
        assert json.loads(line)["message"], line
    told = {line.get("error", "") for line in map(json.loads, written.splitlines())}
    words = {violated: ("UNIQUE", "constraint"), missing: ("no such table", "42P01"), full: ("disk", "55000")}
    assert any(word in error for error in told for word in words[failure]), told


def line_of(
    message: str, *parts: object, name: str = "citywright.test", error: Exception | None = None
) -> dict:
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord(name, logging.ERROR, "", 0, message, parts, info)
    written: dict[str, str] = json.loads(JsonLines().format(record))
    return written


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    try:
        raise error from cause
    except Exception as caught:  # noqa: BLE001 - it is what is wanted
        return caught


def test_text_never_fills_a_line() -> None:
    assert line_of("table %s could not be read: %s", WORDS, 7)["message"] == "table … could not be read: 7"
    assert line_of("deleted: %s", {"tables": 2})["message"] == "deleted: {'tables': 2}"
    assert line_of("%d at %r", WORDS, WORDS)["message"] == "%d at %r"
    assert line_of("failed: %s", ValueError(WORDS))["message"] == "failed: ValueError"
    refusal = Refusal(UNKNOWN, "no {what}", what=WORDS)
    assert line_of("failed: %s", refusal)["message"].endswith("Refusal: unknown")
    assert line_of(f"broken\n{WORDS}", name="uvicorn.error")["message"] == "broken"


def test_an_error_is_told_by_its_kind_and_place() -> None:
    driver = raised(sqlite3.IntegrityError("UNIQUE constraint failed: guests.name"))
    error = raised(IntegrityError(f"INSERT {WORDS}", {"name": WORDS}, driver), driver)
    error.add_note(WORDS)
    told = line_of("the database failed", error=error)["error"]
    assert "UNIQUE constraint failed: guests.name" in told
    assert "sqlalchemy.exc.IntegrityError" in told
    assert "test_logs_hold_no_secrets.py" in told
    assert WORDS not in told
    group = raised(ExceptionGroup(WORDS, [KeyError(WORDS), OSError(28, WORDS, WORDS)]))
    told = line_of("failed", error=group)["error"]
    assert "KeyError" in told
    assert "No space left on device" in told
    assert WORDS not in told


@pytest.mark.anyio
async def test_errors_of_the_event_loop_quote_nothing(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.get_running_loop()
    note_loop_error(loop, {"message": f"Exception in callback f({WORDS!r})", "exception": ValueError(WORDS)})
    note_loop_error(loop, {"message": WORDS})
    note_loop_error(loop, {"message": "socket.accept() out of system resource", "exception": OSError(24, "")})
    own = [record for record in caplog.records if record.name == note_loop_error.__module__]
    lines = [json.loads(JsonLines().format(record)) for record in own]
    assert len(lines) == 3
    assert WORDS not in str(lines)
    assert "open files" in lines[2]["message"]


def test_the_same_line_again_and_again_is_counted_instead() -> None:
    filter_ = LeaveOutRepeats(most=3, seconds=10, now=lambda: clock)
    record = logging.LogRecord("citywright", logging.ERROR, "", 0, "failed %s", (1,), None)
    request = logging.LogRecord("citywright", logging.INFO, "", 0, "request", (), None)
    clock = 5.0
    assert [filter_.filter(record) for _ in range(6)] == [True, True, True, False, False, False]
    assert all(filter_.filter(request) for _ in range(6))
    clock = 15.1
    assert filter_.filter(record)
    assert json.loads(JsonLines().format(record))["left_out"] == 3


def test_a_method_of_somebodys_own_is_not_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = ForkedServer(f"sqlite:///{tmp_path / 'logged.sqlite3'}", "--log", "info", log=log).start()
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("ANNEGRET", "/health")
    assert connection.getresponse().status == 405
    connection.close()
    server.stop()
    assert "ANNEGRET" not in log.read_text(encoding="utf-8")
