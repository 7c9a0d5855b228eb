"""One server process put together: store, writer, tables, bots and, if there are several, the other nodes."""

from __future__ import annotations

from litestar.di import NamedDependency

from citywright.server.http.counters import Metrics
from citywright.server.http.limits import Limits
from citywright.server.live.seat_page import show_change
from citywright.server.players.accounts import Accounts
from citywright.server.players.bot_turns import BotPlay
from citywright.server.players.guests import Identity
from citywright.server.players.notifications import Notices
from citywright.server.settings import Settings, async_url
from citywright.server.storage.database import Store, wait_for_database
from citywright.server.storage.retention import Tidy
from citywright.server.storage.writer import Writer
from citywright.server.tables.cluster import Nodes
from citywright.server.tables.deadlines import Pace
from citywright.server.tables.review import Shelf
from citywright.server.tables.service import Hall
from citywright.server.tables.subscriptions import Followers


class Host:
    """Everything a request may need."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(async_url(settings.database))
        self.writer = Writer(self.store)
        self.hall = Hall(self.store, self.writer, settings.cached_tables)
        self.identity = Identity(self.store, https=settings.https)
        self.accounts = Accounts(self.store, self.identity)
        self.bots = BotPlay(self.hall, self.store, settings)
        self.followers = Followers()
        self.shelf = Shelf()
        self.notices = Notices(self.store, self.hall, settings)
        self.tidy = Tidy(self.store, self.hall)
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.pace = Pace(self.hall, self.store, settings)
        self.nodes = Nodes(self.hall, settings.redis, settings.channel) if settings.redis else None

    async def start(self) -> None:
        """Open the database and begin."""
        await wait_for_database(self.store)
        await self.identity.start()
        self.writer.start()
        self.hall.on_change.append(show_change)
        self.hall.on_change.append(self.followers.wake)
        if self.nodes is not None:
            await self.nodes.start()
        self.bots.start()
        self.pace.start()
        self.notices.start()
        self.tidy.start()
        self.hall.on_move.append(self.metrics.changed)

    async def close_sockets(self, guest_id: str) -> None:
        """End the live connections of a guest whose sessions have ended."""
        for table in self.hall.watched():
            for viewer in [viewer for viewer in table.viewers if viewer.guest_id == guest_id]:
                await viewer.shut()

    async def stop(self) -> None:
        """Finish what was begun and close."""
        await self.tidy.stop()
        await self.notices.stop()
        await self.pace.stop()
        await self.bots.stop()
        await self.writer.stop()
        if self.nodes is not None:
            await self.nodes.stop()
        await self.store.close()


TheHost = NamedDependency[Host]  # how handlers ask for it
