"""Puts a backup into an empty database, SQLite or PostgreSQL, after its games were checked.

Everything is tried on a copy of the backup: unless that is whole, the database is not touched.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Integer, create_engine, delete, func, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.catalogue import games
from citywright.match.match import MatchError
from citywright.match.record import RecordError, format_record, parse_record
from citywright.match.replay import verify
from citywright.server.errors import Refusal
from citywright.server.operations.backup import (
    AT_ONCE,
    CopyFailed,
    cause_of,
    check_copy,
    copy_sqlite,
    put_in_place,
    revision_of,
    sqlite_path,
    temporary_beside,
)
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, revisions
from citywright.server.storage.schema import closed_tables, metadata, tables
from citywright.server.tables.table import read_table

SOME_FINISHED = 200  # finished games that are checked unless all are asked for; running ones always are


class RestoreReport(msgspec.Struct):
    """What was restored."""

    database: str
    seconds: float
    tables: int
    moves: int
    accounts: int
    games_checked: int
    games_left_out: int  # of rules this program does not know, or not asked for


def restore_backup(
    file: Path, url: str, *, overwrite: bool = False, check_all: bool = False
) -> RestoreReport:
    """Make the database of a URL what the backup in a file holds."""
    began = time.monotonic()
    if not file.is_file():
        raise CopyFailed(f"there is no file {file}")
    path = sqlite_path(url)
    if path is not None:
        _refuse_used(path, overwrite=overwrite)
    with temporary_beside(path if path is not None else Path(tempfile.gettempdir()) / file.name) as copy:
        counts = asyncio.run(_upgraded(file, copy))
        checked, left_out = asyncio.run(check_games(copy, check_all=check_all))
        if path is not None:
            _give_to_owner_of_folder(copy)
            put_in_place(copy, path, overwrite=overwrite)
            for old in (Path(f"{path}-wal"), Path(f"{path}-shm")):
                old.unlink(missing_ok=True)
        else:
            asyncio.run(_fill(url, copy, overwrite=overwrite))
    place = str(path) if path is not None else make_place(url)
    seconds = round(time.monotonic() - began, 2)
    return RestoreReport(place, seconds, **counts, games_checked=checked, games_left_out=left_out)


def make_place(url: str) -> str:
    """The URL of a database without a password."""
    return make_url(url).render_as_string(hide_password=True)


# --- the copy -------------------------------------------------------------------------


async def _upgraded(file: Path, copy: Path) -> dict[str, int]:
    """Copy a backup and bring the copy up to date; returns what it holds."""
    try:
        copy_sqlite(file, copy)
    except sqlite3.Error as error:
        raise CopyFailed(f"{file} is no backup: {error}") from error
    database = Database(f"sqlite+aiosqlite:///{copy}")
    try:
        revision = await revision_of(database)
        if not revision:
            raise CopyFailed(f"{file} is no backup: it has no tables of Citywright")
        if revision not in revisions():
            raise CopyFailed(f"{file} was made by a newer version of Citywright: update this one first")
        await database.upgrade()
    except SQLAlchemyError as error:
        raise CopyFailed(f"{file} cannot be brought up to date: {cause_of(error)}") from error
    finally:
        await database.close()
    with closing(sqlite3.connect(copy)) as again:
        again.execute("PRAGMA journal_mode = DELETE")
    return check_copy(copy)


async def check_games(file: Path, *, check_all: bool) -> tuple[int, int]:
    """Play the games of a database again, dice and all; returns how many were and were not checked."""
    database = Database(f"sqlite+aiosqlite:///{file}")
    known = {(game.id, version) for game in games().values() for version in game.rules_versions()}
    checked = left_out = finished = 0
    try:
        async with database.read() as connection:
            columns = (tables.c.id, tables.c.game, tables.c.rules_version, tables.c.ended)
            closed = set((await connection.execute(select(closed_tables.c.table_id))).scalars())
            for row in (await connection.execute(select(*columns).order_by(tables.c.id))).all():
                if row.id in closed:
                    left_out += 1
                    continue
                finished += row.ended is not None
                is_wanted = check_all or row.ended is None or finished <= SOME_FINISHED
                if not is_wanted or (row.game, row.rules_version) not in known:
                    left_out += 1
                    continue
                await _check_game(connection, row.id)
                checked += 1
    finally:
        await database.close()
    return checked, left_out


async def _check_game(connection: AsyncConnection, table_id: str) -> None:
    """Read a table, which deals its chance again, and let its record be verified like anybody's."""
    try:
        table = await connection.run_sync(read_table, table_id)
        verify(parse_record(format_record(table.match)))
    except (Refusal, MatchError, RecordError) as error:
        reason = error.reason if isinstance(error, Refusal) else str(error)
        raise CopyFailed(f"a game of this backup cannot be played on: {reason}") from error


# --- into SQLite ----------------------------------------------------------------------


def _refuse_used(path: Path, *, overwrite: bool) -> None:
    """Refuse a file that is there, or that a server has open."""
    if not path.exists():
        return
    if not overwrite:
        raise CopyFailed(f"{path} is there already; --overwrite replaces it")
    try:
        with closing(sqlite3.connect(path, timeout=0.2)) as there:
            there.execute("PRAGMA journal_mode = DELETE")  # only who has it alone may do this
    except sqlite3.OperationalError as error:
        raise CopyFailed(f"a server has {path} open ({error}): end it first") from error
    except sqlite3.DatabaseError:
        return  # it is damaged: that is why a backup is wanted


def _give_to_owner_of_folder(file: Path) -> None:
    """What root restores must belong to the user the server runs as."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)


# --- into PostgreSQL ------------------------------------------------------------------


async def _fill(url: str, copy: Path, *, overwrite: bool) -> None:
    """Put all rows into a database in one transaction."""
    database = Database(async_url(url))
    engine = create_engine(f"sqlite:///{copy}")
    try:
        await database.upgrade()
        async with database.write() as connection:
            await _refuse_filled(connection, overwrite=overwrite)
            for table in reversed(metadata.sorted_tables):
                await connection.execute(delete(table))
            with engine.connect() as rows:
                for table in metadata.sorted_tables:
                    for some in _parts(rows, table):
                        await connection.execute(insert(table), some)
                    await _continue_numbers(connection, table)
    except (SQLAlchemyError, OSError) as error:
        raise CopyFailed(f"the database cannot be filled: {cause_of(error)}") from error
    finally:
        engine.dispose()
        await database.close()


def _parts(rows: Connection, table: Any) -> Any:
    found = rows.execution_options(yield_per=AT_ONCE).execute(select(table)).mappings()
    return ([dict(row) for row in some] for some in found.partitions(AT_ONCE))


async def _refuse_filled(connection: AsyncConnection, *, overwrite: bool) -> None:
    """Refuse a database with anything of anybody in it, and one that a server uses."""
    others = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'"  # PostgreSQL's own processes do no harm
    )
    if (await connection.execute(text(others))).scalar_one():
        raise CopyFailed("somebody is connected to the database: end the servers that use it first")
    filled: Sequence[str] = [
        table.name
        for table in metadata.sorted_tables
        if table.name != "house" and (await connection.execute(select(table).limit(1))).first() is not None
    ]
    if filled and not overwrite:
        raise CopyFailed("the database is not empty; --overwrite replaces what is in it")


async def _continue_numbers(connection: AsyncConnection, table: Any) -> None:
    """Let the database go on counting after the largest number there is."""
    for column in table.primary_key.columns:
        if column.autoincrement is True and isinstance(column.type, Integer):
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            largest = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
            await connection.execute(select(func.setval(sequence, largest, False)))
