"""What many tests need: people at a table, random play through their pages, tokens for programs."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.rng import Rng
from citywright.engine.state import LOT
from citywright.match.record import parse_record
from citywright.server.load.page_client import Guest, Page

GAMES = sorted(games())
SHORTEST = "milestones"  # the game with the fewest decisions among simple players
ONE_GAME = [game if game == SHORTEST else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
GAME = "saint-malo"
DAY = 24 * 3600  # seconds


def two_guests(base: str, game: str = GAME) -> tuple[str, Guest, Guest]:
    """A table with two people: its id and both."""
    anke, ben = Guest(base), Guest(base)
    table = anke.make_table(game, "me", "open", name="Anke")
    assert ben.sit(anke.invitations(table)[0], "Ben").status == 303
    return table, anke, ben


@asynccontextmanager
async def two_pages(base: str, game: str = GAME) -> AsyncIterator[tuple[Page, Page]]:
    """A table with two people who look at it; the first of the pair is to act."""
    table, anke, ben = two_guests(base, game)
    async with anke.follow(table) as first, ben.follow(table, "de") as second:
        await first.receive()
        await second.receive()
        yield (first, second) if first.yours else (second, first)


def wise_words(guest: Guest, table: str, game_id: str, seat: int) -> str:
    """What the game's best simple player would do at this seat, from the seat's own record."""
    game = find_game(game_id)
    record = parse_record(guest.request("GET", f"/t/{table}/record").text)
    seen = game.new_state(int(record.headers["seats"]), LOT, game.default_layout).observe(seat)
    for _, words, _ in record.actions:
        seen.apply(game.parse_action(words))
    return game.format_action(game.policy(game.policy_names()[-1]).choose(seen, Rng(len(record.actions))))


async def settled(page: Page) -> None:
    """Wait until everything sent so far has arrived."""
    await page.ask("ping")


async def play_some(pages: list[Page], moves: int, rng: random.Random) -> int:
    """Random play by whoever is to act; returns how many moves were played before the end."""
    for played in range(moves):
        await asyncio.gather(*(settled(page) for page in pages))
        acting = next((page for page in pages if page.yours), None)
        if acting is None:
            assert pages[0].over
            return played
        answer = await acting.play(rng.choice(acting.choices()))
        assert answer.is_ == "done", answer
    return moves


def play_a_little(base: str) -> tuple[str, Guest, str]:
    """A table where something was played: its id, who sits at A, and the record."""
    table, anke, ben = two_guests(base)

    async def play() -> None:
        async with anke.follow(table) as one, ben.follow(table) as two:
            await asyncio.gather(one.receive(), two.receive())
            acting = one if one.yours else two
            for _ in range(3):
                if acting.yours:
                    assert (await acting.play(acting.choices()[0])).is_ == "done"

    asyncio.run(play())
    return table, anke, anke.request("GET", f"/t/{table}/record").text


def table_of_two(base: str, **terms: str) -> tuple[str, Guest, Guest]:
    """Anke sits at A and begins, Ben sits at B."""
    anke, ben = Guest(base), Guest(base)
    form = [("game", "saint-malo"), ("name", "Anke"), ("who", "me"), ("who", "open"), ("start", "A")]
    answer = anke.request("POST", "/tables", [*form, *terms.items()])
    assert answer.status == 303, answer.text
    table = answer.location.rpartition("/")[2]
    assert ben.sit(anke.invitations(table)[0], "Ben").status == 303
    return table, anke, ben


def record_of(guest: Guest, table: str) -> list[str]:
    """The decisions so far."""
    text = guest.request("GET", f"/t/{table}/record").text
    return [line for line in text.splitlines() if re.match(r"[A-H] ", line)]


def make_token(guest: Guest, name: str = "a test") -> str:
    page = guest.request("POST", "/programs", [("owner", "Anke"), ("name", name)]).text
    found = re.search(r'value="(cw_[^"]+)"', page)
    assert found is not None, page
    return found[1]
