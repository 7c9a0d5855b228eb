"""Copies of the whole database in one file, made while servers run and play goes on.

A backup is an SQLite database whatever the server uses: it can be looked into with any tool, served as it is,
and restored into SQLite or PostgreSQL, so it is also the way from one to the other. It holds one moment:
everything that was acknowledged before it began, and no half of a move.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import create_engine, delete, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, newest_revision
from citywright.server.storage.schema import house, metadata

MARK = "last backup"  # its row in `house`: when one was made, for `citywright doctor`
AT_ONCE = 1000  # rows
NO_SUCH_TABLE = "42P01"  # the SQLSTATE
PATIENCE = 30.0  # seconds for somebody else's lock


class CopyFailed(Exception):
    """A backup could not be made, or not be restored; one sentence says why. Nothing was changed."""


class BackupReport(msgspec.Struct):
    """What is in a backup."""

    file: str
    bytes: int
    seconds: float
    tables: int
    moves: int
    accounts: int


def sqlite_path(url: str) -> Path | None:
    """The file of an SQLite URL; None: it is another database."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return None
    if not address.database or address.database == ":memory:":
        raise CopyFailed("a database in memory cannot be copied")
    return Path(address.database)


def make_backup(url: str, file: Path, *, overwrite: bool = False) -> BackupReport:
    """Write everything in the database of a URL into a file, which must not be there unless `overwrite`."""
    began = time.monotonic()
    if file.exists() and not overwrite:
        raise CopyFailed(f"{file} is there already; --overwrite replaces it")
    path = sqlite_path(url)
    if path is not None and not path.is_file():
        raise CopyFailed(f"there is no database {path}")
    if path is not None and file.exists() and path.samefile(file):
        raise CopyFailed(f"{file} is the database itself")
    with temporary_beside(file) as part:
        if path is not None:
            copy_sqlite(path, part)
        else:
            asyncio.run(_copy_rows_from(url, part))
        counts = check_copy(part)
        put_in_place(part, file, overwrite=overwrite)
    asyncio.run(_note_backup(url))
    seconds = round(time.monotonic() - began, 2)
    return BackupReport(str(file), file.stat().st_size, seconds, **counts)


@contextmanager
def temporary_beside(file: Path) -> Iterator[Path]:
    """An empty file beside another that nobody else may read; removed if it is still there at the end."""
    try:
        number, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as error:
        raise CopyFailed(f"nothing can be written into {file.parent}: {error.strerror}") from error
    os.close(number)
    part = Path(name)
    try:
        yield part
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CopyFailed(f"the copy could not be made: {reason}") from error
    finally:
        for left in (part, Path(f"{part}-journal"), Path(f"{part}-wal"), Path(f"{part}-shm")):
            left.unlink(missing_ok=True)


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy an SQLite database by SQLite's own means: one moment of it, while others go on writing."""
    with closing(sqlite3.connect(source, timeout=PATIENCE)) as there:
        there.execute("PRAGMA query_only = ON")
        with closing(sqlite3.connect(target)) as here:
            there.backup(here, pages=-1)  # in one go: in pieces, every move would begin it anew
            here.execute("PRAGMA journal_mode = DELETE")  # all in one file


async def _copy_rows_from(url: str, part: Path) -> None:
    """Copy PostgreSQL row by row, as it was when the first row was read."""
    source, copy = Database(async_url(url)), Database(f"sqlite+aiosqlite:///{part}")
    try:
        revision = await revision_of(source)
        if revision != newest_revision():
            raise CopyFailed(
                f"the database is at version {revision}, this program at {newest_revision()}: start the "
                "server of this version once, or use the program the database belongs to"
            )
        await copy.upgrade()
        await copy.close()
        engine = create_engine(f"sqlite:///{part}")
        async with source.snapshot() as there:
            with engine.begin() as here:
                for table in reversed(metadata.sorted_tables):
                    here.execute(delete(table))
                for table in metadata.sorted_tables:
                    rows = await there.stream(select(table))
                    async for some in rows.mappings().partitions(AT_ONCE):
                        here.execute(insert(table), [dict(row) for row in some])
        with engine.connect() as here:
            here.execute(text("PRAGMA journal_mode = DELETE"))
        engine.dispose()
    except (SQLAlchemyError, OSError) as error:
        raise CopyFailed(f"the database cannot be read: {cause_of(error)}") from error
    finally:
        await copy.close()
        await source.close()


async def revision_of(database: Database) -> str:
    """The version of the schema of a database; nothing if it has none."""
    try:
        async with database.read() as connection:
            found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None)
        if state != NO_SUCH_TABLE and "no such table" not in str(error.orig):
            raise
        return ""
    return str(found or "")


def check_copy(file: Path) -> dict[str, int]:
    """What a copy holds; refused if it is damaged or no database of ours."""
    with closing(sqlite3.connect(file)) as copy:
        try:
            found = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise CopyFailed(f"{file} is damaged: {found.partition(chr(10))[0]}")
            counted = ("tables", "moves", "accounts")
            return {name: copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in counted}  # noqa: S608
        except sqlite3.DatabaseError as error:
            raise CopyFailed(f"{file} is no backup: {error}") from error


def put_in_place(part: Path, file: Path, *, overwrite: bool) -> None:
    """Give a finished file its name, on the disk for good; it appears whole or not at all."""
    with part.open("rb") as written:
        os.fsync(written.fileno())
    if file.exists() and not overwrite:  # meanwhile
        raise CopyFailed(f"{file} is there already; --overwrite replaces it")
    part.replace(file)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


async def _note_backup(url: str) -> None:
    """Write down when it was; a database that cannot be written can be copied all the same."""
    database = Database(async_url(url))
    try:
        async with database.write() as connection:
            await connection.execute(delete(house).where(house.c.name == MARK))
            await connection.execute(insert(house).values(name=MARK, value=str(now_ms())))
    except (SQLAlchemyError, OSError):
        return
    finally:
        await database.close()


def cause_of(error: Exception) -> str:
    """What a driver says, in one line."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return str(error.orig.__cause__ or error.orig).partition("\n")[0]
    return str(error).partition("\n")[0]
