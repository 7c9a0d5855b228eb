"""Web Push: messages encrypted for one browser, signed by this server, handed to the push service.

The keys of the signature (VAPID) are made once for a database and kept in `house`: all processes sign alike.
The push service sees to whom a message goes and how long it is, but not what it says.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import select

from citywright.server.notices.devices import Device
from citywright.server.notices.outgoing import Outgoing, Unreachable
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.schema import house

log = logging.getLogger(__name__)

PUSH_KEY = "push key"  # the row of the private key
VALID = 12 * 3600  # seconds of a signature
MOST_BYTES = 3000  # of a message; push services take 4096 with what is added to it
SENT, GONE, LATER, NEVER = "sent", "gone", "later", "never"  # what became of a message


def new_key() -> str:
    """A private key, as the database keeps it."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def _content(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Push:
    """Signs, encrypts and sends."""

    def __init__(self, database: Database, settings: Settings, outgoing: Outgoing) -> None:
        self._database = database
        self._outgoing = outgoing
        owner = f"mailto:{settings.mail_from}" if "@" in settings.mail_from else settings.address
        self._owner = owner or "mailto:citywright@localhost"  # whom a push service may write to
        self._signer: Vapid02
        self.public_key = ""  # which browsers ask for when they subscribe

    async def start(self) -> None:
        """Read the key that signs; the first process to serve a database makes it."""
        made = {"name": PUSH_KEY, "value": await asyncio.to_thread(new_key)}
        query = select(house.c.value).where(house.c.name == PUSH_KEY)
        async with self._database.write() as connection:
            await connection.execute(self._database.insert_if_absent(house).values(made))
            kept = (await connection.execute(query)).scalar_one()
        self._signer = Vapid02.from_raw(kept.encode())
        public = self._signer.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = _text(public)

    async def send(self, device: Device, message: bytes, *, about: str, seconds: int, is_urgent: bool) -> str:
        """Send a message; what became of it.

        The push service keeps it for so many seconds while the device is off, and of several `about` the same
        only the last.
        """
        if len(message) > MOST_BYTES:
            log.warning("a push message of %d bytes is too long to be sent", len(message))
            return NEVER
        try:
            headers, body = await asyncio.to_thread(self._sealed, device, message)
        except ValueError:  # a key that lies on no curve
            return GONE
        headers["TTL"] = str(max(0, seconds))
        headers["Urgency"] = "high" if is_urgent else "normal"
        headers["Topic"] = _text(sha256(about.encode()).digest()[:24])
        try:
            status = await self._outgoing.post(device.endpoint, headers, body)
        except Unreachable as error:
            log.info("a push message could not be sent: %s", error)
            return LATER
        return outcome(status)

    def _sealed(self, device: Device, message: bytes) -> tuple[dict[str, str], bytes]:
        """The headers and the body of one message."""
        address = urlsplit(device.endpoint)
        claims = {
            "sub": self._owner,
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(time.time()) + VALID,
        }
        headers = dict(self._signer.sign(claims))
        body = http_ece.encrypt(
            message,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_content(device.p256dh),
            auth_secret=_content(device.auth),
            version="aes128gcm",
        )
        headers |= {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
        return headers, body


def outcome(status: int) -> str:
    """What became of a message, by the answer of the push service."""
    if 200 <= status < 300:
        return SENT
    if status in (404, 410):
        return GONE
    if status == 429 or status >= 500 or status < 200:
        return LATER
    log.warning("a push service refused a message with status %d", status)
    return NEVER
