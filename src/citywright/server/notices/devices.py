"""The browsers that take push messages: each belongs to the session it was set up in, and goes with that."""

from __future__ import annotations

import binascii
import re
import secrets
from base64 import urlsafe_b64decode
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import delete, exists, insert, select, update

from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.notices.outgoing import check_address
from citywright.server.players.endings import check_session
from citywright.server.players.guests import Guest, clean_name
from citywright.server.storage.database import Database
from citywright.server.storage.schema import devices, sessions

MOST_DEVICES = 10  # of one guest; the one that was told longest ago makes room
POINT, SECRET = 65, 16  # bytes of the two keys
LONGEST_NAME = 60

# In this order: many browsers also claim to be the ones further down.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser takes messages, and the keys they are encrypted with, as the browser tells them."""

    endpoint: str
    p256dh: str
    auth: str


class Device(msgspec.Struct, frozen=True):
    """One browser of a guest."""

    id: str
    guest_id: str
    endpoint: str
    p256dh: str
    auth: str
    name: str
    lang: str
    created: int
    used: int
    is_here: bool = False  # it belongs to the session that asks


def device_name(user_agent: str) -> str:
    """What a browser may be called, by what it says of itself: Firefox, Android."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return ", ".join(filter(None, (browser, system))) or "Browser"


def check_subscription(values: Any, *, inner: bool) -> Subscription:
    """What a browser has told of itself; refused if nothing could be sent there."""
    keys = values.get("keys") if isinstance(values, dict) else None
    if not isinstance(keys, dict):
        raise Refusal(MALFORMED, "this is no subscription to push messages")
    endpoint, p256dh, auth = (
        str(value or "") for value in (values.get("endpoint"), keys.get("p256dh"), keys.get("auth"))
    )
    point, secret = _bytes(p256dh), _bytes(auth)
    if len(point) != POINT or point[:1] != b"\x04" or len(secret) != SECRET:
        raise Refusal(MALFORMED, "this is no subscription to push messages: its keys cannot be used")
    return Subscription(check_address(endpoint, inner=inner), p256dh.rstrip("="), auth.rstrip("="))


def _bytes(text: str) -> bytes:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}={0,2}", text):
        return b""
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error:
        return b""


def digest_of(endpoint: str) -> str:
    """By which a device is found."""
    return sha256(endpoint.encode()).hexdigest()


class Devices:
    """Sets up, lists and removes the devices of guests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, guest: Guest, subscription: Subscription, name: str, lang: str, replaces: str = ""
    ) -> str:
        """Send messages to a browser from now on; returns its id.

        One that is known already stays what it is, with its new owner, keys and language; `replaces` is the
        endpoint a browser had before, if it was given another.
        """
        digest, now = digest_of(subscription.endpoint), now_ms()
        values = {
            "guest_id": guest.id,
            "session": guest.digest,
            "digest": digest,
            "lang": lang,
            **msgspec.structs.asdict(subscription),
        }
        async with self._database.write() as connection:
            await check_session(connection, guest.digest)
            old = devices.c.digest == (digest_of(replaces) if replaces else digest)
            if replaces and replaces != subscription.endpoint:
                await connection.execute(delete(devices).where(devices.c.digest == digest))
                old &= devices.c.guest_id == guest.id
            changed = update(devices).where(old).values(values).returning(devices.c.id)
            device_id = (await connection.execute(changed)).scalar_one_or_none()
            if device_id is not None:
                return str(device_id)
            device_id = secrets.token_urlsafe(12)
            named = {"name": clean_name(name, "Browser")[:LONGEST_NAME], "created": now, "used": now}
            await connection.execute(insert(devices).values(id=device_id, **named, **values))
            mine = select(devices.c.id).where(devices.c.guest_id == guest.id, devices.c.id != device_id)
            spare = mine.order_by(devices.c.used.desc()).offset(MOST_DEVICES - 1).limit(100)
            surplus = list((await connection.execute(spare)).scalars())
            if surplus:
                await connection.execute(delete(devices).where(devices.c.id.in_(surplus)))
        return device_id

    async def of(self, guest_id: str, session: str | None = None) -> list[Device]:
        """The devices of a guest, the newest first; that of this session is marked."""
        query = select(devices).where(devices.c.guest_id == guest_id, has_session())
        async with self._database.read() as connection:
            rows = list(await connection.execute(query.order_by(devices.c.created.desc())))
        return [device_of(row, session) for row in rows]

    async def remove(self, guest_id: str, device_id: str) -> None:
        """Send nothing more to a device of a guest."""
        mine = (devices.c.guest_id == guest_id) & (devices.c.id == device_id)
        async with self._database.write() as connection:
            if not (await connection.execute(delete(devices).where(mine))).rowcount:
                raise Refusal(UNKNOWN, "you have no such device")

    async def remove_here(self, guest: Guest, endpoint: str) -> None:
        """The same for the browser with this endpoint."""
        mine = (devices.c.guest_id == guest.id) & (devices.c.digest == digest_of(endpoint))
        async with self._database.write() as connection:
            await connection.execute(delete(devices).where(mine))

    async def note_use(self, device_id: str) -> None:
        """Something has just been sent to a device."""
        async with self._database.write() as connection:
            await connection.execute(update(devices).where(devices.c.id == device_id).values(used=now_ms()))


def has_session() -> Any:
    """Is the session a device was set up in still there?"""
    return exists().where(sessions.c.digest == devices.c.session)


def device_of(row: Any, session: str | None = None) -> Device:
    """A device from its row."""
    names = [name for name in Device.__struct_fields__ if name != "is_here"]
    return Device(**{name: getattr(row, name) for name in names}, is_here=row.session == session)
