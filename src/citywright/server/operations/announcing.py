"""News from the host: noted for everybody who wants to hear such, for the running server to send."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.notices.book import Book
from citywright.server.notices.kinds import NEWS
from citywright.server.operations.backup import revision_of
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, newest_revision
from citywright.server.storage.schema import devices, notices, webhooks

LONGEST = 140  # characters
AT_ONCE = 500


class NotAnnounced(Exception):
    """Nobody was told; why not."""


async def announce(database: str, words: dict[str, str], address: str) -> int:
    """Note an announcement, given by language; returns for how many people. The same on one day is told once.

    Whether mail can be sent the server knows: it drops those it cannot send.
    """
    store = Database(async_url(database))
    try:
        if await revision_of(store) != newest_revision():
            raise NotAnnounced("the database is of another version: start this server with it first")
        book = Book(store, sends_mail=True)
        digest = hashlib.sha256(repr(sorted(words.items())).encode()).hexdigest()[:16]
        key = f"news {now_ms() // 86_400_000} {digest}"
        told = 0
        for guest_id in await _everybody(store):
            parts: dict[str, Any] = dict(words)
            told += await book.tell(guest_id, NEWS, key=key, address=address, **parts)
        return told
    except (SQLAlchemyError, OSError) as error:
        raise NotAnnounced(f"the database cannot be used: {type(error).__name__}") from error
    finally:
        await store.close()


async def _everybody(store: Database) -> list[str]:
    """All guests who can be told anything."""
    found: set[str] = set()
    async with store.read() as connection:
        for kept in (notices, devices, webhooks):
            found.update((await connection.execute(select(kept.c.guest_id))).scalars())
    return sorted(found)
