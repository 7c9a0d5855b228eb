"""Reporting somebody to the host, and appealing to the host: what is written down then.

A chat message that is reported is copied with those around it, as they are now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, func, insert, select

from citywright.server.clock import now_ms
from citywright.server.desk.roles import RANKS
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, TOO_MANY, UNKNOWN, Refusal
from citywright.server.events.event import Event
from citywright.server.notices import kinds
from citywright.server.notices.service import Notices
from citywright.server.rooms.room import Room, Said
from citywright.server.storage.database import Database
from citywright.server.storage.desk_marks import reports_for
from citywright.server.storage.host_settings import REPORTS, read_setting
from citywright.server.storage.schema import guests, is_open, report_lines, reports, roles
from citywright.server.tables.messages import Message
from citywright.server.tables.table import Table
from citywright.text import mark

TABLE, ROOM, PROFILE, EVENT, APPEAL = "table", "room", "profile", "event", "appeal"
REASONS: Final = {
    "chat": mark("Insulting or threatening messages"),
    "leaving": mark("Leaves games on purpose, or lets others wait"),
    "cheating": mark("Cheating"),
    "name": mark("An offensive name or title"),
    "other": mark("Something else"),
}
LONGEST = 500  # characters of what somebody adds in their own words
BEFORE, AFTER = 8, 4  # messages around the one that is meant
DAY = 24 * 3600 * 1000
MOST_APPEALS = 3  # in a day


class Line(msgspec.Struct, frozen=True):
    """A chat message."""

    guest_id: str | None
    text: str
    is_meant: bool = False


class Target(msgspec.Struct, frozen=True):
    """Whom a report is about, where, and which message is meant, if one is."""

    place: str
    place_id: str
    about_id: str
    name: str
    lines: tuple[Line, ...] = ()

    @property
    def meant(self) -> str:
        """The message that is meant."""
        return next((line.text for line in self.lines if line.is_meant), "")


def check_words(text: str) -> str:
    """What somebody adds in their own words: printable, not too long."""
    kept = "".join(char if char.isprintable() or char == "\n" else " " for char in text.replace("\r", ""))
    if len(kept) > LONGEST:
        raise Refusal(
            MALFORMED, "this text has at most {most} characters, not {n}", most=LONGEST, n=len(kept)
        )
    return kept.strip()


# --- who is meant ---------------------------------------------------------------------


def _nobody() -> Refusal:
    return Refusal(UNKNOWN, "there is nobody here whom you could report")


def _around(messages: Sequence[Message | Said], number: int) -> tuple[Message | Said, tuple[Line, ...]]:
    place = next((at for at, one in enumerate(messages) if one.number == number), None)
    if place is None or messages[place].guest_id is None:
        raise Refusal(UNKNOWN, "this message is there no more")
    some = messages[max(0, place - BEFORE) : place + AFTER + 1]
    return messages[place], tuple(Line(one.guest_id, one.text, one.number == number) for one in some)


def at_table(table: Table, seat: int | None, message: int | None, reader_id: str | None) -> Target:
    """Whoever has a seat at a table, or has written a message that the reader is shown there."""
    if message is not None:
        hides = bool(table.seats_of(reader_id)) and table.game.has_secrets and not table.match.over
        shown = list(table.chat.shown_to(reader_id, hide_spectators=hides))
        meant, lines = _around(shown, message)
        return Target(TABLE, table.id, str(meant.guest_id), meant.name, lines)
    if seat is None or not 0 <= seat < len(table.seats) or table.seats[seat].guest_id is None:
        raise _nobody()
    return Target(TABLE, table.id, str(table.seats[seat].guest_id), table.seats[seat].name)


def in_room(room: Room, seat: int | None, message: int | None) -> Target:
    """Whoever sits in a room, or has written a message there."""
    if message is not None:
        meant, lines = _around(room.messages, message)
        return Target(ROOM, room.id, str(meant.guest_id), meant.name, lines)
    place = next((one for one in room.people if one.number == seat), None)
    if place is None:
        raise _nobody()
    return Target(ROOM, room.id, str(place.guest_id), place.name)


def at_event(event: Event) -> Target:
    """Whoever has made an event."""
    if event.maker_id is None:
        raise _nobody()
    return Target(EVENT, event.id, event.maker_id, event.maker_name or "–")


# --- writing it down ------------------------------------------------------------------


class Reports:
    """Takes reports and appeals."""

    def __init__(self, database: Database, notices: Notices) -> None:
        self._database = database
        self._notices = notices

    async def make(self, reporter_id: str, target: Target, reason: str, words: str) -> int:
        """Report somebody; returns the number of the report."""
        if reason not in REASONS:
            raise Refusal(MALFORMED, "choose what you report them for")
        if target.about_id == reporter_id:
            raise Refusal(FORBIDDEN, "you cannot report yourself")
        number, told = await self._database.transact(
            lambda connection: _write(connection, reporter_id, target, reason, check_words(words))
        )
        await self._tell(number, told)
        return number

    async def appeal(self, guest_id: str, words: str) -> int:
        """Somebody who is suspended writes to the desk."""
        words = check_words(words)
        if not words:
            raise Refusal(MALFORMED, "write what the host should know")
        target = Target(APPEAL, "", guest_id, "")
        number, told = await self._database.transact(
            lambda connection: _write(connection, guest_id, target, "appeal", words)
        )
        await self._tell(number, told)
        return number

    async def _tell(self, number: int, guest_ids: Sequence[str]) -> None:
        """Tell everybody at the desk who wants to hear of it."""
        for guest_id in guest_ids:
            address = f"/desk#report-{number}"
            await self._notices.tell(guest_id, kinds.REPORT, key=f"report {number}", address=address)


def _write(
    connection: Connection, reporter_id: str, target: Target, reason: str, words: str
) -> tuple[int, list[str]]:
    """Write a report down; returns its number, and whose business at the desk it is."""
    held = select(guests.c.id).where(guests.c.id == reporter_id).with_for_update(key_share=True)
    connection.execute(held)  # two at the same moment count as two
    _check_number(connection, reporter_id, is_appeal=target.place == APPEAL)
    _refuse_twice(connection, reporter_id, target)
    row = {
        "reporter_id": reporter_id,
        "about_id": target.about_id,
        "place": target.place,
        "place_id": target.place_id,
        "reason": reason,
        "words": words,
        "created": now_ms(),
    }
    number = connection.execute(insert(reports).values(row).returning(reports.c.id)).scalar_one()
    lines = [
        {
            "report_id": number,
            "number": place,
            "guest_id": line.guest_id,
            "text": line.text,
            "is_meant": line.is_meant,
        }
        for place, line in enumerate(target.lines)
    ]
    if lines:
        connection.execute(insert(report_lines), lines)
    mine = select(reports.c.id).where(reports.c.id == number, reports_for(roles.c.role, roles.c.guest_id))
    business = select(roles.c.guest_id).where(mine.exists(), roles.c.role.in_(filter(None, RANKS)))
    return number, list(connection.execute(business).scalars())


def _check_number(connection: Connection, reporter_id: str, *, is_appeal: bool) -> None:
    """Refuse more than so many in a day."""
    most = MOST_APPEALS if is_appeal else read_setting(connection, REPORTS)
    kind = reports.c.place == APPEAL if is_appeal else reports.c.place != APPEAL
    sent = select(func.count()).where(
        reports.c.reporter_id == reporter_id, kind, reports.c.created > now_ms() - DAY
    )
    if connection.execute(sent).scalar_one() >= most:
        if is_appeal:
            raise Refusal(TOO_MANY, "you have written {n} times today; wait for an answer", n=most)
        raise Refusal(TOO_MANY, "you can send no more reports today: the most in a day is {n}", n=most)


def _refuse_twice(connection: Connection, reporter_id: str, target: Target) -> None:
    """Refuse a report like one that is still open: about the same person, place and message."""
    same = select(reports.c.id).where(
        is_open,
        reports.c.reporter_id == reporter_id,
        reports.c.about_id == target.about_id,
        reports.c.place == target.place,
        reports.c.place_id == target.place_id,
    )
    meant = (report_lines.c.report_id == reports.c.id) & report_lines.c.is_meant
    if target.meant:
        same = same.where(select(report_lines).where(meant, report_lines.c.text == target.meant).exists())
    else:
        same = same.where(~select(report_lines).where(meant).exists())
    if target.place != APPEAL and connection.execute(same).first() is not None:
        raise Refusal(ILLEGAL, "you have reported this already; the host has not looked at it yet")
