"""Bots in worker processes. A worker is given what its seat has seen, never the match or its secret."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import connection, get_context, parent_process
from typing import Any, TypeVar

import msgspec

from citywright.bots import Budget, find_bot
from citywright.bots.hints import Hint, hints
from citywright.catalogue import find_game, games
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.match.match import Match

log = logging.getLogger(__name__)
Thought = TypeVar("Thought")


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: the game as its seat saw it, and how long it may think."""

    game: str
    layout: str | None
    seats: int
    start: int
    seat: int
    codes: list[int]  # every ply, redacted for this seat
    bot: str = ""
    budget: float = 0.0
    seed: int = 1


def position(match: Match, seat: int, codes: list[int] | None = None) -> Question:
    """The position as a seat to act sees it now, or as it was after the plies it had seen then."""
    if codes is None:
        codes = [match.seen_code(ply, seat) for ply in range(match.ply)]
    layout = None if match.layout is match.game.default_layout else match.layout.source
    return Question(match.game.id, layout, match.seats, match.start, seat, codes)


def question(match: Match, seat: int, bot: str, budget: float) -> Question:
    """The question to the bot of a seat that is to act."""
    return msgspec.structs.replace(position(match, seat), bot=bot, budget=budget, seed=secrets.randbits(60))


def decide(asked: Question) -> str:
    """The bot's action in notation. Runs in a worker."""
    game, seen = _seen(asked)
    decision = find_bot(game, asked.bot).decide(seen, Budget(seconds=asked.budget), Rng(asked.seed))
    return game.format_action(decision.code)


def advise(asked: Question, lang: str) -> list[Hint]:
    """What a master thinks of every action it looked at, best first. Runs in a worker."""
    game, seen = _seen(asked)
    return hints(game, seen, lang=lang, count=len(seen.legal_actions()))


def _seen(asked: Question) -> tuple[Game, State]:
    game = find_game(asked.game)
    seen = game.new_state(asked.seats, asked.start, _layout(game.id, asked.layout)).observe(asked.seat)
    for code in asked.codes:
        seen.apply(code)
    return game, seen


@lru_cache(32)
def _layout(game_id: str, source: str | None) -> Any:
    game = find_game(game_id)
    return game.default_layout if source is None else game.parse_layout(source)


class Thinkers:
    """The worker processes; they are started when the first bot thinks, and again should one die."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._advising = asyncio.Lock()

    async def decide(self, asked: Question) -> str:
        """The bot's action in notation."""
        return await self._work(decide, asked)

    async def advise(self, asked: Question, lang: str) -> list[Hint]:
        """What a master thinks of the actions; one piece of advice at a time, so that bots are not kept."""
        async with self._advising:
            return await self._work(advise, asked, lang)

    async def _work(self, work: Callable[..., Thought], *arguments: object) -> Thought:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            if self._pool is None:
                self._pool = self._new_pool()
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, work, *arguments)
            except BrokenProcessPool:
                log.warning("a bot's worker process died; starting new ones")
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("worker processes die again and again")

    def warm_up(self) -> None:
        """Start the workers now, so that the first bot need not wait for them."""
        if self._pool is None:
            self._pool = self._new_pool()
            for _ in range(self._workers):
                self._pool.submit(_get_ready)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, get_context("spawn"), _set_up_worker)

    async def close(self) -> None:
        """End the workers; one that is thinking ends its thought first."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


def _set_up_worker() -> None:
    """A worker leaves interrupts to the server, and does not outlive it even if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _get_ready() -> None:
    games()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        time.sleep(0.1)
        os._exit(0)
