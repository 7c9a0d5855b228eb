"""Bots: they know no more than their seat, move by themselves, and survive the death of a worker."""

from __future__ import annotations

import asyncio
import os
import signal
import time
import tomllib
from pathlib import Path

import msgspec
import pytest

from citywright.bots import Budget, Decision
from citywright.bots.levels import Master, PolicyBot
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.server.load.page_client import Guest
from citywright.server.players import bot_workers
from citywright.server.players.bot_workers import (
    BotRequest,
    BotWorkers,
    KeptBots,
    decide,
    decision_request,
    observed,
)
from tests.server.players_at_tables import GAMES
from tests.server.server_process import ForkedServer, ServerProcess
from tests.server.server_thread import wait_until

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
            request = decision_request(match, seat, bot, budget=0.1)
            assert request.codes == [match.seen_code(ply, seat) for ply in range(match.ply)]
            words = decide(request)
            assert words in match.legal_words()
            match.play_words(seat, words)


@pytest.mark.parametrize("name", GAMES)
def test_no_layout_is_parsed_for_a_decision(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(name)
    own_layout = game.parse_layout(game.default_layout.source + "\n# a layout of its own\n")
    decide(decision_request(Match(game, 2, layout=own_layout, dealer=Dealer.seeded(1)), 0, "random", 0.1))
    parsed: list[str] = []
    monkeypatch.setattr(tomllib, "loads", parsed.append)
    for layout in (None, own_layout):
        match = Match(game, 2, layout=layout, dealer=Dealer.seeded(1))
        request = decision_request(match, match.actor, "random", 0.1)
        assert request.layout == (None if layout is None else layout.source)
        match.play_words(match.actor, decide(request))
    assert parsed == []


@pytest.mark.parametrize("name", ["mauerbauer", "milestones"])  # Saint Malo searches once in a turn
def test_the_second_decision_of_a_turn_uses_what_the_first_one_kept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Allowed no simulations, a master knows only what it worked out before."""
    monkeypatch.setattr(bot_workers, "Budget", lambda seconds: Budget(simulations=int(seconds)))
    match, kept = Match(find_game(name), 2, start=0, dealer=Dealer.seeded(4)), KeptBots(2)

    def request_with(simulations: int) -> BotRequest:
        """Always the same one at a position: else the seed is drawn by lot."""
        request = decision_request(match, match.actor, "master", simulations, table="table")
        return msgspec.structs.replace(request, seed=match.ply)

    while not match.over:
        request = request_with(50)
        match.play(request.seat, kept.decide(request, *observed(request)).code)
        bot = kept.bot("table", request.seat)
        assert isinstance(bot, Master)
        if match.actor == request.seat and any(child.visits for child in bot.search.root.children.values()):
            break
    request = request_with(0)
    decision = kept.decide(request, *observed(request))
    assert kept.bot("table", request.seat) is bot
    assert sum(estimate.visits for estimate in decision.alternatives) > 0
    fresh = KeptBots(1).decide(request, *observed(request))
    assert sum(estimate.visits for estimate in fresh.alternatives) == 0


class Recorded(PolicyBot):
    """A bot that knows whether it was closed."""

    is_closed = False

    def close(self) -> None:
        self.is_closed = True


def test_bots_are_kept_by_table_and_seat_until_they_cannot_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("saint-malo")
    monkeypatch.setattr(bot_workers, "find_bot", lambda game, _: Recorded(game.policy("random")))
    match, kept = Match(game, 2, start=0, dealer=Dealer.seeded(1)), KeptBots(2)

    def ask(table: str, epoch: int = 0, bot: str = "random") -> Recorded:
        request = decision_request(match, 0, bot, 0.1, table=table, epoch=epoch)
        kept.decide(request, *observed(request))
        answered = kept.bot(table, 0)
        assert isinstance(answered, Recorded)
        return answered

    first = ask("one")
    assert ask("one") is first
    after_undo = ask("one", epoch=1)
    assert after_undo is not first
    assert first.is_closed
    deputy = ask("one", epoch=1, bot="another")
    assert deputy is not after_undo
    assert after_undo.is_closed
    second = ask("two")
    ask("one", epoch=1, bot="another")
    ask("three")  # one too many: the bot of table two was used longest ago
    assert second.is_closed
    assert not deputy.is_closed
    kept.close()
    assert deputy.is_closed


def test_a_bot_that_fails_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Recorded):
        def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
            raise RuntimeError("no idea")

    game = find_game("saint-malo")
    failing = Failing(game.policy("random"))
    monkeypatch.setattr(bot_workers, "find_bot", lambda *_: failing)
    kept = KeptBots(2)
    request = decision_request(
        Match(game, 2, start=0, dealer=Dealer.seeded(1)), 0, "random", 0.1, table="table"
    )
    with pytest.raises(RuntimeError, match="no idea"):
        kept.decide(request, *observed(request))
    assert failing.is_closed
    assert kept.bot("table", 0) is None


async def test_a_seat_stays_with_its_worker_unless_that_is_busier() -> None:
    workers = BotWorkers(2)
    first = workers.worker_for("one", 0)
    first.jobs = 1
    second = workers.worker_for("two", 0)
    assert second is not first
    second.jobs = 1
    assert workers.worker_for("one", 0) is first
    assert workers.worker_for("two", 0) is second
    second.jobs = 0
    assert workers.worker_for("one", 0) is second  # it need not wait there
    first.jobs = 0
    assert workers.worker_for("one", 0) is second


async def test_a_table_of_bots_plays_to_its_end(served: ServerProcess) -> None:
    guest = Guest(served.base)
    table = guest.make_table("saint-malo", "me", "bot:random", "bot:random", name="Anke")
    async with guest.follow(table) as page:
        await page.receive()
        while not page.over:
            await page.until_yours(60)
            if page.yours:
                assert (await page.play(page.choices()[0])).is_ == "done"
                await page.ask("ping")


@pytest.mark.parametrize("idle", [0.0, 0.5], ids=["asked at once", "asked later"])
async def test_a_dead_worker_is_replaced(idle: float) -> None:
    match = Match(find_game("saint-malo"), 2, start=0, dealer=Dealer.seeded(1))
    request = decision_request(match, 0, "random", budget=0.1)
    workers, before = BotWorkers(1), set(children(os.getpid()))
    try:
        first = await workers.decide(request)
        assert first in match.legal_words()
        for pid in set(children(os.getpid())) - before:
            os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(idle)
        assert await workers.decide(request) == first  # the same request has the same answer
    finally:
        await workers.close()


def test_workers_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    server = ForkedServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}").start()
    Guest(server.base).make_table("saint-malo", "bot:random", "me", name="Anke")
    wait_until(lambda: children(server.pid))
    workers = children(server.pid)
    time.sleep(1.0)
    server.kill()
    wait_until(lambda: not any(is_alive(pid) for pid in workers), 120)


def children(pid: int) -> list[int]:
    """The worker processes of a process."""
    found = read_of(f"{pid}/task/{pid}/children").split()
    return [int(child) for child in found if "spawn_main" in read_of(f"{child}/cmdline")]


def is_alive(pid: int) -> bool:
    status = read_of(f"{pid}/status")
    return status != "" and "State:\tZ" not in status


def read_of(name: str) -> str:
    """What the system tells of a process; nothing if it ends meanwhile."""
    try:
        return Path("/proc", name).read_text(encoding="utf-8")
    except OSError:
        return ""
