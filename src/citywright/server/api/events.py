"""Events over the API: listing, showing, entering, withdrawing. The services are those of the pages."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath

from citywright.events.scores import UNIT
from citywright.server.api.requests import COMMON, PROBLEMS, Asker, known
from citywright.server.events.event import Event, EventTable
from citywright.server.events.finding import Listed
from citywright.server.events.options import Options
from citywright.server.http.requests import AnyRequest
from citywright.server.services import TheServices

SHOWN = {status: spec for status, spec in PROBLEMS.items() if status != 409}


class EventInfo(msgspec.Struct):
    """An event in a list. Times are milliseconds since 1970."""

    id: str
    title: str
    game: str
    state: str  # open, running, over or cancelled
    is_public: bool
    options: Options
    opens: int
    closes: int
    round: int  # the last that has begun; of a league, the season
    people: int


class EventList(msgspec.Struct):
    """The asker's events that are not over, and public ones."""

    own: list[EventInfo]
    open: list[EventInfo]
    running: list[EventInfo]
    past: list[EventInfo]


class EventStanding(msgspec.Struct):
    """Where somebody stands. What decides comes first: points, opponents, share, adjusted, the lot."""

    number: int
    name: str
    yours: bool
    division: int
    place: int  # in their division
    points: float
    games: int
    opponents: float
    share: float
    adjusted: float | None  # none: not all games have been analysed
    is_withdrawn: bool


class EventTableInfo(msgspec.Struct):
    """A table of a round; its players, by their numbers, seat by seat."""

    round: int
    is_final: bool
    division: int
    id: str | None  # none: only its players may know
    players: list[int]
    is_over: bool
    is_judged: bool
    shares: list[float]  # what each got, from 0 to 1; empty: it is not over
    scores: list[int]


class EventWhole(EventInfo):
    """An event with all that happened in it."""

    standings: list[EventStanding]
    tables: list[EventTableInfo]
    your_tables: list[str]  # where you have a game to play


def _listed(event: Listed) -> EventInfo:
    named = {name: getattr(event, name) for name in EventInfo.__struct_fields__ if name != "game"}
    return EventInfo(game=event.game.id, **named)


def _table(event: Event, table: EventTable, own: int | None) -> EventTableInfo:
    final = event.final
    is_known = event.options.may_watch or table.ended is not None or own in table.people
    return EventTableInfo(
        round=table.round,
        is_final=final is not None and final.number == table.round,
        division=table.division,
        id=table.id if is_known and table.made is not None else None,
        players=list(table.people),
        is_over=table.ended is not None,
        is_judged=table.is_judged,
        shares=[round(share / UNIT, 4) for share in table.shares],
        scores=list(table.scores),
    )


def _standings(event: Event, guest_id: str | None) -> list[EventStanding]:
    shown = []
    for division in range(event.divisions):
        for row in event.standings(division):
            player = event.by_number[row.person]
            shown.append(
                EventStanding(
                    number=row.person,
                    name=player.name,
                    yours=guest_id is not None and player.guest_id == guest_id,
                    division=division,
                    place=row.place,
                    points=round(row.points / UNIT, 4),
                    games=row.games,
                    opponents=round(row.opponents, 4),
                    share=round(row.share, 4),
                    adjusted=row.adjusted,
                    is_withdrawn=player.withdrawn is not None,
                )
            )
    return shown


def _whole(event: Event, guest_id: str | None) -> EventWhole:
    player = event.player_of(guest_id)
    own = player.number if player is not None and not player.is_removed else None
    tables = [_table(event, table, own) for table in event.tables]
    return EventWhole(
        id=event.id,
        title=event.title,
        game=event.game.id,
        state=event.state,
        is_public=event.is_public,
        options=event.options,
        opens=event.opens,
        closes=event.closes,
        round=event.round,
        people=len(event.active),
        standings=_standings(event, guest_id),
        tables=tables,
        your_tables=[
            table.id
            for table in tables
            if own in table.players and not table.is_over and table.id is not None
        ],
    )


@get("/events", responses=COMMON, tags=["events"])
async def list_events(services: TheServices, asker: Asker) -> EventList:
    """Tournaments and leagues: the asker's, then public ones that are open, running or over."""
    lists = await services.events.lists(asker.id if asker else None)
    return EventList(
        *([_listed(event) for event in getattr(lists, name)] for name in lists.__struct_fields__)
    )


@get("/events/{event_id:str}", responses=SHOWN, tags=["events"])
async def show_event(services: TheServices, asker: Asker, event_id: FromPath[str]) -> EventWhole:
    """An event: who stands where, and all its tables."""
    return _whole(await services.events.find(event_id), asker.id if asker else None)


@post("/events/{event_id:str}/enter", responses=SHOWN, tags=["events"])
async def enter_event(
    request: AnyRequest, services: TheServices, asker: Asker, event_id: FromPath[str]
) -> EventWhole:
    """Take part."""
    guest = known(asker)
    services.limits.spend("enter an event", request, f"guest {guest.id}")
    return _whole(await services.events.enter(event_id, guest.id), guest.id)


@post("/events/{event_id:str}/withdraw", responses=SHOWN, tags=["events"])
async def withdraw_from_event(
    request: AnyRequest, services: TheServices, asker: Asker, event_id: FromPath[str]
) -> EventWhole:
    """Take part no more; a bot plays on at running tables."""
    guest = known(asker)
    services.limits.spend("enter an event", request, f"guest {guest.id}")
    return _whole(await services.events.withdraw(event_id, guest.id), guest.id)


HANDLERS = [list_events, show_event, enter_event, withdraw_from_event]
