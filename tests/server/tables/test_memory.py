"""Tables in memory: there is one object for a table as long as anybody holds it."""

from __future__ import annotations

import asyncio
import gc
import random
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from citywright.client import Client
from citywright.server.load.page_client import Guest
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.tables.memory import TableMemory
from tests.server.players_at_tables import make_token, play_some, table_of_two, two_guests
from tests.server.server_thread import serving, wait_until

pytestmark = pytest.mark.anyio


def test_a_table_that_left_the_cache_while_its_bot_thought_does_not_stay_behind(tmp_path: Path) -> None:
    with serving(tmp_path, cached_tables=1, bot_pace=1.0) as server:
        anke = Guest(server.base)
        other = anke.make_table("saint-malo", "me", "open", name="Anke")
        form = [("game", "saint-malo"), ("who", "bot:random"), ("who", "me"), ("start", "A")]
        table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
        assert anke.request("GET", f"/t/{other}").status == 200  # and the first one leaves the cache
        assert 'class="prompt yours"' not in anke.request("GET", f"/t/{table}").text  # the bot thinks
        wait_until(lambda: 'class="prompt yours"' in anke.request("GET", f"/t/{table}").text)
        with Client(server.base, make_token(anke)) as client:
            assert client.actions(table)["actor"] == "B"


async def test_tables_nobody_holds_are_let_go(tmp_path: Path) -> None:
    with serving(tmp_path, cached_tables=2) as server:
        made = [table_of_two(server.base)[0] for _ in range(4)]
        memory = server.services.tables.memory
        for table in made:
            Guest(server.base).request("GET", f"/api/tables/{table}")
        await asyncio.to_thread(wait_until, lambda: gc.collect() >= 0 and len(memory.all()) == 2)
        assert {table.id for table in memory.all()} == set(made[-2:])


async def test_a_table_is_one_object_though_its_first_reading_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three ask at once: the first is told that the database failed, the others get the same object."""
    with serving(tmp_path) as server:
        table_id = table_of_two(server.base)[0]
    database = Database(async_url(f"sqlite:///{tmp_path / 'inside.sqlite3'}"))
    memory = TableMemory(database, 10, lambda _: None)
    read, is_first = memory._read, True

    async def fail_at_first(table_id: str) -> object:
        nonlocal is_first
        await asyncio.sleep(0)
        if is_first:
            is_first = False
            raise OperationalError("SELECT", {}, OSError("gone"))
        return await read(table_id)

    monkeypatch.setattr(memory, "_read", fail_at_first)
    first, second = (asyncio.create_task(memory.find(table_id)) for _ in range(2))
    with pytest.raises(OperationalError):
        await first
    third = asyncio.create_task(memory.find(table_id))
    assert await second is await third
    await database.close()


async def test_after_a_rematch_a_table_is_as_its_rows_say(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table_id, anke, ben = two_guests(server.base, "mauerbauer")
        async with anke.follow(table_id) as one, ben.follow(table_id) as two:
            await asyncio.gather(one.receive(), two.receive())
            await play_some([one, two], 2000, random.Random(1))
        rematch = anke.rematch(table_id)
        memory = server.services.tables.memory
        table = memory.cached(table_id)
        assert table is not None
        assert (table.rematch_id, ben.rematch(table_id)) == (rematch, rematch)
        assert f"/t/{rematch}" in ben.request("GET", f"/t/{table_id}").text
        database = Database(async_url(f"sqlite:///{tmp_path / 'inside.sqlite3'}"))
        again = await TableMemory(database, 10, lambda _: None).find(table_id)
        assert (again.rematch_id, again.marks, again.at) == (rematch, table.marks, table.at)
        await database.close()
