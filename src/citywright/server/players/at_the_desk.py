"""What the host's desk keeps of a guest, when it logs in, becomes part of an account, or is deleted.

The desk itself is in desk/; that builds on this package.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, update

from citywright.server.storage.schema import audit_log, letters, report_lines, reports, roles, sanctions


def move_desk_rows(connection: Connection, old: str, new: str) -> None:
    """Give one guest's reports, sanctions and letters to another: who logs in takes them along."""
    for kind in (sanctions, letters, report_lines):
        connection.execute(update(kind).where(kind.c.guest_id == old).values(guest_id=new))
    for name in ("reporter_id", "about_id", "handled_by"):
        own = reports.c[name] == old
        connection.execute(update(reports).where(own).values({name: new}))
    connection.execute(delete(roles).where(roles.c.guest_id == old))  # only an account has a role


def forget_desk_rows(connection: Connection, guest_id: str) -> None:
    """Delete what is about a guest, or was written by it. Reports it has made stay to be handled, as nobody's
    and without its words. The log keeps what was done, without a name.
    """
    for kind in (roles, sanctions, letters, report_lines):
        connection.execute(delete(kind).where(kind.c.guest_id == guest_id))
    connection.execute(delete(reports).where(reports.c.about_id == guest_id))
    own = reports.c.reporter_id == guest_id
    connection.execute(update(reports).where(own).values(reporter_id=None, words=""))
    connection.execute(update(reports).where(reports.c.handled_by == guest_id).values(handled_by=None))
    named = audit_log.c.subject_id == guest_id
    connection.execute(update(audit_log).where(named).values(detail=""))
