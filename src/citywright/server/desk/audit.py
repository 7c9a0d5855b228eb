"""The log of all that was done at the desk: only ever added to, in the transaction of the act itself."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Select, insert, select

from citywright.server.clock import now_ms
from citywright.server.storage.database import Database
from citywright.server.storage.schema import audit_log, guests

MOST_SHOWN = 50  # on one page


class Entry(msgspec.Struct, frozen=True):
    """Who did what to whom, when and why. A name is empty if nobody has the id any more."""

    id: int
    time: int
    actor_id: str
    actor: str
    act: str
    subject_id: str
    subject: str
    place: str
    reason: str
    detail: str


def write_down(
    connection: Connection,
    actor_id: str,
    act: str,
    subject_id: str = "",
    *,
    place: str = "",
    reason: str = "",
    detail: str = "",
) -> None:
    """Write down what somebody does."""
    row = {"time": now_ms(), "actor_id": actor_id, "act": act, "subject_id": subject_id}
    connection.execute(insert(audit_log).values(row | {"place": place, "reason": reason, "detail": detail}))


class AuditLog:
    """Reads the log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, before: int | None = None, subject_id: str = "") -> tuple[list[Entry], int | None]:
        """The newest entries before one, of all or about one person; and before which the next page is."""
        query = _entries().order_by(audit_log.c.id.desc()).limit(MOST_SHOWN + 1)
        if before is not None:
            query = query.where(audit_log.c.id < before)
        if subject_id:
            query = query.where(audit_log.c.subject_id == subject_id)
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        entries = [_entry(row) for row in rows[:MOST_SHOWN]]
        return entries, entries[-1].id if len(rows) > MOST_SHOWN else None


def _entries() -> Select[Any]:
    actor, subject = guests.alias(), guests.alias()
    query = select(audit_log, actor.c.name.label("actor"), subject.c.name.label("subject"))
    query = query.outerjoin(actor, actor.c.id == audit_log.c.actor_id)
    return query.outerjoin(subject, subject.c.id == audit_log.c.subject_id)


def _entry(row: Any) -> Entry:
    kept: dict[str, Any] = {name: getattr(row, name) or "" for name in Entry.__struct_fields__}
    return Entry(**kept)
