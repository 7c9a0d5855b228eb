"""All events: making one, entering, withdrawing, calling it off. The one way for people to change an event.

Every change is one transaction that holds the event's row; what happens by itself is in conductor.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from citywright.engine.game import Game
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, UNKNOWN, Refusal
from citywright.server.events.event import CANCELLED, OPEN, RUNNING, Event, maker_or_refuse, read_event
from citywright.server.events.finding import FindingEvents
from citywright.server.events.options import Options, check_dates, check_options, check_title
from citywright.server.storage.database import Database
from citywright.server.storage.schema import accounts, event_players, events
from citywright.server.tables.new_rows import new_id
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.service import TableService
from citywright.text import mark

MOST_MADE = 5  # events of one maker that are not over
MOST_ENTERED = 20  # events somebody may play in at once
CALLED_OFF = mark("Whoever made it has called it off.")

Change = Callable[[Connection, Event], None]


class Events(FindingEvents):
    """Finds events and lets people act in them. Knows nothing of how one is shown."""

    def __init__(self, database: Database, tables: TableService, actions: PlayerActions) -> None:
        super().__init__(database)
        self._tables = tables
        self._actions = actions
        self.on_due: list[Callable[[str], None]] = []  # something has to be done in an event now
        self.on_round: list[Callable[[str, int, Sequence[str]], None]] = []  # a round has begun, for these

    async def make(
        self,
        game: Game,
        guest_id: str,
        title: str,
        options: Options,
        *,
        closes: int,
        opens: int = 0,
        is_public: bool = True,
    ) -> str:
        """A new event that people can enter until `closes`, in milliseconds, and that starts then."""
        now = now_ms()
        opens = max(opens, now)
        row = {
            "title": check_title(title),
            "options": check_options(game, options).as_json(),
            "id": new_id(),
            "guest_id": guest_id,
            "game": game.id,
            "is_public": is_public,
            "opens": opens,
            "closes": closes,
            "state": OPEN,
            "round": 0,
            "due": closes,
            "seed": secrets.randbits(40),
            "version": 0,
            "created": now,
        }
        check_dates(opens, closes, now)
        if (await self.count_of(guest_id))[0] >= MOST_MADE:
            raise Refusal(
                FORBIDDEN, "{n} events of yours are not over; wait for one of them to end", n=MOST_MADE
            )

        def write(connection: Connection) -> None:
            known = select(accounts.c.guest_id).where(accounts.c.guest_id == guest_id)
            if connection.execute(known).one_or_none() is None:
                raise Refusal(FORBIDDEN, "an event needs somebody with an account: create one first")
            connection.execute(insert(events).values(row))

        await self._database.transact(write)
        return str(row["id"])

    # --- people -----------------------------------------------------------------------

    async def enter(self, event_id: str, guest_id: str) -> Event:
        """Take part; whoever does so already changes nothing."""
        if (await self.count_of(guest_id))[1] >= MOST_ENTERED:
            raise Refusal(FORBIDDEN, "you take part in {n} events already", n=MOST_ENTERED)

        def change(connection: Connection, event: Event) -> None:
            own = event.player_of(guest_id)
            if own is not None and own.is_removed:
                raise Refusal(FORBIDDEN, "whoever made the event does not want you to take part")
            if own is not None and own.withdrawn is None:
                return
            _check_entering(event)
            number = 1 + max((player.number for player in event.everybody), default=-1)
            row = {"event_id": event_id, "number": number, "guest_id": guest_id, "entered": now_ms()}
            connection.execute(insert(event_players).values(row))
            if len(event.active) + 1 >= event.options.most:  # nobody else can come: it starts at once
                connection.execute(update(events).where(events.c.id == event_id).values(due=now_ms()))

        event = await self._change(event_id, change)
        if event.is_full:
            self._call(event_id)
        return event

    async def withdraw(self, event_id: str, guest_id: str) -> Event:
        """Take part no more. After the start a bot plays on at running tables, and there are no new ones."""

        def change(connection: Connection, event: Event) -> None:
            own = event.player_of(guest_id)
            if own is None or own.is_removed:
                raise Refusal(FORBIDDEN, "you do not take part in this event")
            if event.state not in (OPEN, RUNNING):
                raise Refusal(ILLEGAL, "the event is over")
            _withdraw(connection, event, own.number)

        event = await self._change(event_id, change)
        await self.leave_tables(event, guest_id)
        return event

    async def remove(self, event_id: str, maker: str, number: int) -> Event:
        """The maker removes somebody, before the start."""

        def change(connection: Connection, event: Event) -> None:
            maker_or_refuse(event, maker)
            if event.state != OPEN:
                raise Refusal(ILLEGAL, "after the start nobody can be removed")
            if number not in event.by_number:
                raise Refusal(UNKNOWN, "nobody with this number takes part")
            own = (event_players.c.event_id == event_id) & (event_players.c.number == number)
            connection.execute(update(event_players).where(own).values(is_removed=True, withdrawn=now_ms()))

        return await self._change(event_id, change)

    async def cancel(self, event_id: str, maker: str) -> Event:
        """The maker calls the event off: no more rounds, and no result. Running games go on as games."""

        def change(connection: Connection, event: Event) -> None:
            maker_or_refuse(event, maker)
            if event.state not in (OPEN, RUNNING):
                raise Refusal(ILLEGAL, "the event is over")
            call_off(connection, event_id, CALLED_OFF)

        return await self._change(event_id, change)

    async def leave_tables(self, event: Event, guest_id: str) -> None:
        """A bot plays on for somebody at all running tables of an event."""
        own = event.player_of(guest_id)
        for table in event.tables:
            if own is None or own.number not in table.people or table.made is None or table.ended is not None:
                continue
            try:
                found = await self._tables.find(table.id)
            except Refusal as refusal:
                if refusal.code == UNKNOWN:  # it was deleted
                    continue
                raise
            for seat in found.seats_of(guest_id):
                if not found.match.over and found.seats[seat].deputy is None:
                    await self._actions.leave(found, seat)

    # --- changing ---------------------------------------------------------------------

    async def _change(self, event_id: str, change: Change) -> Event:
        """Carry out a change; returns the event after it."""

        def write(connection: Connection) -> Event:
            event = lock_event(connection, event_id)
            change(connection, event)
            touch(connection, event_id)
            return read_event(connection, event_id)

        try:
            return await self._database.transact(write)
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "somebody else was faster") from error

    def _call(self, event_id: str) -> None:
        for listener in self.on_due:
            listener(event_id)


def lock_event(connection: Connection, event_id: str) -> Event:
    """The event, held until the transaction ends."""
    locked = select(events.c.id).where(events.c.id == event_id).with_for_update(key_share=True)
    if connection.execute(locked).one_or_none() is None:
        raise Refusal(UNKNOWN, "there is no such event")
    return read_event(connection, event_id)


def touch(connection: Connection, event_id: str) -> None:
    """Something in an event was changed: whatever was decided from what it was before counts no more."""
    own = events.c.id == event_id
    connection.execute(update(events).where(own).values(version=events.c.version + 1))


def call_off(connection: Connection, event_id: str, why: str) -> None:
    """End an event without a result."""
    values = {"state": CANCELLED, "why": why, "due": None, "ended": now_ms()}
    connection.execute(update(events).where(events.c.id == event_id).values(values))


def _check_entering(event: Event) -> None:
    now = now_ms()
    if event.state != OPEN or now >= event.closes:
        raise Refusal(ILLEGAL, "nobody can enter this event any more")
    if now < event.opens:
        raise Refusal(ILLEGAL, "nobody can enter this event yet")
    if event.is_full:
        raise Refusal(ILLEGAL, "this event is full")


def _withdraw(connection: Connection, event: Event, number: int) -> None:
    """Before the start as if nobody had entered; after it with what was played."""
    own = (event_players.c.event_id == event.id) & (event_players.c.number == number)
    if event.state == OPEN:
        connection.execute(delete(event_players).where(own))
    elif event.by_number[number].withdrawn is None:
        connection.execute(update(event_players).where(own).values(withdrawn=now_ms()))
