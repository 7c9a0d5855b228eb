"""How each guest wants to be told: the address of the feed, a mail address that was confirmed, which kinds
over which channels, quiet hours, and how much of one table.

Mail goes only to addresses whose owner followed the link in a first mail.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import delete, select, update

from citywright.server.errors import MALFORMED, UNAVAILABLE, UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.notices.kinds import (
    CHANNELS,
    CHOSEN,
    KINDS,
    OF_A_TABLE,
    USUAL,
    Choices,
    choices_as_text,
    choices_from,
)
from citywright.server.notices.mail import Mails
from citywright.server.players.guests import Guest
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.schema import guests, notices, table_notices


class Notice(msgspec.Struct, frozen=True):
    """How one guest is told."""

    guest_id: str
    feed: str
    mail: str | None
    mail_key: str | None
    is_confirmed: bool
    lang: str
    choices: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str | None = None

    @property
    def chosen(self) -> Choices:
        """By kind the channels, where they differ from the usual ones."""
        return choices_from(self.choices)


class Addresses:
    """Reads and changes how guests are told."""

    def __init__(self, database: Database, settings: Settings, mails: Mails) -> None:
        self._database = database
        self._settings = settings
        self._mails = mails

    async def of(self, guest_id: str) -> Notice:
        """How a guest is told; its keys are made when they are first needed."""
        notice = await self.find(notices.c.guest_id == guest_id)
        if notice is None:
            row = {
                "guest_id": guest_id,
                "feed": secrets.token_urlsafe(18),
                "mail_key": secrets.token_urlsafe(18),
            }
            async with self._database.write() as connection:
                await connection.execute(self._database.insert_if_absent(notices).values(row))
            notice = await self.find(notices.c.guest_id == guest_id)
        if notice is None:
            raise Refusal(UNKNOWN, "nobody is logged in here")
        return notice

    async def find(self, condition: Any) -> Notice | None:
        """How the guest with this row is told, if there is one."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(notices).where(condition))).one_or_none()
        return None if row is None else Notice(**row._mapping)

    async def _set(self, condition: Any, **values: object) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(notices).where(condition).values(values))

    # --- the feed ---------------------------------------------------------------------

    async def owner(self, feed: str) -> tuple[Guest, Notice]:
        """The guest whose feed has this key, and how it is told."""
        notice = await self.find(notices.c.feed == feed)
        if notice is None:
            raise Refusal(UNKNOWN, "there is no such feed")
        async with self._database.read() as connection:
            query = select(guests.c.name).where(guests.c.id == notice.guest_id)
            name = (await connection.execute(query)).scalar_one()
        return Guest(notice.guest_id, name), notice

    async def renew_feed(self, guest_id: str) -> None:
        """Give the feed another address."""
        await self.of(guest_id)
        await self._set(notices.c.guest_id == guest_id, feed=secrets.token_urlsafe(18))

    # --- mail -------------------------------------------------------------------------

    async def by_mail_key(self, key: str) -> Notice:
        """The settings of the guest whose mails have this key in their links."""
        notice = await self.find(notices.c.mail_key == key)
        if notice is None or notice.mail is None:
            raise Refusal(UNKNOWN, "this link is not valid any more")
        return notice

    async def answer_mail(self, key: str, *, accepts: bool) -> None:
        """The owner of an address confirms it, or wants no mail."""
        notice = await self.by_mail_key(key)
        if accepts:
            await self._set(notices.c.guest_id == notice.guest_id, is_confirmed=True)
        else:
            await self.forget_mail(notice.guest_id)

    async def forget_mail(self, guest_id: str) -> None:
        """No mail is sent to a guest any more; links in old mails lead nowhere."""
        fresh = secrets.token_urlsafe(18)
        await self._set(notices.c.guest_id == guest_id, is_confirmed=False, mail=None, mail_key=fresh)

    async def ask_to_confirm(self, guest: Guest, address: str, lang: str) -> None:
        """Send the first mail, with the link that confirms the address."""
        if not self._settings.smtp:
            raise Refusal(UNAVAILABLE, "this host sends no mail")
        if not self._settings.address:
            raise Refusal(
                UNAVAILABLE,
                "this server sends no mail: its host has not set the address that links in mails need",
            )
        await self.of(guest.id)
        key = secrets.token_urlsafe(18)
        values = {"mail": address, "mail_key": key, "is_confirmed": False, "lang": lang}
        await self._set(notices.c.guest_id == guest.id, **values)
        t = words_of(lang)
        text = t(
            "Somebody gave this address to be told when it is their turn. If that was you, follow this link:"
        )
        end = t("If not, do nothing: you will get no more mails.")
        body = f"{text}\n\n{self._mails.link(f'/mail/{key}')}\n\n{end}\n"
        await self._mails.send(address, t("Your turn by mail?"), body)

    # --- kinds, channels, hours -------------------------------------------------------

    async def choose(self, guest_id: str, chosen: Mapping[str, set[str]], shown: set[str]) -> None:
        """Keep which kinds go over which of the channels that were `shown`; others stay as they were."""
        before = (await self.of(guest_id)).chosen
        after: dict[str, set[str]] = {}
        for kind in CHOSEN:
            channels = chosen.get(kind, set())
            if unknown := channels - set(CHANNELS):
                raise Refusal(MALFORMED, "there is no channel {name!r}", name=min(unknown)[:20])
            kept = set(before.get(kind, KINDS[kind].usual)) - shown
            after[kind] = kept | (channels & shown)
        await self._set(notices.c.guest_id == guest_id, choices=choices_as_text(after))

    async def set_quiet(self, guest_id: str, hours: tuple[int, int] | None, zone: str) -> None:
        """Keep quiet hours, in minutes of the day; None: there are none."""
        await self.of(guest_id)
        begin, end = hours or (None, None)
        await self._set(notices.c.guest_id == guest_id, quiet_from=begin, quiet_to=end, zone=zone)

    async def note_place(self, guest_id: str, lang: str, zone: str | None) -> None:
        """Keep the language a guest reads and, unless it has chosen one, the time zone of its browser."""
        notice = await self.of(guest_id)
        values: dict[str, object] = {} if notice.lang == lang else {"lang": lang}
        if zone and notice.zone is None:
            values["zone"] = zone
        if values:
            await self._set(notices.c.guest_id == guest_id, **values)

    # --- one table --------------------------------------------------------------------

    async def of_table(self, guest_id: str, table_id: str) -> str:
        """How much a guest wants to hear of a table."""
        mine = (table_notices.c.guest_id == guest_id) & (table_notices.c.table_id == table_id)
        async with self._database.read() as connection:
            kept = (await connection.execute(select(table_notices.c.choice).where(mine))).scalar_one_or_none()
        return kept if kept in OF_A_TABLE else USUAL

    async def choose_table(self, guest_id: str, table_id: str, choice: str) -> None:
        """Keep how much a guest wants to hear of a table."""
        if choice not in OF_A_TABLE:
            known = ", ".join(OF_A_TABLE)
            raise Refusal(
                MALFORMED, "you can hear {known} of a table, not {given!r}", known=known, given=choice[:20]
            )
        mine = (table_notices.c.guest_id == guest_id) & (table_notices.c.table_id == table_id)
        async with self._database.write() as connection:
            await connection.execute(delete(table_notices).where(mine))
            if choice != USUAL:
                row = {"guest_id": guest_id, "table_id": table_id, "choice": choice}
                await connection.execute(self._database.insert_if_absent(table_notices).values(row))
