"""The chat messages of a table and who has muted whom, as read from the database; see chat.py for writing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, select

from citywright.server.storage.blocked import Blocks
from citywright.server.storage.schema import blocks, guests, messages, mutes, seats

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
    mutes: frozenset[tuple[str, str]] = frozenset()  # (who muted, who is muted) at this table
    blocks: Blocks = frozenset()  # the same of those who sit here, wherever they meet

    def shown_to(self, guest_id: str | None, *, hide_spectators: bool) -> Iterator[Message]:
        """The messages for a guest (None: a spectator): without those it has muted or blocked."""
        for message in self.messages:
            pair = guest_id, message.guest_id
            is_muted = guest_id is not None and (pair in self.mutes or pair in self.blocks)
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
    seated = select(seats.c.guest_id).where(seats.c.table_id == table_id)
    hidden = select(blocks.c.guest_id, blocks.c.blocked_id).where(blocks.c.guest_id.in_(seated))
    return ChatLog(
        tuple(reversed(shown)),
        frozenset((row.guest_id, row.muted_id) for row in muted),
        frozenset((row.guest_id, row.blocked_id) for row in connection.execute(hidden)),
    )
