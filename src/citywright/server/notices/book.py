"""The book of all that people are to be told: whatever is sent stands here first. Sends nothing itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from citywright.server.clock import now_ms
from citywright.server.notices.devices import has_session
from citywright.server.notices.kinds import (
    CHANNELS,
    FEED,
    KINDS,
    MAIL,
    OVER,
    PUSH,
    TURN,
    USUAL,
    WEBHOOK,
    channels_of,
    choices_from,
)
from citywright.server.notices.truth import is_still_invited
from citywright.server.notices.words import Call, call_of
from citywright.server.storage.database import Database
from citywright.server.storage.schema import calls, deliveries, devices, notices, table_notices, webhooks

LONGEST_KEY = 120
MOST_IN_FEED = 20
VOID = "void"

Target = tuple[str, str | None]  # a channel, and the device if it is a push message


class Book:
    """Writes down what somebody is to be told, and over which channels."""

    def __init__(self, database: Database, *, sends_mail: bool) -> None:
        self._database = database
        self._sends_mail = sends_mail

    async def tell(
        self,
        guest_id: str,
        kind: str,
        *,
        key: str,
        table_id: str | None = None,
        address: str = "",
        words: str = "",
        seat: int | None = None,
        turn: int | None = None,
        due: int | None = None,
        channels: Collection[str] = CHANNELS,
        **parts: object,
    ) -> bool:
        """Write down what a guest is to be told; was it new, and is there a way to tell it?"""
        assert kind in KINDS, kind
        row: dict[str, Any] = {
            "guest_id": guest_id,
            "kind": kind,
            "key": key[:LONGEST_KEY],
            "table_id": table_id,
            "seat": seat,
            "turn": turn,
            "address": address or (f"/t/{table_id}" if table_id else "/mine"),
            "words": words,
            "parts": msgspec.json.encode(parts).decode(),
            "created": now_ms(),
        }
        insert_call = self._database.insert_if_absent(calls)

        def write(connection: Connection) -> bool:
            targets, is_in_feed = self._targets(connection, guest_id, kind, table_id, channels)
            if not targets and not is_in_feed:
                return False
            added = insert_call.values(row | {"in_feed": is_in_feed}).returning(calls.c.id)
            call_id = connection.execute(added).scalar_one_or_none()
            if call_id is None:
                return False
            rows = [
                {"call_id": call_id, "channel": channel, "device_id": device, "due": due or row["created"]}
                for channel, device in targets
            ]
            if rows:
                connection.execute(insert(deliveries), rows)
            return True

        return await self._database.transact(write)

    def _targets(
        self,
        connection: Connection,
        guest_id: str,
        kind: str,
        table_id: str | None,
        channels: Collection[str],
    ) -> tuple[list[Target], bool]:
        """Where a guest is told of this, and whether it stands in the feed."""
        notice = connection.execute(select(notices).where(notices.c.guest_id == guest_id)).one_or_none()
        mine = (table_notices.c.guest_id == guest_id) & (table_notices.c.table_id == table_id)
        of_table = connection.execute(select(table_notices.c.choice).where(mine)).scalar() or USUAL
        chosen = choices_from(notice.choices if notice else None)
        wanted = channels_of(chosen, kind, of_table).intersection(channels)
        targets: list[Target] = []
        if PUSH in wanted:
            own = select(devices.c.id).where(devices.c.guest_id == guest_id, has_session())
            targets += [(PUSH, device) for device in connection.execute(own).scalars()]
        if MAIL in wanted and self._sends_mail and notice and notice.mail and notice.is_confirmed:
            targets.append((MAIL, None))
        if WEBHOOK in wanted:
            hook = select(webhooks.c.guest_id).where(
                webhooks.c.guest_id == guest_id, webhooks.c.is_resting.is_(False)
            )
            targets += [(WEBHOOK, None) for _ in connection.execute(hook)]
        # Turns and ends are in every feed by what the tables say; see pages/notices/feed.py.
        return targets, FEED in wanted and notice is not None and kind not in (TURN, OVER)

    async def is_reachable(self, guest_id: str) -> bool:
        """Has a guest anything by which it is told at once?"""
        own = select(devices.c.id).where(devices.c.guest_id == guest_id).limit(1)
        hook = select(webhooks.c.guest_id).where(webhooks.c.guest_id == guest_id)
        return await self._database.ask(
            lambda reading: any(reading.execute(query).first() for query in (own, hook))
        )

    async def withdraw(self, key: str, guest_id: str | None = None) -> None:
        """What was told under this key, to one guest or to all, is not true any more."""
        those = calls.c.key == key[:LONGEST_KEY]
        if guest_id is not None:
            those &= calls.c.guest_id == guest_id
        async with self._database.write() as connection:
            found = list((await connection.execute(select(calls.c.id).where(those))).scalars())
            await connection.execute(_void(deliveries.c.call_id.in_(found)))
            gone = update(calls).where(calls.c.id.in_(found)).values(in_feed=False)
            await connection.execute(gone)

    async def saw(self, guest_id: str, table_id: str) -> None:
        """A guest has opened a table: what it sees there it need not be told any more."""
        kinds = [name for name, kind in KINDS.items() if kind.ends_when_seen]
        seen = select(calls.c.id).where(
            calls.c.guest_id == guest_id, calls.c.table_id == table_id, calls.c.kind.in_(kinds)
        )
        unsent = (
            deliveries.c.call_id.in_(seen) & deliveries.c.due.is_not(None) & (deliveries.c.channel != WEBHOOK)
        )
        query = select(deliveries.c.id).where(unsent, deliveries.c.sender.is_(None))
        found = await self._database.ask(lambda reading: list(reading.execute(query).scalars()))
        if found:
            async with self._database.write() as connection:
                await connection.execute(_void(deliveries.c.id.in_(found)))

    async def in_feed(self, guest_id: str) -> Sequence[Call]:
        """What stands in the feed of a guest beside its turns, the last first."""
        query = select(calls).where(calls.c.guest_id == guest_id, calls.c.in_feed, is_still_invited())
        newest = query.order_by(calls.c.created.desc()).limit(MOST_IN_FEED)
        async with self._database.read() as connection:
            return [call_of(row) for row in await connection.execute(newest)]

    async def forget_resting(self, guest_id: str) -> None:
        """Nothing that waits for a webhook is sent any more."""
        mine = select(calls.c.id).where(calls.c.guest_id == guest_id)
        waiting = deliveries.c.call_id.in_(mine) & (deliveries.c.channel == WEBHOOK)
        async with self._database.write() as connection:
            await connection.execute(_void(waiting & deliveries.c.due.is_not(None)))

    async def remove_device(self, device_id: str) -> None:
        """A push service does not know a device any more."""
        async with self._database.write() as connection:
            await connection.execute(delete(devices).where(devices.c.id == device_id))


def _void(condition: Any) -> Any:
    """A statement that settles what was not sent yet; what is being sent just now, is."""
    unsent = deliveries.c.due.is_not(None) & deliveries.c.sender.is_(None)
    return update(deliveries).where(condition, unsent).values(due=None, result=VOID)
