"""Is what somebody was to be told still true when it is sent, and has nobody seen it already?"""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists

from citywright.server.notices import kinds
from citywright.server.notices.words import Call
from citywright.server.storage.schema import calls, invitations, is_open_invitation
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.table import Table

LONGEST_WARNING = 8 * 3600  # seconds
MILLISECONDS = 1000


def warning_time(table: Table) -> int | None:
    """When the player to act is told that little time is left; None where no days are given for it."""
    deadline = deadline_of(table)
    if deadline is None or not table.terms.is_over_days:
        return None
    return deadline - MILLISECONDS * min(LONGEST_WARNING, (table.terms.pace or table.terms.reserve) // 4)


def is_true(call: Call, table: Table | None, now: int) -> bool:
    """Is it worth telling? A turn must still be awaited; whoever is at the table sees what happens there."""
    if call.table_id is None:
        return True
    if table is None:
        return False
    own = table.seats_of(call.guest_id)
    if any(seat in table.present() for seat in own):
        return False
    if call.kind in (kinds.TURN, kinds.TIME):
        if call.seat is None or call.seat not in own or table.seats[call.seat].playing_bot is not None:
            return False
        if (table.actor, table.match.state.turns()) != (call.seat, call.turn):
            return False
        deadline = deadline_of(table)
        return call.kind == kinds.TURN or (deadline is not None and deadline > now)
    return True


def is_still_invited() -> ColumnElement[bool]:
    """Of a row of `calls`: if it tells of an invitation, is that open? For a query."""
    still = exists().where(
        invitations.c.guest_id == calls.c.guest_id,
        calls.c.key == kinds.INVITATION + invitations.c.room_id,
        is_open_invitation,
    )
    return ~calls.c.key.startswith(kinds.INVITATION) | still


def later(call: Call, table: Table | None, now: int) -> int | None:
    """When it is to be told, if it is too early now: a clock may have been given more time."""
    if call.kind != kinds.TIME or table is None:
        return None
    moment = warning_time(table)
    return moment if moment is not None and moment > now else None
