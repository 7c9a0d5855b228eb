"""A database filled with many games is one a server could have written; long lists are read page by page."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from citywright.server.errors import Refusal
from citywright.server.load.fill import Wanted, fill
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.schema import accounts, seats, tables
from citywright.server.storage.writer import Writer
from citywright.server.tables.lists import TableLists, place_of
from citywright.server.tables.service import TableService

FINISHED, RUNNING = 12, 3


@pytest.mark.anyio
async def test_filled_games_are_whole_and_listed_in_pages(database: str) -> None:
    told: list[tuple[int, int]] = []
    wanted = Wanted(FINISHED, RUNNING, of_one=FINISHED, seed=4, game="saint-malo", more_seats=0)
    login = await fill(database, wanted, lambda done, total: told.append((done, total)))
    assert told[-1] == (FINISHED + RUNNING, FINISHED + RUNNING)
    store = Database(async_url(database))
    async with store.read() as connection:
        of_login = select(accounts.c.guest_id).where(accounts.c.login == login)
        guest = (await connection.execute(of_login)).scalar_one()
        own = select(tables.c.id, tables.c.ended).join(seats).where(seats.c.guest_id == guest)
        ended = {row.id: row.ended for row in await connection.execute(own.distinct())}
        everything = list((await connection.execute(select(tables.c.id))).scalars())
    lists = TableLists(store)
    listed, before, pages = [], "", 0
    while True:
        page = await lists.finished_of(guest, before, most=5)
        listed += page.tables
        pages += 1
        if not page.older:
            break
        before = page.older
    assert pages == 3
    assert [summary.id for summary in listed] == sorted(
        ended, key=lambda id_: (ended[id_], id_), reverse=True
    )
    service = TableService(store, Writer(store), 100)
    for table_id in everything:  # every one of them is replayed, its dice are checked
        table = await service.find(table_id)
        assert table.match.over == (table_id in ended)
    for summary in listed:
        table = await service.find(summary.id)
        assert (summary.points, summary.ply) == (table.match.state.scores(), table.match.ply)
    await store.close()


@pytest.mark.parametrize("place", ["x", "-1.a", "1.\x00", "99999999999999999999.a", "١.a", "1." + 33 * "a"])
def test_a_place_that_no_list_has_said_is_refused(place: str) -> None:
    with pytest.raises(Refusal):
        place_of(place)
