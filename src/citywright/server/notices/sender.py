"""Sends what is due, each channel by itself: a mail server that does not answer holds no push message up.

One process, the same as long as it lives, sends for all. What is to be sent stands in the database, and is
claimed there before it is sent: should the sender die, another finds what was left, and only what was just
being sent may come twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.notices.kinds import WEBHOOK
from citywright.server.notices.words import Call, call_of
from citywright.server.storage.database import Database
from citywright.server.storage.schema import calls, deliveries
from citywright.server.tables.nodes import Nodes

TASK = "notices"
LOOKING = 1.0  # seconds between two looks for what is due
SENDING = 60_000  # milliseconds after which something is sent again though its sender lives
FIRST_PAUSE = 30_000  # milliseconds before what could not be sent is tried again; then twice as long
MOST_TRIES = 9  # over more than two hours
A_DAY = 24 * 3600_000  # milliseconds for which a webhook is tried
AT_ONCE = 40  # deliveries that are read together
STOP_PATIENCE = 6.0  # seconds for what is being sent when the server stops

DONE, VOID, FAILED, AGAIN = "sent", "void", "failed", "again"  # what became of a delivery

log = logging.getLogger(__name__)


class Delivery(msgspec.Struct, frozen=True):
    """One thing to be sent."""

    id: int
    channel: str
    device_id: str | None
    due: int
    tries: int
    call: Call

    @property
    def to(self) -> tuple[str, str]:
        """Whom: what goes to the same place at the same time is sent as one."""
        alone = str(self.id) if self.channel == WEBHOOK else ""
        return self.call.guest_id, self.device_id or alone


class Outcome(msgspec.Struct, frozen=True):
    """What became of a delivery; if it is to be sent later, at which moment, and whether it was tried."""

    result: str
    at: int | None = None
    was_tried: bool = True


Send = Callable[[Sequence[Delivery]], Awaitable[dict[int, Outcome]]]


class Sender:
    """Looks for what is due on one channel and has it sent by `send`."""

    def __init__(self, channel: str, database: Database, nodes: Nodes, send: Send) -> None:
        self.channel = channel
        self._database = database
        self._nodes = nodes
        self._send = send
        self._wake = asyncio.Event()
        self._is_stopping = False
        self._task: asyncio.Task[None] | None = None
        self.on_outcome: list[Callable[[str, str], None]] = []  # a delivery over a channel was settled

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name=f"notices by {self.channel}")

    async def stop(self) -> None:
        """Finish what is being sent, and send no more."""
        if self._task is not None:
            self._is_stopping = True
            self._wake.set()
            await asyncio.wait({self._task}, timeout=STOP_PATIENCE)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """Something may be due."""
        self._wake.set()

    async def _run(self) -> None:
        while not self._is_stopping:
            try:
                found = self._nodes.is_first(TASK) and await self.send_due()
            except (SQLAlchemyError, OSError, Refusal) as error:
                log.warning("notices could not be sent: %s; trying again", type(error).__name__)
                found = False
            except Exception:  # a fault of ours: what waits is not lost
                log.exception("notices could not be sent by %s", self.channel)
                found = False
            if found:
                continue
            try:
                async with asyncio.timeout(LOOKING):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def send_due(self) -> bool:
        """Send what is due now, to different people at the same time; was there anything?"""
        due = await self._due()
        groups = [list(some) for _, some in groupby(sorted(due, key=lambda one: one.to), lambda one: one.to)]
        results = await asyncio.gather(*map(self._send_group, groups), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return bool(due)

    async def _due(self) -> list[Delivery]:
        """What is to be sent now: also what a process was sending which has died."""
        is_due = deliveries.c.due <= now_ms()
        if self._nodes.has_listened:
            alive = [self._nodes.name, *self._nodes.names()]
            is_due = or_(is_due, deliveries.c.due.is_not(None) & deliveries.c.sender.not_in(alive))
        query = (
            select(deliveries, *(column for column in calls.c if column.name != "id"))
            .join(calls, calls.c.id == deliveries.c.call_id)
            .where(deliveries.c.channel == self.channel, deliveries.c.due.is_not(None), is_due)
            .order_by(deliveries.c.due)
            .limit(AT_ONCE)
        )
        rows = await self._database.ask(lambda connection: list(connection.execute(query)))
        return [
            Delivery(row.id, row.channel, row.device_id, row.due, row.tries, call_of(row)) for row in rows
        ]

    async def _send_group(self, group: list[Delivery]) -> None:
        """Send what goes to one place, unless another process does."""
        until = now_ms() + SENDING
        group = await self._claim(group, until)
        if not group:
            return
        try:
            outcomes = await self._send(group)
        except (Refusal, OSError) as error:
            log.warning("a notice could not be sent by %s: %s", self.channel, type(error).__name__)
            outcomes = {}
        except SQLAlchemyError:
            raise
        except Exception:  # a fault of ours in one message: the others go on
            log.exception("a notice could not be sent by %s", self.channel)
            outcomes = {}
        await self._settle(group, outcomes, until)

    async def _claim(self, group: list[Delivery], until: int) -> list[Delivery]:
        """Those of a group that this process, and no other, sends."""
        claimed = []
        async with self._database.write() as connection:
            for one in group:
                mine = (deliveries.c.id == one.id) & (deliveries.c.due == one.due)
                claim = {"sender": self._nodes.name, "due": until, "tries": one.tries + 1}
                if (await connection.execute(update(deliveries).where(mine).values(claim))).rowcount == 1:
                    claimed.append(one)
        return claimed

    async def _settle(self, group: list[Delivery], outcomes: dict[int, Outcome], until: int) -> None:
        """Write down what became of each; what is not named could not be sent and is tried again."""
        async with self._database.write() as connection:
            for one in group:
                outcome = outcomes.get(one.id, Outcome(AGAIN))
                again = self._next_try(one, outcome) if outcome.result == AGAIN else None
                result = FAILED if outcome.result == AGAIN and again is None else outcome.result
                values: dict[str, Any] = {"sender": None, "due": again}
                values["result"] = None if again is not None else result
                if not outcome.was_tried:
                    values["tries"] = one.tries
                mine = (deliveries.c.id == one.id) & (deliveries.c.due == until)
                await connection.execute(update(deliveries).where(mine).values(values))
                self._tell(result if again is None else AGAIN)

    def _next_try(self, one: Delivery, outcome: Outcome) -> int | None:
        """When something is tried again; None: it is given up."""
        if outcome.at is not None:
            return outcome.at
        moment = now_ms() + FIRST_PAUSE * 2**one.tries
        if self.channel == WEBHOOK:
            return moment if moment < max(one.call.created, 0) + A_DAY else None
        return moment if one.tries + 1 < MOST_TRIES else None

    def is_last_try(self, one: Delivery) -> bool:
        """Would this be given up if it failed now?"""
        return self._next_try(one, Outcome(AGAIN)) is None

    def _tell(self, result: str) -> None:
        for listener in self.on_outcome:
            listener(self.channel, result)
