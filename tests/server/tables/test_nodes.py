"""Two server processes on one database: whatever happens to the link between them, what one has written the
other shows within seconds, by every way in. The link is Redis, or PostgreSQL itself.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from citywright.client import Client
from citywright.lab.faults.proxy import Proxy, proxy_to
from citywright.server import clock
from citywright.server.links.redis_link import RedisLink
from citywright.server.load.page_client import Guest, Page
from citywright.server.tables import cluster, nodes, reading_again, subscriptions
from tests.server.players_at_tables import make_token, record_of, table_of_two
from tests.server.server_process import ForkedServer
from tests.server.server_thread import ServerThread, wait_until

pytestmark = pytest.mark.anyio

on_redis = pytest.mark.parametrize(
    "two_nodes", [pytest.param("redis", marks=pytest.mark.redis)], indirect=True
)
on_both = pytest.mark.parametrize(
    "two_nodes",
    [
        pytest.param("redis", marks=pytest.mark.redis),
        pytest.param("postgres", marks=pytest.mark.postgres),
    ],
    indirect=True,
)

SOON = 25.0  # seconds: what is promised five times over, for busy machines; a client reconnects after 30


class TwoNodes:
    """Two nodes whose messages go through a proxy each, and a table both have in memory."""

    def __init__(self, links: list[Proxy], servers: list[ServerThread], stack: ExitStack) -> None:
        self.links, self.nodes = links, servers
        for node in self.nodes:
            node.start()
            stack.callback(node.stop)
        self.here, self.there = (node.base for node in self.nodes)
        self.table, self.anke, self.ben = table_of_two(self.here)
        self.tokens = [make_token(guest) for guest in (self.anke, self.ben)]
        self.first_ply = self.ply(self.here)
        assert self.ply(self.there) == self.first_ply  # and the other node has the table in memory

    def ply(self, base: str) -> int:
        with Client(base, self.tokens[0]) as client:
            return int(client.actions(self.table)["ply"])

    def play(self, moves: int = 3) -> int:
        """Some moves at the first node by whoever is to act; returns the ply after them."""
        clients = [Client(self.here, token) for token in self.tokens]
        for _ in range(moves):
            for client in clients:
                choices = client.actions(self.table)
                if choices["actions"]:
                    words = choices["actions"][0]["words"]
                    position = client.play(self.table, words, choices["ply"], epoch=choices["epoch"])
                    break
            else:
                pytest.fail("nobody is to act")
        for client in clients:
            client.close()
        return int(position["ply"])

    def ply_on_page(self, base: str) -> int:
        """The ply a page shows that is opened now."""
        page = Guest(base, self.ben.cookie).request("GET", f"/t/{self.table}").text
        return int(page.partition('data-at="')[2].partition('"')[0].rpartition(".")[2])

    def ply_in_stream(self, base: str) -> int:
        """The ply of the first event of a stream that is opened now."""
        with Client(base, self.tokens[1]) as client:
            return int(next(iter(client.follow(self.table)))["ply"])

    def is_shown_there(self, ply: int) -> None:
        """Wait until every way in at the second node has come to a ply; it must not take long."""
        until = time.monotonic() + SOON
        for shown in (self.ply, self.ply_on_page, self.ply_in_stream):
            wait_until(lambda shown=shown: shown(self.there) == ply, max(0.1, until - time.monotonic()))


def nodes_on_redis(database: str, redis_url: str, channel: str, stack: ExitStack) -> TwoNodes:
    links = [stack.enter_context(proxy_to(redis_url)) for _ in range(2)]
    servers = [ServerThread(database, redis=link.url, channel=channel) for link in links]
    return TwoNodes(links, servers, stack)


def nodes_on_postgres(database: str, stack: ExitStack) -> TwoNodes:
    """Everything goes through the proxies, but only the connections that listen fail."""
    links = [stack.enter_context(proxy_to(database, only=b"LISTEN ")) for _ in range(2)]
    return TwoNodes(links, [ServerThread(link.url) for link in links], stack)


@pytest.fixture
def two_nodes(
    request: pytest.FixtureRequest, tmp_path: Path, redis_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TwoNodes]:
    monkeypatch.setattr(subscriptions, "KEEP_ALIVE", 600.0)  # a sign of life would wake a stream as well
    with ExitStack() as stack:
        if request.param == "postgres":
            yield nodes_on_postgres(request.getfixturevalue("postgres_url"), stack)
        else:
            database, redis = f"sqlite:///{tmp_path / 'shared.sqlite3'}", request.getfixturevalue("redis_url")
            yield nodes_on_redis(database, redis, redis_prefix, stack)


async def shows(page: Page, ply: int, seconds: float = SOON) -> None:
    """An open page comes to a ply by itself."""
    async with asyncio.timeout(seconds):
        while page.at[1] != ply:
            await page.receive()


@on_both
async def test_a_node_without_a_link_shows_nothing_stale(two_nodes: TwoNodes) -> None:
    for link in two_nodes.links:
        link.cut()
    ply = two_nodes.play()
    two_nodes.is_shown_there(ply)
    async with Guest(two_nodes.there, two_nodes.ben.cookie).follow(two_nodes.table) as page:
        await page.receive()
        assert page.at[1] == ply
        ply = two_nodes.play()
        await shows(page, ply)  # though the link is still down
        for link in two_nodes.links:
            link.mend()
        ply = two_nodes.play()
        await shows(page, ply)
    two_nodes.is_shown_there(two_nodes.play())


@on_redis
async def test_a_message_that_was_not_sent_is_not_missed(two_nodes: TwoNodes) -> None:
    """Only the node where the moves are made has lost its link: the other one does not know."""
    two_nodes.links[0].cut()
    async with Guest(two_nodes.there, two_nodes.ben.cookie).follow(two_nodes.table) as page:
        await page.receive()
        await shows(page, two_nodes.play())
    two_nodes.is_shown_there(two_nodes.play())


@on_both
async def test_a_connection_that_died_silently_is_noticed(
    two_nodes: TwoNodes, caplog: pytest.LogCaptureFixture
) -> None:
    memory = two_nodes.nodes[1].services.tables.memory
    wait_until(lambda: memory.trust > 0, SOON)
    two_nodes.links[1].go_silent()
    two_nodes.is_shown_there(two_nodes.play())
    wait_until(lambda: "the link to the other processes is down" in caplog.text, SOON)
    wait_until(lambda: memory.trust > 0, SOON)  # by a new connection


@on_redis
async def test_a_seat_taken_elsewhere_is_seen_though_nobody_was_told(two_nodes: TwoNodes) -> None:
    carl = Guest(two_nodes.here)
    table = two_nodes.anke.make_table("saint-malo", "me", "open", name="Anke")
    invitation = two_nodes.anke.invitations(table)[0]
    there = Guest(two_nodes.there)
    assert "Carl" not in there.request("GET", f"/t/{table}").text
    two_nodes.links[0].cut()
    assert carl.sit(invitation, "Carl").status == 303
    wait_until(lambda: "Carl" in there.request("GET", f"/t/{table}").text, SOON)


@on_redis
async def test_messages_of_other_versions_are_left_alone(two_nodes: TwoNodes, redis_prefix: str) -> None:
    known = [node.services.nodes for node in two_nodes.nodes]
    wait_until(lambda: all(len(node.names()) == 1 for node in known), SOON)
    link = RedisLink(two_nodes.links[0].url, redis_prefix)
    old, newer = "abcdef change table", f"{cluster.VERSION}0\tabcdef\tbeat\t"
    await link.send([old, newer, f"{cluster.VERSION}\tabcdef", ""])
    await link.close()
    two_nodes.is_shown_there(two_nodes.play())
    assert not any("abcdef" in node.names() for node in known)


def followed(two: TwoNodes) -> queue.Queue[dict[str, Any]]:
    """The next event of a stream at the second node; the first has come."""
    events: queue.Queue[dict[str, Any]] = queue.Queue()

    def follow() -> None:
        with Client(two.there, two.tokens[1]) as client:
            for event in islice(client.follow(two.table), 2):
                events.put(event)

    threading.Thread(target=follow, daemon=True).start()
    assert events.get(timeout=SOON)["ply"] == two.first_ply
    return events


@pytest.mark.redis
def test_a_stream_is_woken_by_a_message(
    tmp_path: Path, redis_url: str, redis_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, waiting in (
        (reading_again, "COMPARING"),
        (cluster, "TRUST"),
        (subscriptions, "KEEP_ALIVE"),
    ):
        monkeypatch.setattr(module, waiting, 600.0)  # so nothing else can wake it
    with ExitStack() as stack:
        database = f"sqlite:///{tmp_path / 'shared.sqlite3'}"
        two = nodes_on_redis(database, redis_url, redis_prefix, stack)
        events = followed(two)
        assert two.play(1) == events.get(timeout=SOON)["ply"]


@on_redis
def test_a_stream_is_woken_without_a_message(two_nodes: TwoNodes) -> None:
    events = followed(two_nodes)
    two_nodes.links[0].cut()
    assert two_nodes.play(1) == events.get(timeout=SOON)["ply"]


@on_redis
async def test_who_is_connected_is_shown_at_every_node(two_nodes: TwoNodes) -> None:
    table, here, there = two_nodes.table, two_nodes.anke, Guest(two_nodes.there, two_nodes.ben.cookie)

    seats: dict[Page, dict[str, str]] = {}  # what each page shows of the seats

    async def present(page: Page, people: int) -> None:
        shown = seats.setdefault(page, {"seat-0": "", "seat-1": ""})
        async with asyncio.timeout(SOON):
            while "".join(shown.values()).count('class="presence here"') != people:
                changed = (await page.receive()).set
                shown.update({id_: html for id_, html in changed.items() if id_ in shown})

    def shown_to_newcomers() -> int:
        page = Guest(two_nodes.there).request("GET", f"/t/{table}").text
        return page.count('class="presence here"')

    async with there.follow(table) as page:
        await present(page, 1)
        async with here.follow(table):
            await present(page, 2)
        await present(page, 1)
        async with here.follow(table):
            await present(page, 2)
            await asyncio.to_thread(wait_until, lambda: shown_to_newcomers() == 2, SOON)
            two_nodes.links[0].cut()
            await present(page, 1)  # nobody knows who is connected to a node that is not heard of
            two_nodes.links[0].mend()
            await present(page, 2)
            two_nodes.links[1].cut()
        two_nodes.links[1].mend()
        await present(page, 1)  # who left meanwhile is not thought to be there


@pytest.mark.redis
async def test_a_dead_nodes_bots_are_taken_over_and_a_living_nodes_are_not(
    tmp_path: Path, redis_url: str, redis_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "SILENCE", 6.0)  # a living node on a busy machine may be silent for a while
    database = f"sqlite:///{tmp_path / 'shared.sqlite3'}"
    slow = ForkedServer(database, "--redis", redis_url, "--channel", redis_prefix, bot_pace=600.0).start()
    quick = ServerThread(database, redis=redis_url, channel=redis_prefix).start()
    try:
        anke = Guest(slow.base)
        form = [("game", "saint-malo"), ("who", "bot:random"), ("who", "me"), ("start", "A")]
        table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
        bots = quick.services.bots
        anke.request("POST", f"/t/{table}/say", [("text", "Hello")])  # what is no move wakes no second bot
        there = Guest(quick.base, anke.cookie)
        there.request("POST", f"/t/{table}/say", [("text", "Hello")])
        wait_until(lambda: (wait := bots._waits.get(table)) is not None and wait.is_over(4.0))
        assert not bots._tasks  # the slow one says that it thinks
        slow.kill()
        wait_until(lambda: 'class="prompt yours"' in there.request("GET", f"/t/{table}").text)
    finally:
        slow.stop()
        quick.stop()


@pytest.mark.postgres
async def test_a_dead_nodes_time_limits_are_kept_by_another(postgres_url: str) -> None:
    doomed = ForkedServer(postgres_url.replace("+asyncpg", "")).start()
    other = ServerThread(postgres_url).start()
    try:
        table, _, ben = table_of_two(doomed.base, pace="60")
        doomed.kill()
        there = Guest(other.base, ben.cookie)
        wait_until(lambda: table in other.services.deadlines._due, SOON)
        clock.put_forward(61)
        wait_until(lambda: any(line.startswith("A ") for line in record_of(there, table)))
    finally:
        doomed.stop()
        other.stop()
