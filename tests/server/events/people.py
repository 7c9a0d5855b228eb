"""People who take part in events, and games that end at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import insert

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.match import Match
from citywright.server.events.event import Event
from citywright.server.services import Services
from citywright.server.settings import Settings
from citywright.server.storage.schema import accounts, guests
from citywright.server.storage.writer import Job
from citywright.server.tables.table import rows_of

GAME = find_game("mauerbauer")  # by chance it is over soonest
DAY = 24 * 3600
NAMES = [f"person{number}" for number in range(12)]


@asynccontextmanager
async def running(database: str, *, with_people: int = 0) -> AsyncIterator[Services]:
    """The services of one process; the first of the people has an account."""
    settings = Settings(
        database=database, analyses=False, bot_workers=1, bot_pace=0.0, bot_budget=0.05, sweep_seconds=0.5
    )
    services = Services(settings)
    await services.start()
    try:
        if with_people:
            rows = [{"id": name, "name": name.title(), "created": 1} for name in NAMES[:with_people]]
            account = {"guest_id": NAMES[0], "login": NAMES[0], "password": "-", "created": 1}
            async with services.database.write() as connection:
                await connection.execute(insert(guests), rows)
                await connection.execute(insert(accounts).values(account))
        yield services
    finally:
        await services.stop()


def played(begun: Match, seed: int) -> Match:
    """A game that was played to its end by chance."""
    match, policy, rng = begun.copy(), GAME.policy("random"), Rng(seed)
    while not match.over:
        match.play(match.actor, policy.choose(match.state.observe(match.actor), rng))
    return match


async def finish(services: Services, table_id: str, *, has_winner: bool = False) -> None:
    """Play a game to its end by chance, as if another process had: this one is not told.

    One in fifteen ends even; with `has_winner` another one is played then.
    """
    table = await services.tables.find(table_id)
    seed = sum(map(ord, table_id))
    async with table.lock:  # a bot may be about to play
        await services.tables.refresh(table)
        match = played(table.match, seed)
        while has_winner and match.state.standing().ranks.count(1) > 1:
            seed += 1
            match = played(table.match, seed)
        rows = rows_of(table_id, match, table.match.ply)
        await services.writer.commit(Job(table_id, table.epoch, rows, ended=True))
    await services.tables.reload(table)


async def finish_round(services: Services, event: Event, but: str = "", *, has_winner: bool = False) -> None:
    """Play all games of the last round but one to their end."""
    for table in event.tables_of(event.round):
        if table.id != but and table.ended is None:
            await finish(services, table.id, has_winner=has_winner)


async def with_tables(services: Services, event_id: str) -> Event:
    """An event when all tables of its round are there: a round is written down before they are made."""
    async with asyncio.timeout(60):
        event = await services.events.find(event_id)
        while any(table.made is None for table in event.tables):
            await asyncio.sleep(0.02)
            event = await services.events.find(event_id)
    return event
