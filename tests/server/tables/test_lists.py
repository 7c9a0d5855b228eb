"""Lists of tables come from columns: the same as the tables themselves say, and no game is replayed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from citywright.client import Client
from citywright.server.load.page_client import Guest
from citywright.text.phrases import with_minus
from tests.server.players_at_tables import GAMES, make_token, play_some, two_guests
from tests.server.server_thread import serving


@pytest.mark.anyio
async def test_listed_tables_are_what_the_tables_say_and_none_is_read(tmp_path: Path) -> None:
    tables: dict[str, tuple[Guest, Guest]] = {}
    with serving(tmp_path) as first:
        for number, game in enumerate(GAMES):
            table, anke, ben = two_guests(first.base, game)
            tables[table] = (anke, ben)
            async with anke.follow(table) as one, ben.follow(table) as two:
                await one.receive()
                await two.receive()
                await play_some([one, two], 30, random.Random(number))
        unplayed = anke.request(
            "POST", "/tables", [("game", GAMES[0]), ("who", "me"), ("who", "open"), ("start", "A")]
        ).location.rpartition("/")[2]
    with serving(tmp_path) as server:  # a new process has nothing in memory
        for table, people in [*tables.items(), (unplayed, (anke, anke))]:
            guest = Guest(server.base, people[0].cookie)
            token = make_token(guest)
            feed = guest.request("GET", "/notices").text.partition("/feed/")[2].partition('"')[0]
            for path in ("/", "/mine", "/notices", f"/feed/{feed}"):
                assert guest.request("GET", path).status == 200
            with Client(server.base, token) as client:
                listed = [info for info in client.tables() if info["id"] == table]
                assert server.services.tables.cached(table) is None
                assert listed == [client.table(table)]


@pytest.mark.anyio
async def test_a_finished_game_is_listed_with_its_points(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table, anke, ben = two_guests(server.base)
        async with anke.follow(table) as one, ben.follow(table) as two:
            await one.receive()
            await two.receive()
            await play_some([one, two], 10_000, random.Random(1))
        assert one.over
        with Client(server.base, make_token(anke)) as client:
            points = [seat["points"] for seat in client.table(table)["seats"]]
            assert table not in [info["id"] for info in client.tables()]
        server.services.tables.forget(table)
        page = anke.request("GET", "/mine").text
        assert f"Anke {with_minus(points[0])}, Ben {with_minus(points[1])}" in page
        assert server.services.tables.cached(table) is None
