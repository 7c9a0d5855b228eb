"""Finding events: by id, in lists, those of a guest; and what a maker should know about one."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Select, func, or_, select

from citywright.engine.game import Game
from citywright.server.errors import Refusal
from citywright.server.events.event import CANCELLED, OPEN, OVER, RUNNING, Event, read_event
from citywright.server.events.options import Options, read_options
from citywright.server.storage.database import Database
from citywright.server.storage.schema import event_players, event_tables, events, seats, tables
from citywright.server.tables.terms import game_or_refuse

MOST_LISTED = 30


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """An event in a list."""

    id: str
    title: str
    game: Game
    options: Options
    state: str
    is_public: bool
    opens: int
    closes: int
    round: int
    people: int
    is_own: bool  # the guest who asks takes part, or has made it


class Lists(msgspec.Struct, frozen=True):
    """All that a guest is shown."""

    own: list[Listed]
    open: list[Listed]
    running: list[Listed]
    past: list[Listed]


class FindingEvents:
    """Reads events as they are in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, event_id: str) -> Event:
        """The event with this id; refused if there is none."""
        return await self._database.ask(lambda reading: read_event(reading, event_id))

    async def lists(self, guest_id: str | None) -> Lists:
        """Own events that are not over, then public ones by what they are doing; own past ones, too."""

        def read(connection: Connection) -> Lists:
            own = _own_ids(guest_id)
            mine = events.c.id.in_(own) if guest_id is not None else events.c.id.is_(None)
            public = events.c.is_public & ~mine
            finished = events.c.state.in_((OVER, CANCELLED))
            return Lists(
                own=_listed(connection, _query().where(mine, ~finished), is_own=True),
                open=_listed(connection, _query().where(public, events.c.state == OPEN)),
                running=_listed(connection, _query().where(public, events.c.state == RUNNING)),
                past=_listed(connection, _query().where(or_(public, mine), events.c.state == OVER)),
            )

        return await self._database.ask(read)

    async def ways_in(self, event: Event) -> set[str]:
        """The ids of the event's tables that exist."""
        ids = [table.id for table in event.tables]
        query = select(tables.c.id).where(tables.c.id.in_(ids))
        return await self._database.ask(lambda reading: set(reading.execute(query).scalars()))

    async def stand_ins(self, event: Event) -> list[tuple[int, str]]:
        """At which running tables a bot plays for somebody: the number of the table's row, and their name."""
        running = {
            table.id: table for table in event.tables if table.made is not None and table.ended is None
        }
        query = select(seats.c.table_id, seats.c.seat).where(
            seats.c.table_id.in_(list(running)), or_(seats.c.deputy.is_not(None), seats.c.bot.is_not(None))
        )
        rows = await self._database.ask(lambda reading: reading.execute(query).all())
        names = event.by_number
        found = [(running[row.table_id], row.seat) for row in rows]
        return sorted((table.number, names[table.people[seat]].name) for table, seat in found)

    async def count_of(self, guest_id: str) -> tuple[int, int]:
        """How many events a guest has made, and plays in, that are not over."""
        goes_on = events.c.state.in_((OPEN, RUNNING))
        made = select(func.count()).select_from(events).where(events.c.guest_id == guest_id, goes_on)
        plays = select(func.count()).select_from(event_players)
        plays = plays.join(events, events.c.id == event_players.c.event_id)
        plays = plays.where(event_players.c.guest_id == guest_id, goes_on)

        def read(connection: Connection) -> tuple[int, int]:
            return int(connection.execute(made).scalar_one()), int(connection.execute(plays).scalar_one())

        return await self._database.ask(read)

    async def event_of_table(self, table_id: str) -> str | None:
        """The event a table belongs to, if to one."""
        query = select(event_tables.c.event_id).where(event_tables.c.table_id == table_id)
        return await self._database.ask(lambda reading: reading.execute(query).scalar_one_or_none())


def _own_ids(guest_id: str | None) -> Any:
    plays = select(event_players.c.event_id).where(
        event_players.c.guest_id == guest_id, ~event_players.c.is_removed
    )
    return plays.union(select(events.c.id).where(events.c.guest_id == guest_id))


def _query() -> Select[Any]:
    counted = select(func.count()).select_from(event_players)
    counted = counted.where(event_players.c.event_id == events.c.id, ~event_players.c.is_removed)
    people = counted.scalar_subquery().label("people")
    return select(events, people).order_by(events.c.created.desc(), events.c.id).limit(MOST_LISTED)


def _listed(connection: Connection, query: Select[Any], *, is_own: bool = False) -> list[Listed]:
    found = []
    for row in connection.execute(query):
        try:
            game = game_or_refuse(row.game)
        except Refusal:  # a game that this server does not know
            continue
        found.append(
            Listed(
                id=row.id,
                title=row.title,
                game=game,
                options=read_options(row.options),
                state=row.state,
                is_public=row.is_public,
                opens=row.opens,
                closes=row.closes,
                round=row.round,
                people=row.people,
                is_own=is_own,
            )
        )
    return found
