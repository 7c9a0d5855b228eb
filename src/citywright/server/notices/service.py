"""Telling people what waits for them: the one way in for everybody who has something to tell."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from citywright.server.notices.addresses import Addresses
from citywright.server.notices.book import Book
from citywright.server.notices.devices import Devices, Subscription
from citywright.server.notices.hooks import Hooks
from citywright.server.notices.kinds import CHANNELS, MAIL, PUSH, WEBHOOK
from citywright.server.notices.mail import Mails
from citywright.server.notices.messenger import Messenger
from citywright.server.notices.outgoing import Outgoing
from citywright.server.notices.push import Push
from citywright.server.notices.sender import Sender
from citywright.server.notices.watch import Watch
from citywright.server.notices.words import Said
from citywright.server.players.guests import Guest
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from citywright.text import Words

KNOWN = 30.0  # seconds for which it is remembered whether somebody can be told at once
MOST_KNOWN = 20_000


class Notices:
    """All of it. Its parts are for the pages: addresses, devices, hooks."""

    def __init__(self, database: Database, tables: TableService, nodes: Nodes, settings: Settings) -> None:
        self._settings = settings
        self._outgoing = Outgoing(inner=settings.inner_addresses)
        self.mails = Mails(settings)
        self.push = Push(database, settings, self._outgoing)
        self.addresses = Addresses(database, settings, self.mails)
        self.devices = Devices(database)
        self.hooks = Hooks(database, self._outgoing)
        self.book = Book(database, sends_mail=settings.sends_mail)
        ways = (self.push, self.mails, self.hooks)
        self._messenger = Messenger(database, tables, settings, self.addresses, self.book, ways)
        self.watch = Watch(database, tables, nodes, self.tell, self.book.saw, self.is_reachable)
        self.senders = {
            PUSH: Sender(PUSH, database, nodes, self._messenger.by_push),
            WEBHOOK: Sender(WEBHOOK, database, nodes, self._messenger.by_webhook),
        }
        if settings.sends_mail:
            self.senders[MAIL] = Sender(MAIL, database, nodes, self._messenger.by_mail)
        self._messenger.hook_sender = self.senders[WEBHOOK]
        self._reachable: dict[str, tuple[float, bool]] = {}

    async def start(self) -> None:
        """Read the keys and begin."""
        self.mails.warn_if_incomplete()
        await self.push.start()
        self.watch.start()
        for sender in self.senders.values():
            sender.start()

    async def stop(self) -> None:
        """Finish what is being sent, and stop."""
        await self.watch.stop()
        for sender in self.senders.values():
            await sender.stop()
        await self._outgoing.close()

    def on_outcome(self, listener: Callable[[str, str], None]) -> None:
        """Have something called with channel and result whenever a delivery is settled or put off."""
        for sender in self.senders.values():
            sender.on_outcome.append(listener)

    # --- telling ----------------------------------------------------------------------

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
        """Tell a guest something of a kind (see kinds.py), once for each `key`.

        It is written down before this returns, and sent over the channels the guest has chosen, in their
        language, unless it is not true any more by then; `withdraw` says so of what no table tells.

        `words` are English, with {parts}, marked for the catalogue; without them the usual ones of the kind
        are used. The part `game` is a game's id. `address` is where it leads on this server, the table if
        nothing else is said; a table must exist already. `seat` and `turn` name the turn it is about, `due`
        is the moment from which on it is told, and `channels` are those that are fit for it.

        Returns whether it is new, and the guest can be told at all.
        """
        is_new = await self.book.tell(
            guest_id,
            kind,
            key=key,
            table_id=table_id,
            address=address,
            words=words,
            seat=seat,
            turn=turn,
            due=due,
            channels=channels,
            **parts,
        )
        if is_new:
            for sender in self.senders.values():
                sender.wake()
        return is_new

    async def withdraw(self, key: str, guest_id: str | None = None) -> None:
        """What was told under this key, to one guest or to all, is not true any more."""
        await self.book.withdraw(key, guest_id)

    async def is_reachable(self, guest_id: str) -> bool:
        """Can a guest be told at once, by push or webhook? What another process changes is known later."""
        known = self._reachable.get(guest_id)
        if known is None or known[0] < time.monotonic():
            if len(self._reachable) >= MOST_KNOWN:
                self._reachable.clear()
            known = time.monotonic() + KNOWN, await self.book.is_reachable(guest_id)
            self._reachable[guest_id] = known
        return known[1]

    # --- what pages change ------------------------------------------------------------

    async def add_device(
        self, guest: Guest, subscription: Subscription, name: str, lang: str, replaces: str = ""
    ) -> str:
        """Send push messages to a browser from now on; returns the id of the device."""
        device_id = await self.devices.add(guest, subscription, name, lang, replaces)
        self._reachable.pop(guest.id, None)
        return device_id

    async def set_hook(self, guest_id: str, address: str) -> None:
        """Call a webhook from now on."""
        await self.hooks.set(guest_id, address)
        self._reachable.pop(guest_id, None)

    async def test_hook(self, guest_id: str, t: Words) -> str:
        """Send a test to a webhook; why it failed, or nothing."""
        said = Said(t("A test"), t("Your webhook works."), "/notices")
        return await self.hooks.test(guest_id, self._messenger.hook_message("test", said))
