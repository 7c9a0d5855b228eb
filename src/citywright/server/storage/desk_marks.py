"""What every page shows of the desk to whoever opens it: their role, reports that wait, unread letters.

Read in the one query by which a guest is recognised; each part is a step in an index.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, case, func, literal_column, or_, select

from citywright.server.storage.sanctions import is_suspended
from citywright.server.storage.schema import guests, is_open, letters, reports, roles

MODERATOR: Final = "moderator"
ADMINISTRATOR: Final = "administrator"


def reports_for(role: Any, guest_id: Any) -> ColumnElement[bool]:
    """Which reports are the business of somebody with a role (both may be columns): not those about people
    of the same or a higher role, and of administrators all.
    """
    held = roles.alias()
    of_others = reports.c.about_id.not_in(select(held.c.guest_id)) & (reports.c.about_id != guest_id)
    return or_(role == ADMINISTRATOR, of_others)


def desk_marks() -> list[Any]:
    """Columns for a query over guests: role, open_reports, letters, is_suspended."""
    role = select(roles.c.role).where(roles.c.guest_id == guests.c.id).correlate(guests).scalar_subquery()
    waiting = select(func.count()).select_from(reports).where(is_open, reports_for(role, guests.c.id))
    unread = select(func.count()).where(letters.c.guest_id == guests.c.id, letters.c.read.is_(None))
    none = literal_column("0", Integer)
    return [
        func.coalesce(role, "").label("role"),
        case((role.is_(None), none), else_=waiting.correlate(guests).scalar_subquery()).label("open_reports"),
        unread.correlate(guests).scalar_subquery().label("letters"),
        is_suspended(guests.c.id).label("is_suspended"),
    ]
