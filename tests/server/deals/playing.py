"""Playing a deal of the day through the server, for the tests of its pages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from citywright.match.record import parse_record
from citywright.server import clock
from citywright.server.deals.master import Game, play_on
from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import wise_words

GAME = "mauerbauer"


@contextmanager
def at_noon() -> Iterator[None]:
    """By the clock of this process it is noon: the day does not end in the middle of a test."""
    day = 24 * 3600_000
    seconds = (day // 2 - clock.now_ms() % day) / 1000
    clock.set_by(seconds)
    try:
        yield
    finally:
        clock.set_by(-seconds)


def quick_master(game: Game) -> Game:
    """The master, without time to think."""
    return play_on(msgspec.structs.replace(game, seconds=0.001))


def play(guest: Guest, table: str, *, wisely: bool = True, like: Sequence[str] = ()) -> list[str]:
    """Play the guest's seat to the end: as others did, as the game's best simple player, or oddly."""
    played: list[str] = []

    async def go() -> None:
        async with guest.follow(table) as page:
            await page.receive()
            await page.until_yours()
            while not page.over:
                if len(played) < len(like):
                    words = like[len(played)]
                else:
                    words = wise_words(guest, table, GAME, 0) if wisely else page.choices()[-1]
                assert (await page.play(words)).is_ == "done"
                played.append(words)
                await page.until_yours()

    asyncio.run(go())
    return played


def decisions_of(record: str, seat: str = "A") -> list[str]:
    """What a seat decided."""
    return [words for actor, words, _ in parse_record(record).actions if actor == seat]
