"""Whatever is wrong at one table or with one message, the others are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from citywright.server import clock
from citywright.server.storage.schema import calls, devices, seats, tables, turns_told
from tests.server.notices.push_service import Browser, Endpoint, listening
from tests.server.notices.rows import rows
from tests.server.players.rows import changed
from tests.server.players_at_tables import DAY, table_of_two
from tests.server.server_thread import ServerThread, serving, wait_until

A_MOMENT = 5  # seconds: more than anything waits before it is sent


@pytest.fixture
def service() -> Iterator[Endpoint]:
    with listening() as endpoint:
        yield endpoint


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with serving(tmp_path, inner_addresses=True) as inside:
        yield inside


def now(server: ServerThread, coroutine: Any) -> Any:
    assert server.loop is not None
    return asyncio.run_coroutine_threadsafe(coroutine, server.loop).result(60)


def test_tables_of_games_nobody_knows_keep_no_turn_from_being_told(tmp_path: Path, service: Endpoint) -> None:
    with serving(tmp_path, inner_addresses=True) as before:
        database = before.settings.database
        made = [table_of_two(before.base, pace=str(DAY)) for _ in range(5)]
        for table, anke, _ in made:
            anke.request("POST", f"/t/{table}/leave", [])
        told = select(turns_told.c.table_id).where(turns_told.c.seat == 1)
        ids = [table for table, _, _ in made]
        wait_until(lambda: {row.table_id for row in rows(database, told)} == set(ids))
        between = sorted(ids)[1:-1]  # however they are looked through: another comes before it
        known, _, ben = next(one for one in made[1:-1] if one[0] in between)
        browser = Browser(service, "/ben")
        browser.subscribe(ben)
    # The process has died before it noted the turns; the next one does not know the game of the others.
    changed(database, delete(calls))
    changed(database, delete(turns_told))
    changed(database, update(tables).where(tables.c.id != known).values(game="whist"))
    with serving(tmp_path, inner_addresses=True):
        clock.put_forward(A_MOMENT)
        wait_until(lambda: rows(database, select(calls).where(calls.c.kind == "turn")))
        clock.put_forward(A_MOMENT)
        wait_until(lambda: browser.arrived)
        assert browser.read()["address"] == f"/t/{known}"


def test_a_table_that_is_gone_holds_nothing_up(server: ServerThread) -> None:
    watch, database = server.services.notices.watch, server.settings.database
    gone, _, _ = table_of_two(server.base, pace=str(DAY))
    table = now(server, server.services.tables.find(gone))
    wait_until(lambda: not watch.waiting)
    for kept in (turns_told, calls, seats):
        changed(database, delete(kept).where(kept.c.table_id == gone))
    assert changed(database, delete(tables).where(tables.c.id == gone)) == 1
    assert server.loop is not None
    server.loop.call_soon_threadsafe(watch.table_changed, table)
    wait_until(lambda: not watch.waiting)
    other, _, _ = table_of_two(server.base, pace=str(DAY))
    told = select(turns_told.c.table_id)
    wait_until(lambda: [row.table_id for row in rows(database, told)] == [other])
    changed(database, delete(turns_told))  # as if this process had just come: it looks for what is left
    clock.put_forward(A_MOMENT)
    wait_until(lambda: [row.table_id for row in rows(database, told)] == [other])


def test_a_message_that_cannot_be_written_keeps_no_other_from_being_sent(
    server: ServerThread, service: Endpoint
) -> None:
    database, notices = server.settings.database, server.services.notices
    _, anke, ben = table_of_two(server.base)
    for guest, path in ((anke, "/anke"), (ben, "/ben")):
        Browser(service, path).subscribe(guest)
    of = {row.endpoint.rpartition("/")[2]: row.guest_id for row in rows(database, select(devices))}
    words: dict[str, Any] = {"words": "{game} is over", "game": "milestones", "due": clock.now_ms() + 60_000}
    assert now(server, notices.tell(of["anke"], "event", key="odd", **words))
    assert changed(database, update(calls).values(parts="{")) == 1
    assert now(server, notices.tell(of["ben"], "event", key="good", **words))
    clock.put_forward(61)
    wait_until(lambda: service.of("/ben"))
    assert now(
        server, notices.tell(of["ben"], "event", key="next", words="{game} is over", game="milestones")
    )
    wait_until(lambda: len(service.of("/ben")) == 2)
    assert service.of("/anke") == []
