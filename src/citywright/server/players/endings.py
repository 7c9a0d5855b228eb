"""Ends live pages and streams whose session or token has ended, or whose guest is suspended, everywhere.

Whoever ends sessions or tokens changes a mark in the database, in the same transaction. Each process reads
the mark twice a second; if it has changed, the process ends those of its connections whose session or token
is no longer there. Nothing is announced that could be lost: who could not read finds out when it can again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from typing import TypeVar

from sqlalchemy import ColumnElement, Table, delete, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.server.errors import FORBIDDEN, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.sanctions import is_suspended
from citywright.server.storage.schema import devices, house, sessions, tokens

log = logging.getLogger(__name__)

MARK = "last ending"  # its row in `house`
PAUSE = 0.4  # seconds between two looks: everything has ended within a second
PATIENCE = 5.0  # seconds a look may take before it is tried again
AT_ONCE = 500  # connections looked up by one query

Item = TypeVar("Item")


class Ending:
    """A transaction that ends sessions and tokens."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.digests: list[str] = []  # of what it has ended
        self.suspended: list[str] = []  # of what stays, though nobody may play with it for now

    async def session(self, digest: str) -> None:
        """End one session."""
        await self._delete(sessions, sessions.c.digest == digest)

    async def token(self, guest_id: str, handle: str) -> None:
        """Void the token of a guest whose digest begins with a handle."""
        await self._delete(tokens, (tokens.c.guest_id == guest_id) & tokens.c.digest.startswith(handle))

    async def everything_of(self, guest_id: str) -> None:
        """End every session and void every token of a guest."""
        for kind in (sessions, tokens):
            await self._delete(kind, kind.c.guest_id == guest_id)

    async def suspend(self, guest_id: str) -> None:
        """End the live pages and streams of a guest who may not play any more; sessions and tokens stay."""
        for kind in (sessions, tokens):
            found = await self.connection.execute(select(kind.c.digest).where(kind.c.guest_id == guest_id))
            self.suspended += found.scalars()

    async def _delete(self, kind: Table, condition: ColumnElement[bool]) -> None:
        ended = await self.connection.execute(delete(kind).where(condition).returning(kind.c.digest))
        self.digests += ended.scalars()


class Endings:
    """The live pages and streams of this process, by the digest of the session or token they belong to."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._open: dict[str, list[Callable[[], None]]] = {}
        self._mark = ""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        async with self._database.write() as connection:
            first = self._database.insert_if_absent(house).values(name=MARK, value="")
            await connection.execute(first)
        self._task = asyncio.create_task(self._run(), name="endings")

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Ending]:
        """A transaction; what it has ended is ended here at once, and elsewhere within a second.

        Browsers take no more push messages in a session that has ended.
        """
        async with self._database.write() as connection:
            ending = Ending(connection)
            yield ending
            if ending.digests:
                await connection.execute(delete(devices).where(devices.c.session.in_(ending.digests)))
            if ending.digests or ending.suspended:
                await note_ending(connection)
        for digest in (*ending.digests, *ending.suspended):
            self._end(digest)

    @contextmanager
    def watch(self, digest: str | None, end: Callable[[], None]) -> Iterator[None]:
        """Call `end` once this session or token has ended. Whether it has ended before is not looked up."""
        if digest is None:
            yield
            return
        self._open.setdefault(digest, []).append(end)
        try:
            yield
        finally:
            if ends := self._open.get(digest):
                ends.remove(end)
                if not ends:
                    del self._open[digest]

    async def until_ended(self, digest: str | None, items: AsyncIterator[Item]) -> AsyncIterator[Item]:
        """The items of a stream, until the token it was asked for with has ended."""
        if digest is None:
            async for item in items:
                yield item
            return
        ended = asyncio.Event()
        with self.watch(digest, ended.set):
            if digest not in await self._existing([digest]):
                return
            async with aclosing(_until(ended, items)) as some:
                async for item in some:
                    yield item

    # --- looking ----------------------------------------------------------------------

    async def _run(self) -> None:
        is_failing = False
        while True:
            await asyncio.sleep(PAUSE)
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._look()
                is_failing = False
            except Exception as error:  # noqa: BLE001 - whatever the driver raises, the next look may succeed
                if not is_failing:
                    log.warning("ended sessions cannot be looked up: %s; trying again", type(error).__name__)
                is_failing = True

    async def _look(self) -> None:
        if not self._open:
            return
        async with self._database.read() as connection:
            query = select(house.c.value).where(house.c.name == MARK)
            mark = (await connection.execute(query)).scalar_one_or_none() or ""
        if mark == self._mark:
            return
        digests = list(self._open)
        existing: set[str] = set()
        for first in range(0, len(digests), AT_ONCE):
            existing |= await self._existing(digests[first : first + AT_ONCE])
        for digest in digests:
            if digest not in existing:
                self._end(digest)
        self._mark = mark

    async def _existing(self, digests: list[str]) -> set[str]:
        kinds = (
            select(kind.c.digest).where(kind.c.digest.in_(digests), ~is_suspended(kind.c.guest_id))
            for kind in (sessions, tokens)
        )
        query = union_all(*kinds)  # a stream may end at any moment, and cut no reading short
        return await self._database.ask(lambda connection: set(connection.execute(query).scalars()))

    def _end(self, digest: str) -> None:
        for end in self._open.pop(digest, []):
            end()


async def check_session(connection: AsyncConnection, digest: str | None) -> None:
    """Refuse, within a transaction, what was asked for by a session that has ended since.

    Whoever ends it must wait for this transaction, and finds what it has written.
    """
    query = select(sessions.c.digest).where(sessions.c.digest == digest).with_for_update()
    if (await connection.execute(query)).scalar_one_or_none() is None:
        raise Refusal(FORBIDDEN, "nobody is logged in here")


async def note_ending(connection: AsyncConnection) -> None:
    """Tell every process that sessions or tokens end with this transaction.

    Transactions that change the mark wait for each other, so whoever reads it sees all that went before.
    """
    await connection.execute(update(house).where(house.c.name == MARK).values(value=secrets.token_hex(8)))


async def _until(ended: asyncio.Event, items: AsyncIterator[Item]) -> AsyncGenerator[Item, None]:
    """The items, until the event comes: also while nothing comes."""
    ending = asyncio.ensure_future(ended.wait())
    following: asyncio.Future[Item] | None = None
    try:
        while True:
            following = asyncio.ensure_future(anext(items))
            await asyncio.wait((following, ending), return_when=asyncio.FIRST_COMPLETED)
            if ended.is_set():
                return
            try:
                item = following.result()
            except StopAsyncIteration:
                return
            yield item
    finally:
        ending.cancel()
        if following is not None:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        if isinstance(items, AsyncGenerator):
            await items.aclose()
