"""News from the host: noted for everybody who wants to hear such."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from citywright.server.clock import now_ms
from citywright.server.notices.book import Book
from citywright.server.notices.kinds import NEWS
from citywright.server.storage.database import Database
from citywright.server.storage.schema import devices, notices, webhooks

LONGEST = 140  # characters
DAY = 86_400_000


async def tell_everybody(database: Database, book: Book, words: Mapping[str, str], address: str) -> int:
    """Note news, given by language; returns for how many people. The same on one day is told once."""
    digest = hashlib.sha256(repr(sorted(words.items())).encode()).hexdigest()[:16]
    key = f"news {now_ms() // DAY} {digest}"
    parts: dict[str, Any] = {**words}
    told = 0
    for guest_id in await _everybody(database):
        told += await book.tell(guest_id, NEWS, key=key, address=address, **parts)
    return told


async def _everybody(database: Database) -> list[str]:
    """All guests who can be told anything."""
    found: set[str] = set()
    async with database.read() as connection:
        for kept in (notices, devices, webhooks):
            found.update((await connection.execute(select(kept.c.guest_id))).scalars())
    return sorted(found)
