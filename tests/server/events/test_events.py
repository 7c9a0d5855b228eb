"""Events: making, entering, withdrawing, calling off; round robins and leagues; what is kept of people."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable

import msgspec
import pytest
from sqlalchemy import insert, select, update

from citywright.server import clock
from citywright.server.analysis.job import pack
from citywright.server.analysis.luck import results_without_luck
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, UNKNOWN, Refusal
from citywright.server.events import conductor
from citywright.server.events.event import CANCELLED, OVER, RUNNING, Event
from citywright.server.events.options import LEAGUE, ROBIN, SWISS, Options
from citywright.server.events.people import move_events
from citywright.server.services import Services
from citywright.server.storage.schema import analyses, seats, tables
from tests.server.events.people import DAY, GAME, NAMES, finish, finish_round, running
from tests.server.ledgers import match_of, plausible
from tests.server.records import WHOLE

pytestmark = pytest.mark.anyio

MAKER = NAMES[0]
USUAL = Options(kind=SWISS, seats=2, rounds=2, days=4, least=3, most=8)


@pytest.fixture(autouse=True)
def _looks_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conductor, "SWEEP", 3600.0)


@pytest.fixture
async def services(database: str) -> AsyncIterator[Services]:
    async with running(database, with_people=12) as started:
        yield started


async def refused(code: str, doing: Awaitable[object]) -> str:
    """The reason why something is refused with this code."""
    with pytest.raises(Refusal) as refusal:
        await doing
    assert refusal.value.code == code
    return refusal.value.reason


def _with(**changes: object) -> Options:
    return msgspec.structs.replace(USUAL, **changes)


def make(services: Services, options: Options = USUAL, maker: str = MAKER, **more: int) -> Awaitable[str]:
    dates = {"closes": clock.now_ms() + 1000 * DAY} | more
    return services.events.make(GAME, maker, "Cup", options, **dates)  # type: ignore[arg-type]


async def started(services: Services, options: Options, people: int) -> Event:
    """An event that has begun because it is full."""
    event_id = await make(services, msgspec.structs.replace(options, most=people))
    for name in NAMES[:people]:
        await services.events.enter(event_id, name)
    return await look(services, event_id)


async def look(services: Services, event_id: str) -> Event:
    await services.conductor.look()
    return await services.events.find(event_id)


async def play_round(services: Services, event: Event) -> Event:
    await finish_round(services, event)
    return await look(services, event.id)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_cannot_be_is_refused_and_changes_nothing(services: Services) -> None:
    for wrong in (
        {"kind": "knockout"},
        {"seats": 5},
        {"rounds": 0},
        {"rounds": 16},
        {"days": 181},
        {"days": 3},  # twice the pace
        {"least": 2},
        {"most": 65},
        {"least": 9},
        {"pace": 5},
        {"pace": 0},
        {"reserve": 300, "increment": 10},  # and a pace
        {"kind": LEAGUE, "has_final": True},
        {"kind": LEAGUE, "division": 13},
        {"kind": LEAGUE, "moving": 4},
    ):
        assert await refused(MALFORMED, make(services, _with(**wrong))), wrong
    now = clock.now_ms()
    assert await refused(MALFORMED, make(services, closes=now - 1))
    assert await refused(MALFORMED, make(services, closes=now + 91 * 1000 * DAY))
    assert await refused(MALFORMED, make(services, opens=now + 91 * 1000 * DAY))
    closes = now + 1000 * DAY
    for title in ("", " \u200b\n", "x" * 81):
        assert await refused(MALFORMED, services.events.make(GAME, MAKER, title, USUAL, closes=closes))
    assert "account" in await refused(FORBIDDEN, make(services, maker=NAMES[1]))
    assert (await services.events.lists(MAKER)).own == []
    assert await refused(UNKNOWN, services.events.find("nothing"))
    for _ in range(5):
        await make(services)
    assert await refused(FORBIDDEN, make(services)), "five at once are enough"


async def test_entering_and_leaving_before_the_start(services: Services) -> None:
    later = await make(services, opens=clock.now_ms() + 1000 * DAY, closes=clock.now_ms() + 2000 * DAY)
    assert "yet" in await refused(ILLEGAL, services.events.enter(later, NAMES[1]))
    event_id = await make(services, _with(least=4))
    for name in (*NAMES[:4], NAMES[1]):  # once is enough
        await services.events.enter(event_id, name)
    assert await refused(FORBIDDEN, services.events.withdraw(event_id, NAMES[9]))
    await services.events.withdraw(event_id, NAMES[3])
    assert await refused(FORBIDDEN, services.events.remove(event_id, NAMES[1], 0))
    assert await refused(UNKNOWN, services.events.remove(event_id, MAKER, 77))
    event = await services.events.remove(event_id, MAKER, 2)
    assert [player.guest_id for player in event.active] == NAMES[:2]
    assert await refused(FORBIDDEN, services.events.enter(event_id, NAMES[2])), (
        "whoever was removed stays out"
    )
    assert [one.id for one in (await services.events.lists(NAMES[1])).own] == [event_id]
    assert {one.people for one in (await services.events.lists(None)).open} == {0, 2}
    clock.put_forward(DAY + 1)
    assert "any more" in await refused(ILLEGAL, services.events.enter(event_id, NAMES[3]))
    event = await look(services, event_id)
    assert (event.state, event.why) == (CANCELLED, "Too few people had entered.")
    assert await refused(ILLEGAL, services.events.cancel(event_id, MAKER))


async def test_several_processes_pair_a_round_once(database: str) -> None:
    async with running(database, with_people=12) as one, running(database) as two:
        event_id = await make(one)
        await asyncio.gather(*(one.events.enter(event_id, name) for name in NAMES[:5]))
        clock.put_forward(DAY + 1)
        await asyncio.gather(*(each.conductor.look() for each in (one, two, one, two)))
        event = await look(two, event_id)
        assert (event.round, len(event.tables), len(event.rounds[0].sitting)) == (1, 2, 1)
        async with one.database.read() as connection:
            made = list((await connection.execute(select(tables.c.id))).scalars())
        assert sorted(made) == sorted(table.id for table in event.tables)
        for table in event.tables:
            await finish(one, table.id)
        await asyncio.gather(*(each.conductor.look() for each in (one, two)))
        assert (await one.events.find(event_id)).round == 2


async def test_a_round_robin_goes_on_without_whoever_withdraws(services: Services) -> None:
    event = await started(services, _with(kind=ROBIN), 4)
    assert (event.state, event.round, len(event.plan)) == (RUNNING, 1, 3)
    assert await refused(ILLEGAL, services.events.remove(event.id, MAKER, 1)), "it has begun"
    await services.events.withdraw(event.id, NAMES[3])
    event = await play_round(services, event)
    assert len(event.tables_of(2)) == 1
    assert len(event.rounds[1].sitting) == 1, "whoever would have met them has no table"
    event = await play_round(services, event)
    event = await play_round(services, event)
    assert event.state == OVER
    assert event.by_number[3].place == 4
    assert [len(event.tables_of(number)) for number in (1, 2, 3)] == [2, 1, 1]
    assert len(event.tables) == 4


async def test_in_a_league_the_best_move_up_and_the_last_move_down(services: Services) -> None:
    event = await started(services, _with(kind=LEAGUE, division=3, rounds=2), 6)
    assert [player.division for player in event.players] == [0, 0, 0, 1, 1, 1]
    assert len(event.tables) == 6, "all tables of a season begin at once"
    await finish_round(services, event)
    await services.conductor._note_results()
    before = await services.events.find(event.id)
    last, best = before.standings(0)[-1].person, before.standings(1)[0].person
    event = await look(services, event.id)
    assert (event.round, event.by_number[last].division, event.by_number[best].division) == (2, 1, 0)
    assert {table.division for table in event.tables_of(2) if best in table.people} == {0}
    event = await play_round(services, event)
    assert event.state == OVER
    first = next(player for player in event.players if player.place == 1)
    assert first.division == 0
    assert sorted(player.place or 0 for player in event.players) == [1, 2, 3, 4, 5, 6]


async def test_whoever_leaves_a_game_to_a_bot_has_not_won_it(services: Services) -> None:
    event = await started(services, USUAL, 6)
    await finish_round(services, event, has_winner=True)
    winners: dict[str, int] = {}
    for table, absence in zip(event.tables, ("at the end", "for long", "for a moment"), strict=True):
        played = await services.tables.find(table.id)
        seat, plies = played.match.state.standing().ranks.index(1), played.match.ply
        of_absence: dict[str, dict[str, object]] = {
            "at the end": {"deputy": "journeyman", "left_at": plies - 1},
            "for long": {"away": plies // 2},
            "for a moment": {"away": plies // 10},
        }
        values = of_absence[absence]
        own = (seats.c.table_id == table.id) & (seats.c.seat == seat)
        async with services.database.write() as connection:
            await connection.execute(update(seats).where(own).values(values))
        await services.tables.reload(played)
        await services.actions.come_back(played, seat)  # too late
        winners[absence] = table.people[seat]
    event = await look(services, event.id)
    points = {row.person: row.points for row in event.standings()}
    assert [points[person] for person in winners.values()] == [0, 0, 840]
    assert sorted(points.values()) == [0, 0, 0, 840, 840, 840]
    assert not any(table.is_judged for table in event.tables)


async def test_a_game_that_cannot_be_read_holds_up_no_other_event(services: Services) -> None:
    broken, other = await started(services, USUAL, 4), await started(services, USUAL, 4)
    for event in (broken, other):
        await finish_round(services, event)
    unread = broken.tables_of(1)[0].id
    services.tables.forget(unread)
    async with services.database.write() as connection:
        await connection.execute(update(tables).where(tables.c.id == unread).values(rules_version=9999))
    assert (await look(services, other.id)).round == 2
    assert (await services.events.find(broken.id)).round == 1
    async with services.database.write() as connection:
        known = update(tables).where(tables.c.id == unread).values(rules_version=GAME.rules_version)
        await connection.execute(known)
    assert (await look(services, broken.id)).round == 2


async def test_called_off_games_can_be_played_on(services: Services) -> None:
    event = await started(services, USUAL, 4)
    assert await refused(FORBIDDEN, services.events.cancel(event.id, NAMES[1]))
    await services.events.cancel(event.id, MAKER)
    event = await play_round(services, event)
    assert (event.state, event.round, event.ended is not None) == (CANCELLED, 1, True)


async def test_what_is_kept_of_people_moves_is_told_and_goes(services: Services) -> None:
    event = await started(services, USUAL, 4)
    waiting = await make(services)
    await services.events.enter(waiting, NAMES[1])
    told = json.loads(b"".join([part async for part in services.own_data.as_json(MAKER)]))
    assert {row["id"] for row in told["events"]} == {event.id, waiting}
    assert [row["event_id"] for row in told["event_places"]] == [event.id]

    # A guest logs in: their place becomes the account's, unless that has one already.
    async with services.database.write() as connection:
        await connection.run_sync(move_events, NAMES[1], NAMES[8])
        await connection.run_sync(move_events, NAMES[2], NAMES[8])
    event = await services.events.find(event.id)
    assert event.by_number[1].guest_id == NAMES[8]
    assert event.by_number[2].withdrawn is not None
    assert (await services.events.find(waiting)).player_of(NAMES[8]) is not None

    await services.accounts.delete(NAMES[8])
    await services.accounts.delete(MAKER)
    event = await services.events.find(event.id)
    assert [event.by_number[number].name for number in (0, 1)] == ["–", "–"]
    assert {player.number for player in event.active} == {3}
    assert (event.maker_id, (await services.events.find(waiting)).active) == (None, [])
    event = await play_round(services, event)
    assert event.state == OVER, "alone nobody plays on"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_luck_counts_once_every_game_was_analysed(services: Services) -> None:
    event = await started(services, _with(rounds=3), 4)
    await finish_round(services, event)
    packed = pack(plausible(match_of(WHOLE)))
    wanted = [round(value, 4) for value in results_without_luck(packed)]
    rows = [
        {"subject": f"t/{table.id}", "depth": "quick", "table_id": table.id, "version": 1, "progress": 100}
        for table in event.tables
    ]
    async with services.database.write() as connection:
        await connection.execute(insert(analyses), [row | {"result": packed} for row in rows[:1]])
    event = await look(services, event.id)
    assert [table.adjusted for table in event.tables_of(1)] == [tuple(wanted), None]
    assert {row.adjusted for row in event.standings()} == {None}, "one game is missing"
    async with services.database.write() as connection:
        await connection.execute(insert(analyses), [row | {"result": packed} for row in rows[1:]])
    event = await look(services, event.id)
    assert {row.adjusted for row in event.standings()} == set(wanted[:2]), "at tables of two"
