"""Announcements of the host, which stand on every page from one moment to another. Each process reads them
every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.desk.audit import write_down
from citywright.server.desk.roles import check_role
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.notices.news import LONGEST, tell_everybody
from citywright.server.notices.service import Notices
from citywright.server.storage.database import Database
from citywright.server.storage.desk_marks import ADMINISTRATOR
from citywright.server.storage.schema import announcements

PAUSE = 2.0  # seconds between two looks
MOST = 20  # that are kept at a time

log = logging.getLogger(__name__)


class Announcement(msgspec.Struct, frozen=True):
    """What the host tells everybody, by language."""

    id: int
    en: str
    de: str
    since: int
    until: int | None  # none: until somebody takes it away

    def words(self, lang: str) -> str:
        """What it says in a language."""
        return self.de if lang == "de" else self.en


class Announcements:
    """Keeps announcements, and knows which stand on pages now."""

    def __init__(self, database: Database, notices: Notices) -> None:
        self._database = database
        self._notices = notices
        self._known: list[Announcement] = []
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        await self._look()
        self._task = asyncio.create_task(self._run(), name="announcements")

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def shown(self) -> list[Announcement]:
        """Those that stand on pages at this moment, the newest first."""
        now = now_ms()
        return [one for one in self._known if one.since <= now and (one.until is None or now < one.until)]

    async def all(self) -> list[Announcement]:
        """All that are not over, also those to come."""
        is_left = or_(announcements.c.until.is_(None), announcements.c.until > now_ms())
        query = select(announcements).where(is_left).order_by(announcements.c.id.desc()).limit(MOST)
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        return [Announcement(*row) for row in rows]

    async def add(
        self, actor_id: str, words: dict[str, str], since: int | None, until: int | None, *, tell: bool
    ) -> None:
        """Announce something; `tell` also tells those who want to hear of news elsewhere."""
        told = {lang: check_line(text) for lang, text in words.items() if text.strip()}
        if not told:
            raise Refusal(MALFORMED, "an announcement needs words, in one language at least")
        anyhow = next(iter(told.values()))
        row = {"en": told.get("en", anyhow), "de": told.get("de", anyhow)}
        begin = since or now_ms()
        if until is not None and until <= max(begin, now_ms()):
            raise Refusal(MALFORMED, "an announcement ends after it begins, and not in the past")

        def write(connection: Connection) -> None:
            check_role(connection, actor_id, ADMINISTRATOR)
            connection.execute(insert(announcements).values(row | {"since": begin, "until": until}))
            write_down(connection, actor_id, "announce", detail=row["en"])

        await self._database.transact(write)
        if tell:
            await tell_everybody(self._database, self._notices.book, row, "/")
        await self._look()

    async def remove(self, actor_id: str, number: int) -> None:
        """Take one away."""

        def write(connection: Connection) -> None:
            check_role(connection, actor_id, ADMINISTRATOR)
            own = announcements.c.id == number
            words = connection.execute(select(announcements.c.en).where(own)).scalar_one_or_none()
            if words is None:
                raise Refusal(UNKNOWN, "there is no such announcement any more")
            connection.execute(delete(announcements).where(own))
            write_down(connection, actor_id, "unannounce", detail=words)

        await self._database.transact(write)
        await self._look()

    async def _look(self) -> None:
        self._known = await self.all()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self._look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("announcements could not be read: %s", type(error).__name__)


def check_line(text: str) -> str:
    """An announcement: one printable line."""
    line = " ".join(text.split())
    if len(line) > LONGEST or not line.isprintable():
        raise Refusal(MALFORMED, "an announcement is one line of at most {most} characters", most=LONGEST)
    return line


def check_moment(text: str) -> int | None:
    """A moment as a form sends it, by UTC; None: nothing was entered."""
    if not text:
        return None
    with suppress(ValueError, OverflowError):
        return int(datetime.fromisoformat(text[:16]).replace(tzinfo=UTC).timestamp() * 1000)
    raise Refusal(MALFORMED, "a moment is written as 2026-05-31T20:00, not {given!r}", given=text[:20])
