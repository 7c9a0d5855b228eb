"""Reports and people as they are shown at the desk. Nobody is told who has reported themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, func, or_, select

from citywright.server.clock import now_ms
from citywright.server.desk.roles import check_role, role_of
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.players.accounts import login_of
from citywright.server.storage.database import Database
from citywright.server.storage.desk_marks import reports_for
from citywright.server.storage.sanctions import stands
from citywright.server.storage.schema import (
    accounts,
    guests,
    is_open,
    report_lines,
    reports,
    roles,
    sanctions,
    seats,
    sessions,
)

MOST_REPORTS = 50  # on one page
MOST_FOUND = 30  # people


class ShownLine(msgspec.Struct, frozen=True):
    """A chat message of a report, with the name its writer has now."""

    name: str
    text: str
    is_meant: bool


class Report(msgspec.Struct, frozen=True):
    """A report, with what is known of whom it is about."""

    id: int
    place: str
    place_id: str
    reason: str
    words: str
    created: int
    handled: int | None
    decision: str | None
    about_id: str
    about: str
    reporter_id: str | None
    reporter: str
    handler: str
    lines: tuple[ShownLine, ...]
    earlier: int  # reports about the same person before this one
    sanctions: int  # that they ever had


class Sanction(msgspec.Struct, frozen=True):
    """A sanction somebody has or had."""

    id: int
    kind: str
    reason: str
    since: int
    until: int | None
    lifted: int | None
    stands: bool


class FoundPerson(msgspec.Struct, frozen=True):
    """Somebody as a search at the desk finds them."""

    guest_id: str
    name: str
    created: int
    has_account: bool
    role: str


class KnownPerson(msgspec.Struct, frozen=True):
    """All the desk may know of somebody: neither password nor mail address, nor what they reported."""

    found: FoundPerson
    account_since: int | None
    running: int
    finished: int
    sessions: int
    reports: list[Report]
    sanctions: list[Sanction]


class Reading:
    """Reads for those who have a role."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_reports(self, actor_id: str) -> list[Report]:
        """The reports that wait, the oldest first."""

        def read(connection: Connection) -> list[Report]:
            role = check_role(connection, actor_id)
            query = _reports().where(is_open, reports_for(role, actor_id))
            rows = connection.execute(query.order_by(reports.c.created, reports.c.id).limit(MOST_REPORTS))
            return _with_lines(connection, rows.all(), actor_id)

        return await self._database.ask(read)

    async def report(self, actor_id: str, number: int) -> Report:
        """One of them, open or handled."""

        def read(connection: Connection) -> list[Report]:
            role = check_role(connection, actor_id)
            query = _reports().where(reports.c.id == number, reports_for(role, actor_id))
            return _with_lines(connection, connection.execute(query).all(), actor_id)

        found = await self._database.ask(read)
        if not found:
            raise Refusal(UNKNOWN, "there is no such report")
        return found[0]

    async def search(self, name: str) -> list[FoundPerson]:
        """People whose name has these letters in it; who has an account comes first."""
        wanted = name.strip()[:40]
        if not wanted:
            return []
        pattern = wanted.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        login = login_of(wanted).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        is_named = or_(
            guests.c.name.ilike(f"%{pattern}%", escape="\\"),
            accounts.c.login.like(f"%{login}%", escape="\\"),
            guests.c.id == wanted,
        )
        query = _people().where(is_named)
        query = query.order_by(accounts.c.guest_id.is_(None), guests.c.created.desc()).limit(MOST_FOUND)
        rows = await self._database.ask(lambda connection: connection.execute(query).all())
        return [_found(row) for row in rows]

    async def person(self, actor_id: str, guest_id: str) -> KnownPerson:
        """Somebody, with what was reported about them and what followed."""

        def read(connection: Connection) -> KnownPerson | None:
            role = check_role(connection, actor_id)
            row = connection.execute(_people().where(guests.c.id == guest_id)).one_or_none()
            if row is None:
                return None
            about = _reports().where(reports.c.about_id == guest_id, reports_for(role, actor_id))
            rows = connection.execute(about.order_by(reports.c.id.desc()).limit(MOST_REPORTS)).all()
            return KnownPerson(
                _found(row),
                row.account_since,
                _games(connection, guest_id, is_over=False),
                _games(connection, guest_id, is_over=True),
                _count(connection, select(func.count()).where(sessions.c.guest_id == guest_id)),
                _with_lines(connection, rows, actor_id),
                _sanctions_of(connection, guest_id),
            )

        known = await self._database.ask(read)
        if known is None:
            raise Refusal(UNKNOWN, "there is no such person")
        return known

    async def role(self, guest_id: str) -> str:
        """The role of somebody."""
        return await self._database.ask(lambda connection: role_of(connection, guest_id))


def _people() -> Select[Any]:
    columns = guests.c.id, guests.c.name, guests.c.created, accounts.c.created.label("account_since")
    query = select(*columns, func.coalesce(roles.c.role, "").label("role"))
    query = query.outerjoin(accounts, accounts.c.guest_id == guests.c.id)
    return query.outerjoin(roles, roles.c.guest_id == guests.c.id)


def _found(row: Any) -> FoundPerson:
    return FoundPerson(row.id, row.name, row.created, row.account_since is not None, row.role)


def _reports() -> Select[Any]:
    about, reporter, handler = guests.alias(), guests.alias(), guests.alias()
    query = select(
        reports,
        about.c.name.label("about"),
        reporter.c.name.label("reporter"),
        handler.c.name.label("handler"),
    )
    query = query.join(about, about.c.id == reports.c.about_id)
    query = query.outerjoin(reporter, reporter.c.id == reports.c.reporter_id)
    return query.outerjoin(handler, handler.c.id == reports.c.handled_by)


def _with_lines(connection: Connection, rows: Sequence[Any], actor_id: str) -> list[Report]:
    """Reports with their lines. Of one about the reader it is not told who has made it."""
    numbers = [row.id for row in rows]
    people = list({row.about_id for row in rows})
    lines: dict[int, list[ShownLine]] = {number: [] for number in numbers}
    query = select(report_lines, guests.c.name).outerjoin(guests, guests.c.id == report_lines.c.guest_id)
    query = query.where(report_lines.c.report_id.in_(numbers))
    for row in connection.execute(query.order_by(report_lines.c.report_id, report_lines.c.number)):
        lines[row.report_id].append(ShownLine(row.name or "–", row.text, row.is_meant))
    about: dict[str, list[int]] = {guest_id: [] for guest_id in people}
    known = select(reports.c.about_id, reports.c.id).where(reports.c.about_id.in_(people))
    for row in connection.execute(known.where(reports.c.place != "appeal")):
        about[row.about_id].append(row.id)
    punished = select(sanctions.c.guest_id, func.count().label("n")).where(sanctions.c.guest_id.in_(people))
    had = {row.guest_id: row.n for row in connection.execute(punished.group_by(sanctions.c.guest_id))}
    return [
        Report(
            **{name: getattr(row, name) for name in Report.__struct_fields__[:8]},
            about_id=row.about_id,
            about=row.about,
            reporter_id=None if row.about_id == actor_id else row.reporter_id,
            reporter="" if row.about_id == actor_id else row.reporter or "",
            handler=row.handler or "",
            lines=tuple(lines[row.id]),
            earlier=sum(number < row.id for number in about[row.about_id]),
            sanctions=had.get(row.about_id, 0),
        )
        for row in rows
    ]


def _count(connection: Connection, query: Select[Any]) -> int:
    return int(connection.execute(query).scalar_one())


def _games(connection: Connection, guest_id: str, *, is_over: bool) -> int:
    ended = seats.c.ended.is_not(None) if is_over else seats.c.ended.is_(None)
    own = select(func.count(seats.c.table_id.distinct())).where(seats.c.guest_id == guest_id, ended)
    return _count(connection, own)


def _sanctions_of(connection: Connection, guest_id: str) -> list[Sanction]:
    query = select(sanctions, stands(now_ms()).label("stands")).where(sanctions.c.guest_id == guest_id)
    return [
        Sanction(row.id, row.kind, row.reason, row.since, row.until, row.lifted, bool(row.stands))
        for row in connection.execute(query.order_by(sanctions.c.id.desc()))
    ]
