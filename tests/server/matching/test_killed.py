"""Servers are killed again and again while people find each other: nobody sits twice, nobody is forgotten."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence

import httpx
import pytest
from sqlalchemy import func, select

from citywright.server.load.page_client import Answer, Guest
from citywright.server.matching.fitting import PATIENCE, Search, parties
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import room_seats, searches
from tests.server.server_process import ForkedServer

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

PEOPLE = 10
WISHES = ("saint-malo 2", "saint-malo 3", "milestones 2")
EVERY = 0.2  # seconds between two questions of a page


class Stranger(threading.Thread):
    """Looks for people, sits down with them, leaves, and looks again; whatever breaks is tried once more."""

    def __init__(self, bases: Sequence[str], number: int) -> None:
        super().__init__(daemon=True)
        self._bases = bases
        self._rng = random.Random(number)
        self._guest = Guest(bases[0])
        self._name = f"Stranger {number}"
        self.rooms: list[str] = []  # where they were seated
        self.goes_on = True
        self.is_looking = False
        self.trouble: BaseException | None = None

    def run(self) -> None:
        try:
            while self.goes_on or self.is_looking:
                self._look_for_people()
                self._wait_and_leave()
        except BaseException as error:  # noqa: BLE001 - the test tells it
            self.trouble = error

    def give_up(self) -> None:
        """Look no more, and wait for nobody."""
        self.goes_on = self.is_looking = False

    def _ask(self, path: str, form: list[tuple[str, str]] | None = None) -> Answer | None:
        """An answer, or nothing: the server has died."""
        self._guest.base = self._rng.choice(self._bases)
        try:
            answer = self._guest.request("POST", path, form)
        except httpx.TransportError:
            time.sleep(EVERY)
            return None
        assert answer.status < 500, (path, answer.text)
        return answer

    def _look_for_people(self) -> None:
        """Is known to look, or to sit, when this ends."""
        wished = [("wish", wish) for wish in self._rng.sample(WISHES, self._rng.randint(1, 2))]
        self.is_looking = True
        while self.is_looking:
            if self._ask("/find", [("name", self._name), ("pace", "live"), *wished]) is not None:
                return
            news = self._news() if self._guest.cookie else None
            if news is not None and (news["is_looking"] or news["found"]):
                return  # it was done, though nobody said so

    def _wait_and_leave(self) -> None:
        while self.is_looking:
            news = self._news()
            if news is not None and news["found"]:
                room = news["found"]["address"].partition("?")[0].rpartition("/")[2]
                self.rooms.append(room)
                while (left := self._ask(f"/rooms/{room}/leave", [])) is None:
                    pass
                assert left.status in (303, 403), left.text  # the second if it was done before
                while self._ask(f"/find/news?arrived={room}") is None:
                    pass
                self.is_looking = False
                return
            if news is not None:
                assert news["is_looking"], f"{self._name} was forgotten"
            time.sleep(EVERY)

    def _news(self) -> dict | None:
        answer = self._ask("/find/news")
        return None if answer is None else json.loads(answer.text)


async def twice(store: Database) -> list[str]:
    """Who sits in two rooms."""
    query = select(room_seats.c.guest_id).group_by(room_seats.c.guest_id).having(func.count() > 1)
    return await store.ask(lambda reading: list(reading.execute(query).scalars()))


async def still_fit(store: Database) -> list[object]:
    """Those who wait and could be seated together."""
    query = select(searches).where(searches.c.room_id.is_(None))
    rows = await store.ask(lambda reading: reading.execute(query).all())
    names = ("guest_id", "game", "seats", "pace")
    waiting = [Search(since=0, **{name: getattr(row, name) for name in names}) for row in rows]
    return list(parties(waiting, [], 2 * PATIENCE))


@pytest.mark.parametrize(
    ("nodes", "kills"), [(2, 2), *(pytest.param(nodes, 8, marks=pytest.mark.long) for nodes in (1, 2))]
)
async def test_servers_are_killed_while_people_find_each_other(database: str, nodes: int, kills: int) -> None:
    servers = [ForkedServer(database) for _ in range(nodes)]
    for server in servers:
        await asyncio.to_thread(server.start)
    store, rng = Database(async_url(database)), random.Random(nodes)
    strangers = [Stranger([server.base for server in servers], number) for number in range(PEOPLE)]
    try:
        for stranger in strangers:
            stranger.start()
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(0.3, 1.5))
            assert await twice(store) == []
            killed = rng.choice(servers)
            await asyncio.to_thread(killed.kill)
            assert await twice(store) == []
            await asyncio.to_thread(killed.start)
        for stranger in strangers:
            stranger.goes_on = False
        async with asyncio.timeout(60):  # those who are left do not fit together
            while await still_fit(store):
                await asyncio.sleep(EVERY)
        for stranger in strangers:
            stranger.give_up()
            await asyncio.to_thread(stranger.join, 60)
            assert stranger.trouble is None, repr(stranger.trouble)
        assert await twice(store) == []
        seatings = Counter(room for stranger in strangers for room in stranger.rooms)
        assert len(seatings) >= kills
        assert set(seatings.values()) <= {1, 2, 3}
    finally:
        for stranger in strangers:
            stranger.give_up()
        await store.close()
        for server in servers:
            await asyncio.to_thread(server.kill)
