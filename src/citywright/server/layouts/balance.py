"""What layouts play like: bots play on them in a process that stands back behind everything else.

One layout at a time in each server process. Whoever begins claims the row, so that other processes leave it
alone for a while; what was found out is written once and stays.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

import msgspec
from sqlalchemy import or_, update

from citywright.bots.balance import OneGame, PlaysLike, play_many, told
from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.layouts.entry import Entry
from citywright.server.layouts.shelf import Layouts
from citywright.server.settings import Settings
from citywright.server.storage.database import Database
from citywright.server.storage.schema import layouts
from citywright.server.worker import TooLong, Worker

log = logging.getLogger(__name__)

NICE = 15
SEED = 1
SEATS = 3  # or as many as a game has
MOST_WAITING = 40
AT_ONCE = 1.0  # seconds of play between two looks at the clock
LONGEST = 20.0  # seconds that one game may take at most
PATIENCE = 2.0  # times as long as it may take before a claim counts for nothing

NOT_ASKED, WAITING, PLAYING, DONE = "not asked", "waiting", "playing", "done"


class Balance:
    """The bots that try out layouts, and the queue before them."""

    def __init__(self, database: Database, shelf: Layouts, settings: Settings) -> None:
        self._database = database
        self._shelf = shelf
        self._games = settings.balance_games
        self._seconds = settings.balance_seconds
        self._worker = Worker(LONGEST, NICE)
        self._queue: OrderedDict[str, None] = OrderedDict()  # the ids that wait
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._now: tuple[str, int] = ("", 0)  # what is played on, and how many games were
        self._usual: dict[str, PlaysLike] = {}  # of the usual boards, which have no row

    def start(self) -> None:
        """Begin to wait for layouts."""
        self._task = asyncio.create_task(self._run(), name="balance")

    async def stop(self) -> None:
        """Play no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._worker.close()

    @property
    def waiting(self) -> int:
        """How many layouts wait."""
        return len(self._queue)

    @property
    def wanted(self) -> int:
        """How many games are played on a layout."""
        return self._games

    def of(self, entry: Entry) -> PlaysLike | None:
        """What a layout plays like, if that is known."""
        return self._usual.get(entry.id) if entry.is_usual else entry.plays_like

    def ask(self, entry: Entry, count: Callable[[], None] | None = None) -> None:
        """Have bots play on a layout, unless that is known or too much waits.

        With `count`, which is called and may refuse, somebody looks at it now: it is the next.
        """
        if entry.id in self._queue and count is not None:
            self._queue.move_to_end(entry.id, last=False)
        if self.state_of(entry) != NOT_ASKED or not self._games or len(self._queue) >= MOST_WAITING:
            return
        with suppress(Refusal):
            if count is not None:
                count()
            self._queue[entry.id] = None
            self._queue.move_to_end(entry.id, last=count is None)
            self._wake.set()

    def state_of(self, entry: Entry) -> str:
        """Is it known, or being found out here or in another process?"""
        if self.of(entry) is not None:
            return DONE
        if entry.id in self._queue:
            return WAITING
        is_claimed = entry.claimed is not None and entry.claimed > now_ms() - self._claim_ms()
        return PLAYING if entry.id == self._now[0] or is_claimed else NOT_ASKED

    def played(self, entry: Entry) -> int:
        """How many games were played on it so far, as far as this process knows."""
        return self._now[1] if entry.id == self._now[0] else 0

    def _claim_ms(self) -> int:
        return round(1000 * (PATIENCE * self._seconds + LONGEST))

    # --- the task -----------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            while self._queue:
                layout_id = self._queue.popitem(last=False)[0]
                self._now = layout_id, 0
                try:
                    await self._try_out(layout_id)
                except Exception as error:  # noqa: BLE001 - whatever is wrong with this one, others wait
                    log.warning("bots could not play on a layout: %s", type(error).__name__)
                finally:
                    self._now = "", 0
            self._wake.clear()

    async def _try_out(self, layout_id: str) -> None:
        layout = await self._shelf.find(layout_id)
        if layout.is_usual:
            self._usual[layout_id] = await self._play(layout.game, layout_id, layout.text)
        elif await self._claim(layout_id):
            found = await self._play(layout.game, layout_id, layout.text)
            written = msgspec.json.encode(found).decode()
            is_first = (layouts.c.id == layout_id) & layouts.c.plays_like.is_(None)
            change = update(layouts).where(is_first).values(plays_like=written, claimed=None)
            await self._database.transact(lambda connection: connection.execute(change))

    async def _claim(self, layout_id: str) -> bool:
        """Say that bots play on it here; False if another process has said so, or they have."""
        now = now_ms()
        is_free = or_(layouts.c.claimed.is_(None), layouts.c.claimed < now - self._claim_ms())
        wanted = (layouts.c.id == layout_id) & layouts.c.plays_like.is_(None) & is_free
        change = update(layouts).where(wanted).values(claimed=now)
        return bool(await self._database.transact(lambda connection: connection.execute(change).rowcount))

    async def _play(self, game: Game, layout_id: str, text: str) -> PlaysLike:
        """Games on a layout, as many as were wanted or there was time for."""
        until = time.monotonic() + self._seconds
        seats = min(max(SEATS, game.min_seats), game.max_seats)
        played: list[OneGame] = []
        while len(played) < self._games and time.monotonic() < until:
            try:
                some = await self._worker.run(
                    play_some, game.id, text, seats, len(played), self._games - len(played)
                )
            except TooLong:
                break
            if not some:  # games on it do not end
                break
            played += some
            self._now = layout_id, len(played)
        return told(game, seats, SEED, played)


# --- in the process -------------------------------------------------------------------

_going_on: dict[tuple[str, str, int, int], Iterator[OneGame]] = {}  # how many were played -> the others


def play_some(game_id: str, text: str, seats: int, since: int, most: int) -> list[OneGame]:
    """The next games on a layout: at most so many, for about a second."""
    key = (game_id, text, seats, since)
    games = _going_on.pop(key, None)
    _going_on.clear()
    if games is None:
        game = find_game(game_id)
        games = play_many(game, game.layout(text), seats, SEED)
        next(islice(games, since, since), None)  # those that were played before
    until = time.monotonic() + AT_ONCE
    played: list[OneGame] = []
    while len(played) < most and time.monotonic() < until:
        one = next(games, None)
        if one is None:
            break
        played.append(one)
    _going_on[game_id, text, seats, since + len(played)] = games
    return played
