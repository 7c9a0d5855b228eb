"""Lets people try the deals of the day, has the master try them, and hides games from those still to play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.match.dealer import SECOND
from citywright.server.clock import is_past, today
from citywright.server.deals.deal import Deal, day_before, new_deal, of_row
from citywright.server.deals.master import Game as MasterGame
from citywright.server.deals.master import play_on
from citywright.server.deals.rows import DealRows, Results, Try, streak_of
from citywright.server.dice.promises import Promises
from citywright.server.errors import FORBIDDEN, ILLEGAL, UNKNOWN, Refusal
from citywright.server.storage.database import Database
from citywright.server.tables.new_rows import new_id
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table
from citywright.server.tables.terms import Terms
from citywright.server.worker import Worker

log = logging.getLogger(__name__)

SECONDS = 60.0  # that the master may take for a stretch of a game
NICE = 15  # how far it stands back


class Deals:
    """All deals."""

    def __init__(
        self, database: Database, tables: TableService, promises: Promises, name: str, budget: float
    ) -> None:
        self._rows = DealRows(database, name)
        self._tables = tables
        self._promises = promises
        self._budget = budget
        self.work: Callable[[MasterGame], MasterGame] = play_on  # in a process beside the server
        self._worker = Worker(SECONDS, NICE)
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    @property
    def waiting(self) -> int:
        """How many the master has not finished."""
        return len(self._tasks)

    async def stop(self) -> None:
        """The server ends."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self._worker.close()

    # --- finding and beginning ------------------------------------------------------------

    async def deal(self, day: str, game: Game) -> Deal:
        """A deal: as it was written down when somebody began it, else as it would be."""
        row = await self._rows.read(day, game.id)
        return new_deal(self._promises, day, game) if row is None else of_row(row)

    async def begin(self, game: Game, guest_id: str) -> str:
        """The table where a guest tries today's deal of a game: a new one, or the one begun before."""
        day = today()
        begun = await self._rows.try_of(day, game.id, guest_id)
        if begun is None:
            await self._rows.keep(new_deal(self._promises, day, game))
            deal = await self.deal(day, game)
            try:
                return await self._make(deal, guest_id)
            except Refusal as refusal:
                begun = await self._rows.try_of(day, game.id, guest_id)
                if refusal.code != ILLEGAL or begun is None:  # else it was begun at the same moment
                    raise
        if begun.table_id is None:
            raise Refusal(ILLEGAL, "you have given this deal up; there is a new one tomorrow")
        return begun.table_id

    async def _make(self, deal: Deal, guest_id: str) -> str:
        table_id = new_id()
        made = await self._tables.make(
            deal.game,
            deal.who(guest_id),
            terms=Terms(deal=deal.day, may_undo=False, may_talk=False),
            secret=deal.secret,
            table_id=table_id,
            dealing=SECOND,
            also=partial(self._rows.begun, deal, guest_id, table_id),
        )
        self.ask_master(deal)
        return made

    # --- looking --------------------------------------------------------------------------

    async def own(self, deal: Deal, guest_id: str | None) -> Try | None:
        """How far a guest is with a deal."""
        return None if guest_id is None else await self._rows.try_of(deal.day, deal.game.id, guest_id)

    async def history(self, guest_id: str) -> tuple[list[Try], int]:
        """A guest's tries, the last day first, and on how many days in a row one was finished."""
        tries = await self._rows.tries_of(guest_id)
        return tries, streak_of(await self._rows.days_of(guest_id), day_before)

    async def counts(self, day: str) -> dict[str, int]:
        """How many have begun each deal of a day, by game."""
        return await self._rows.counts(day)

    async def results(self, deal: Deal, guest_id: str | None) -> Results | None:
        """What came of a deal; none for those who are still to finish it."""
        if not await self._may_look(deal.day, deal.game.id, guest_id):
            return None
        results = await self._rows.results(deal.day, deal.game.id, guest_id)
        if results.master is None and results.count:
            self.ask_master(deal)  # whoever was to see to it may have died
        return results

    async def master_record(self, deal: Deal, guest_id: str | None) -> str:
        """The record of the master's game; without the secret until the day is over."""
        if not await self._may_look(deal.day, deal.game.id, guest_id):
            raise _still_to_play()
        row = await self._rows.read(deal.day, deal.game.id)
        if row is None or row.master_record is None:
            raise Refusal(UNKNOWN, "the master has not finished this deal")
        lines = str(row.master_record).split("\n")
        return "\n".join(line for line in lines if deal.is_over or not line.startswith("[secret "))

    async def check_view(self, table: Table, guest_id: str | None) -> None:
        """Refuse to show somebody else's try of a deal to those who may still play it."""
        day = table.terms.deal
        if not day or is_past(day) or table.seats_of(guest_id):
            return
        if not await self._may_look(day, table.game.id, guest_id):
            raise _still_to_play()

    async def _may_look(self, day: str, game_id: str, guest_id: str | None) -> bool:
        if is_past(day):
            return True
        own = None if guest_id is None else await self._rows.try_of(day, game_id, guest_id)
        return own is not None and (own.is_finished or own.table_id is None)

    # --- the master -----------------------------------------------------------------------

    def ask_master(self, deal: Deal) -> None:
        """Have the master try a deal, unless that is done or being done."""
        key = deal.day, deal.game.id
        if key in self._tasks or deal.game.id not in games():
            return
        task = asyncio.create_task(self._try(deal), name="deals: master")
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _try(self, deal: Deal) -> None:
        day, game = deal.day, deal.game
        try:
            if not await self._rows.claim(day, game.id):
                return
            played = MasterGame(game.id, game.rules_version, deal.bots, deal.seat, deal.secret, self._budget)
            try:
                while played.points is None:
                    played = await self._worker.run(self.work, played)
                    await self._rows.renew(day, game.id)
            except BaseException:
                await asyncio.shield(self._rows.release(day, game.id))
                raise
            await self._rows.keep_master(day, game.id, played.points, played.record)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the master's try of a deal could not be kept: %s", type(error).__name__)
        except Exception as error:  # noqa: BLE001 - whatever it was, the page says that there is no result
            log.warning("the master could not try a deal: %s", type(error).__name__)


def _still_to_play() -> Refusal:
    return Refusal(FORBIDDEN, "finish your own game of this deal first; then you can look at those of others")
