"""Letters of the host: what somebody is told in any case, whatever they have chosen to be told of.

A letter stands on a page of its own; whoever wants to hear of it elsewhere does, as a notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec
from sqlalchemy import Connection, insert, select, update

from citywright.server.clock import now_ms
from citywright.server.notices import kinds
from citywright.server.notices.service import Notices
from citywright.server.storage.database import Database
from citywright.server.storage.sanctions import until_words
from citywright.server.storage.schema import letters

MOST_SHOWN = 30
PAGE = "/letters"
moment_words = until_words  # moments as everybody at the desk reads them


class Letter(msgspec.Struct, frozen=True):
    """One letter; its words are translated where it is read."""

    id: int
    words: str
    parts: dict[str, str]
    created: int
    is_new: bool


class Post(msgspec.Struct):
    """The letters written in one transaction, to be told of when it is committed."""

    written: list[tuple[str, int, str, dict[str, str]]] = []

    def write(self, connection: Connection, guest_id: str, words: str, **parts: str) -> None:
        """Write to somebody. `words` are English, with {parts}, marked for the catalogue."""
        row = {"guest_id": guest_id, "words": words, "created": now_ms()}
        row["parts"] = msgspec.json.encode(parts).decode()
        number = connection.execute(insert(letters).values(row).returning(letters.c.id)).scalar_one()
        self.written.append((guest_id, number, words, parts))


class Letters:
    """Reads letters, and tells of new ones."""

    def __init__(self, database: Database, notices: Notices) -> None:
        self._database = database
        self._notices = notices

    async def send(self, post: Post) -> None:
        """Tell people of what was written to them."""
        for guest_id, number, words, parts in post.written:
            key, filled_in = f"letter {number}", cast("dict[str, Any]", parts)
            await self._notices.tell(guest_id, kinds.HOST, key=key, address=PAGE, words=words, **filled_in)

    async def read(self, guest_id: str) -> Sequence[Letter]:
        """The letters to somebody, the newest first; they count as read from now on."""
        own = letters.c.guest_id == guest_id
        query = select(letters).where(own).order_by(letters.c.id.desc()).limit(MOST_SHOWN)

        def read(connection: Connection) -> list[Letter]:
            found = [
                Letter(
                    row.id, row.words, msgspec.json.decode(row.parts), row.created, is_new=row.read is None
                )
                for row in connection.execute(query)
            ]
            if any(letter.is_new for letter in found):
                unread = update(letters).where(own, letters.c.read.is_(None))
                connection.execute(unread.values(read=now_ms()))
            return found

        return await self._database.transact(read)
