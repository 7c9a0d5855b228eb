"""Talk at a table: plain text, bounded, escaped. Spectators are not heard by seats while a game has secrets.

Whoever is muted by somebody is not shown to that person; at a table where talk is off nobody is heard.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.storage.schema import guests, messages, mutes
from citywright.text import Words

LONGEST = 300  # characters of a message
MOST_SHOWN = 60


class Message(msgspec.Struct, frozen=True):
    """Somebody said something."""

    number: int
    seat: int  # -1: a spectator
    guest_id: str | None
    name: str
    text: str


class Talk(msgspec.Struct, frozen=True):
    """What was said at a table, and who does not want to hear whom."""

    messages: tuple[Message, ...] = ()
    mutes: frozenset[tuple[str, str]] = frozenset()  # who, whom


SILENCE = Talk()


async def read_talk(connection: AsyncConnection, table_id: str) -> Talk:
    """The talk of a table."""
    said = await connection.execute(
        select(messages, guests.c.name)
        .outerjoin(guests, guests.c.id == messages.c.guest_id)
        .where(messages.c.table_id == table_id)
        .order_by(messages.c.id.desc())
        .limit(MOST_SHOWN)
    )
    heard = [Message(row.id, row.seat, row.guest_id, row.name or "–", row.text) for row in said]
    if not heard:
        return SILENCE
    muted = await connection.execute(select(mutes).where(mutes.c.table_id == table_id))
    return Talk(tuple(reversed(heard)), frozenset((row.guest_id, row.muted_id) for row in muted))


def clean_text(text: str) -> str:
    """One line of text that can be printed."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text[: 4 * LONGEST]).split())
    if not line:
        raise Refusal(MALFORMED, "there is nothing to say in an empty message")
    if len(line) > LONGEST:
        raise Refusal(
            MALFORMED, "a message has at most {most} characters, not {n}", most=LONGEST, n=len(line)
        )
    return line


def heard_by(table: Any, viewer: int) -> Iterable[Message]:
    """The messages a seat (negative: spectators) is shown."""
    talk: Talk = table.talk
    listener = table.seats[viewer].guest_id if viewer >= 0 else None
    apart = table.game.has_secrets and not table.match.over
    for message in talk.messages:
        if apart and (message.seat < 0) and viewer >= 0:
            continue  # a spectator could have looked into a hand
        if listener is not None and (listener, message.guest_id) in talk.mutes:
            continue
        yield message


def talk_element(table: Any, viewer: int, names: list[str], t: Words) -> str:
    """What was said, as HTML; drawn again only when something was."""
    key = (viewer, t.lang, table.match.over, tuple(names))
    drawn: dict[Any, str] = table.talk_drawn
    if key not in drawn:
        items = "".join(_item(table, message, viewer, names, t) for message in heard_by(table, viewer))
        drawn[key] = f'<ol id="talk" class="talk">{items}</ol>'
    return drawn[key]


def _item(table: Any, message: Message, viewer: int, names: list[str], t: Words) -> str:
    seat = message.seat
    name = names[seat] if seat >= 0 else t("{name}, watching", name=message.name)
    mark = f"seat-mark on-{seat}" if seat >= 0 else "no-seat"
    mute = ""
    own = table.seats[viewer].guest_id if viewer >= 0 else None
    if own is not None and message.guest_id not in (None, own):
        words = escape(t("Mute {name}", name=name))
        mute = (
            f'<form method="post" action="/t/{table.id}/mute"><button class="quiet-button" name="message" '
            f'value="{message.number}" aria-label="{words}" title="{words}">×</button></form>'
        )
    return (
        f'<li id="said-{message.number}" class="{mark}"><p><strong>{escape(name)}</strong> '
        f"{escape(message.text)}</p>{mute}</li>"
    )
