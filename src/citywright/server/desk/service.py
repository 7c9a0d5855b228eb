"""The host's desk as one service. Its parts are for the pages and the API."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, insert, select, update

from citywright.server.desk.acts import DELETE, Acts, Order
from citywright.server.desk.announcements import Announcements
from citywright.server.desk.audit import AuditLog, write_down
from citywright.server.desk.closing import Closing
from citywright.server.desk.letters import Letters
from citywright.server.desk.reading import Reading
from citywright.server.desk.reports import Reports
from citywright.server.desk.roles import check_role
from citywright.server.errors import MALFORMED, Refusal, Suspended
from citywright.server.notices.service import Notices
from citywright.server.players.accounts import Accounts
from citywright.server.players.endings import Endings
from citywright.server.players.guests import Guest
from citywright.server.rooms.service import Rooms
from citywright.server.storage.database import Database
from citywright.server.storage.desk_marks import ADMINISTRATOR
from citywright.server.storage.host_settings import HOST_SETTINGS, read_setting
from citywright.server.storage.sanctions import refuse_suspended
from citywright.server.storage.schema import host_settings
from citywright.server.tables.service import TableService

__all__ = ["HOST_SETTINGS", "Desk"]

CLOSE = "close"


class Desk:
    """Reports come in; people with a role look at them and act."""

    def __init__(
        self,
        database: Database,
        endings: Endings,
        accounts: Accounts,
        tables: TableService,
        rooms: Rooms,
        notices: Notices,
    ) -> None:
        self._database = database
        self._accounts = accounts
        self.letters = Letters(database, notices)
        self.reports = Reports(database, notices)
        self.reading = Reading(database)
        self.closing = Closing(database, tables, rooms, self.letters)
        self.log = AuditLog(database)
        self.announcements = Announcements(database, notices)
        self._acts = Acts(database, endings, accounts, rooms, self.letters)

    async def act(self, actor: Guest, order: Order, password: str = "") -> None:
        """Carry out an order. What cannot be undone also asks for the password of whoever acts."""
        if order.act == DELETE:
            await self._accounts.check(actor, password)
        await self._acts.do(actor.id, order)

    async def decide(self, actor: Guest, number: int, order: Order, password: str = "") -> None:
        """Carry out an order as the answer to a report; whom it is about the report says."""
        report = await self.reading.report(actor.id, number)
        if order.act == CLOSE:
            await self.closing.close(actor.id, report.place_id, order.reason, report=number)
            return
        kept = Order(
            act=order.act, subject_id=report.about_id, reason=order.reason, hours=order.hours, report=number
        )
        await self.act(actor, kept, password)

    async def why_suspended(self, guest_id: str) -> Suspended | None:
        """Until when somebody may not play, and why, as a refusal says it; None if they may."""
        try:
            await self._database.ask(lambda connection: refuse_suspended(connection, guest_id))
        except Suspended as refusal:
            return refusal
        return None

    # --- limits -----------------------------------------------------------------------

    async def settings(self) -> dict[str, int]:
        """What the host has set."""
        return await self._database.ask(
            lambda connection: {name: read_setting(connection, name) for name in HOST_SETTINGS}
        )

    async def set(self, actor_id: str, values: Mapping[str, int]) -> None:
        """Set some of it."""
        for name, value in values.items():
            setting = HOST_SETTINGS.get(name)
            if setting is None or not setting.least <= value <= setting.most:
                raise Refusal(
                    MALFORMED,
                    "{name} is a number from {least} to {most}, not {given}",
                    name=name[:40],
                    least=setting.least if setting else 0,
                    most=setting.most if setting else 0,
                    given=value,
                )

        def write(connection: Connection) -> None:
            check_role(connection, actor_id, ADMINISTRATOR)
            for name, value in values.items():
                before = read_setting(connection, name)
                if before == value:
                    continue
                own = host_settings.c.name == name
                if connection.execute(select(host_settings).where(own)).first() is None:
                    connection.execute(insert(host_settings).values(name=name, value=value))
                else:
                    connection.execute(update(host_settings).where(own).values(value=value))
                write_down(connection, actor_id, "set", place=name, detail=f"{before} → {value}")

        await self._database.transact(write)
