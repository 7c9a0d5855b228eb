"""Has finished games analysed, one process for each depth, and tells how far it is.

Only one server process is at work on a game: see rows.py. Games that run are never analysed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from citywright.analysis.result import Ledger
from citywright.server.analysis.job import JobFile, Stopped, Work, analyse_record, current_version, unpack
from citywright.server.analysis.rows import AnalysisRows
from citywright.server.errors import FORBIDDEN, MALFORMED, TOO_MANY, Refusal
from citywright.server.storage.database import Database
from citywright.server.tables.review import Review
from citywright.server.worker import TooLong, Worker

log = logging.getLogger(__name__)

QUICK, DEEP = "quick", "deep"
SECONDS = {QUICK: 300.0, DEEP: 3600.0}  # that one analysis may take
NICE = {QUICK: 5, DEEP: 15}  # how far it stands back
MOST_WAITING = 12  # of a depth
BEAT = 0.5  # seconds between two signs of life
MOST_REMEMBERED = 500  # how analyses ended that have no result

NONE, WORKING, DONE, STOPPED, FAILED = "none", "working", "done", "stopped", "failed"


class Progress(msgspec.Struct, frozen=True):
    """How far an analysis is."""

    state: str  # one of the words above
    percent: int = 0


def check_depth(depth: str) -> str:
    """A depth that there is."""
    if depth not in SECONDS:
        known = ", ".join(SECONDS)
        raise Refusal(MALFORMED, "an analysis is {known}, not {given!r}", known=known, given=depth[:20])
    return depth


class Analyses:
    """All analyses."""

    def __init__(self, database: Database, name: str, *, is_on: bool = True) -> None:
        self._rows = AnalysisRows(database, name)
        self._is_on = is_on
        self.work: Work = analyse_record  # in a process beside the server
        self._workers = {depth: Worker(SECONDS[depth], NICE[depth]) for depth in SECONDS}
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._jobs: dict[tuple[str, str], JobFile] = {}
        self._ended: OrderedDict[tuple[str, str], str] = OrderedDict()  # those without a result

    @property
    def waiting(self) -> int:
        """How many are not done."""
        return len(self._tasks)

    def may_analyse(self, review: Review) -> bool:
        """Is the game over, is all known that happened, and does this host have games analysed?"""
        is_whole = bool(review.subject and review.match.over and review.match.viewer is None)
        return self._is_on and is_whole

    async def of(self, review: Review, depth: str = QUICK) -> Ledger | None:
        """What is known about a game; None if nobody has found it out."""
        if not self.may_analyse(review):
            return None
        if depth not in review.ledgers:
            kept = await self._rows.read(review.subject, depth)
            if kept is None or kept.result is None or kept.version < current_version():
                return None
            review.ledgers[depth] = await asyncio.to_thread(unpack, kept.result)
        return review.ledgers[depth]

    async def best_of(self, review: Review) -> Ledger | None:
        """The deep analysis if there is one, else the quick one."""
        return await self.of(review, DEEP) or await self.of(review, QUICK)

    async def progress(self, review: Review, depth: str) -> Progress:
        """How far an analysis is, here or in another process."""
        if not self.may_analyse(review):
            return Progress(NONE)
        if depth in review.ledgers:
            return Progress(DONE, 100)
        key = review.subject, depth
        if key in self._tasks:
            return Progress(WORKING, self._jobs[key].progress if key in self._jobs else 0)
        kept = await self._rows.read(*key)
        if kept is not None and kept.result is not None and kept.version >= current_version():
            return Progress(DONE, 100)
        if kept is not None and kept.is_claimed:
            return Progress(WORKING, kept.progress)
        return Progress(self._ended.get(key, NONE))

    async def ask(self, review: Review, depth: str, count: Callable[[], None], *, again: bool = True) -> None:
        """Have a game analysed, unless that is done or being done. `count` is called before, and may refuse.

        Without `again` nothing is begun that was stopped, or failed.
        """
        if not self.may_analyse(review):
            raise Refusal(FORBIDDEN, "a game can be analysed when it is over")
        key = review.subject, depth
        if not again and key in self._ended:
            return
        if (await self.progress(review, depth)).state in (DONE, WORKING) or key in self._tasks:
            return  # the second question: it may have been asked for meanwhile
        if sum(waiting == depth for _, waiting in self._tasks) >= MOST_WAITING:
            raise Refusal(TOO_MANY, "too many games are being analysed; try again in a minute")
        count()
        self._ended.pop(key, None)
        task = asyncio.create_task(self._run(*key, review.text), name="analysis")
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def wait(self, review: Review, depth: str, seconds: float) -> Ledger | None:
        """What an analysis that was asked for has found, if it is done in time."""
        until = asyncio.get_running_loop().time() + seconds
        while (await self.progress(review, depth)).state == WORKING:
            if asyncio.get_running_loop().time() > until:
                break
            await asyncio.sleep(BEAT / 2)
        return await self.of(review, depth)

    async def end(self, review: Review, depth: str) -> None:
        """Stop an analysis, wherever it is made."""
        key = review.subject, depth
        self._remember(key, STOPPED)
        if key in self._jobs:
            self._jobs[key].stop()
        await self._rows.stop(*key)

    async def stop(self) -> None:
        """The server ends."""
        for job in self._jobs.values():
            job.stop()
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for worker in self._workers.values():
            await worker.close()

    # --- at work --------------------------------------------------------------------------

    async def _run(self, subject: str, depth: str, text: str) -> None:
        key, version = (subject, depth), current_version()
        try:
            if not await self._rows.claim(subject, depth, version):
                return
            self._jobs[key] = JobFile()
            result = await self._at_work(key, text)
            if not await self._rows.keep(subject, depth, version, result):
                self._remember(key, STOPPED)
        except Stopped:
            self._remember(key, STOPPED)
        except Exception as error:  # noqa: BLE001 - whatever it was, the page says that there is no analysis
            log.warning("a game could not be analysed: %s", type(error).__name__)
            self._remember(key, FAILED)
        finally:
            job = self._jobs.pop(key, None)
            if job is not None:
                job.remove()
                with suppress(SQLAlchemyError, OSError):
                    await asyncio.shield(self._rows.release(subject, depth))

    async def _at_work(self, key: tuple[str, str], text: str) -> bytes:
        """The work, with signs of life."""
        subject, depth = key
        job = self._jobs[key]
        work = asyncio.ensure_future(self._workers[depth].run(self.work, text, depth, job.path))
        try:
            while not (await asyncio.wait({work}, timeout=BEAT))[0]:
                if not await self._rows.renew(subject, depth, job.progress):
                    job.stop()
            return await work
        except TooLong:
            log.warning("the %s analysis of a game took too long", depth)
            raise
        finally:
            work.cancel()

    def _remember(self, key: tuple[str, str], ending: str) -> None:
        self._ended[key] = ending
        self._ended.move_to_end(key)
        if len(self._ended) > MOST_REMEMBERED:
            self._ended.popitem(last=False)
