"""Rooms: gathering, agreeing, getting ready; and one table whoever presses, and dies, at the same time."""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from citywright.catalogue import find_game
from citywright.server import clock
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, STALE_PLY, UNKNOWN, Refusal
from citywright.server.rooms import presence
from citywright.server.rooms import room as reading
from citywright.server.rooms.options import differences
from citywright.server.rooms.room import Room
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.storage.schema import guests, messages, room_seats, rooms, seats, tables
from citywright.server.tables.terms import DAY, Terms

pytestmark = pytest.mark.anyio

GAME = find_game("saint-malo")
ANKE, BEN, CLEO = "anke", "ben", "cleo"
NUMBERS = {ANKE: "a" * 32, BEN: "b" * 32, CLEO: "c" * 32}


@asynccontextmanager
async def running(database: str, *, with_people: bool = True) -> AsyncIterator[Services]:
    """The services of one process."""
    services = Services(Settings(database=database, analyses=False, bot_workers=1))
    await services.start()
    try:
        if with_people:
            async with services.database.write() as connection:
                rows = [{"id": name, "name": name.title(), "created": 1} for name in (ANKE, BEN, CLEO)]
                await connection.execute(insert(guests), rows)
        yield services
    finally:
        await services.stop()


@pytest.fixture
async def services(database: str) -> AsyncIterator[Services]:
    async with running(database) as started:
        yield started


async def refused(code: str, doing: object) -> str:
    """The reason why something is refused with this code."""
    with pytest.raises(Refusal) as refusal:
        await doing  # type: ignore[misc]
    assert refusal.value.code == code
    return refusal.value.reason


def ready(room: Room) -> list[bool]:
    return [place.is_ready for place in room.places]


async def test_people_gather_agree_and_start(services: Services) -> None:
    service = services.rooms
    room_id = await service.make(GAME, [ANKE], seats=3, terms=Terms(is_public=True), lang="de")
    room = await service.sit(room_id, BEN)
    commitment = room.commitment
    assert [place.name for place in room.places] == ["Anke", "Ben", ""]
    assert room.is_host(ANKE)
    assert [found.id for found in await service.listed()] == [room_id]
    assert (await service.listed())[0].lang == "de"
    assert [found.id for found in await service.rooms_of(BEN)] == [room_id]
    await service.say(room_id, BEN, "hello")
    assert await refused(FORBIDDEN, service.say(room_id, CLEO, "hello"))

    # What Ben says yes to is what he has seen.
    await service.ready(room_id, BEN, 0, NUMBERS[BEN])
    await service.ready(room_id, ANKE, 0, NUMBERS[ANKE])
    paced = msgspec.structs.replace(room.options, pace=600)
    assert await refused(FORBIDDEN, service.change_options(room_id, BEN, paced, None))
    room = await service.change_options(room_id, ANKE, paced, None, "d" * 32)
    assert ready(room) == [True, False, False], "the host has agreed by changing"
    assert room.places[1].agreed is not None
    assert differences(room.places[1].agreed, room.options) == ["pace"]
    assert "options" in await refused(STALE_PLY, service.ready(room_id, BEN, 0, NUMBERS[BEN]))

    # Ben would like something else, and Anke takes it over.
    wish = msgspec.structs.replace(room.options, pace=60)
    room = await service.propose(room_id, BEN, wish, None)
    assert [(found.name, found.options.pace) for found in room.wishes] == [("Ben", 60)]
    assert await refused(FORBIDDEN, service.answer_wish(room_id, CLEO, BEN, accepts=True))
    room = await service.answer_wish(room_id, ANKE, BEN, accepts=True)
    assert (room.options.pace, room.edition, room.wishes) == (60, 2, ())

    assert not services.tables.memory.all()
    room = await service.fill_with_bots(room_id, ANKE, number="e" * 32)
    assert [place.kind for place in room.places] == ["person", "person", "bot"]
    assert "taken" in await refused(FORBIDDEN, service.sit(room_id, CLEO))
    same = await service.change_options(room_id, ANKE, room.options, None, "9" * 32)
    assert (same.edition, ready(same)) == (room.edition, ready(room)), "but the last number counts"
    await service.ready(room_id, BEN, room.edition, NUMBERS[BEN])

    table = await services.tables.find(room_id)
    assert [seat.guest_id or "bot" for seat in table.seats] == [ANKE, BEN, "bot"]
    assert (table.terms.pace, table.terms.is_public) == (60, True)
    assert table.match.dealer is not None
    assert table.match.dealer.commitment == commitment
    async with services.database.read() as connection:
        row = (await connection.execute(select(tables).where(tables.c.id == room_id))).one()
        said = (await connection.execute(select(messages.c.seat, messages.c.text))).all()
    assert hashlib.sha256(row.secret).hexdigest() == commitment
    assert row.numbers == f"{'9' * 32} {NUMBERS[BEN]} -"
    assert said == [(1, "hello")]
    assert await service.find_if_any(room_id) is None
    assert await refused(UNKNOWN, service.ready(room_id, ANKE, 3))


async def test_a_seat_is_left_taken_and_given_free(services: Services) -> None:
    service = services.rooms
    room_id = await service.make(GAME, [ANKE, BEN], seats=2)
    assert await refused(FORBIDDEN, service.sit(room_id, CLEO))
    room = await service.leave(room_id, ANKE)
    assert room.is_host(BEN), "the next person is the host"
    room = await service.sit(room_id, ANKE)
    assert room.is_host(BEN)
    assert await refused(FORBIDDEN, service.free_seat(room_id, ANKE, 1))
    room = await service.free_seat(room_id, BEN, 0)
    assert room.open_seats == [0]
    assert await refused(ILLEGAL, service.free_seat(room_id, BEN, 1))
    assert await refused(MALFORMED, service.free_seat(room_id, BEN, 7))
    # Fewer seats than people are refused; people move up where their seat goes.
    room = await service.change_options(room_id, BEN, room.options.with_bots(["", "", ""]), None)
    await service.sit(room_id, CLEO, 2)
    room = await service.change_options(room_id, BEN, room.options.with_bots(["", ""]), None)
    assert [place.name for place in room.places] == ["Cleo", "Ben"]
    bots = room.options.with_bots(["", "random"])
    assert "2 people" in await refused(ILLEGAL, service.change_options(room_id, BEN, bots, None))
    for bad in (["", "nobody"], [""], [""] * 9):
        await refused(MALFORMED, service.change_options(room_id, BEN, room.options.with_bots(bad), None))
    await refused(MALFORMED, service.ready(room_id, BEN, room.edition, "xyz"))
    # One can be ready and not be so again; the number is gone then.
    assert ready(await service.ready(room_id, BEN, room.edition, NUMBERS[BEN])) == [False, True]
    assert ready(await service.unready(room_id, BEN)) == [False, False]


async def test_a_room_that_becomes_a_table_while_it_is_read_is_not_there(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL the next statement finds nothing of it any more."""
    room_id = await services.rooms.make(GAME, [ANKE], seats=2)
    monkeypatch.setattr(reading, "read_rooms", lambda *_: [])
    assert await services.rooms.find_if_any(room_id) is None
    assert await refused(UNKNOWN, services.rooms.find(room_id))


async def test_who_is_away_for_minutes_loses_the_seat_and_empty_rooms_go(services: Services) -> None:
    service, here = services.rooms, services.presence
    live = await service.make(GAME, [ANKE, BEN], seats=2)
    slow = await service.make(GAME, [ANKE], seats=2, terms=Terms(pace=DAY))
    await here.arrive(live, ANKE)
    assert [place.is_here for place in (await service.find(live)).places] == [True, False]
    clock.put_forward(presence.GONE / 1000 + 1)
    await here.sweep()
    assert [place.name for place in (await service.find(live)).places] == ["Anke", ""]
    assert [place.name for place in (await service.find(slow)).places] == ["Anke", ""]
    await here.depart(live, ANKE)
    assert not (await service.find(live)).places[0].is_here
    await here.sweep()
    assert (await service.find(live)).people, "the page has just been closed"
    clock.put_forward(presence.GONE / 1000 + 1)
    await here.sweep()
    assert not (await service.find(live)).people
    clock.put_forward(presence.EMPTY / 1000 + 1)
    await here.sweep()
    assert await service.find_if_any(live) is None
    assert await service.find_if_any(slow) is not None
    clock.put_forward(presence.FORGOTTEN / 1000)
    await here.sweep()
    assert await service.find_if_any(slow) is None


async def test_who_left_while_the_database_was_away_is_not_here(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = services.presence
    room_id = await services.rooms.make(GAME, [ANKE, BEN], seats=2)
    await here.arrive(room_id, ANKE)

    async def fail(*_: object) -> None:
        raise OSError("the database is away")

    with monkeypatch.context() as away:
        away.setattr(services.database, "transact", fail)
        await here.depart(room_id, ANKE)
        await here.arrive(room_id, BEN)
    assert [place.is_here for place in (await services.rooms.find(room_id)).places] == [True, False]
    await here.sweep()
    assert [place.is_here for place in (await services.rooms.find(room_id)).places] == [False, True]


@pytest.mark.postgres
async def test_who_is_here_is_noted_without_waiting_for_anybody(postgres_url: str) -> None:
    async with running(postgres_url) as services:
        room_id = await services.rooms.make(GAME, [ANKE, BEN], seats=2)
        for guest in (ANKE, BEN):
            await services.presence.arrive(room_id, guest)
        clock.put_forward(60)
        before = [place.seen for place in (await services.rooms.find(room_id)).places]
        async with services.database.write() as connection:
            own = room_seats.c.guest_id == ANKE
            await connection.execute(update(room_seats).where(own).values(is_ready=False))
            await services.presence.sweep()  # if it waited, PostgreSQL would end this transaction
        after = [place.seen for place in (await services.rooms.find(room_id)).places]
        assert after[0] == before[0]
        assert after[1] >= before[1] + 60_000


async def made(services: Services, room_id: str) -> list[tuple[str, str | None]]:
    """The tables there are, with their numbers."""
    async with services.database.read() as connection:
        query = select(tables.c.id, tables.c.numbers)
        assert (await connection.execute(select(rooms.c.id))).all() == []
        sitting = select(seats.c.guest_id).where(seats.c.table_id == room_id).order_by(seats.c.seat)
        assert list((await connection.execute(sitting)).scalars()) == [ANKE, BEN]
        return [tuple(row) for row in await connection.execute(query)]


async def test_two_nodes_that_press_at_once_make_one_table(database: str) -> None:
    async with running(database) as one, running(database, with_people=False) as two:
        for digit in "123":
            numbers = {ANKE: "a" + digit * 31, BEN: "b" + digit * 31}
            room_id = await one.rooms.make(GAME, [ANKE, BEN], seats=2)
            pressed: Sequence[object] = await asyncio.gather(
                one.rooms.ready(room_id, ANKE, 0, numbers[ANKE]),
                two.rooms.ready(room_id, BEN, 0, numbers[BEN]),
                one.presence.make_tables(0),
                two.presence.make_tables(0),
                two.rooms.ready(room_id, BEN, 0, numbers[BEN]),
                return_exceptions=True,
            )
            surprises = [error for error in pressed if isinstance(error, Exception)]
            assert all(isinstance(error, Refusal) for error in surprises), surprises
            assert (room_id, f"{numbers[ANKE]} {numbers[BEN]}") in await made(one, room_id)
            assert (await two.tables.find(room_id)).match.ply > 0


async def test_a_game_that_another_node_has_just_made_is_everybodys(database: str) -> None:
    async with running(database) as one, running(database, with_people=False) as two:
        room_id = await one.rooms.make(GAME, [ANKE, BEN], seats=2)
        await one.rooms.ready(room_id, ANKE, 0, NUMBERS[ANKE])
        make = two.tables.make

        async def make_later(*arguments: Any, **options: Any) -> str:
            await one.tables.make(*arguments, **options)  # and dies before it can put it in the room's place
            return await make(*arguments, **options)

        two.tables.make = make_later  # type: ignore[method-assign]
        assert (await two.rooms.ready(room_id, BEN, 0, NUMBERS[BEN])).is_claimed
        assert await made(two, room_id) == [(room_id, f"{NUMBERS[ANKE]} {NUMBERS[BEN]}")]


async def test_a_number_is_taken_once(services: Services) -> None:
    room_id = await services.rooms.make(GAME, [ANKE, BEN], seats=2)
    other_id = await services.rooms.make(GAME, [ANKE, CLEO], seats=2)
    await services.rooms.ready(room_id, ANKE, 0, NUMBERS[ANKE])
    for who, where in ((BEN, room_id), (ANKE, other_id), (CLEO, other_id)):
        assert "used before" in await refused(MALFORMED, services.rooms.ready(where, who, 0, NUMBERS[ANKE]))
    await services.rooms.ready(room_id, BEN, 0, NUMBERS[BEN])
    assert (await services.tables.find(room_id)).match.ply > 0
    assert "used before" in await refused(MALFORMED, services.rooms.ready(other_id, CLEO, 0, NUMBERS[BEN]))
    assert not (await services.rooms.find(other_id)).places[1].is_ready


DIES = """
import asyncio, os, signal, sys
from citywright.server.services import Services
from citywright.server.settings import Settings

async def press(database, room_id):
    services = Services(Settings(database=database, analyses=False, bot_workers=1))
    await services.start()
    if sys.argv[3] == "before":
        services.tables.make = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
    else:
        make = services.tables.make
        async def make_and_die(*arguments, **options):
            await make(*arguments, **options)
            os.kill(os.getpid(), signal.SIGKILL)
        services.tables.make = make_and_die
    await services.rooms.ready(room_id, "ben", 0, "b" * 32)

asyncio.run(press(*sys.argv[1:3]))
"""


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_process_that_is_killed_while_it_starts_a_game_loses_nobody(database: str, when: str) -> None:
    async with running(database) as services:
        room_id = await services.rooms.make(GAME, [ANKE, BEN], seats=2)
        await services.rooms.ready(room_id, ANKE, 0, NUMBERS[ANKE])
        await services.rooms.say(room_id, ANKE, "good luck")
    command = [sys.executable, "-c", DIES, database, room_id, when]
    died = await asyncio.to_thread(
        subprocess.run, command, env={**os.environ, "PYTHONPATH": "src"}, check=False, capture_output=True
    )
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    async with running(database, with_people=False) as services:
        async with asyncio.timeout(30):
            while await services.rooms.find_if_any(room_id) is not None:
                await asyncio.sleep(0.02)
        assert await made(services, room_id) == [(room_id, f"{NUMBERS[ANKE]} {NUMBERS[BEN]}")]
        async with asyncio.timeout(30):  # pages of the table are shown the chat a moment later
            while not (await services.tables.find(room_id)).chat.messages:
                await asyncio.sleep(0.02)
        chat = (await services.tables.find(room_id)).chat
        assert [message.text for message in chat.messages] == ["good luck"]
