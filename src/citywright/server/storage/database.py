"""Connections to the database, transactions and migrations. Moves are written by writer.py.

A commit is on the disk before it returns: SQLite runs with a write-ahead log and synchronous=FULL, PostgreSQL
with its default synchronous_commit=on. So what was acknowledged survives a killed process and a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

import aiosqlite
from sqlalchemy import Connection, Engine, Insert, Table, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.spans import READ, WRITE, span

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

NOT_A_CHARACTER = "22021"  # the SQLSTATE
MIGRATION_LOCK = 0x43495459  # any number, the same in every process
PATIENCE = 5.0  # seconds PostgreSQL may take for a statement, or for a new connection
READERS = 4  # connections to SQLite, and threads that read
THREAD_PATIENCE = 10.0  # seconds a thread of the SQLite driver may take to end


class Database:
    """Two ways to the database: `read` and `write`. On SQLite all writing goes over one connection."""

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self.on_error: list[Callable[[], None]] = []  # the database failed, or could not be reached
        self.is_sqlite = address.get_backend_name() == "sqlite"
        self._thread = ThreadPoolExecutor(1, "database")  # of `transact` on SQLite
        self._readers = ThreadPoolExecutor(READERS, "reading")  # of `ask` on SQLite
        self._driver_threads: WeakSet[threading.Thread] = WeakSet()
        self._connections: WeakSet[Any] = WeakSet()  # to PostgreSQL, as its driver has them
        self._turn = asyncio.Lock()  # SQLite has one writer at a time; waiting here is cheaper than there
        hidden = {"hide_parameters": True}  # errors must not quote what somebody wrote
        if self.is_sqlite:
            one = {"pool_size": 1, "max_overflow": 0} | hidden
            opened_here = {"async_creator_fn": self._open_sqlite}
            self._reader = create_async_engine(url, pool_size=READERS, connect_args=opened_here, **hidden)
            self._writer = create_async_engine(url, connect_args=opened_here, **one)
            here = address.set(drivername="sqlite")
            self._quick = create_engine(here, **one)
            self._quick_reader = create_engine(here, pool_size=READERS, max_overflow=0, **hidden)
            _set_up_sqlite(self._reader.sync_engine, "BEGIN")
            _set_up_sqlite(self._writer.sync_engine, "BEGIN IMMEDIATE")
            _set_up_sqlite(self._quick, "BEGIN IMMEDIATE")
            _set_up_sqlite(self._quick_reader, "BEGIN")
        else:
            # A connection may die without a word: a firewall forgets it, or the other machine is gone.
            # Its transaction would keep rows locked: PostgreSQL is told to end it, whatever it waits for.
            milliseconds = str(round(1000 * PATIENCE))
            limits = {
                "statement_timeout": milliseconds,
                "idle_in_transaction_session_timeout": milliseconds,
            }
            limited = {"timeout": PATIENCE, "command_timeout": PATIENCE, "server_settings": limits}
            self._reader = self._writer = create_async_engine(
                url, pool_size=10, pool_pre_ping=True, connect_args=limited, **hidden
            )
            event.listen(self._writer.sync_engine, "handle_error", _note_silence)
            event.listen(self._writer.sync_engine, "connect", self._note_connection)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        with span(READ), self._noting_errors():
            async with self._renewing(), self._reader.connect() as connection:
                yield connection

    async def ask(self, work: Callable[[Connection], Answer]) -> Answer:
        """What `work` reads. On SQLite a thread runs it whole: one wait, not one for each statement."""
        if not self.is_sqlite:
            async with self.read() as connection:
                return await connection.run_sync(work)
        with span(READ), self._noting_errors():
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._ask_here, work)

    def _ask_here(self, work: Callable[[Connection], Answer]) -> Answer:
        with self._quick_reader.connect() as connection:
            return work(connection)

    async def ping(self) -> None:
        """Return if the database answers, else raise what its driver says."""
        async with self.read() as connection:
            await connection.execute(text("SELECT 1"))

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end, undone if anything is raised."""
        with span(WRITE), self._noting_errors():
            turn = self._turn if self.is_sqlite else nullcontext()
            async with turn, self._renewing(), self._writer.begin() as connection:
                yield connection

    @asynccontextmanager
    async def write_for_long(self) -> AsyncIterator[AsyncConnection]:
        """A transaction whose statements may take as long as they need."""
        if self.is_sqlite:
            async with self.write() as connection:
                yield connection
            return
        async with self._unlimited().begin() as connection:
            yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one moment of the database, whatever is written meanwhile, for as long as
        it takes.
        """
        async with (self._reader if self.is_sqlite else self._unlimited()).connect() as connection:
            if not self.is_sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    def _unlimited(self) -> AsyncEngine:
        """For a connection to PostgreSQL of one's own, whose statements may take as long as they need."""
        return create_async_engine(self._writer.url, poolclass=NullPool, hide_parameters=True)

    @asynccontextmanager
    async def _renewing(self) -> AsyncIterator[None]:
        """When PostgreSQL does not answer, use new connections: the others may be as dead as this one."""
        pool = self._writer.pool
        try:
            yield
        except TimeoutError:
            if not self.is_sqlite and self._writer.pool is pool:
                log.warning("PostgreSQL does not answer in time; all connections are opened anew")
                old = list(self._connections)
                await self._writer.dispose(close=False)  # to close one waits for an answer, too
                asyncio.get_running_loop().call_later(2 * PATIENCE, _end_all, old)  # nobody uses them then
            raise

    async def transact(self, work: Callable[[Connection], Answer]) -> Answer:
        """`work` as one transaction. On SQLite a thread runs it whole: one wait, not one per statement."""
        with self._noting_errors():
            if not self.is_sqlite:
                async with self._renewing(), self._writer.begin() as connection:
                    return await connection.run_sync(work)
            async with self._turn:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._thread, self._transact_here, work)

    def _transact_here(self, work: Callable[[Connection], Answer]) -> Answer:
        with self._quick.begin() as connection:
            return work(connection)

    @contextmanager
    def _noting_errors(self) -> Iterator[None]:
        """Refuse what PostgreSQL cannot take as text, a NUL: else it would look as if the database were away.
        Other errors are told to those who count them, but for keys that somebody else had first.
        """
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == NOT_A_CHARACTER:
                raise Refusal(MALFORMED, "this holds a character that cannot be stored") from error
            if not isinstance(error, IntegrityError):
                for listener in self.on_error:
                    listener()
            raise

    def insert_if_absent(self, table: Table) -> Insert:
        """An insert that does nothing where the row, or another with its key, is there already."""
        if self.is_sqlite:
            return sqlite.insert(table).on_conflict_do_nothing()
        return postgresql.insert(table).on_conflict_do_nothing()

    async def upgrade(self) -> None:
        """Run the migrations that are missing; processes that start together take turns."""
        async with self.write_for_long() as connection:
            if not self.is_sqlite:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            await connection.run_sync(_run_missing_migrations)

    async def checkpoint(self) -> None:
        """Move SQLite's write-ahead log into the database file while others go on writing."""
        if self.is_sqlite:
            async with self._reader.connect() as connection:
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None
                await (await driver.execute("PRAGMA wal_checkpoint(PASSIVE)")).close()

    def _open_sqlite(self, *arguments: Any, **options: Any) -> aiosqlite.Connection:
        """A connection, not yet opened; its thread is noted, to be waited for when the database closes."""
        connection = aiosqlite.connect(*arguments, **options)
        connection._thread.daemon = True
        self._driver_threads.add(connection._thread)
        return connection

    def _note_connection(self, connection: Any, _record: object) -> None:
        self._connections.add(connection.driver_connection)

    async def close(self) -> None:
        """Close all connections.

        The thread of an SQLite connection that failed to open, or was dropped after an error, ends a little
        later than the call that failed, and calls the event loop once more: the loop must not be closed then.
        """
        await self._writer.dispose()
        await self._reader.dispose()
        self._thread.shutdown()
        self._readers.shutdown()
        if self.is_sqlite:
            self._quick.dispose()
            self._quick_reader.dispose()
            for thread in list(self._driver_threads):
                if thread.is_alive():
                    await asyncio.to_thread(thread.join, THREAD_PATIENCE)


MIGRATIONS = Path(__file__).parent / "migrations"


def migrations() -> Any:
    """How Alembic finds them. It is loaded only where it is needed: that takes a while."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("recursive_version_locations", "true")
    return config


def _note_silence(context: ExceptionContext) -> None:
    """A connection that did not answer in time is not used again, not even to roll back."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True


def _end_all(connections: list[Any]) -> None:
    """End connections to PostgreSQL without a word."""
    for connection in connections:
        connection.terminate()


def newest_revision() -> str:
    """The version of the schema that this program works with: the last migration's file begins with it."""
    return max(path.name[1:5] for path in (MIGRATIONS / "versions").rglob("m[0-9]*.py"))


def _run_missing_migrations(connection: Connection) -> None:
    """Alembic is asked only if something is missing: to load it takes longer than all else at the start."""
    version = None
    if inspect(connection).has_table("alembic_version"):
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if version == newest_revision():
        return
    from alembic import command

    if version is not None:
        log.warning("the database is brought up to date; with many games that takes a while")
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revisions() -> list[str]:
    """The versions of the schema this program knows, the newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()]


def _set_up_sqlite(engine: Engine, begin: str) -> None:
    """Every connection with our settings, every transaction begun by us."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by itself
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 10000")
        _write_ahead(cursor)
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA wal_autocheckpoint = 0")  # one inside a commit would keep every table waiting
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _write_ahead(cursor: Any) -> None:
    """Turn on SQLite's write-ahead log. While another process writes to a new file this is refused at once,
    whatever the busy_timeout.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


async def wait_for_database(database: Database, seconds: float = 30.0) -> None:
    """Upgrade the database, waiting for a server that is still starting."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            await database.upgrade()
        except (OSError, DBAPIError) as error:
            is_absent = isinstance(error, OSError) or error.connection_invalidated
            if not is_absent or time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.5)
        else:
            return
