"""What is kept of how a guest is told, when it logs in, becomes part of an account, or is deleted.

How people are told is in notices/; that builds on this package.
"""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.server.storage.schema import calls, devices, notices, table_notices, webhooks

OWNED = (notices, devices, webhooks, calls, table_notices)  # deleted with a guest


async def keep_devices(connection: AsyncConnection, old: str | None, new: str, guest_id: str) -> None:
    """A browser that has begun another session takes push messages in that: those of its guest now."""
    if old is not None:
        here = update(devices).where(devices.c.session == old)
        await connection.execute(here.values(session=new, guest_id=guest_id))


async def take_over(connection: AsyncConnection, old: str, new: str) -> None:
    """Give one guest's choices, webhook, mail address and what it was told to another who has none."""
    for owned in (notices, webhooks):
        has_one = select(owned.c.guest_id).where(owned.c.guest_id == new)
        if (await connection.execute(has_one)).first() is None:
            await connection.execute(update(owned).where(owned.c.guest_id == old).values(guest_id=new))
    for owned, key in ((calls, calls.c.key), (table_notices, table_notices.c.table_id)):
        known = select(key).where(owned.c.guest_id == new)
        free = update(owned).where(owned.c.guest_id == old, key.not_in(known))
        await connection.execute(free.values(guest_id=new))


async def forget(connection: AsyncConnection, guest_id: str) -> None:
    """Delete all of it."""
    for owned in OWNED:
        await connection.execute(delete(owned).where(owned.c.guest_id == guest_id))
