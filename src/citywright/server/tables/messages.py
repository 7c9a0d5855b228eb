"""The chat messages of a table and who has muted whom, as read from the database; see chat.py for writing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, select

from citywright.server.storage.schema import guests, messages, mutes

MOST_SHOWN = 60

# Printable as far as Unicode goes, but there is nothing to see: fillers, the empty Braille cell, variations.
_BLANK = " \u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10)))


def is_visible(text: str) -> bool:
    """Is there anything to see in a line of text?"""
    return bool(text.strip(_BLANK))


class Message(msgspec.Struct, frozen=True):
    """A chat message."""

    number: int
    seat: int  # -1: a spectator
    guest_id: str | None
    name: str
    text: str


class ChatLog(msgspec.Struct, frozen=True, eq=False):
    """The last messages of a table. Compared by identity: a changed chat is another object."""

    messages: tuple[Message, ...] = ()
    mutes: frozenset[tuple[str, str]] = frozenset()  # (who muted, who is muted)

    def shown_to(self, guest_id: str | None, *, hide_spectators: bool) -> Iterator[Message]:
        """The messages for a guest (None: a spectator): without those it has muted."""
        for message in self.messages:
            is_muted = guest_id is not None and (guest_id, message.guest_id) in self.mutes
            if not is_muted and not (hide_spectators and message.seat < 0):
                yield message


NO_MESSAGES = ChatLog()


def read_chat(connection: Connection, table_id: str) -> ChatLog:
    """The chat of a table."""
    newest = connection.execute(
        select(messages, guests.c.name)
        .outerjoin(guests, guests.c.id == messages.c.guest_id)
        .where(messages.c.table_id == table_id)
        .order_by(messages.c.id.desc())
        .limit(MOST_SHOWN)
    )
    shown = [Message(row.id, row.seat, row.guest_id, row.name or "–", row.text) for row in newest]
    if not shown:
        return NO_MESSAGES
    muted = connection.execute(select(mutes).where(mutes.c.table_id == table_id))
    return ChatLog(tuple(reversed(shown)), frozenset((row.guest_id, row.muted_id) for row in muted))
