"""A look at the database: can it be read and written, is what it says durable, is there room, a backup?"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.notices.push import PUSH_KEY
from citywright.server.operations.backup import MARK, CopyFailed, cause_of, revision_of, sqlite_path
from citywright.server.operations.findings import Finding, SetUp, ok, problem, warning
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, newest_revision, revisions
from citywright.server.storage.schema import house, moves

DAY = 86_400_000  # milliseconds
FAR_OFF = 2_000  # milliseconds two clocks may differ
REMOTE = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afs")  # no shared memory for a WAL


async def check_storage(set_up: SetUp) -> AsyncIterator[Finding]:
    """Everything about the database. What follows from a problem is not told as well."""
    url = set_up.settings.database
    try:
        path = sqlite_path(url)
    except CopyFailed:
        yield problem("database", "a database in memory forgets everything", "name a file: sqlite:///FILE")
        return
    if path is not None:
        found = list(check_file(path, set_up.least_free))
        for finding in found:
            yield finding
        if not path.exists() or any(finding.level == "problem" for finding in found):
            return
    try:
        database = Database(async_url(url))
    except ModuleNotFoundError as error:
        yield problem("database", f"{error.name} is not installed", "pip install 'citywright[cluster]'")
        return
    try:
        async for finding in _check_open(database, set_up):
            yield finding
    except (SQLAlchemyError, OSError) as error:
        yield problem(
            "database",
            f"the database cannot be used: {cause_of(error)}",
            "look whether it runs, and whether --database or CITYWRIGHT_DATABASE names it rightly",
        )
    finally:
        await database.close()


# --- files of SQLite ------------------------------------------------------------------


def check_file(path: Path, least_free: int) -> Iterator[Finding]:
    """The file of an SQLite database and its folder."""
    folder = path.parent
    if not folder.is_dir():
        yield problem("data folder", f"there is no folder {folder}", f"mkdir {folder}")
        return
    yield _room(folder, least_free)
    kind = file_system_of(folder)
    if kind in REMOTE:
        yield problem(
            "data folder",
            f"{folder} is on another machine ({kind}): SQLite cannot keep its promises there",
            "use a disk of this machine, or PostgreSQL",
        )
    if not _can_write_into(folder):
        yield problem(
            "data folder",
            f"nothing can be written into {folder}, where SQLite keeps its log beside the database",
            "let it belong to the user the server runs as: chown -R USER: FOLDER",
        )
        return
    if not path.exists():
        yield ok("database", f"{path} will be made when the server starts")
        return
    if path.stat().st_mode & 0o077:
        yield warning(
            "database",
            "other users of this machine can read the database, the key that signs cookies included",
            f"chmod 600 {path}",
        )
    yield _durable_file(path)


def _room(folder: Path, least_free: int) -> Finding:
    free = shutil.disk_usage(folder).free
    if free >= least_free:
        return ok("disk", f"{free // 1_000_000} MB are free for the database")
    level = problem if free < least_free // 10 else warning
    return level("disk", f"only {free // 1_000_000} MB are free for the database", "make room on the disk")


def file_system_of(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The kind of file system of a folder; nothing where the system does not tell."""
    try:
        lines = [line.split(" ") for line in mounts.read_text(encoding="utf-8").splitlines()]
    except OSError:
        return ""
    whole = folder.resolve()
    places = [(Path(line[1].replace("\\040", " ")), line[2]) for line in lines if len(line) > 2]
    around = [(len(place.parts), kind) for place, kind in places if whole.is_relative_to(place)]
    return max(around)[1] if around else ""


def _can_write_into(folder: Path) -> bool:
    probe = folder / f".citywright-{time.time_ns()}"
    try:
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError:
        return False
    return True


def _durable_file(path: Path) -> Finding:
    """Only a database of ours is kept with a write-ahead log; a running server keeps it so."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        return problem("database", f"{path} cannot be read: {error}", "restore a backup")
    if found != "ok":
        return problem("database", f"{path} is damaged: {found}", "restore a backup")
    if mode == "wal":
        return ok(
            "durability", "SQLite keeps a write-ahead log, and the server waits until it is on the disk"
        )
    return ok("durability", "the server will give the database a write-ahead log when it starts")


# --- any database ---------------------------------------------------------------------


async def _check_open(database: Database, set_up: SetUp) -> AsyncIterator[Finding]:
    await database.ping()
    revision = await revision_of(database)
    newest = newest_revision()
    if revision == newest:
        yield ok("database", f"it can be read and is up to date (version {newest})")
    elif not revision:
        yield ok("database", "it can be read and is empty: its tables are made when the server starts")
        return
    elif revision in revisions():
        yield warning(
            "database",
            f"it is at version {revision}, this program at {newest}",
            "make a backup, then start the server: it brings the database up to date",
        )
        return
    else:
        yield problem(
            "database",
            f"it is at version {revision}, which this program does not know",
            "update the program: another, newer one has used this database",
        )
        return
    yield await _written(database)
    if not database.is_sqlite:
        yield await _durable_server(database)
        yield await _clock_of_server(database)
    yield await _times(database)
    yield await _push_key(database)
    yield await _backup(database, set_up.backup_days)


async def _push_key(database: Database) -> Finding:
    async with database.read() as connection:
        query = select(func.count()).select_from(house).where(house.c.name == PUSH_KEY)
        is_made = (await connection.execute(query)).scalar_one()
    said = "it is in the database, and in its backups" if is_made else "it is made when the server starts"
    return ok("key for push messages", said)


async def _written(database: Database) -> Finding:
    """Try to write, and take it back."""
    try:
        async with database.write() as connection:
            await connection.execute(house.insert().values(name="doctor", value="was here"))
            raise _TakeBack
    except _TakeBack:
        return ok("writing", "the database can be written")
    except (SQLAlchemyError, OSError) as error:
        return problem(
            "writing",
            f"the database cannot be written: {cause_of(error)}",
            "look at the disk, the rights of the file and of the user of the database",
        )


class _TakeBack(Exception):
    """Nothing that was tried stays."""


async def _durable_server(database: Database) -> Finding:
    names = ("fsync", "full_page_writes", "synchronous_commit")
    async with database.read() as connection:
        found = {name: str((await connection.execute(text(f"SHOW {name}"))).scalar_one()) for name in names}
    off = [f"{name} is {value}" for name, value in found.items() if value in ("off", "local")]
    if not off:
        return ok("durability", "PostgreSQL answers when a move is on the disk")
    return problem(
        "durability",
        f"PostgreSQL may forget moves it has acknowledged: {', '.join(off)}",
        "set it to on in postgresql.conf, or for the user of the server",
    )


async def _clock_of_server(database: Database) -> Finding:
    async with database.read() as connection:
        asked = now_ms()
        there = (
            await connection.execute(text("SELECT extract(epoch FROM clock_timestamp()) * 1000"))
        ).scalar_one()
        took = now_ms() - asked
    off = abs(float(there) - asked) - took
    if off <= FAR_OFF:
        return ok("clocks", "this machine and the database agree on the time")
    return warning(
        "clocks",
        f"the clocks of this machine and of the database differ by {off / 1000:.0f} s",
        "let both follow a time server",
    )


async def _times(database: Database) -> Finding:
    """Moves of the future say that a clock was wrong once, or is now."""
    async with database.read() as connection:
        last = (await connection.execute(select(func.max(moves.c.time)))).scalar()
    if last is None or last <= now_ms() + 60_000:
        return ok("times", "no move is from the future")
    return warning(
        "times",
        f"the last move is {(last - now_ms()) / 1000:.0f} s in the future: the clock was or is wrong",
        "look at the clock of this machine (`timedatectl`)",
    )


async def _backup(database: Database, days: float) -> Finding:
    async with database.read() as connection:
        made = (await connection.execute(select(house.c.value).where(house.c.name == MARK))).scalar()
    how = "let `citywright backup FILE` run every night"
    if made is None:
        return warning("backup", "no backup was ever made with `citywright backup`", how)
    age = (now_ms() - int(made)) / DAY
    if age <= days:
        return ok("backup", f"the last one was made {age:.1f} days ago")
    return warning("backup", f"the last one was made {age:.0f} days ago", how)
