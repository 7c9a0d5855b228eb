"""Analyses of finished games: kept, told alike by all processes, stopped, not held up by one that died."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import func, insert, select, update

from citywright.match.match import Match
from citywright.match.record import format_record
from citywright.server.analysis import analyses as service
from citywright.server.analysis.analyses import DONE, FAILED, NONE, QUICK, STOPPED, WORKING, Analyses
from citywright.server.errors import Refusal
from citywright.server.settings import async_url
from citywright.server.storage import schema
from citywright.server.storage.database import Database
from citywright.server.tables.review import Review
from tests.server import ledgers
from tests.server.finished import finished_match

PATIENT = 120.0
RECORD = "r/a-record"


def no_limit() -> None:
    """Nobody is refused."""


@pytest.fixture(scope="module")
def match() -> Match:
    return finished_match()[0]


def review_of(match: Match) -> Review:
    return Review(match, list(match.names), format_record(match), RECORD)


@asynccontextmanager
async def two_processes(url: str, match: Match) -> AsyncIterator[tuple[Analyses, Analyses, Database]]:
    """The services of two server processes on one database that has a record."""
    store = Database(async_url(url))
    async with store.write() as connection:
        row = {"id": "a-record", "game": match.game.id, "text": format_record(match), "created": 1}
        await connection.execute(insert(schema.records).values(row))
    one, two = Analyses(store, "one"), Analyses(store, "two")
    one.work = two.work = ledgers.quick_work
    try:
        yield one, two, store
    finally:
        await one.stop()
        await two.stop()
        await store.close()


async def eventually(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENT):
        while not await condition():  # type: ignore[misc]
            await asyncio.sleep(0.02)


def state_is(analyses: Analyses, review: Review, state: str) -> Callable[[], object]:
    async def asked() -> bool:
        return (await analyses.progress(review, QUICK)).state == state

    return asked


@pytest.mark.anyio
async def test_what_one_process_found_is_kept_and_told_by_all(database: str, match: Match) -> None:
    async with two_processes(database, match) as (one, two, store):
        review = review_of(match)
        assert (await one.progress(review, QUICK)).state == NONE
        await one.ask(review, QUICK, no_limit)
        assert await one.wait(review, QUICK, PATIENT) == ledgers.plausible(match)
        elsewhere = review_of(match)
        assert (await two.progress(elsewhere, QUICK)).state == DONE
        assert await two.of(elsewhere) == ledgers.plausible(match)
        two.work = ledgers.failing_work
        await two.ask(elsewhere, QUICK, no_limit)  # it is known: nothing is begun
        assert two.waiting == 0
        async with store.write() as connection:  # the game is deleted, and with it what was found out
            await connection.execute(schema.records.delete())
            left = await connection.execute(select(func.count()).select_from(schema.analyses))
            assert left.scalar_one() == 0


@pytest.mark.anyio
async def test_only_one_process_is_at_work_and_any_can_stop_it(database: str, match: Match) -> None:
    async with two_processes(database, match) as (one, two, _):
        review, elsewhere = review_of(match), review_of(match)
        one.work = two.work = ledgers.endless_work
        await one.ask(review, QUICK, no_limit)

        async def tells_progress() -> bool:
            return (await two.progress(elsewhere, QUICK)).percent == 42

        await eventually(tells_progress)
        await two.ask(elsewhere, QUICK, no_limit)
        assert two.waiting == 0
        await two.end(elsewhere, QUICK)
        await eventually(state_is(one, review, STOPPED))
        assert (await two.progress(elsewhere, QUICK)).state == STOPPED
        await one.ask(review, QUICK, no_limit, again=False)  # a page that is opened does not begin it again
        assert one.waiting == 0
        one.work = ledgers.quick_work
        await one.ask(review, QUICK, no_limit)  # but whoever asks for it does
        assert await one.wait(review, QUICK, PATIENT) is not None


@pytest.mark.anyio
async def test_a_process_that_died_over_a_game_holds_nobody_up(database: str, match: Match) -> None:
    async with two_processes(database, match) as (one, two, store):
        review = review_of(match)
        one.work = ledgers.work_that_dies_once  # the worker process: another one is started
        await one.ask(review, QUICK, no_limit)
        assert await one.wait(review, QUICK, PATIENT) is not None
        async with store.write() as connection:  # the server process: it claimed a game, then gave no sign
            lost = update(schema.analyses).values(result=None, worker="gone", claimed=1)
            await connection.execute(lost)
        elsewhere = review_of(match)
        assert (await two.progress(elsewhere, QUICK)).state == NONE
        await two.ask(elsewhere, QUICK, no_limit)
        assert await two.wait(elsewhere, QUICK, PATIENT) is not None


@pytest.mark.anyio
async def test_a_game_that_cannot_be_analysed_is_told_so(database: str, match: Match) -> None:
    async with two_processes(database, match) as (one, _, __):
        review = review_of(match)
        one.work = ledgers.failing_work
        await one.ask(review, QUICK, no_limit)
        assert await one.wait(review, QUICK, PATIENT) is None
        assert (await one.progress(review, QUICK)).state == FAILED


@pytest.mark.anyio
async def test_an_older_analysis_is_made_again(
    database: str, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(database, match) as (one, _, __):
        review = review_of(match)
        await one.ask(review, QUICK, no_limit)
        assert await one.wait(review, QUICK, PATIENT) is not None
        monkeypatch.setattr(service, "current_version", lambda: 7)
        later = review_of(match)
        assert await one.of(later) is None
        await one.ask(later, QUICK, no_limit)
        assert await one.wait(later, QUICK, PATIENT) is not None


@pytest.mark.anyio
async def test_a_game_that_runs_is_refused_and_too_many_are(
    database: str, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(database, match) as (one, _, __):
        running = Review(Match(match.game, 2), ["A", "B"], "", "t/running")
        with pytest.raises(Refusal, match="when it is over"):
            await one.ask(running, QUICK, no_limit)
        assert await one.of(running) is None
        monkeypatch.setattr(service, "MOST_WAITING", 0)
        with pytest.raises(Refusal, match="too many games"):
            await one.ask(review_of(match), QUICK, no_limit)

        def refuse() -> None:
            raise Refusal("too many", "slowly")

        monkeypatch.setattr(service, "MOST_WAITING", 1)
        with pytest.raises(Refusal, match="slowly"):
            await one.ask(review_of(match), QUICK, refuse)
        assert (await one.progress(review_of(match), QUICK)).state not in (WORKING, DONE)
