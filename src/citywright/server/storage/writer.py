"""One task that writes the moves of all tables: jobs that arrive during a commit share the next one.

Knows rows, not rules. A job is done after its commit; it is refused if another process has changed the table.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ARRAY, Connection, String, any_, bindparam, delete, insert, select, tuple_, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import STALE_PLY, UNAVAILABLE, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.schema import moves, seats, tables

LARGEST_GROUP = 500
CHECKPOINT_SECONDS = 2.0
CHECKPOINT_ROWS = 5000
COMMIT_PATIENCE = 2.0  # seconds to find out whether a commit was carried out whose answer was lost

log = logging.getLogger(__name__)

Row = dict[str, Any]


class Conflict(Exception):
    """Another process has changed the table first."""


class Job:
    """Change one table that is in `epoch`: append rows, or take back everything from ply `cut` on.

    What is taken back is `taken` plies: if there are more, another process has played on. `clocks` are
    columns of seats that go with it: what is left of their time.
    """

    __slots__ = ("clocks", "cut", "done", "ended", "epoch", "rows", "table_id", "taken")

    def __init__(
        self,
        table_id: str,
        epoch: int,
        rows: Sequence[Row] = (),
        *,
        cut: int | None = None,
        taken: int = 1,
        ended: bool = False,
        clocks: Sequence[Row] = (),
    ) -> None:
        self.table_id = table_id
        self.epoch = epoch
        self.rows = rows
        self.cut = cut
        self.taken = taken
        self.ended = ended
        self.clocks = clocks
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Writer:
    """Commits jobs in the order they arrive."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._checkpoints: asyncio.Task[None] | None = None
        self._written = 0  # rows since the last checkpoint
        self.on_commit: list[Callable[[float], None]] = []  # a transaction took so many seconds

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="writer")
        self._checkpoints = asyncio.create_task(self._run_checkpoints(), name="checkpoints")

    async def stop(self) -> None:
        """Finish all jobs, then end."""
        if self._task is not None:
            await self._jobs.join()
            tasks = [task for task in (self._task, self._checkpoints) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How many jobs wait for their transaction."""
        return self._jobs.qsize()

    async def commit(self, job: Job) -> None:
        """Return when the job is durable; raise Refusal if it was not written."""
        self._jobs.put_nowait(job)
        await job.done

    async def _run(self) -> None:
        while True:
            group = [await self._jobs.get()]
            while len(group) < LARGEST_GROUP and not self._jobs.empty():
                group.append(self._jobs.get_nowait())
            began = time.perf_counter()
            await self._commit_group(group)
            for listener in self.on_commit:
                listener(time.perf_counter() - began)
            for _ in group:
                self._jobs.task_done()

    async def _run_checkpoints(self) -> None:
        """Keep the write-ahead log short: a checkpoint soon after many rows, or a minute after few."""
        rounds = 0
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            rounds += 1
            if self._written < CHECKPOINT_ROWS and not (self._written and rounds >= 30):
                continue
            rounds = self._written = 0
            try:
                await self._database.checkpoint()
            except (SQLAlchemyError, OSError) as error:
                log.warning("a checkpoint failed; it is tried again later: %s", error)

    async def _commit_group(self, group: list[Job]) -> None:
        """All in one transaction; if one job has a conflict, each in its own."""
        is_sent = False  # everything but the commit itself

        def write(connection: Connection) -> None:
            nonlocal is_sent
            _write(connection, group)
            is_sent = True

        try:
            await self._database.transact(write)
        except (Conflict, IntegrityError) as error:
            if len(group) > 1:
                for job in group:
                    await self._commit_group([job])
            else:
                _refuse(group[0], Refusal(STALE_PLY, "someone else was faster"), error)
        except (SQLAlchemyError, OSError) as error:
            standing = await self._standing(group) if is_sent else []
            for job in group:
                if job in standing:
                    self._finish(job)
                else:
                    _refuse(job, Refusal(UNAVAILABLE, "the database cannot be reached; try again"), error)
        except Exception as error:  # a fault of ours: whoever waits is told, and the writer goes on
            log.exception("moves could not be written")
            for job in group:
                _refuse(job, Refusal(UNAVAILABLE, "the move could not be written"), error)
        else:
            for job in group:
                self._finish(job)

    def _finish(self, job: Job) -> None:
        self._written += len(job.rows)
        if not job.done.done():
            job.done.set_result(None)

    async def _standing(self, group: list[Job]) -> list[Job]:
        """The jobs that were done although the answer to their commit was lost: what they wrote is there."""
        until = time.monotonic() + COMMIT_PATIENCE
        while True:
            try:
                async with self._database.read() as connection:
                    return await connection.run_sync(_jobs_done, group)
            except (SQLAlchemyError, OSError) as error:
                if time.monotonic() > until:
                    log.warning("it is not known whether a commit was carried out: %s", error)
                    return []
                await asyncio.sleep(0.2)


def _refuse(job: Job, refusal: Refusal, cause: Exception) -> None:
    if not job.done.done():
        refusal.__cause__ = cause
        job.done.set_exception(refusal)


# The statements of every commit, written out: they are the same for any number of tables, so that SQLite and
# PostgreSQL prepare each once.
_INSERT = str(insert(moves).compile(dialect=sqlite.dialect(paramstyle="named")))
_EPOCHS = "SELECT id, epoch FROM tables WHERE id IN (SELECT value FROM json_each(:ids))"
_LOCKED_EPOCHS = select(tables.c.id, tables.c.epoch).where(
    tables.c.id == any_(bindparam("ids", type_=ARRAY(String)))
)
_LOCKED_EPOCHS = _LOCKED_EPOCHS.order_by(tables.c.id).with_for_update(key_share=True)


def _write(connection: Connection, group: list[Job]) -> None:
    """Append rows only in the epoch they were made for: a move and an undo of the same position exclude each
    other. The tables' rows are locked in one order (PostgreSQL; SQLite has one writer anyway): no deadlock.
    """
    epochs = _epochs_of(connection, {job.table_id for job in group})
    rows: list[Row] = []
    ended: list[str] = []
    for job in group:
        if epochs.get(job.table_id) != job.epoch:
            raise Conflict
        if job.cut is not None:
            _insert(connection, rows)
            rows = []
            _take_back(connection, job.table_id, job.cut, job.taken)
            epochs[job.table_id] += 1
        rows += job.rows
        if job.ended:
            ended.append(job.table_id)
        for clock in job.clocks:
            own = (seats.c.table_id == job.table_id) & (seats.c.seat == clock["seat"])
            connection.execute(update(seats).where(own).values(clock))
    _insert(connection, rows)
    if ended:
        now = now_ms()
        connection.execute(update(tables).where(tables.c.id.in_(ended)).values(ended=now))
        connection.execute(update(seats).where(seats.c.table_id.in_(ended)).values(ended=now))


def _epochs_of(connection: Connection, table_ids: set[str]) -> dict[str, int]:
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql(_EPOCHS, {"ids": json.dumps(list(table_ids))})
    else:
        found = connection.execute(_LOCKED_EPOCHS, {"ids": list(table_ids)})
    return {row[0]: row[1] for row in found}


def _insert(connection: Connection, rows: list[Row]) -> None:
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_INSERT, rows)
    else:
        connection.execute(insert(moves), rows)


def _jobs_done(connection: Connection, group: list[Job]) -> list[Job]:
    """The jobs whose last row is there exactly as they wrote it, or whose undo has happened.

    PostgreSQL may still be busy with the commit: its locks are waited for.
    """
    table_ids = [job.table_id for job in group]
    query = select(tables.c.id, tables.c.epoch).where(tables.c.id.in_(table_ids))
    query = query.order_by(tables.c.id).with_for_update(read=True)
    epochs = {row.id: row.epoch for row in connection.execute(query)}
    last = [(job.table_id, job.rows[-1]["ply"]) for job in group if job.rows]
    written = select(moves).where(tuple_(moves.c.table_id, moves.c.ply).in_(last))
    rows = {row["table_id"]: row.items() for row in connection.execute(written).mappings()}
    return [
        job
        for job in group
        if (job.rows and job.rows[-1].items() <= rows.get(job.table_id, {}.items()))
        or (job.cut is not None and epochs.get(job.table_id) == job.epoch + 1)
    ]


def _take_back(connection: Connection, table_id: str, cut: int, taken: int) -> None:
    """Conflict unless exactly so many plies go: an undo must not take a later move with it."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(epoch=tables.c.epoch + 1))
    gone = connection.execute(delete(moves).where(moves.c.table_id == table_id, moves.c.ply >= cut))
    if gone.rowcount != taken:
        raise Conflict
