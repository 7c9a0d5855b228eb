"""Brings what is due to people, by each channel in its way: what is still true, in their words, as one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import select

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.language import words_of
from citywright.server.notices import kinds
from citywright.server.notices.addresses import Addresses, Notice
from citywright.server.notices.book import Book
from citywright.server.notices.devices import Device, Devices, device_of, has_session
from citywright.server.notices.hooks import Hook, Hooks
from citywright.server.notices.mail import Mails
from citywright.server.notices.push import GONE, NEVER, SENT, Push
from citywright.server.notices.quiet import end_of_quiet
from citywright.server.notices.sender import AGAIN, DONE, FAILED, VOID, Delivery, Outcome, Sender
from citywright.server.notices.truth import is_still_invited, is_true, later
from citywright.server.notices.words import Call, Said, joined, say
from citywright.server.players.preferences import from_json
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.queries import count_waiting_for
from citywright.server.storage.schema import calls, devices, guests, notices
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table
from citywright.text import mark

A_DAY = 24 * 3600  # seconds that a push service keeps a message


class Ready(msgspec.Struct, frozen=True):
    """What is to be sent to one place now."""

    group: list[Delivery]  # that are still true
    said: Said
    is_urgent: bool  # somebody is waited for who could be there


class Messenger:
    """Sends over all channels."""

    def __init__(
        self,
        database: Database,
        tables: TableService,
        settings: Settings,
        addresses: Addresses,
        book: Book,
        ways: tuple[Push, Mails, Hooks],
    ) -> None:
        self._database = database
        self._tables = tables
        self._settings = settings
        self._addresses = addresses
        self._book = book
        self._push, self._mails, self._hooks = ways
        self._devices = Devices(database)
        self.hook_sender: Sender | None = None  # asked whether a try is the last

    # --- what is still true, and in which language -------------------------------------

    async def _table(self, call: Call) -> Table | None:
        try:
            return None if call.table_id is None else await self._tables.find(call.table_id)
        except Refusal:
            return None

    async def _lang(self, guest_id: str, otherwise: str) -> str:
        """The language somebody prefers."""
        query = select(guests.c.preferences).where(guests.c.id == guest_id)
        text = await self._database.ask(lambda reading: reading.execute(query).scalar())
        preferences = from_json(text)
        return (preferences.lang if preferences else "") or otherwise

    async def _sift(
        self, group: Sequence[Delivery], channel: str, notice: Notice | None, lang: str
    ) -> tuple[Ready | None, dict[int, Outcome]]:
        """What is to be sent now, and what became of the others."""
        now, t = now_ms(), words_of(lang)
        outcomes: dict[int, Outcome] = {}
        ready: list[tuple[Delivery, Said]] = []
        is_urgent = False
        hours = (notice.quiet_from, notice.quiet_to, notice.zone) if notice else (None, None, None)
        quiet = None if channel == kinds.WEBHOOK else end_of_quiet(now, *hours)
        for one in group:
            table = await self._table(one.call)
            if not is_true(one.call, table, now) or not await self._is_wanted(one.call, channel, notice):
                outcomes[one.id] = Outcome(VOID)
            elif (moment := later(one.call, table, now) or quiet) is not None:
                outcomes[one.id] = Outcome(AGAIN, moment, was_tried=False)
            else:
                zone = notice.zone if notice else None
                ready.append((one, say(one.call, table, t, zone)))
                is_urgent |= one.call.kind == kinds.TIME
                is_urgent |= (
                    one.call.kind == kinds.TURN and table is not None and not table.terms.is_over_days
                )
        if not ready:
            return None, outcomes
        only_turns = all(one.call.kind == kinds.TURN for one, _ in ready)
        each = [said for _, said in ready]
        said = each[0] if len(each) == 1 else joined(each, only_turns, t)
        return Ready([one for one, _ in ready], said, is_urgent), outcomes

    async def _is_wanted(self, call: Call, channel: str, notice: Notice | None) -> bool:
        """Does somebody still want this over this channel? It may have waited for hours."""
        if call.kind == kinds.BROKEN:
            return True
        if call.key.startswith(kinds.INVITATION) and not await self._is_invited(call):
            return False
        of_table = kinds.USUAL
        if call.table_id is not None:
            of_table = await self._addresses.of_table(call.guest_id, call.table_id)
        return channel in kinds.channels_of(notice.chosen if notice else {}, call.kind, of_table)

    async def _is_invited(self, call: Call) -> bool:
        query = select(calls.c.id).where(calls.c.id == call.id, is_still_invited())
        return await self._database.ask(lambda reading: reading.execute(query).first()) is not None

    # --- push -------------------------------------------------------------------------

    async def by_push(self, group: Sequence[Delivery]) -> dict[int, Outcome]:
        """Send to one device."""
        guest_id = group[0].call.guest_id
        device = await self._device(group[0].device_id)
        if device is None or device.guest_id != guest_id:
            return {one.id: Outcome(VOID) for one in group}
        notice = await self._addresses.find(notices.c.guest_id == guest_id)
        lang = await self._lang(guest_id, device.lang)
        ready, outcomes = await self._sift(group, kinds.PUSH, notice, lang)
        if ready is None:
            return outcomes
        waiting = await self._database.ask(
            lambda reading: int(reading.execute(count_waiting_for(guest_id)).scalar_one())
        )
        first = ready.group[0].call
        about = _about(first) if len(ready.group) == 1 else "several"
        message = {
            "title": ready.said.title,
            "body": ready.said.line,
            "address": ready.said.address,
            "about": about,
            "kind": first.kind if len(ready.group) == 1 else "several",
            "waiting": waiting,
            "lang": lang,
        }
        result = await self._push.send(
            device,
            msgspec.json.encode(message),
            about=about,
            seconds=A_DAY,
            is_urgent=ready.is_urgent,
        )
        if result == GONE:
            await self._book.remove_device(device.id)  # and with it what was to be sent there
        elif result == SENT:
            await self._devices.note_use(device.id)
        outcome = Outcome({SENT: DONE, GONE: FAILED, NEVER: FAILED}.get(result, AGAIN))
        return outcomes | {one.id: outcome for one in ready.group}

    async def _device(self, device_id: str | None) -> Device | None:
        query = select(devices).where(devices.c.id == device_id, has_session())
        row = await self._database.ask(lambda reading: reading.execute(query).one_or_none())
        return None if row is None else device_of(row)

    # --- mail -------------------------------------------------------------------------

    async def by_mail(self, group: Sequence[Delivery]) -> dict[int, Outcome]:
        """Send one mail."""
        guest_id = group[0].call.guest_id
        notice = await self._addresses.find(notices.c.guest_id == guest_id)
        if notice is None or notice.mail is None or not notice.is_confirmed:
            return {one.id: Outcome(VOID) for one in group}
        ready, outcomes = await self._sift(group, kinds.MAIL, notice, notice.lang)
        if ready is None:
            return outcomes
        t, link = words_of(notice.lang), self._mails.link
        stop, no_more = link(f"/mail/{notice.mail_key}"), t("No more mails:")
        lines = [ready.said.line, link(ready.said.address), f"-- \n{no_more} {stop}\n"]
        await self._mails.send(
            notice.mail, ready.said.title, "\n\n".join(line for line in lines if line), stop=stop
        )
        return outcomes | {one.id: Outcome(DONE) for one in ready.group}

    # --- webhooks ---------------------------------------------------------------------

    async def by_webhook(self, group: Sequence[Delivery]) -> dict[int, Outcome]:
        """Send one message."""
        (one,) = group
        guest_id = one.call.guest_id
        hook = await self._hooks.of(guest_id)
        if hook is None or hook.is_resting:
            return {one.id: Outcome(VOID)}
        notice = await self._addresses.find(notices.c.guest_id == guest_id)
        lang = await self._lang(guest_id, notice.lang if notice else "en")
        ready, outcomes = await self._sift(group, kinds.WEBHOOK, notice, lang)
        if ready is None:
            return outcomes
        message = self.hook_message(one.call.kind, ready.said, one.call)
        problem = await self._hooks.call(hook, f"call_{one.call.id}", message)
        gives_up = bool(problem) and self.hook_sender is not None and self.hook_sender.is_last_try(one)
        await self._hooks.note(hook, problem, gives_up=gives_up)
        if gives_up:
            await self._give_up(hook)
        return {one.id: Outcome(AGAIN if problem else DONE)}

    async def _give_up(self, hook: Hook) -> None:
        """Tell somebody that nothing is sent to their webhook any more."""
        await self._book.forget_resting(hook.guest_id)
        await self._book.tell(
            hook.guest_id,
            kinds.BROKEN,
            address="/notices#webhook",
            words=mark("Your webhook has not answered for a day; nothing more is sent to it"),
            key=f"broken {hook.created} {now_ms()}",
        )

    def hook_message(self, kind: str, said: Said, call: Call | None = None) -> dict[str, Any]:
        """What a webhook is sent: the form of Standard Webhooks."""
        moment = datetime.fromtimestamp((call.created if call else now_ms()) / 1000, UTC)
        return {
            "type": kind,
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "data": {
                "title": said.title,
                "text": said.line,
                "address": self._settings.address.rstrip("/") + said.address,
                "table": call.table_id if call else None,
            },
        }


def _about(call: Call) -> str:
    """Of several messages about the same only the last is shown: what is said hides no turn."""
    if call.table_id is None:
        return call.key
    return f"{call.table_id} {kinds.CHAT}" if call.kind == kinds.CHAT else call.table_id
