"""The rows of analyses in the database: what is kept, and which process is at work on what.

A process that begins claims the row and renews the claim while it works. A claim that was not renewed for a
while counts for nothing: whoever made it has died.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, or_, select, update

from citywright.server.clock import now_ms
from citywright.server.storage.database import Database
from citywright.server.storage.schema import analyses

CLAIM_MS = 15_000  # a process that has given no sign for so long is not at work any more
TABLE, RECORD = "t/", "r/"  # how a subject begins


class Kept(msgspec.Struct, frozen=True):
    """What the database has about the analysis of a game."""

    result: bytes | None
    version: int
    progress: int
    is_claimed: bool


def _row(subject: str, depth: str) -> ColumnElement[bool]:
    return (analyses.c.subject == subject) & (analyses.c.depth == depth)


class AnalysisRows:
    """Reads and writes them. `name` is that of this process."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name

    async def read(self, subject: str, depth: str) -> Kept | None:
        """What is known of an analysis."""
        columns = (analyses.c.result, analyses.c.version, analyses.c.progress, analyses.c.claimed)
        query = select(*columns).where(_row(subject, depth))
        row = await self._database.ask(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            return None
        return Kept(row.result, row.version, row.progress, (row.claimed or 0) > now_ms() - CLAIM_MS)

    async def claim(self, subject: str, depth: str, version: int) -> bool:
        """Say that this process is at work; False if another one is, or it is done."""
        now = now_ms()
        about = {
            "subject": subject,
            "depth": depth,
            "table_id": subject.removeprefix(TABLE) if subject.startswith(TABLE) else None,
            "record_id": subject.removeprefix(RECORD) if subject.startswith(RECORD) else None,
        }
        new = self._database.insert_if_absent(analyses).values(about | {"version": version, "progress": 0})
        is_free = or_(analyses.c.claimed.is_(None), analyses.c.claimed < now - CLAIM_MS)
        is_wanted = or_(analyses.c.result.is_(None), analyses.c.version < version)
        claimed = update(analyses).where(_row(subject, depth), is_free, is_wanted)
        claimed = claimed.values(claimed=now, worker=self._name, progress=0)

        async with self._database.write() as connection:
            await connection.execute(new)
            return (await connection.execute(claimed)).rowcount == 1

    async def renew(self, subject: str, depth: str, progress: int) -> bool:
        """Still at work; False if the claim is gone: somebody has stopped it, or the game was deleted."""
        return await self._change(subject, depth, claimed=now_ms(), progress=progress)

    async def keep(self, subject: str, depth: str, version: int, result: bytes) -> bool:
        """It is done; False if nobody wants it any more."""
        done = {"claimed": None, "worker": None, "progress": 100, "made": now_ms()}
        return await self._change(subject, depth, version=version, result=result, **done)

    async def release(self, subject: str, depth: str) -> None:
        """This process is not at work any more."""
        await self._change(subject, depth, claimed=None, worker=None)

    async def stop(self, subject: str, depth: str) -> None:
        """Whichever process is at work is to end: it finds its claim gone."""
        change = update(analyses).where(_row(subject, depth)).values(claimed=None, worker=None)
        async with self._database.write() as connection:
            await connection.execute(change)

    async def _change(self, subject: str, depth: str, **values: object) -> bool:
        """Change a row that this process has claimed."""
        change = update(analyses).where(_row(subject, depth), analyses.c.worker == self._name).values(values)
        async with self._database.write() as connection:
            return (await connection.execute(change)).rowcount == 1
