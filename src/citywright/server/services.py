"""The services of one server process: database, tables, players, bots and, if there are several processes,
the cluster. Pages, API and live connections all call them; how anything is shown is not known here.
"""

from __future__ import annotations

import socket
from functools import partial

from litestar.di import NamedDependency

from citywright.server.analysis.analyses import Analyses
from citywright.server.analysis.luck import results_without_luck
from citywright.server.boards.saved import Boards
from citywright.server.deals.deals import Deals
from citywright.server.desk.service import Desk
from citywright.server.dice.promises import Promises
from citywright.server.events.conductor import Conductor
from citywright.server.events.service import Events
from citywright.server.faces import FaceFiles
from citywright.server.friends.about import About
from citywright.server.friends.invitations import Invitations
from citywright.server.friends.service import Friends
from citywright.server.http.departure import Departure
from citywright.server.http.limits import Limits
from citywright.server.http.metrics import Metrics
from citywright.server.http.watchdog import Watchdog
from citywright.server.known.archive import Archive
from citywright.server.known.leaderboards import Leaderboards
from citywright.server.known.own_records import OwnRecords
from citywright.server.known.people import People
from citywright.server.known.settling import Settling
from citywright.server.known.visibility import VisibilityChoices
from citywright.server.known.whom import Whom
from citywright.server.layouts.balance import Balance
from citywright.server.layouts.pictures import LayoutPictures
from citywright.server.layouts.shelf import Layouts
from citywright.server.links.hub_link import HubLink
from citywright.server.links.link import Link
from citywright.server.matching.service import Matching
from citywright.server.notices.occasions import Occasions
from citywright.server.notices.service import Notices
from citywright.server.orders.carrying_out import OrderTurns
from citywright.server.orders.service import Orders
from citywright.server.players.accounts import Accounts
from citywright.server.players.bot_turns import BotTurns
from citywright.server.players.endings import Endings
from citywright.server.players.guests import Guests
from citywright.server.players.hints import Hints
from citywright.server.players.own_data import OwnData
from citywright.server.players.tokens import Tokens
from citywright.server.rooms.presence import Presence
from citywright.server.rooms.service import Rooms
from citywright.server.settings import Settings, async_url
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.health import Health
from citywright.server.storage.retention import Retention
from citywright.server.storage.tries import Tries
from citywright.server.storage.writer import Writer
from citywright.server.tables.chat import Chat
from citywright.server.tables.cluster import Cluster
from citywright.server.tables.deadlines import Deadlines
from citywright.server.tables.lists import TableLists
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.old_points import OldPoints
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.review import Reviews
from citywright.server.tables.service import TableService
from citywright.server.tables.subscriptions import Subscriptions
from citywright.server.tables.table import Table
from citywright.server.uploads.uploads import Uploads


def _link_to_others(settings: Settings, line: socket.socket | None) -> Link | None:
    """How this process reaches the others: Redis if the host has named one, else PostgreSQL if all use that,
    else the line to the parent of several; None if there can be no others.
    """
    if settings.redis:
        from citywright.server.links.redis_link import RedisLink  # needs redis-py, which not every host has

        return RedisLink(settings.redis, settings.channel)
    if settings.is_postgresql:
        from citywright.server.links.postgres_link import PostgresLink  # and this asyncpg

        return PostgresLink(async_url(settings.database), settings.channel)
    return None if line is None else HubLink(line)


class Services:
    """Everything a request may need."""

    def __init__(self, settings: Settings, line: socket.socket | None = None) -> None:
        """`line` leads to the parent, if this is one of several processes of one machine."""
        self.settings = settings
        self.database = Database(async_url(settings.database))
        self.health = Health(self.database)
        self.writer = Writer(self.database)
        self.tables = TableService(self.database, self.writer, settings.cached_tables)
        self.promises = Promises(self.database)
        self.nodes = Nodes()
        self.lists = TableLists(self.database)
        self.old_points = OldPoints(self.database)
        self.actions = PlayerActions(self.tables, self.database)
        self.deadlines = Deadlines(self.tables, self.actions, self.database, settings, self.nodes)
        self.order_turns = OrderTurns(self.database, self.tables, self.nodes, settings)
        self.orders = Orders(self.database, self.order_turns, self.actions)
        self.rooms = Rooms(self.database, self.tables, self.nodes)
        self.presence = Presence(self.database, self.rooms, self.nodes)
        self.matching = Matching(self.database, self.rooms, self.nodes)
        self.friends = Friends(self.database, self.rooms, self.tables, self.lists)
        self.invitations = Invitations(self.database, self.rooms, self.nodes)
        self.events = Events(self.database, self.tables, self.actions)
        self.conductor = Conductor(self.database, self.events, self.tables, self.nodes, results_without_luck)
        self.chat = Chat(self.database, self.tables)
        self.uploads = Uploads()
        self.reviews = Reviews(self.database, self.uploads)
        self.analyses = Analyses(self.database, self.nodes.name, is_on=settings.analyses)
        self.boards = Boards(self.database)
        self.deals = Deals(self.database, self.tables, self.promises, self.nodes.name, settings.bot_budget)
        self.layouts = Layouts(self.database, self.uploads)
        self.layout_pictures = LayoutPictures()
        self.balance = Balance(self.database, self.layouts, settings)
        self.subscriptions = Subscriptions()
        self._add_players(settings)
        self._add_house(settings)
        self._connect(_link_to_others(settings, line))
        self._measure()

    def _add_players(self, settings: Settings) -> None:
        """Who people are, what is known of them, how they are told, and the bots they play with."""
        self.endings = Endings(self.database)
        self.guests = Guests(self.database, self.endings, https=settings.https)
        self.accounts = Accounts(
            self.database, self.guests, self.endings, self.tables, self.actions, self.reviews, self.rooms
        )
        self.own_data = OwnData(self.database, self.tables)
        self.settling = Settling(self.database, self.tables, self.nodes)
        self.visibility = VisibilityChoices(self.database)
        self.people = People(self.database)
        self.whom = Whom(self.friends, self.people, self.rooms, self.tables)
        self.leaderboards = Leaderboards(self.database)
        self.archive = Archive(self.database)
        self.own_records = OwnRecords(self.database)
        self.tokens = Tokens(self.database, self.endings)
        self.notices = Notices(self.database, self.tables, self.nodes, settings)
        self.occasions = Occasions(self.notices, self.rooms, self.friends)
        self.desk = Desk(self.database, self.endings, self.accounts, self.tables, self.rooms, self.notices)
        self.bots = BotTurns(self.tables, self.database, settings, self.nodes)
        self.hints = Hints(self.bots.workers)

    def _add_house(self, settings: Settings) -> None:
        """What keeps the server itself in order."""
        self.retention = Retention(
            self.database,
            self.tables.is_watched,
            self.tables.forget,
            lambda: self.nodes.is_first("retention"),
            self.settling.before_expiry,
        )
        self.metrics = Metrics("sqlite" if self.database.is_sqlite else "postgresql")
        self.watchdog = Watchdog(self.metrics.blocked)
        self.limits = Limits(settings.limits)
        self.tries = Tries(self.database, self.limits)
        self.about = About(self.database, self.limits)
        self.departure = Departure()
        self.faces = FaceFiles()

    def _connect(self, link: Link | None) -> None:
        """Have other processes, if there can be any, hear of what changes here."""
        self.cluster = None if link is None else Cluster(self.tables, self.nodes, self.limits, link)
        if self.cluster is not None:
            self.cluster.heard["room"] = self.rooms.note_change
            self.rooms.on_act.append(partial(self.cluster.tell, "room"))

    def _measure(self) -> None:
        """Have everything counted that a host may want to see."""
        metrics = self.metrics
        self.database.on_error.append(metrics.database_failed)
        self.writer.on_commit.append(metrics.committed)
        self.tables.on_played.append(metrics.played)
        self.bots.on_decided.append(metrics.decided)
        self.notices.mails.on_mail.append(metrics.mailed)
        self.notices.on_outcome(metrics.told)
        tables, nodes, cluster = self.tables, self.nodes, self.cluster
        metrics.watch(
            "citywright_viewers", "Open table pages", lambda: sum(len(t.viewers) for t in tables.memory.all())
        )
        metrics.watch("citywright_watched_tables", "Tables somebody looks at", lambda: len(tables.watched()))
        metrics.watch("citywright_tables_in_memory", "Tables in memory", lambda: len(tables.memory.all()))
        metrics.watch("citywright_bots_waiting", "Tables that wait for a bot", lambda: self.bots.waiting)
        metrics.watch(
            "citywright_link_up",
            "1 if the other processes can be heard, or there are none; else 0",
            lambda: nodes.is_alone or nodes.is_linked,
        )
        metrics.watch("citywright_other_processes", "Other processes heard of", lambda: len(nodes.names()))
        for queue, length in (
            ("commits", lambda: self.writer.waiting),
            ("bot workers", lambda: self.bots.workers.jobs),
            ("uploads", lambda: self.uploads.waiting),
            ("games to analyse", lambda: self.analyses.waiting),
            ("pictures of layouts", lambda: self.layout_pictures.waiting),
            ("layouts to try out", lambda: self.balance.waiting),
            ("deals for the master", lambda: self.deals.waiting),
            ("notices of tables", lambda: self.notices.watch.waiting),
            ("results to enter", lambda: self.settling.waiting),
            ("messages to other processes", lambda: cluster.waiting if cluster is not None else 0),
        ):
            metrics.watch_queue(queue, length)

    async def start(self) -> None:
        """Open the database and begin."""
        self.faces.start()
        await wait_for_database(self.database)
        await self.guests.start()
        await self.promises.start()
        await self.endings.start()
        self.writer.start()
        self.tables.on_change.append(self.subscriptions.wake)
        self.tables.memory.on_gone.append(lambda table, _: self.subscriptions.wake(table))
        if self.cluster is not None:
            await self.cluster.start()
        self.bots.start()
        self.deadlines.start()
        self.order_turns.start()
        self.presence.start()
        self.matching.start()
        self.guests.on_seen.append(self.about.saw)
        self.about.start()
        self.chat.on_message.append(self.notices.watch.posted)
        self.order_turns.on_void.append(self.occasions.order_voided)
        self.matching.on_match.append(self.occasions.people_found)
        self.invitations.on_invite.append(self.occasions.invited)
        self.rooms.on_open.append(self.occasions.room_opened)
        self.matching.on_look.append(self.occasions.people_sought)
        self.events.on_round.append(self.occasions.round_began)
        await self.notices.start()
        await self.desk.announcements.start()
        self.conductor.start()
        self.retention.start()
        self.balance.start()
        self.old_points.start()
        self.settling.start()
        self.tables.on_move.append(self.metrics.changed)
        if self.settings.slow:
            self.watchdog.start()

    async def table_for(self, table_id: str, guest_id: str | None) -> Table:
        """A table that this guest, or a stranger, may look at."""
        table = await self.tables.find(table_id)
        await self.deals.check_view(table, guest_id)
        return table

    async def stop(self) -> None:
        """Finish what was begun and close."""
        await self.watchdog.stop()
        await self.faces.stop()
        await self.settling.stop()
        await self.old_points.stop()
        await self.retention.stop()
        await self.matching.stop()
        await self.desk.announcements.stop()
        await self.about.stop()
        await self.conductor.stop()
        await self.presence.stop()
        await self.occasions.stop()
        await self.notices.stop()
        await self.order_turns.stop()
        await self.deadlines.stop()
        await self.bots.stop()
        await self.balance.stop()
        await self.analyses.stop()
        await self.deals.stop()
        await self.layout_pictures.close()
        await self.uploads.close()
        await self.writer.stop()
        if self.cluster is not None:
            await self.cluster.stop()
        await self.endings.stop()
        await self.health.stop()
        await self.database.close()


TheServices = NamedDependency[Services]  # how handlers ask for it
