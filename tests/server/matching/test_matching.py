"""Finding people: whoever fits is seated together, each once, on one node and two, and when one is killed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import insert, select

from citywright.catalogue import find_game
from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.matching import service
from citywright.server.matching.paces import PACES, terms_for
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.storage.schema import guests, room_seats, searches
from citywright.server.tables.terms import Terms

pytestmark = pytest.mark.anyio

MALO, MILESTONES = "saint-malo", "milestones"
PEOPLE = [f"guest{number}" for number in range(10)]
ANKE, BEN, CLEO = PEOPLE[:3]


@asynccontextmanager
async def running(database: str, *, with_people: bool = True) -> AsyncIterator[Services]:
    """The services of one process, which looks for who fits only when it is asked to."""
    services = Services(Settings(database=database, analyses=False, bot_workers=1))
    services.matching.start = lambda: None  # type: ignore[method-assign]
    await services.start()
    try:
        if with_people:
            async with services.database.write() as connection:
                rows = [{"id": name, "name": name.title(), "created": 1} for name in PEOPLE]
                await connection.execute(insert(guests), rows)
        yield services
    finally:
        await services.stop()


@pytest.fixture
async def services(database: str) -> AsyncIterator[Services]:
    async with running(database) as started:
        yield started


async def seated_in(services: Services) -> dict[str, list[str]]:
    """Who sits in which room."""
    async with services.database.read() as connection:
        found: dict[str, list[str]] = {}
        for row in await connection.execute(select(room_seats).order_by(room_seats.c.seat)):
            found.setdefault(row.room_id, []).append(row.guest_id)
    return found


async def test_two_who_look_for_the_same_are_seated_together(services: Services) -> None:
    matching = services.matching
    told: list[tuple[str, list[str]]] = []
    matching.on_match.append(lambda room_id, people: told.append((room_id, list(people))))
    looking = await matching.look_for(ANKE, [(MALO, 2, "live"), (MILESTONES, 2, "live")], "de")
    assert len(looking.wishes) == 2
    assert not looking.room_id
    assert [seeker.name for seeker in await matching.seekers()] == [ANKE.title()]
    found = await matching.look_for(BEN, [(MILESTONES, 2, "live")], "en")
    room = await services.rooms.find(found.room_id)
    assert [place.name for place in room.places] == [ANKE.title(), BEN.title()]
    assert room.game.id == MILESTONES
    assert room.lang == "de"
    assert room.options.terms(None) == terms_for("live")
    assert told == [(room.id, [ANKE, BEN])]
    assert (await matching.looking(ANKE)).room_id == room.id
    assert (await matching.looking(ANKE)).wishes == ()  # nor is anything else looked for at this pace
    assert await matching.seekers() == []
    await matching.arrived(ANKE, room.id)
    assert not (await matching.looking(ANKE)).room_id


async def test_what_is_looked_for_otherwise_goes_on(services: Services) -> None:
    matching = services.matching
    await matching.look_for(ANKE, [(MALO, 2, "live"), (MALO, 2, "days")], "en")
    await matching.look_for(BEN, [(MALO, 2, "live")], "en")
    assert [one.pace for one in (await matching.looking(ANKE)).wishes] == ["days"]
    assert (await matching.stop_looking(ANKE)).wishes == ()
    assert (await matching.looking(ANKE)).room_id  # where she sits she is told all the same


async def test_who_looks_on_keeps_the_place_in_the_queue(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    matching = services.matching
    await matching.look_for(ANKE, [(MALO, 3, "days")], "en")
    await matching.look_for(BEN, [(MALO, 3, "days")], "en")
    now = now_ms()
    monkeypatch.setattr(service, "now_ms", lambda: now + 60_000)
    await matching.look_for(ANKE, [(MALO, 3, "days"), (MILESTONES, 2, "days")], "en")
    assert [seeker.guest_id for seeker in await matching.seekers()] == [ANKE, BEN]


async def test_a_room_that_waits_for_people_is_filled(services: Services) -> None:
    room_id = await services.rooms.make(
        find_game(MALO), [ANKE], seats=3, terms=Terms(is_public=True), bots=["journeyman"]
    )
    found = await services.matching.look_for(BEN, [(MALO, 3, "live")], "en")
    assert not found.room_id  # nobody is there
    await services.presence.arrive(room_id, ANKE)
    assert await services.matching.match() == [room_id]
    room = await services.rooms.find(room_id)
    assert [place.guest_id for place in room.places] == [ANKE, BEN, None]


async def test_who_went_away_is_not_seated(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    matching = services.matching
    for guest in (ANKE, BEN):
        await matching.look_for(guest, [(MALO, 2 if guest == ANKE else 3, "live")], "en")
    now = now_ms()
    monkeypatch.setattr(service, "now_ms", lambda: now + service.HERE + 1)
    assert await matching.seekers() == []
    looking = await matching.look_for(CLEO, [(MALO, 2, "live")], "en")
    assert not looking.room_id
    await matching.still_here(ANKE)
    assert len(await matching.match()) == 1
    monkeypatch.setattr(service, "now_ms", lambda: now + service.GONE + 60_000)
    await matching.match()
    assert (await matching.looking(BEN)).wishes == ()


async def test_odd_wishes_are_refused_and_change_nothing(services: Services) -> None:
    matching = services.matching
    await matching.look_for(ANKE, [(MALO, 2, "live")], "en")
    for code, wishes in (
        (MALFORMED, []),
        (MALFORMED, [(MALO, 9, "live")]),
        (MALFORMED, [(MALO, 2, "slow")]),
        (UNKNOWN, [("chess", 2, "live")]),
    ):
        with pytest.raises(Refusal) as refused:
            await matching.look_for(ANKE, wishes, "en")
        assert refused.value.code == code
    assert [one.wanted for one in (await matching.looking(ANKE)).wishes] == [(MALO, 2, "live")]


async def test_two_nodes_seat_nobody_twice_and_lose_nobody(database: str) -> None:
    rng = random.Random(3)
    async with running(database) as one, running(database, with_people=False) as two:
        wishes = {
            guest: [(game, seats, "live") for game in (MALO, MILESTONES) for seats in (2, 3)]
            for guest in PEOPLE
        }
        for guest in PEOPLE[::3]:
            wishes[guest] = [(MALO, 2, "live")]
        asking = [
            rng.choice((one, two)).matching.look_for(guest, wished, "en") for guest, wished in wishes.items()
        ]
        await asyncio.gather(*asking, *(node.matching.match() for node in (one, two) for _ in range(3)))
        seated = Counter(guest for people in (await seated_in(one)).values() for guest in people)
        assert not [guest for guest, times in seated.items() if times > 1]
        for guest in PEOPLE:  # each sits, and knows where, or still waits for all they wanted
            looking = await two.matching.looking(guest)
            assert bool(looking.room_id) == bool(seated[guest])
            assert seated[guest] or len(looking.wishes) == len(wishes[guest])


async def test_what_is_sent_many_times_at_once_fails_for_nobody(database: str) -> None:
    """All ask for news and look for something else at two nodes: nobody waits for another for ever."""
    rng = random.Random(5)
    wishes = [(game, seats, pace) for game in (MALO, MILESTONES) for seats in (3, 4) for pace in PACES]
    async with running(database) as one, running(database, with_people=False) as two:
        for _ in range(3):
            asked = []
            for guest in PEOPLE[:5]:
                for node in (one, two):
                    chosen = rng.sample(wishes, 4)
                    asked += [node.matching.look_for(guest, chosen, "en"), node.matching.still_here(guest)]
            rng.shuffle(asked)
            await asyncio.gather(*asked)
        in_rooms = [set(people) for people in (await seated_in(one)).values()]
        assert all(len(people) in (3, 4) for people in in_rooms)


async def test_a_form_that_is_sent_twice_seats_once(services: Services) -> None:
    matching, wished = services.matching, [(MALO, 2, "live"), (MILESTONES, 2, "days")]
    await matching.look_for(ANKE, wished[:1], "en")
    first = await matching.look_for(BEN, wished, "en")
    await matching.look_for(CLEO, wished[:1], "en")
    again = await matching.look_for(BEN, wished, "en")
    assert again == first
    assert [one.pace for one in again.wishes] == ["days"]
    assert await seated_in(services) == {first.room_id: [ANKE, BEN]}
    await services.rooms.leave(first.room_id, BEN)  # then he means it
    other = await matching.look_for(BEN, wished, "en")
    assert other.room_id != first.room_id
    assert (await seated_in(services))[other.room_id] == [CLEO, BEN]


async def test_a_game_that_is_gone_from_the_server_holds_nobody_up(services: Services) -> None:
    row = {"seats": 2, "pace": "days", "lang": "en", "seen": now_ms()}
    async with services.database.write() as connection:
        rows = [row | {"guest_id": guest, "game": "chess", "created": now_ms()} for guest in PEOPLE[3:5]]
        await connection.execute(insert(searches), rows)
    await services.matching.look_for(ANKE, [(MALO, 2, "days")], "en")
    found = await services.matching.look_for(BEN, [(MALO, 2, "days")], "en")
    assert await seated_in(services) == {found.room_id: [ANKE, BEN]}


KILLED = """
import asyncio, os, signal, sys
from citywright.server.matching import service
from tests.server.matching.test_matching import ANKE, BEN, MALO, running

async def main():
    async with running(sys.argv[1]) as services:
        await services.matching.look_for(ANKE, [(MALO, 2, "live"), (MALO, 3, "live")], "en")
        if sys.argv[2] == "uncommitted":
            insert_room = service.insert_room
            def insert_and_die(*arguments):
                insert_room(*arguments)
                os.kill(os.getpid(), signal.SIGKILL)
            service.insert_room = insert_and_die
        else:
            services.rooms.announce = lambda _: os.kill(os.getpid(), signal.SIGKILL)
        await services.matching.look_for(BEN, [(MALO, 2, "live")], "en")

asyncio.run(main())
"""


@pytest.mark.parametrize("when", ["uncommitted", "untold"])
async def test_a_process_that_is_killed_while_it_seats_loses_nobody(database: str, when: str) -> None:
    environment = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    killed = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED, database, when], env=environment, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    async with running(database, with_people=False) as services:
        if when == "uncommitted":
            assert await seated_in(services) == {}
            async with services.database.read() as connection:
                rows = (await connection.execute(select(searches))).all()
            assert len(rows) == 3
        for guest in (ANKE, BEN):
            await services.matching.still_here(guest)
        await services.matching.match()
        ((room_id, people),) = (await seated_in(services)).items()
        assert people == [ANKE, BEN]
        for guest in (ANKE, BEN):
            assert await services.matching.looking(guest) == service.Looking((), room_id)
