"""News from the host: noted for everybody who wants to hear such, for the running server to send."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

from citywright.server.notices.book import Book
from citywright.server.notices.news import LONGEST, tell_everybody
from citywright.server.operations.backup import revision_of
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, newest_revision

__all__ = ["LONGEST", "NotAnnounced", "announce"]


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
        return await tell_everybody(store, Book(store, sends_mail=True), words, address)
    except (SQLAlchemyError, OSError) as error:
        raise NotAnnounced(f"the database cannot be used: {type(error).__name__}") from error
    finally:
        await store.close()
