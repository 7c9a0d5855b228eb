"""What goes over the wire of a stream."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import requests

from citywright.catalogue import find_game
from citywright.server.settings import async_url
from citywright.server.storage.database import Database, wait_for_database
from citywright.server.storage.writer import Writer
from citywright.server.tables import subscriptions
from citywright.server.tables.service import TableService
from tests.server.players_at_tables import table_of_two
from tests.server.server_thread import serving


def test_a_sign_of_life_is_a_comment_and_no_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "KEEP_ALIVE", 0.1)
    with serving(tmp_path) as server:
        address = f"{server.base}/api/tables/{table_of_two(server.base)[0]}/stream"
        with requests.get(address, stream=True, timeout=30) as response:
            sent = b""
            for chunk in response.iter_content(None):
                sent += chunk
                if sent.count(b"still here") >= 2:
                    break
    first, *signs = sent.decode().split("\r\n\r\n")
    assert first.splitlines()[1] == "event: change"
    assert signs[0] == ": still here"


@pytest.mark.anyio
async def test_a_move_while_another_is_being_sent_is_not_forgotten(tmp_path: Path) -> None:
    """A subscriber that is slow to take a change is sent the next one too."""
    database = Database(async_url(f"sqlite:///{tmp_path / 'tables.sqlite3'}"))
    await wait_for_database(database)
    writer = Writer(database)
    writer.start()
    tables, told = TableService(database, writer, 10), subscriptions.Subscriptions()
    tables.on_change.append(told.wake)
    table = await tables.find(await tables.make(find_game("milestones"), ["open", "open"]))
    changes = told.changes(tables, table, -1, 0)
    try:
        async with asyncio.timeout(60):
            change = await anext(changes)
            for _ in range(6):
                sent = change
                assert sent is not None
                await tables.play(table, table.actor, table.match.legal_words()[0], table.match.ply)
                change = await anext(changes)  # until now the subscriber was taking the last one
                assert change is not None
                assert (change.since, change.ply) == (sent.ply, table.match.ply)
    finally:
        await changes.aclose()
        await writer.stop()
        await database.close()
