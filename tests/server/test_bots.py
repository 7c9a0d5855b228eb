"""Bots: they know no more than their seat, move by themselves, and survive the death of a worker."""

from __future__ import annotations

import os
import signal
import time
import tomllib
from pathlib import Path

import pytest

from citywright.catalogue import find_game
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.load.page_client import Guest
from citywright.server.players.bot_workers import Thinkers, decide, question
from tests.server.playing import GAMES
from tests.server.running import Served

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", GAMES)
async def test_every_bot_decides_legally_from_what_its_seat_saw(name: str) -> None:
    game = find_game(name)
    for bot in game.policy_names():
        match = Match(game, game.min_seats, dealer=Dealer.seeded(3))
        for _ in range(40):
            if match.over:
                break
            seat = match.actor
            asked = question(match, seat, bot, budget=0.1)
            assert asked.codes == [match.seen_code(ply, seat) for ply in range(match.ply)]
            words = decide(asked)
            assert words in match.legal_words()
            match.play_words(seat, words)


@pytest.mark.parametrize("name", GAMES)
def test_no_layout_is_parsed_for_a_decision(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(name)
    own_layout = game.parse_layout(game.default_layout.source + "\n# a layout of its own\n")
    decide(question(Match(game, 2, layout=own_layout, dealer=Dealer.seeded(1)), 0, "random", 0.1))
    parsed: list[str] = []
    monkeypatch.setattr(tomllib, "loads", parsed.append)
    for layout in (None, own_layout):
        match = Match(game, 2, layout=layout, dealer=Dealer.seeded(1))
        asked = question(match, match.actor, "random", 0.1)
        assert asked.layout == (None if layout is None else layout.source)
        match.play_words(match.actor, decide(asked))
    assert parsed == []


async def test_a_table_of_bots_plays_to_its_end(served: Served) -> None:
    guest = Guest(served.base)
    table = guest.make_table("saint-malo", "me", "bot:random", "bot:random", name="Anke")
    async with guest.follow(table) as page:
        await page.receive()
        while not page.over:
            await page.until_yours(60)
            if page.yours:
                assert (await page.play(page.choices()[0])).is_ == "done"
                await page.ask("ping")


async def test_a_dead_worker_is_replaced() -> None:
    match = Match(find_game("saint-malo"), 2, start=0, dealer=Dealer.seeded(1))
    asked = question(match, 0, "random", budget=0.1)
    thinkers, before = Thinkers(1), set(children(os.getpid()))
    try:
        first = await thinkers.decide(asked)
        assert first in match.legal_words()
        for pid in set(children(os.getpid())) - before:
            if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                os.kill(pid, signal.SIGKILL)
        assert await thinkers.decide(asked) == first  # the same question has the same answer
    finally:
        await thinkers.close()


def test_workers_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path / 'tables.sqlite3'}").start()
    Guest(server.base).make_table("saint-malo", "bot:random", "me", name="Anke")
    deadline = time.monotonic() + 60
    while not (workers := children(server.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert workers
    time.sleep(1.0)
    server.kill()
    while any(is_alive(pid) for pid in workers):
        assert time.monotonic() < deadline + 60, "a worker is still there"
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def is_alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "State:\tZ" not in status.read_text()
