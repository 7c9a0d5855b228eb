"""What a process keeps for open pages is bounded, and no page loses its place because some was let go."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.match import Match
from citywright.server.live import open_pages
from citywright.server.live.viewer import Viewer
from citywright.server.load.page_client import Guest
from citywright.server.load.redraw import sample_table
from tests.server.players_at_tables import play_some, two_guests
from tests.server.server_thread import serving, wait_until

pytestmark = pytest.mark.anyio


def figure(base: str, name: str) -> float:
    """One of the figures for Prometheus."""
    found = re.search(rf"^{name} (\S+)$", Guest(base).request("GET", "/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


async def test_pages_that_forget_what_they_sent_still_show_the_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So little may be kept that each change makes the pages of the other table forget."""
    monkeypatch.setattr(open_pages, "MOST_KEPT", 1)
    rng = random.Random(3)
    with serving(tmp_path) as server:
        tables = [two_guests(server.base, game) for game in ("saint-malo", "milestones")]
        pages = [person.follow(table) for table, *people in tables for person in people]
        for page in pages:
            await page.__aenter__()
            await page.receive()
        for _ in range(12):
            for pair in (pages[:2], pages[2:]):
                await play_some(pair, 2, rng)
        for (table, *people), pair in zip(tables, (pages[:2], pages[2:]), strict=True):
            for person, page in zip(people, pair, strict=True):
                async with person.follow(table) as fresh, asyncio.timeout(60):
                    await fresh.receive()
                    while page.at != fresh.at:  # who only watches is shown a move a little later
                        await page.receive()
                    assert fresh.yours == page.yours
                    assert fresh.choices() == page.choices()
            in_memory = server.services.tables.cached(table)
            assert in_memory is not None
            # Views are large, and made again when they are needed: as now, when somebody has just left.
            await asyncio.to_thread(wait_until, lambda held=in_memory: not held._views)
        assert figure(server.base, "citywright_tables_in_memory") == 2
        for page in pages:
            await page.__aexit__(None, None, None)
        await asyncio.to_thread(wait_until, lambda: figure(server.base, "citywright_pages_drawn") == 0)
        assert figure(server.base, "citywright_sent_characters") == 0


async def test_only_as_much_is_kept_as_all_pages_may_keep_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_pages, "MOST_KEPT", 20_000)
    drawn = open_pages.OpenPages()
    watched = [sample_table(find_game("saint-malo"), with_bot=False, seed=seed) for seed in range(4)]
    for number, table in enumerate(watched):
        table.id = f"table {number}"
        drawn.join(Viewer(table, 0, "en", 1000), "")
    rng = Rng(1)
    for turn in range(40):
        table = watched[turn % 4]
        match = table.match.copy()
        match.play(match.actor, match.state.random_action(rng))
        table.advance(match, 0)
        drawn.show_change(table)
        pages = [drawn.page_of(each, 0, "en") for each in watched]
        assert drawn.characters == sum(page.kept for page in pages)
        assert drawn.characters <= 20_000 or drawn.characters == pages[turn % 4].kept


def test_what_everybody_saw_is_kept_once() -> None:
    """The game as a seat saw it shares its plies with the game itself, but for those with a secret."""
    table = sample_table(find_game("mauerbauer"), with_bot=False)
    rng = Rng(5)
    while table.match.ply < 60:
        table.match.play(table.match.actor, table.match.state.random_action(rng))
    for seat in range(2):
        for played, seen in zip(table.match.plies, table.match_seen(seat).plies, strict=True):
            assert (seen is played) == (seen == played)
            assert seen == played or played.seen_codes is not None


def test_equal_events_of_different_games_are_one_object() -> None:
    """Thousands of games are in memory, and the same things happen in all of them."""
    first, second = (Match(find_game("saint-malo"), 2, start=0) for _ in range(2))
    for match in (first, second):
        match.play_chance(next(code for code in range(1 << 20) if match.state.is_outcome(code)))
        match.play(match.actor, match.state.legal_actions()[0])
    for one, other in zip(first.plies, second.plies, strict=True):
        assert one.events is other.events
