"""Mails, handed to the SMTP server that the host has set."""

from __future__ import annotations

import asyncio
import logging
import re
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from citywright.server.errors import MALFORMED, UNAVAILABLE, Refusal
from citywright.server.settings import Settings

log = logging.getLogger(__name__)

_ADDRESS = re.compile(r"[^\s@<>\"',;:\\()\[\]]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z]{2,}|[\w.+-]+@localhost")
_TIMEOUT = 20.0


def check_mail(address: str) -> str:
    """An address a mail can be sent to."""
    address = address.strip()
    if len(address) > 254 or not address.isprintable() or not _ADDRESS.fullmatch(address):
        raise Refusal(MALFORMED, "this is not a mail address")
    return address


class Mails:
    """Writes mails and hands them on."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.on_mail: list[Callable[[bool], None]] = []  # a mail was handed on, or could not be

    def warn_if_incomplete(self) -> None:
        """Tell the host if mail is half set up."""
        if self._settings.smtp and not self._settings.address:
            log.warning("no mail is sent: CITYWRIGHT_SMTP is set, but not --address, where its links lead")

    def link(self, path: str) -> str:
        """An address of this server, for a mail."""
        return self._settings.address.rstrip("/") + path

    async def send(self, to: str, subject: str, body: str, *, stop: str = "") -> None:
        """Hand a mail on, or refuse; `stop` is the address where its reader can say that it was the last."""
        message = EmailMessage()
        message["From"] = self._settings.mail_from or "citywright@localhost"
        message["To"] = to
        message["Subject"] = " ".join(subject.split())
        if stop:
            message["List-Unsubscribe"] = f"<{stop}>"
        message.set_content(body)
        try:
            await asyncio.to_thread(deliver, self._settings.smtp, message)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            log.warning("a mail could not be sent: %s", type(error).__name__)
            self._tell(False)
            raise Refusal(UNAVAILABLE, "the mail could not be sent; try again later") from error
        self._tell(True)

    def _tell(self, is_sent: bool) -> None:
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
