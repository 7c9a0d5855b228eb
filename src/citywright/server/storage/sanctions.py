"""Who may not write in the chat, and who may not play: read wherever somebody talks or is recognised.

A sanction stands from the moment it is written, in every process, and ends by itself.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, or_, select

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, Refusal, Suspended
from citywright.server.storage.host_settings import GUESTS_TALK, read_setting
from citywright.server.storage.schema import accounts, sanctions
from citywright.text import mark

MUTE: Final = "mute"
SUSPENSION: Final = "suspension"


def stands(now: int) -> ColumnElement[bool]:
    """Is a sanction in force?"""
    return and_(sanctions.c.lifted.is_(None), or_(sanctions.c.until.is_(None), sanctions.c.until > now))


def is_suspended(guest_id: ColumnElement[str]) -> ColumnElement[bool]:
    """May this guest (a column) not play now?"""
    own = sanctions.c.guest_id == guest_id, sanctions.c.kind == SUSPENSION
    return exists().where(*own, stands(now_ms()))


def standing_sanction(guest_id: str, kind: str) -> Select[Any]:
    """The row of the sanction of a kind that lasts longest, if there is one."""
    own = sanctions.c.guest_id == guest_id, sanctions.c.kind == kind
    query = select(sanctions).where(*own, stands(now_ms()))
    return query.order_by(sanctions.c.until.is_(None).desc(), sanctions.c.until.desc()).limit(1)


def until_words(until: int) -> str:
    """A moment as people of every language read it."""
    return datetime.fromtimestamp(until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def refuse_suspended(connection: Connection, guest_id: str) -> None:
    """Refuse whoever may not play, and say until when and why."""
    row = connection.execute(standing_sanction(guest_id, SUSPENSION)).one_or_none()
    if row is None:
        return
    if row.until is None:
        raise Suspended(FORBIDDEN, mark("you cannot play here any more: {reason}"), reason=row.reason)
    until = until_words(row.until)
    words = mark("you cannot play here until {until}: {reason}")
    raise Suspended(FORBIDDEN, words, until=until, reason=row.reason)


def check_may_talk(connection: Connection, guest_id: str, *, is_public: bool) -> None:
    """Refuse who may not write in a chat; `is_public`: anyone may come to where it is."""
    row = connection.execute(standing_sanction(guest_id, MUTE)).one_or_none()
    if row is not None:
        if row.until is None:
            raise Refusal(FORBIDDEN, "you cannot write in the chat any more: {reason}", reason=row.reason)
        raise Refusal(
            FORBIDDEN,
            "you cannot write in the chat until {until}: {reason}",
            until=until_words(row.until),
            reason=row.reason,
        )
    if not is_public or read_setting(connection, GUESTS_TALK):
        return
    account = select(accounts.c.guest_id).where(accounts.c.guest_id == guest_id)
    if connection.execute(account).first() is None:
        raise Refusal(FORBIDDEN, "in public, only people with an account can write in the chat here")
