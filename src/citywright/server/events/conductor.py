"""Lets events go on by themselves: rounds begin, tables are made, results are noted, unfinished ones judged.

Each step is one transaction on the condition that nothing has changed since it was decided, and leaves behind
all that the next one needs. So any process can take the next step, of several that try one does, and what a
process that died has begun another ends.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from citywright.match.dealer import SECRET_BYTES
from citywright.server.clock import now_ms
from citywright.server.errors import UNKNOWN, MadeAlready, Refusal
from citywright.server.events.event import OVER, RUNNING, Event, EventTable, text_of
from citywright.server.events.queries import (
    due_events,
    new_analyses,
    unmade_tables,
    unnoted_results,
    untold_rounds,
)
from citywright.server.events.results import lost_result, result_of, who_left
from citywright.server.events.service import Events, call_off, lock_event, touch
from citywright.server.events.steps import Cancel, End, NewRound, Step, next_step
from citywright.server.storage.database import Database
from citywright.server.storage.schema import (
    event_players,
    event_rounds,
    event_tables,
    events,
)
from citywright.server.storage.writer import Row
from citywright.server.tables.bot_choices import usual_bot
from citywright.server.tables.new_rows import BOT, GUEST, new_id
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table
from citywright.server.tables.terms import DAY

log = logging.getLogger(__name__)

SWEEP = 5.0  # seconds between two looks
AFTER_TROUBLE = 60_000  # milliseconds until an event is tried again that could not go on
TRIES = 5  # of one step: something may change while it is decided

ReadLuck = Callable[[bytes], list[float]]  # of a kept analysis: every seat's result without luck


class Conductor:
    """The task that looks after all events."""

    def __init__(
        self, database: Database, events_: Events, tables_: TableService, nodes: Nodes, read_luck: ReadLuck
    ) -> None:
        self._database = database
        self._events = events_
        self._tables = tables_
        self._nodes = nodes
        self._read_luck = read_luck
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()

    def start(self) -> None:
        """Begin to look; what the last process left behind comes first."""
        self._tables.on_move.append(self._hear)
        self._events.on_due.append(lambda _: self._wake.set())
        self._task = asyncio.create_task(self._run(), name="events")

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _hear(self, table: Table) -> None:
        if table.match.over:
            self._wake.set()

    async def _run(self) -> None:
        while True:
            if self._wake.is_set() or self._nodes.is_first("events"):
                self._wake.clear()
                try:
                    await self.look()
                except (Refusal, SQLAlchemyError, OSError) as error:
                    log.warning("events could not be looked after: %s", error)
                except Exception:  # a fault of ours: it must not end the task
                    log.exception("events could not be looked after")
            try:
                await asyncio.wait_for(self._wake.wait(), SWEEP)
            except TimeoutError:
                continue

    async def look(self) -> None:
        """Do all that is to be done now."""
        async with self._one_at_a_time:
            await self._note_results()
            await self._make_tables()
            for event_id in await self._column(due_events(now_ms())):
                await self._go_on(event_id)
            await self._note_analyses()

    async def _column(self, query: Any) -> list[str]:
        return await self._database.ask(lambda reading: list(reading.execute(query).scalars()))

    # --- one event --------------------------------------------------------------------

    async def _go_on(self, event_id: str) -> None:
        """Take the steps of an event that is due, until there is nothing more to do now."""
        try:
            while await self._step(event_id):
                await self._make_tables()
            return
        except Refusal as refusal:  # for example a game that this server does not know
            log.warning("an event could not go on: %s", refusal)
        except (SQLAlchemyError, OSError):
            raise
        except Exception:  # a fault of ours: the other events go on
            log.exception("an event could not go on")
        later = update(events).where(events.c.id == event_id).values(due=now_ms() + AFTER_TROUBLE)
        await self._database.transact(lambda connection: connection.execute(later))

    async def _step(self, event_id: str) -> bool:
        """Take the next step of an event; False if nothing can be done now."""
        for _ in range(TRIES):
            event = await self._events.find(event_id)
            await self._judge(event)
            event = await self._events.find(event_id)
            step = await asyncio.to_thread(next_step, event, now_ms())
            if step is None:
                await self._database.transact(partial(wait_on, decided=event))
                return False
            if await self._database.transact(partial(take_step, decided=event, step=step)):
                return isinstance(step, NewRound)
        return False

    async def _judge(self, event: Event) -> None:
        """Judge the tables of the last round that are not over when their time is."""
        if event.state != RUNNING or not event.rounds or now_ms() < event.rounds[-1].ends:
            return
        for table in event.tables_of(event.round):
            if table.ended is None and table.made is not None:
                await self._note_result(event.id, table)

    # --- tables -----------------------------------------------------------------------

    async def _make_tables(self) -> None:
        """Make the tables that were written down, then tell people of rounds whose tables are all there."""
        for event_id in await self._column(unmade_tables()):
            try:
                event = await self._events.find(event_id)
                for table in event.tables:
                    if table.made is None:
                        await self._make_table(event, table)
            except Refusal as refusal:  # the other events go on
                log.warning("the tables of an event could not be made: %s", refusal)
        for event_id in await self._column(untold_rounds()):
            await self._tell(event_id)

    async def _make_table(self, event: Event, table: EventTable) -> None:
        """Make one, unless another process has; for whoever has withdrawn by now a bot plays."""
        query = select(event_tables.c.secret).where(event_tables.c.table_id == table.id)
        secret = await self._database.ask(lambda reading: reading.execute(query).scalar_one())
        who = []
        for number in table.people:
            guest_id = event.by_number[number].guest_id
            who.append(BOT + usual_bot(event.game) if guest_id is None else GUEST + guest_id)
        try:
            await self._tables.make(
                event.game, who, terms=event.options.terms(), table_id=table.id, secret=secret
            )
        except MadeAlready:  # by another process; anything else shows in the next line
            await self._tables.find(table.id)
        made = update(event_tables).where(event_tables.c.table_id == table.id).values(made=now_ms())
        await self._database.transact(lambda connection: connection.execute(made))
        event = await self._events.find(event.id)
        for number in table.people:  # somebody may have withdrawn meanwhile
            player = event.by_number[number]
            if player.withdrawn is not None and player.guest_id is not None:
                await self._events.leave_tables(event, player.guest_id)

    async def _tell(self, event_id: str) -> None:
        """Tell those who want to hear of it that a round has begun; once, whichever process does."""
        event = await self._events.find(event_id)
        now = event_rounds.c.event_id == event_id, event_rounds.c.told.is_(None)

        def write(connection: Connection) -> bool:
            return connection.execute(update(event_rounds).where(*now).values(told=now_ms())).rowcount > 0

        if await self._database.transact(write):
            busy = {number for table in event.tables_of(event.round) for number in table.people}
            guests = [player.guest_id for player in event.active if player.number in busy and player.guest_id]
            for listener in self._events.on_round:
                listener(event_id, event.round, guests)

    # --- results ----------------------------------------------------------------------

    async def _note_results(self) -> None:
        """Note the results of tables whose game is over."""
        rows = await self._database.ask(lambda reading: reading.execute(unnoted_results()).all())
        for row in rows:
            try:
                event = await self._events.find(row.event_id)
                found = next(table for table in event.tables if table.id == row.table_id)
                await self._note_result(row.event_id, found)
            except Refusal as refusal:  # for example a game that this server does not know; the others go on
                log.warning("the result of a table of an event could not be noted: %s", refusal)

    async def _note_result(self, event_id: str, table: EventTable) -> None:
        """Write down what came out at a table, once. If it was the last one, the event is due."""
        try:
            played = await self._tables.find(table.id)
            await self._tables.reload(played)  # another process may have ended the game
            left = partial(who_left, table_id=table.id, plies=played.match.ply)
            result = result_of(played, await self._database.ask(left))
        except Refusal as refusal:
            if refusal.code != UNKNOWN:
                raise
            result = lost_result(len(table.people))

        def write(connection: Connection) -> None:
            event = lock_event(connection, event_id)
            free = event_tables.c.table_id == table.id, event_tables.c.ended.is_(None)
            if connection.execute(update(event_tables).where(*free).values(result)).rowcount:
                touch(connection, event_id)
                left = [
                    one for one in event.tables_of(event.round) if one.ended is None and one.id != table.id
                ]
                if not left and event.state == RUNNING:
                    connection.execute(update(events).where(events.c.id == event_id).values(due=now_ms()))

        await self._database.transact(write)

    async def _note_analyses(self) -> None:
        """Take results without luck from analyses that somebody had made, for events that go on."""
        rows = await self._database.ask(lambda reading: reading.execute(new_analyses()).all())
        for row in rows:
            adjusted = await asyncio.to_thread(self._read_luck, row.result)
            values = {"adjusted": text_of([round(value, 4) for value in adjusted])}
            own = update(event_tables).where(event_tables.c.table_id == row.table_id).values(values)
            async with self._database.write() as connection:
                await connection.execute(own)


def _next_due(event: Event) -> int | None:
    """When an event has to be looked at next, if nothing happens before."""
    if event.state == RUNNING and event.rounds:
        return event.rounds[-1].ends
    return None if event.ended is not None else event.closes


# --- writing a step, within a transaction --------------------------------------------------


def wait_on(connection: Connection, decided: Event) -> None:
    """Nothing is to be done: note when to look next, unless the event has changed since."""
    same = (events.c.id == decided.id) & (events.c.version == decided.version)
    connection.execute(update(events).where(same).values(due=_next_due(decided)))


def take_step(connection: Connection, decided: Event, step: Step) -> bool:
    """Write down what was decided; False if the event has changed since: then it is to be decided anew."""
    event = lock_event(connection, decided.id)
    if event.version != decided.version:
        return False
    now = now_ms()
    touch(connection, event.id)
    own = events.c.id == event.id
    last = (event_rounds.c.event_id == event.id) & event_rounds.c.ended.is_(None)
    connection.execute(update(event_rounds).where(last).values(ended=now))
    if isinstance(step, Cancel):
        call_off(connection, event.id, step.why)
    elif isinstance(step, End):
        for place, number in enumerate(step.order, 1):
            connection.execute(update(event_players).where(_player(event.id, number)).values(place=place))
        connection.execute(update(events).where(own).values(state=OVER, due=None, ended=now))
    else:
        ends = now + 1000 * DAY * event.options.days
        _write_round(connection, event, step, now, ends)
        values: Row = {"state": RUNNING, "round": event.round + 1, "due": ends}
        if step.plan is not None:
            values["plan"] = msgspec.json.encode(step.plan).decode()
        connection.execute(update(events).where(own).values(values))
    return True


def _player(event_id: str, number: int) -> Any:
    return (event_players.c.event_id == event_id) & (event_players.c.number == number)


def _write_round(connection: Connection, event: Event, step: NewRound, now: int, ends: int) -> None:
    """A round and its tables, which are made after that."""
    number = event.round + 1
    row = {"event_id": event.id, "number": number, "is_final": step.is_final, "started": now, "ends": ends}
    connection.execute(insert(event_rounds).values(row | {"sitting": text_of(step.sitting)}))
    for person, division in step.divisions.items():
        connection.execute(update(event_players).where(_player(event.id, person)).values(division=division))
    rows: Sequence[Row] = [
        {
            "table_id": new_id(),
            "event_id": event.id,
            "round": number,
            "number": place,
            "division": division,
            "people": text_of(people),
            "secret": secrets.token_bytes(SECRET_BYTES),
        }
        for place, (people, division) in enumerate(step.tables, 1)
    ]
    connection.execute(insert(event_tables), rows)
