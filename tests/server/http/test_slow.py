"""What is slow leaves one line that says where the time went, and nothing about anybody."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from citywright.server.http.logs import JsonLines
from citywright.server.http.watchdog import Watchdog
from citywright.server.load.page_client import Guest
from citywright.server.spans import COMMIT, OTHER, READ, THINKING, Traced, span
from tests.server.players_at_tables import two_pages
from tests.server.server_thread import ServerThread, wait_until

pytestmark = pytest.mark.anyio


def lines(caplog: pytest.LogCaptureFixture, fact: str = "spans") -> list[dict]:
    """What was logged about slowness, as a host reads it: the lines with a fact."""
    told = [json.loads(JsonLines().format(it)) for it in caplog.records if it.name == "citywright.slow"]
    return [line for line in told if fact in line]


async def test_time_is_told_by_what_it_was_spent_on(caplog: pytest.LogCaptureFixture) -> None:
    with Traced("it was slow", 0.0001, route="/t/{table_id}"):
        with span(READ):
            await asyncio.sleep(0.03)
            with span(COMMIT):
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.01)
    (line,) = lines(caplog)
    assert line["message"] == "it was slow"
    assert line["route"] == "/t/{table_id}"
    spans = line["spans"]
    assert list(spans) == [COMMIT, READ, OTHER]
    assert spans[READ] >= 29  # without what was spent inside
    assert spans[COMMIT] >= 19
    assert line["ms"] == pytest.approx(sum(spans.values()), abs=1)


async def test_what_is_quick_or_thinks_elsewhere_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    with Traced("it was slow", 1000), span(READ):
        pass
    with Traced("it was slow", 1000) as traced:
        with span(THINKING):
            pass
        traced.spent[THINKING] = 5000.0
        traced.until = time.perf_counter() + 5500
    with Traced("it was slow", 0.0):
        await asyncio.sleep(0.01)
    with span(READ):  # nothing is traced here
        pass
    assert lines(caplog) == []


async def test_tasks_that_go_on_do_not_disturb(caplog: pytest.LogCaptureFixture) -> None:
    """A bot whose turn begins within a message is traced by itself."""
    ended = asyncio.Event()

    async def bot() -> None:
        with Traced("a bot was slow", 0.0001), span(COMMIT):
            await ended.wait()

    with Traced("a message was slow", 0.0001):
        task = asyncio.create_task(bot())
        with span(READ):
            await asyncio.sleep(0.01)
    ended.set()
    await task
    message, bot_line = lines(caplog)
    assert set(message["spans"]) <= {READ, OTHER}
    assert set(bot_line["spans"]) <= {COMMIT, OTHER}


async def test_the_loop_that_stands_still_is_named(caplog: pytest.LogCaptureFixture) -> None:
    blocked: list[float] = []
    watchdog = Watchdog(blocked.append, limit=0.02)
    watchdog.start()

    def somebody_sleeps(secret: str) -> None:
        time.sleep(0.4)

    found: list[dict] = []
    while not found:  # the watchdog itself may have to wait on a busy machine
        somebody_sleeps("nobody may read this")
        await asyncio.sleep(0.05)
        found = [line for line in lines(caplog, "in") if "somebody_sleeps" in line["in"]]
    await watchdog.stop()
    assert blocked
    assert found[0]["message"] == "everybody had to wait: the event loop stood still"
    assert "nobody may read this" not in json.dumps(lines(caplog, "in"))


@pytest.fixture
def slow_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[ServerThread]:
    """A server to which everything is slow."""
    caplog.set_level(logging.INFO)
    server = ServerThread(f"sqlite:///{tmp_path / 'slow.sqlite3'}", slow=1e-9).start()
    yield server
    server.stop()


async def test_requests_messages_and_bots_are_traced(
    slow_server: ServerThread, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_pages(slow_server.base) as (page, _):
        await page.play(page.choices()[0])
    guest = Guest(slow_server.base)
    form = [("game", "saint-malo"), ("name", "Anke"), ("who", "bot:random"), ("who", "me"), ("start", "A")]
    made = await asyncio.to_thread(guest.request, "POST", "/tables", form)
    table = made.location.rpartition("/")[2]
    bots = "a bot's turn was slow"
    await asyncio.to_thread(wait_until, lambda: any(line["message"] == bots for line in lines(caplog)))
    told = lines(caplog)
    spent: dict[str, set[str]] = {}
    for line in told:
        spent.setdefault(line["message"], set()).update(line["spans"])
    assert spent["a message was slow"] >= {"commit", "draw"}
    assert spent["a request was slow"] >= {"read", "write", "other"}
    assert spent[bots] >= {"thinking"}
    assert {line["route"] for line in told if line["message"] == "a request was slow"} >= {"/tables"}
    assert not [word for word in (table, guest.cookie, "Anke", "Ben") if word in json.dumps(told)]
