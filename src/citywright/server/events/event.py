"""An event as it is in the database: who plays, all rounds and tables, and who stands where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from citywright.engine.game import Game
from citywright.events.scores import Result, Standing, standings
from citywright.server.errors import FORBIDDEN, UNKNOWN, Refusal
from citywright.server.events.options import LEAGUE, Options, read_options
from citywright.server.storage.schema import event_players, event_rounds, event_tables, events, guests
from citywright.server.tables.terms import game_or_refuse

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has entered."""

    number: int
    guest_id: str | None
    name: str
    entered: int
    withdrawn: int | None
    is_removed: bool
    division: int
    place: int | None  # in the end


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round, or a season of a league."""

    number: int
    is_final: bool
    started: int
    ends: int
    ended: int | None
    sitting: tuple[int, ...]


class EventTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a round: who plays there, and what came out."""

    id: str
    round: int
    number: int
    division: int
    people: tuple[int, ...]
    made: int | None
    ended: int | None
    is_judged: bool
    shares: tuple[int, ...]  # empty until it has ended
    scores: tuple[int, ...]
    adjusted: tuple[float, ...] | None

    @property
    def result(self) -> Result:
        """What came out."""
        return Result(self.people, self.shares, self.scores, self.adjusted)


class Event:
    """One event, whole."""

    def __init__(
        self, row: Any, players: list[Player], rounds: list[Round], tables: list[EventTable]
    ) -> None:
        self.id: str = row.id
        self.title: str = row.title
        self.game: Game = game_or_refuse(row.game)
        self.options: Options = read_options(row.options)
        self.is_public: bool = row.is_public
        self.opens: int = row.opens
        self.closes: int = row.closes
        self.state: str = row.state
        self.round: int = row.round
        self.seed: int = row.seed
        self.plan: list[list[list[int]]] = msgspec.json.decode(row.plan) if row.plan else []
        self.version: int = row.version
        self.why: str = row.why or ""
        self.created: int = row.created
        self.ended: int | None = row.ended
        self.maker_id: str | None = row.guest_id
        self.maker_name: str = row.maker_name or ""
        self.everybody = players  # those the maker has removed, too
        self.rounds = rounds
        self.tables = tables

    @cached_property
    def players(self) -> list[Player]:
        """Who takes part, or did."""
        return [player for player in self.everybody if not player.is_removed]

    @cached_property
    def by_number(self) -> dict[int, Player]:
        """The same by their numbers."""
        return {player.number: player for player in self.everybody}

    @property
    def active(self) -> list[Player]:
        """Who is still there."""
        return [player for player in self.players if player.withdrawn is None]

    @property
    def is_full(self) -> bool:
        return len(self.active) >= self.options.most

    def player_of(self, guest_id: str | None) -> Player | None:
        """What a guest is here, if anything."""
        own = (player for player in self.everybody if guest_id is not None and player.guest_id == guest_id)
        return next(own, None)

    def is_made_by(self, guest_id: str | None) -> bool:
        """Has this guest made it?"""
        return guest_id is not None and self.maker_id == guest_id

    @cached_property
    def _by_round(self) -> dict[int, list[EventTable]]:
        found: dict[int, list[EventTable]] = {}
        for table in self.tables:
            found.setdefault(table.round, []).append(table)
        return found

    def tables_of(self, number: int) -> list[EventTable]:
        """The tables of a round."""
        return self._by_round.get(number, [])

    @property
    def divisions(self) -> int:
        """How many divisions a league has; anything else has one."""
        return 1 + max((player.division for player in self.players), default=0)

    @property
    def final(self) -> Round | None:
        """The final table's round, once there is one."""
        return next((one for one in self.rounds if one.is_final), None)

    # --- who stands where -------------------------------------------------------------

    def standings(self, division: int = 0) -> list[Standing]:
        """Everybody of a division in order: of a league in the last season, else over all rounds."""
        people = [player.number for player in self.players if player.division == division]
        counted = [one for one in self.rounds if not one.is_final]
        if self.options.kind == LEAGUE:
            counted = [one for one in counted if one.number == self.round]
        numbers = {one.number for one in counted}
        results = [
            table.result
            for table in self.tables
            if table.shares and table.round in numbers and table.division == division
        ]
        sat_out = [person for one in counted if one.ended for person in one.sitting]
        gone = [player.number for player in self.players if player.withdrawn is not None]
        rows = standings(people, results, sat_out, last=gone, seed=self.seed)
        return self._with_final(rows)

    def _with_final(self, rows: list[Standing]) -> list[Standing]:
        """Whoever played at the final table comes first, in the order of its result."""
        table = next((one for one in self.tables if self.final and one.round == self.final.number), None)
        if table is None or not table.shares:
            return rows
        won = dict(zip(table.people, table.shares, strict=True))
        rows = sorted(rows, key=lambda row: (row.person not in won, -won.get(row.person, 0), row.place))
        return [row._replace(place=place) for place, row in enumerate(rows, 1)]


def maker_or_refuse(event: Event, guest_id: str) -> None:
    """Refuse what only whoever made the event may do."""
    if not event.is_made_by(guest_id):
        raise Refusal(FORBIDDEN, "only whoever made the event can do that")


def numbers_of(text: str | None) -> tuple[int, ...]:
    """Numbers from the database."""
    return tuple(int(word) for word in (text or "").split())


def text_of(numbers: Sequence[float]) -> str:
    """Numbers as the database keeps them."""
    return " ".join(map(str, numbers))


def read_event(connection: Connection, event_id: str) -> Event:
    """An event from its rows; refused if there is none."""
    query = select(events, guests.c.name.label("maker_name"))
    query = query.outerjoin(guests, guests.c.id == events.c.guest_id).where(events.c.id == event_id)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Refusal(UNKNOWN, "there is no such event")
    return Event(
        row, _players(connection, event_id), _rounds(connection, event_id), _tables(connection, event_id)
    )


def _players(connection: Connection, event_id: str) -> list[Player]:
    query = select(event_players, guests.c.name).outerjoin(guests, guests.c.id == event_players.c.guest_id)
    query = query.where(event_players.c.event_id == event_id).order_by(event_players.c.number)
    return [
        Player(
            number=row.number,
            guest_id=row.guest_id,
            name=row.name or "–",
            entered=row.entered,
            withdrawn=row.withdrawn,
            is_removed=row.is_removed,
            division=row.division,
            place=row.place,
        )
        for row in connection.execute(query)
    ]


def _rounds(connection: Connection, event_id: str) -> list[Round]:
    query = select(event_rounds).where(event_rounds.c.event_id == event_id).order_by(event_rounds.c.number)
    return [
        Round(
            number=row.number,
            is_final=row.is_final,
            started=row.started,
            ends=row.ends,
            ended=row.ended,
            sitting=numbers_of(row.sitting),
        )
        for row in connection.execute(query)
    ]


def _tables(connection: Connection, event_id: str) -> list[EventTable]:
    query = select(event_tables).where(event_tables.c.event_id == event_id)
    query = query.order_by(event_tables.c.round, event_tables.c.number)
    return [
        EventTable(
            id=row.table_id,
            round=row.round,
            number=row.number,
            division=row.division,
            people=numbers_of(row.people),
            made=row.made,
            ended=row.ended,
            is_judged=row.is_judged,
            shares=numbers_of(row.shares),
            scores=numbers_of(row.scores),
            adjusted=tuple(float(word) for word in row.adjusted.split()) if row.adjusted else None,
        )
        for row in connection.execute(query)
    ]
