"""Chat at a table: posting a message, muting its author for oneself. Plain text of bounded length."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, insert

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.sanctions import check_may_talk
from citywright.server.storage.schema import messages, mutes
from citywright.server.tables.messages import Message, is_visible
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

LONGEST = 300  # characters of a message


def check_chat(table: Table) -> None:
    """Refuse where the players agreed on a table without chat."""
    if not table.terms.may_talk:
        raise Refusal(FORBIDDEN, "the chat is off at this table")


def clean_text(text: str) -> str:
    """The text of a message as one printable line."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text[: 4 * LONGEST]).split())
    if not is_visible(line):
        raise Refusal(MALFORMED, "this message is empty")
    if len(line) > LONGEST:
        raise Refusal(
            MALFORMED, "a message has at most {most} characters, not {n}", most=LONGEST, n=len(line)
        )
    return line


class Chat:
    """Writes messages and mutes; every change is shown at once to those who watch."""

    def __init__(self, database: Database, tables: TableService) -> None:
        self._database = database
        self._tables = tables
        self.on_message: list[Callable[[Table, Message], None]] = []  # somebody has said something

    async def post(self, table: Table, guest_id: str, seat: int, text: str) -> None:
        """Post a message for a seat (negative: a spectator); `text` is clean already."""
        row = {"table_id": table.id, "seat": seat, "guest_id": guest_id, "text": text, "time": now_ms()}
        is_public = table.terms.is_public
        async with self._database.write() as connection:
            await connection.run_sync(check_may_talk, guest_id, is_public=is_public)
            number = (
                await connection.execute(insert(messages).values(row).returning(messages.c.id))
            ).scalar_one()
        await self._tables.reload_and_announce(table)
        for message in table.chat.messages:
            if message.number == number:
                for listener in self.on_message:
                    listener(table, message)

    async def mute(self, table: Table, guest_id: str, number: str) -> None:
        """Do not show a guest any more what the author of a message writes at this table."""
        authors = (message.guest_id for message in table.chat.messages if str(message.number) == number)
        author = next(authors, None)
        if author is None or author == guest_id:
            raise Refusal(UNKNOWN, "there is no such message by another player here")
        row = {"table_id": table.id, "guest_id": guest_id, "muted_id": author}
        async with self._database.write() as connection:
            await connection.execute(self._database.insert_if_absent(mutes).values(row))
        await self._tables.reload_and_announce(table)

    async def unmute_all(self, table: Table, guest_id: str) -> None:
        """Show a guest everybody's messages again."""
        own = (mutes.c.table_id == table.id) & (mutes.c.guest_id == guest_id)
        async with self._database.write() as connection:
            await connection.execute(delete(mutes).where(own))
        await self._tables.reload_and_announce(table)
