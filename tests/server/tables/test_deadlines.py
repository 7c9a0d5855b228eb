"""Deadlines, leaving and coming back: a bot plays on, and the player can always return."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from citywright.server import clock
from citywright.server.load.page_client import Guest
from citywright.server.players.bot_workers import BotRequest
from citywright.server.storage.schema import seats
from citywright.server.tables.player_actions import PATIENCE
from tests.server.players_at_tables import DAY, record_of, table_of_two
from tests.server.server_thread import ServerThread, serving, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("pace")) as inside:
        yield inside


def test_out_of_time_a_bot_plays_until_the_player_returns(server: ServerThread) -> None:
    table, anke, ben = table_of_two(server.base, pace=str(DAY))
    page = anke.request("GET", f"/t/{table}").text
    assert "data-until" in page
    clock.put_forward(DAY - 60)
    assert record_of(ben, table) == []
    clock.put_forward(120)
    wait_until(lambda: any(line.startswith("A ") for line in record_of(ben, table)))
    wait_until(lambda: 'class="prompt yours"' in ben.request("GET", f"/t/{table}").text)
    assert "A bot plays for you." in anke.request("GET", f"/t/{table}").text
    assert anke.request("POST", f"/t/{table}/return", []).status == 303
    assert "A bot plays for you." not in anke.request("GET", f"/t/{table}").text
    clock.put_forward(2 * DAY)  # now Ben is away: his bot plays until Anke is to act, and waits for her
    wait_until(lambda: any(line.startswith("B ") for line in record_of(anke, table)))
    wait_until(lambda: 'class="prompt yours"' in anke.request("GET", f"/t/{table}").text)


@pytest.fixture
def set_clock() -> Iterator[Callable[[float], None]]:
    """Sets the clock of the machine by some seconds, until the test is over."""
    moved: list[float] = []

    def set_by(seconds: float) -> None:
        moved.append(seconds)
        clock.set_by(seconds)

    yield set_by
    clock.set_by(-sum(moved))


@pytest.mark.parametrize("seconds", [7200, -3600], ids=["forward", "back"])
def test_a_clock_that_is_set_ends_nobodys_time_and_gives_nobody_more(
    server: ServerThread, set_clock: Callable[[float], None], seconds: float
) -> None:
    long, _, ben = table_of_two(server.base, pace="600")
    short, anke, _ = table_of_two(server.base, pace="60")
    set_clock(seconds)
    clock.put_forward(61)
    wait_until(lambda: record_of(anke, short) != [])
    assert record_of(ben, long) == []
    clock.put_forward(540)
    wait_until(lambda: record_of(ben, long) != [])


@pytest.mark.parametrize("seconds", [7200, -3600], ids=["forward", "back"])
def test_a_clock_that_is_set_lets_nobody_call_a_bot_in_sooner_or_later(
    server: ServerThread, set_clock: Callable[[float], None], seconds: float
) -> None:
    table, _, ben = table_of_two(server.base)
    set_clock(seconds)
    assert ben.request("POST", f"/t/{table}/call", []).status == 403
    clock.put_forward(PATIENCE / 1000 + 1)
    assert ben.request("POST", f"/t/{table}/call", []).status == 303


def test_a_waiting_bot_is_attended_to_though_the_clock_was_set_back(
    tmp_path: Path, set_clock: Callable[[float], None]
) -> None:
    form = [("game", "saint-malo"), ("who", "bot:random"), ("who", "me"), ("start", "A")]
    with serving(tmp_path, bot_pace=600.0) as first:
        anke = Guest(first.base)
        table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    set_clock(-3600)
    with serving(tmp_path) as second:
        again = Guest(second.base, anke.cookie)
        wait_until(lambda: 'class="prompt yours"' in again.request("GET", f"/t/{table}").text)


@pytest.mark.parametrize("path", ["/", "/mine"])
def test_lists_show_deadlines_with_the_script_that_counts_down(server: ServerThread, path: str) -> None:
    _, anke, _ = table_of_two(server.base, pace=str(DAY))
    page = anke.request("GET", path).text
    assert "<time data-until=" in page
    assert re.search(r'<script type="module" src="[^"]*/countdown\.js"', page)


def test_who_comes_back_in_time_is_not_played_for(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even by a bot that has begun to think."""
    bots, thinking, may_play = server.services.bots, threading.Event(), threading.Event()
    decide = bots.workers.decide

    async def decide_slowly(request: BotRequest) -> str:
        decision = await decide(request)
        if request.table == table:
            thinking.set()
            await asyncio.to_thread(may_play.wait, 60)
        return decision

    table, anke, _ = table_of_two(server.base)
    monkeypatch.setattr(bots.workers, "decide", decide_slowly)
    before = record_of(anke, table)
    anke.request("POST", f"/t/{table}/leave", [])
    assert thinking.wait(60)
    anke.request("POST", f"/t/{table}/return", [])
    may_play.set()
    wait_until(lambda: table not in bots._tasks)
    assert record_of(anke, table) == before


def test_who_leaves_is_replaced_and_can_come_back(server: ServerThread) -> None:
    table, anke, ben = table_of_two(server.base)
    assert anke.request("POST", f"/t/{table}/leave", []).status == 303
    wait_until(lambda: 'class="prompt yours"' in ben.request("GET", f"/t/{table}").text)
    assert ben.request("POST", f"/t/{table}/leave", []).status == 303
    wait_until(lambda: 'id="ending-title"' in ben.request("GET", f"/t/{table}").text, 250)
    assert ben.request("POST", f"/t/{table}/leave", []).status == 422


def test_a_bot_is_called_in_only_for_who_is_awaited_and_away(server: ServerThread) -> None:
    table, anke, ben = table_of_two(server.base)
    refused = ben.request("POST", f"/t/{table}/call", [])
    assert refused.status == 403
    assert "seconds" in refused.text
    assert Guest(server.base).request("POST", f"/t/{table}/call", []).status == 403
    clock.put_forward(PATIENCE / 1000 + 1)
    assert ben.request("POST", f"/t/{table}/call", []).status == 303
    wait_until(lambda: record_of(anke, table) != [])


@pytest.mark.parametrize(("pace", "has_left"), [("0", False), ("600", True)])
def test_only_who_has_to_be_there_has_left_when_a_bot_is_called_in(
    server: ServerThread, pace: str, has_left: bool
) -> None:
    table, _, ben = table_of_two(server.base, pace=pace)
    clock.put_forward(PATIENCE / 1000 + 1)
    assert ben.request("POST", f"/t/{table}/call", []).status == 303
    assert server.loop is not None
    seat = asyncio.run_coroutine_threadsafe(_seat_row(server, table), server.loop).result(60)
    assert seat.deputy is not None
    assert (seat.left_at is not None) is has_left


async def _seat_row(server: ServerThread, table: str) -> Any:
    query = select(seats).where(seats.c.table_id == table, seats.c.seat == 0)
    return await server.services.database.ask(lambda reading: reading.execute(query).one())


def test_nobody_calls_a_bot_in_before_the_days_that_were_agreed_on_are_over(server: ServerThread) -> None:
    table, anke, ben = table_of_two(server.base, pace=str(3 * DAY))
    clock.put_forward(2 * DAY)
    assert ben.request("POST", f"/t/{table}/call", []).status == 403
    assert record_of(anke, table) == []


def test_an_open_seat_can_be_played_by_a_bot_until_someone_comes(server: ServerThread) -> None:
    anke = Guest(server.base)
    form = [("game", "saint-malo"), ("who", "open"), ("who", "me"), ("start", "A")]
    table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    link = anke.invitations(table)[0]
    assert anke.request("POST", f"/t/{table}/call", []).status == 303
    wait_until(lambda: 'class="prompt yours"' in anke.request("GET", f"/t/{table}").text)
    carl = Guest(server.base)
    assert carl.sit(link, "Carl").status == 303
    assert "A bot plays for you." not in carl.request("GET", f"/t/{table}").text


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("pace", "17", 400),
        ("pace", "x", 400),
        ("start", "C", 400),
        ("start", "<script>", 400),
        ("layout", "nothing = 1", 400),
        ("layout", "[" * 5000, 400),
        ("undo", "no", 303),
    ],
)
def test_terms_are_checked(server: ServerThread, field: str, value: str, status: int) -> None:
    form = [("game", "saint-malo"), ("who", "me"), ("who", "bot:random"), (field, value)]
    answer = Guest(server.base).request("POST", "/tables", form)
    assert answer.status == status, answer.text
    assert "<script>" not in answer.text


def test_nothing_is_taken_back_where_that_was_agreed(server: ServerThread) -> None:
    anke = Guest(server.base)
    form = [("game", "saint-malo"), ("who", "me"), ("who", "open"), ("start", "A"), ("undo", "no")]
    table = anke.request("POST", "/tables", form).location.rpartition("/")[2]
    answer = anke.request("POST", f"/t/{table}/undo", [("ply", "0"), ("epoch", "0")])
    assert answer.status == 422
    assert "Undo is off at this table" in answer.text
