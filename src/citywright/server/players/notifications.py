"""Notifications that it is a player's turn: by a feed, and by mail if the host has set an SMTP server.

Mail goes only to addresses whose owner followed the link in a first mail, only at tables with days for a
decision, only when the player is not connected, and once for each turn: when, turn_mails.py decides.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from sqlalchemy import select, update

from citywright.server.errors import MALFORMED, UNAVAILABLE, UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.players.guests import Guest
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.schema import guests, notices
from citywright.server.tables.table import Table

log = logging.getLogger(__name__)

_ADDRESS = re.compile(r"[^\s@<>\"',;:\\()\[\]]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z]{2,}|[\w.+-]+@localhost")
_TIMEOUT = 20.0


class Notice(msgspec.Struct, frozen=True):
    """How one guest is notified."""

    guest_id: str
    feed: str
    mail: str | None
    mail_key: str | None
    is_confirmed: bool
    lang: str


def check_mail(address: str) -> str:
    """An address a mail can be sent to."""
    address = address.strip()
    if len(address) > 254 or not address.isprintable() or not _ADDRESS.fullmatch(address):
        raise Refusal(MALFORMED, "this is not a mail address")
    return address


class Notifications:
    """Feed keys, mail addresses, and the mails themselves."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self.on_mail: list[Callable[[bool], None]] = []  # a mail was handed on, or could not be

    # --- keys -------------------------------------------------------------------------

    async def of(self, guest_id: str) -> Notice:
        """How a guest is notified; its keys are made when they are first needed."""
        notice = await self._find(notices.c.guest_id == guest_id)
        if notice is None:
            row = {
                "guest_id": guest_id,
                "feed": secrets.token_urlsafe(18),
                "mail_key": secrets.token_urlsafe(18),
            }
            async with self._database.write() as connection:
                await connection.execute(self._database.insert_if_absent(notices).values(row))
            notice = await self._find(notices.c.guest_id == guest_id)
        if notice is None:
            raise Refusal(UNKNOWN, "nobody is logged in here")
        return notice

    async def owner(self, feed: str) -> Guest:
        """The guest whose feed has this key."""
        query = (
            select(guests.c.id, guests.c.name)
            .join(notices, notices.c.guest_id == guests.c.id)
            .where(notices.c.feed == feed)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Refusal(UNKNOWN, "there is no such feed")
        return Guest(row.id, row.name)

    async def renew_feed(self, guest_id: str) -> None:
        """Give the feed another address."""
        await self.of(guest_id)
        await self._set(notices.c.guest_id == guest_id, feed=secrets.token_urlsafe(18))

    async def by_mail_key(self, key: str) -> Notice:
        """The settings of the guest whose mails have this key in their links."""
        notice = await self._find(notices.c.mail_key == key)
        if notice is None or notice.mail is None:
            raise Refusal(UNKNOWN, "this link is not valid any more")
        return notice

    async def answer_mail(self, key: str, *, accepts: bool) -> None:
        """The owner of an address confirms it, or wants no mail."""
        notice = await self.by_mail_key(key)
        if accepts:
            await self._set(notices.c.guest_id == notice.guest_id, is_confirmed=True)
        else:
            fresh = secrets.token_urlsafe(18)
            mine = notices.c.guest_id == notice.guest_id
            await self._set(mine, is_confirmed=False, mail=None, mail_key=fresh)

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
        body = f"{text}\n\n{self._link(f'/mail/{key}')}\n\n{end}\n"
        await self._send(address, t("Your turn by mail?"), body)

    async def _find(self, condition: Any) -> Notice | None:
        async with self._database.read() as connection:
            row = (await connection.execute(select(notices).where(condition))).one_or_none()
        return None if row is None else Notice(**row._mapping)

    async def _set(self, condition: Any, **values: object) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(notices).where(condition).values(values))

    # --- sending ----------------------------------------------------------------------

    async def tell_of_turn(self, table: Table) -> None:
        """Send the player to act a mail, if they want mails; a Refusal if it could not be sent."""
        actor = table.actor
        guest_id = table.seats[actor].guest_id if actor >= 0 else None
        notice = await self._find(notices.c.guest_id == guest_id) if guest_id else None
        if notice is None or notice.mail is None or not notice.is_confirmed:
            return
        t = words_of(notice.lang)
        title = t("Your turn at {game}", game=table.game.titles[notice.lang])
        stop = t("No more mails:")
        table_link, stop_link = self._link(f"/t/{table.id}"), self._link(f"/mail/{notice.mail_key}")
        body = f"{table_link}\n\n-- \n{stop} {stop_link}\n"
        await self._send(notice.mail, title, body)

    def _link(self, path: str) -> str:
        return self._settings.address.rstrip("/") + path

    async def _send(self, to: str, subject: str, body: str) -> None:
        message = EmailMessage()
        message["From"] = self._settings.mail_from or "citywright@localhost"
        message["To"] = to
        message["Subject"] = subject
        message.set_content(body)
        try:
            await asyncio.to_thread(deliver, self._settings.smtp, message)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            log.warning("a mail could not be sent: %s", type(error).__name__)
            self._tell_of_mail(False)
            raise Refusal(UNAVAILABLE, "the mail could not be sent; try again later") from error
        self._tell_of_mail(True)

    def _tell_of_mail(self, is_sent: bool) -> None:
        for listener in self.on_mail:
            listener(is_sent)


def deliver(url: str, message: EmailMessage) -> None:
    """Hand a mail to the SMTP server of a URL."""
    with _connected(url) as connection:
        connection.send_message(message)


def try_server(url: str) -> None:
    """Return if the SMTP server of a URL lets us in."""
    with _connected(url) as connection:
        connection.noop()


@contextmanager
def _connected(url: str) -> Iterator[smtplib.SMTP]:
    """A connection to an SMTP server; a password is sent only over TLS, unless the server is local."""
    server = urlsplit(url)
    host = server.hostname or "localhost"
    context = ssl.create_default_context()
    if server.scheme == "smtps":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            host, server.port or 465, timeout=_TIMEOUT, context=context
        )
    else:
        connection = smtplib.SMTP(host, server.port or 25, timeout=_TIMEOUT)
    with connection:
        if server.scheme != "smtps":
            connection.ehlo()
            if connection.has_extn("starttls"):
                connection.starttls(context=context)
            elif server.username and host not in ("localhost", "127.0.0.1", "::1"):
                raise smtplib.SMTPException("no password is sent without TLS")
        if server.username:
            connection.login(unquote(server.username), unquote(server.password or ""))
        yield connection
