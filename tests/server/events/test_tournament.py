"""A tournament over days goes to its final table by itself, whoever leaves, sleeps or dies on the way."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import chain

import pytest
from sqlalchemy import func, insert, select

from citywright.server import clock
from citywright.server.events import conductor
from citywright.server.events.event import OVER, Event
from citywright.server.events.options import SWISS, Options
from citywright.server.notices.kinds import EVENT
from citywright.server.services import Services
from citywright.server.storage.schema import calls, event_tables, notices, tables
from tests.server.events.people import DAY, GAME, NAMES, finish_round, running

pytestmark = pytest.mark.anyio

OPTIONS = Options(kind=SWISS, seats=2, rounds=3, days=4, pace=2 * DAY, has_final=True, least=8)
ROUNDS = [(1, 12), (2, 12), (3, 10), (4, 2)]  # and how many play in each

DIES = """
import asyncio, os, signal, sys
from citywright.server import clock
from citywright.server.services import Services
from citywright.server.settings import Settings

async def pair(database, ahead):
    clock.put_forward(float(ahead))
    services = Services(Settings(database=database, analyses=False, bot_workers=1))
    make, made = services.tables.make, []
    async def make_some(*arguments, **options):
        made.append(await make(*arguments, **options))
        if len(made) == 2:
            os.kill(os.getpid(), signal.SIGKILL)
    services.tables.make = make_some
    await services.start()
    await asyncio.sleep(60)

asyncio.run(pair(*sys.argv[1:]))
"""


async def look(services: Services, event_id: str) -> Event:
    await services.conductor.look()
    return await services.events.find(event_id)


def names(event: Event, number: int) -> list[list[str]]:
    """Who plays at each table of a round."""
    return [
        [str(event.by_number[person].guest_id) for person in table.people]
        for table in event.tables_of(number)
    ]


async def die_between_two_pairings(database: str) -> None:
    """Another process pairs the next round, and is killed when it has made two of its tables, and
    noted of one that it is there.
    """
    command = [sys.executable, "-c", DIES, database, str(clock._ahead)]
    died = await asyncio.to_thread(
        subprocess.run, command, env={**os.environ, "PYTHONPATH": "src"}, check=False, capture_output=True
    )
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()


async def sleep_through_a_round(services: Services, event: Event) -> tuple[str, str]:
    """One person's time runs out, the other plays on: their table is judged; returns the two."""
    table = await services.tables.find(event.tables_of(1)[0].id)
    await finish_round(services, event, but=table.id)
    sleeper = table.actor
    clock.put_forward(2 * DAY + 1)
    async with asyncio.timeout(60):
        while table.seats[sleeper].deputy is None or table.actor in (sleeper, -1):
            await asyncio.sleep(0.05)
            table = await services.tables.find(table.id)
    clock.put_forward(DAY)
    awake, policy = table.actor, table.match.copy()
    words = GAME.format_action(policy.state.legal_actions()[0])
    await services.actions.play(table, awake, words, table.match.ply)
    assert (await look(services, event.id)).round == 1, "a table still runs"
    clock.put_forward(DAY)
    return str(table.seats[sleeper].guest_id), str(table.seats[awake].guest_id)


@pytest.mark.timeout(180)
async def test_twelve_people_play_to_the_final_table(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conductor, "SWEEP", 3600.0)
    told: list[tuple[str, int, Sequence[str]]] = []
    async with running(database, with_people=12) as services:
        closes = clock.now_ms() + 1000 * DAY
        event_id = await services.events.make(GAME, NAMES[0], "Spring cup", OPTIONS, closes=closes)
        services.events.on_round.append(lambda *what: told.append(what))
        for name in NAMES:
            await services.events.enter(event_id, name)
        async with services.database.write() as connection:  # they have set up a feed
            await connection.execute(insert(notices), [{"guest_id": name, "feed": name} for name in NAMES])
        assert (await look(services, event_id)).round == 0
        clock.put_forward(DAY + 1)
        event = await look(services, event_id)
        assert sorted(chain(*names(event, 1))) == sorted(NAMES)

        sleeper, awake = await sleep_through_a_round(services, event)
        event = await look(services, event_id)
        judged = [table for table in event.tables if table.is_judged]
        assert [sorted(table.shares) for table in judged] == [[0, 840]]
        points = {str(event.by_number[row.person].guest_id): row.points for row in event.standings()}
        assert (points[sleeper], points[awake]) == (0, 840)

        # Somebody withdraws in the second round: a bot plays on, and there is no third round for them.
        assert event.round == 2
        gone = next(name for name in NAMES[1:] if name not in (sleeper, awake))
        await services.events.withdraw(event_id, gone)
        left = next(table for table in event.tables_of(2) if gone in _who(event, table.people))
        table = await services.tables.find(left.id)
        assert [seat.deputy is not None for seat in table.seats if seat.guest_id == gone] == [True]
        await finish_round(services, event)
    await die_between_two_pairings(database)

    async with running(database) as services:
        services.events.on_round.append(lambda *what: told.append(what))
        event = await look(services, event_id)
        assert event.round == 3
        assert gone not in chain(*names(event, 3))
        assert len(event.tables_of(3)) == 5
        assert len(event.rounds[2].sitting) == 1
        await finish_round(services, event)
        event = await look(services, event_id)
        best = [row.person for row in event.standings()][:2]
        assert event.final is not None
        assert sorted(event.tables[-1].people) == sorted(best)
        await finish_round(services, event)
        event = await look(services, event_id)
        await check_end(services, event, gone)
        await services.occasions.stop()
        async with services.database.read() as connection:
            keys = list(
                (await connection.execute(select(calls.c.key).where(calls.c.kind == EVENT))).scalars()
            )
        assert Counter(keys) == {f"round {event_id} {number}": people for number, people in ROUNDS}
    asked = [(number, len(guests)) for _, number, guests in told]
    assert asked == ROUNDS, "everybody is told of every round, once"


def _who(event: Event, people: Sequence[int]) -> list[str | None]:
    return [event.by_number[person].guest_id for person in people]


async def check_end(services: Services, event: Event, gone: str) -> None:
    """All places are given, nothing was done twice, and opponents were spread."""
    assert event.state == OVER
    places = {str(player.guest_id): player.place for player in event.players}
    assert sorted(place for place in places.values() if place) == list(range(1, 13))
    assert places[gone] == 12
    last = event.tables[-1]
    (winner,) = (player.number for player in event.players if player.place == 1)
    assert last.shares[last.people.index(winner)] == max(last.shares), "or as good: then the rounds decide"
    met = Counter(tuple(sorted(table.people)) for table in event.tables[:-1])
    assert max(met.values()) == 1, "nobody meets anybody twice before the final table"
    async with services.database.read() as connection:
        made = (await connection.execute(select(func.count()).select_from(tables))).scalar_one()
        ended = (await connection.execute(select(func.count(event_tables.c.ended)))).scalar_one()
    assert (made, ended) == (18, 18)
