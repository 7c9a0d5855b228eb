"""Who only watches is sent several moves at once if they come faster than anybody can see; nobody else."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.server.live import open_pages
from citywright.server.live.changes import Change
from citywright.server.live.open_pages import OpenPages
from citywright.server.live.viewer import Viewer
from citywright.server.load.redraw import sample_table
from citywright.server.tables.table import Table

pytestmark = pytest.mark.anyio

_decoder = msgspec.json.Decoder(Change)


class Reader(Viewer):
    """Takes frames at once."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(table, seat, "en", 1000)
        self.changes: list[Change] = []

    def push(self, frame: bytes) -> None:
        self.changes.append(_decoder.decode(frame))


def joined(pages: OpenPages, table: Table, seat: int) -> Reader:
    """Somebody who has just opened the page."""
    reader = Reader(table, seat)
    pages.join(reader, "")
    return reader


def act(table: Table, rng: Rng) -> int:
    """Play anything; returns who acted."""
    actor = table.match.actor
    table.match.play(actor, table.match.state.random_action(rng))
    return actor


async def test_the_moves_of_others_come_together_and_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_pages, "WATCHING_PACE", 1.0)
    pages, rng = OpenPages(), Rng(3)
    table = sample_table(find_game("saint-malo"), with_bot=False)
    readers = {seat: joined(pages, table, seat) for seat in (CHANCE, 0, 1, 2)}
    turns = 0
    for _ in range(60):
        actor = act(table, rng)
        pages.show_change(table)
        assert readers[actor].changes[-1].at == table.at, "who acts sees it at once"
        now = table.match.actor
        assert readers[now].changes[-1].at == table.at, "and who is to act next"
        turns += now != actor
    assert turns > 0
    assert len(readers[CHANCE].changes) < 50, "most came together"
    async with asyncio.timeout(30):
        while any(reader.changes[-1].at != table.at for reader in readers.values()):
            await asyncio.sleep(0.05)
    for seat, reader in readers.items():
        assert reader.changes[-1].at == table.at, f"seat {seat} was told the end"
        shown: list[str] = []
        at = None
        for change in reader.changes:
            assert change.since is None or change.since == at, "nothing was left out"
            at = change.at
            del shown[change.keep :]
            shown += change.log
        assert len(shown) == table.match.ply


async def test_a_page_that_is_opened_meanwhile_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_pages, "WATCHING_PACE", 600.0)
    pages, rng = OpenPages(), Rng(4)
    table = sample_table(find_game("milestones"), with_bot=False)
    watcher = joined(pages, table, CHANCE)
    for _ in range(5):
        act(table, rng)
        pages.show_change(table)
    assert watcher.changes[-1].at != table.at
    newcomer = joined(pages, table, CHANCE)
    assert [change.since for change in newcomer.changes] == [None], "no change of a page they do not have"
    assert newcomer.changes[-1].at == table.at
    assert watcher.changes[-1].at == table.at, "the page is shared: all who have it are told"


async def test_somebody_who_leaves_while_a_change_waits_does_no_harm() -> None:
    pages, rng = OpenPages(), Rng(5)
    table = sample_table(find_game("mauerbauer"), with_bot=False)
    watcher = joined(pages, table, CHANCE)
    for _ in range(3):
        act(table, rng)
        pages.show_change(table)
    pages.leave(watcher)
    told = len(watcher.changes)
    await asyncio.sleep(2 * open_pages.WATCHING_PACE)
    assert len(watcher.changes) == told


async def test_frames_for_a_page_that_reads_lines_go_out_together() -> None:
    table = sample_table(find_game("saint-malo"), with_bot=False)
    viewer = Viewer(table, 0, "en", 10, reads_lines=True)
    sent: list[bytes] = []
    heard = asyncio.Event()

    async def send(message: bytes) -> None:
        sent.append(message)
        heard.set()

    viewer.push(b"change")
    viewer.answer(b"answer")
    task = asyncio.create_task(viewer.run(send, lambda: b"whole"))
    await asyncio.wait_for(heard.wait(), 10)
    assert sent == [b"change\nanswer"]
    task.cancel()
