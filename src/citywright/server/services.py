"""The services of one server process: database, tables, players, bots and, if there are several processes,
the cluster. Pages, API and live connections all call them; how anything is shown is not known here.
"""

from __future__ import annotations

from litestar.di import NamedDependency

from citywright.server.http.limits import Limits
from citywright.server.http.metrics import Metrics
from citywright.server.players.accounts import Accounts
from citywright.server.players.bot_turns import BotTurns
from citywright.server.players.endings import Endings
from citywright.server.players.guests import Guests
from citywright.server.players.hints import Hints
from citywright.server.players.notifications import Notifications
from citywright.server.players.own_data import OwnData
from citywright.server.players.tokens import Tokens
from citywright.server.settings import Settings, async_url
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.health import Health
from citywright.server.storage.retention import Retention
from citywright.server.storage.writer import Writer
from citywright.server.tables.chat import Chat
from citywright.server.tables.cluster import Cluster
from citywright.server.tables.deadlines import Deadlines
from citywright.server.tables.lists import TableLists
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.review import Reviews
from citywright.server.tables.service import TableService
from citywright.server.tables.subscriptions import Subscriptions
from citywright.server.tables.uploads import Uploads


def _join_cluster(tables: TableService, nodes: Nodes, settings: Settings) -> Cluster:
    from citywright.server.tables.redis_link import RedisLink  # needs Redis, which not every server has

    return Cluster(tables, nodes, RedisLink(settings.redis, settings.channel))


class Services:
    """Everything a request may need."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(async_url(settings.database))
        self.health = Health(self.database)
        self.writer = Writer(self.database)
        self.tables = TableService(self.database, self.writer, settings.cached_tables)
        self.nodes = Nodes()
        self.lists = TableLists(self.database, self.tables)
        self.actions = PlayerActions(self.tables, self.database)
        self.deadlines = Deadlines(self.tables, self.actions, self.database, settings)
        self.chat = Chat(self.database, self.tables)
        self.uploads = Uploads()
        self.reviews = Reviews(self.database, self.uploads)
        self.subscriptions = Subscriptions()
        self.endings = Endings(self.database)
        self.guests = Guests(self.database, self.endings, https=settings.https)
        self.accounts = Accounts(
            self.database, self.guests, self.endings, self.tables, self.actions, self.reviews
        )
        self.own_data = OwnData(self.database, self.tables)
        self.tokens = Tokens(self.database, self.endings)
        self.notifications = Notifications(self.database, self.tables, settings)
        self.bots = BotTurns(self.tables, self.database, settings, self.nodes)
        self.hints = Hints(self.bots.workers)
        self.retention = Retention(self.database, self.tables.is_watched, self.tables.forget)
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.cluster = _join_cluster(self.tables, self.nodes, settings) if settings.redis else None

    async def start(self) -> None:
        """Open the database and begin."""
        await wait_for_database(self.database)
        await self.guests.start()
        await self.endings.start()
        self.writer.start()
        self.tables.on_change.append(self.subscriptions.wake)
        if self.cluster is not None:
            await self.cluster.start()
        self.bots.start()
        self.deadlines.start()
        self.notifications.start()
        self.retention.start()
        self.tables.on_move.append(self.metrics.changed)

    async def stop(self) -> None:
        """Finish what was begun and close."""
        await self.retention.stop()
        await self.notifications.stop()
        await self.deadlines.stop()
        await self.bots.stop()
        await self.uploads.close()
        await self.writer.stop()
        if self.cluster is not None:
            await self.cluster.stop()
        await self.endings.stop()
        await self.health.stop()
        await self.database.close()


TheServices = NamedDependency[Services]  # how handlers ask for it
