"""A slow viewer delays nobody, and is sent the whole page once it reads again."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from citywright.server.live.viewer import TooSlow, Viewer
from tests.server.players_at_tables import play_some, settled, two_guests
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.anyio


def make_viewer(limit: int) -> Viewer:
    table: Any = None
    return Viewer(table, 0, "en", limit)


async def test_a_lagging_viewer_gets_the_whole_page_instead() -> None:
    viewer = make_viewer(limit=3)
    sent: list[bytes] = []
    for number in range(10):
        viewer.push(b"%d" % number)
    viewer.answer(b"answer")

    async def send(frame: bytes) -> None:
        sent.append(frame)

    task = asyncio.create_task(viewer.run(send, lambda: b"whole"))
    await asyncio.sleep(0.01)
    assert sent == [b"whole", b"answer"]
    viewer.push(b"10")
    await asyncio.sleep(0.01)
    assert sent == [b"whole", b"answer", b"10"]
    task.cancel()


async def test_a_client_that_does_not_read_answers_is_disconnected() -> None:
    viewer = make_viewer(limit=2)
    for _ in range(8):
        viewer.answer(b"answer")
    with pytest.raises(TooSlow):
        viewer.answer(b"answer")


async def test_a_deaf_page_slows_no_table(served: ServerProcess) -> None:
    table, anke, ben = two_guests(served.base)
    async with anke.follow(table) as one, ben.follow(table) as two, anke.follow(table, max_queue=1) as deaf:
        await one.receive()
        await two.receive()
        async with asyncio.timeout(60):
            await play_some([one, two], 150, random.Random(8))
            await settled(one)  # the last move may have been the other's
        while deaf.at < one.at:  # now it listens: a few old frames, then the whole page
            await deaf.receive()
        assert deaf.choices() == one.choices()
