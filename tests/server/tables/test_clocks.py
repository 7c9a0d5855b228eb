"""Clocks for a whole game: what is left is exact, and is written with the move that used it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from sqlalchemy import insert, select

from citywright.catalogue import find_game
from citywright.server import clock
from citywright.server.errors import ILLEGAL, MALFORMED, Refusal
from citywright.server.players.bot_workers import BotRequest
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.storage.schema import guests, seats
from citywright.server.tables import deadlines
from citywright.server.tables.clocks import left_now
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.new_rows import GUEST, OPEN
from citywright.server.tables.table import Table
from citywright.server.tables.terms import Terms, check_clock

pytestmark = pytest.mark.anyio

TIMED = Terms(start=0, reserve=300, increment=10)


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test lets pass passes."""
    nanoseconds, seconds = time.time_ns(), time.monotonic()
    still = SimpleNamespace(time_ns=lambda: nanoseconds, monotonic=lambda: seconds)
    monkeypatch.setattr(clock, "time", still)
    monkeypatch.setattr(clock, "_set_by", clock._set_by)


@asynccontextmanager
async def running(database: str, *, with_people: bool = False) -> AsyncIterator[Services]:
    settings = Settings(database=database, analyses=False, bot_workers=1, bot_pace=0.0, bot_budget=0.05)
    services = Services(settings)
    await services.start()
    try:
        if with_people:
            async with services.database.write() as connection:
                rows = [{"id": name, "name": name, "created": 1} for name in ("anke", "ben")]
                await connection.execute(insert(guests), rows)
        yield services
    finally:
        await services.stop()


async def new_table(services: Services, game: str = "saint-malo", terms: Terms = TIMED) -> Table:
    table_id = await services.tables.make(find_game(game), [GUEST + "anke", GUEST + "ben"], terms=terms)
    return await services.tables.find(table_id)


def left(table: Table) -> list[int]:
    """Seconds that are left to everybody."""
    found = [left_now(table, seat) or 0 for seat in range(len(table.seats))]
    assert all(milliseconds % 1000 == 0 for milliseconds in found), found
    return [milliseconds // 1000 for milliseconds in found]


async def one_move(services: Services, table: Table, seconds: float, words: str = "") -> int:
    """Whoever is to act thinks for so long and decides; returns the seat."""
    seat = table.actor
    clock.put_forward(seconds)
    await services.tables.play(table, seat, words or table.match.legal_words()[0], table.match.ply)
    return seat


async def test_time_is_used_by_who_thinks_and_a_turn_brings_some(database: str) -> None:
    async with running(database, with_people=True) as services:
        table = await new_table(services)
        assert left(table) == [310, 300], "the first turn brings its increment, too"
        clock.put_forward(20)
        assert left(table) == [290, 300]
        turn = table.match.state.turns()
        while table.match.state.turns() == turn:
            before = left(table)
            assert await one_move(services, table, 3) == 0
        clicks = 20 + 3 * sum(ply.actor == 0 for ply in table.match.plies)
        assert left(table) == [310 - clicks, 310], "one increment for a turn of several decisions"
        assert before[1] == 300
        table_id = table.id
        expected = [seat.time_left for seat in table.seats]
        async with services.database.read() as connection:
            query = select(seats.c.time_left).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            assert list((await connection.execute(query)).scalars()) == expected
    clock.put_forward(30)  # the server is started again: Ben's clock has run on
    async with running(database) as services:
        table = await services.tables.find(table_id)
        assert left(table) == [310 - clicks, 280]
        assert deadline_of(table) is not None


async def test_undo_gives_no_time_back_and_other_nodes_know(database: str) -> None:
    async with running(database, with_people=True) as one, running(database) as two:
        table = await new_table(one)
        while not table.match.can_undo(table.actor):
            await one_move(one, table, 1)
        seat = table.actor
        before = left(table)[seat]
        clock.put_forward(7)
        await one.tables.undo(table, seat, table.match.ply)
        assert left(table)[seat] == before - 7
        clock.put_forward(4)
        there = await two.tables.find(table.id)
        await two.tables.reload(there)
        assert left(there)[seat] == before - 11
        turn = there.match.state.turns()
        assert await one_move(two, there, 2) == seat
        assert there.match.state.turns() == turn, "it was a decision in the middle of a turn"
        assert left(there)[seat] == before - 13


@pytest.mark.parametrize("set_by", [7200, -3600], ids=["forward", "back"])
async def test_a_clock_that_is_set_changes_nothing(database: str, set_by: float) -> None:
    async with running(database, with_people=True) as services:
        table = await new_table(services)
        clock.put_forward(40)
        clock.set_by(set_by)
        assert left(table) == [270, 300]
        await one_move(services, table, 10)
        assert left(table)[0] == 260


async def test_used_up_a_bot_plays_the_turn_and_then_the_player_can_go_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "TICK", 0.02)
    async with running(database, with_people=True) as services:
        table = await new_table(services)
        decide = services.bots.workers.decide
        may_play = asyncio.Event()

        async def decide_later(request: BotRequest) -> str:
            await may_play.wait()
            return await decide(request)

        monkeypatch.setattr(services.bots.workers, "decide", decide_later)
        clock.put_forward(309)
        assert table.seats[0].deputy is None
        clock.put_forward(2)
        await _until(lambda: table.seats[0].deputy is not None)
        assert table.seats[0].time_left == 0
        with pytest.raises(Refusal) as refusal:
            await services.actions.come_back(table, 0)
        assert refusal.value.code == ILLEGAL
        may_play.set()
        await _until(lambda: table.actor == 1)
        assert table.seats[0].time_left == 0, "a turn that a bot plays brings nothing"
        await services.actions.come_back(table, 0)
        while table.actor == 1:
            await one_move(services, table, 1)
        assert left(table)[0] == 10
        since = table.waits_since()
        await services.actions.come_back(table, 0)
        assert table.waits_since() == since, "whoever plays already gets no new time by returning"


async def test_who_is_asked_in_anothers_turn_uses_their_own_time(database: str) -> None:
    async with running(database, with_people=True) as services:
        for _ in range(20):
            table = await new_table(services, "mauerbauer")
            before: list[int] = []
            while not table.match.over and not before:
                owner, turn = table.actor, table.match.state.turns()
                times = left(table)
                await one_move(services, table, 1)
                if (
                    table.match.state.turns() == turn
                    and table.actor not in (owner, -1)
                    and not table.match.over
                ):
                    before = times
            if before:
                break
        assert before, "nobody was asked anything in twenty games"
        asked = table.actor
        spent = left(table)[asked]
        await one_move(services, table, 6)
        if table.match.state.turns() == turn:
            assert left(table)[asked] == spent - 6
        assert before[asked] == spent, "no increment for a question"


async def test_no_clock_runs_at_an_open_seat(database: str) -> None:
    async with running(database, with_people=True) as services:
        table_id = await services.tables.make(find_game("saint-malo"), [OPEN, GUEST + "ben"], terms=TIMED)
        table = await services.tables.find(table_id)
        clock.put_forward(1000)
        assert deadline_of(table) is None
        await services.tables.sit(table.seats[0].invitation, "anke")
        assert left(table) == [310, 300]


@pytest.mark.parametrize(
    ("reserve", "increment", "pace"), [(300, 0, 0), (1, 1, 0), (0, 10, 0), (300, 10, 60)]
)
def test_only_some_clocks_can_be_chosen(reserve: int, increment: int, pace: int) -> None:
    with pytest.raises(Refusal) as refusal:
        check_clock(reserve, increment, pace)
    assert refusal.value.code == MALFORMED


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.02)
