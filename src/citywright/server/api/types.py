"""What the API takes and answers, as msgspec structs. These names are its contract: docs/api.md."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from citywright.engine.game import Game
from citywright.engine.state import LOT
from citywright.engine.view import seat_letter
from citywright.match.dealer import NO_NUMBER
from citywright.server.tables.bot_choices import bots_of
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.lists import TableSummary
from citywright.server.tables.table import Table

Letter = Annotated[str, Meta(pattern="^[A-H]$", max_length=1)]  # `$` alone lets a line end through
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
NO_NUL = r"^[^\x00]*$"  # no text has this character, and PostgreSQL takes none: see http/requests.py
Word = Annotated[str, Meta(max_length=60, pattern=NO_NUL)]


class LayoutProblem(msgspec.Struct):
    """One thing that is wrong with a layout."""

    place: str  # empty: the file as a whole
    words: str
    rule: str  # the id of the rule that is broken; empty: none


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused. Nothing has changed."""

    code: (
        str  # stable: malformed, unknown, forbidden, not your turn, stale ply, illegal, too large, too many …
    )
    reason: str  # a sentence for people
    problems: list[LayoutProblem] = []  # of a layout that was refused


class GameInfo(msgspec.Struct):
    """A game that can be played here."""

    id: str
    titles: dict[str, str]
    min_seats: int
    max_seats: int
    minutes: tuple[int, int]
    difficulty: int
    rules_version: int
    has_secrets: bool
    bots: list[str]
    end_reasons: list[str]


class SeatInfo(msgspec.Struct):
    """A place at a table."""

    seat: str
    name: str
    kind: str  # person, bot or open
    bot: str | None
    deputy: str | None  # the bot that plays until the seat's player returns
    time_left: int | None  # milliseconds for the whole game, when its clock last stood still
    points: int | None  # none for a while after the server was updated, until they were counted
    yours: bool
    invitation: str | None  # the key of an open seat, for those who sit at the table


class TableInfo(msgspec.Struct):
    """A table as whoever asks may know it."""

    id: str
    game: str
    epoch: int
    ply: int
    actor: str | None  # the seat to act; none when the game is over
    over: bool
    end_reason: str | None
    seats: list[SeatInfo]
    start: str
    pace: int
    reserve: int  # seconds for the whole game; 0: there is no such clock
    increment: int  # seconds that each turn brings
    may_undo: bool
    is_public: bool
    deadline: int | None  # when the time of the seat to act is over, in milliseconds since 1970
    commitment: str
    secret: str | None  # once the game is over
    dealer: int  # the version of the dealer
    numbers: list[str | None]  # what each seat added to the dice


class Position(msgspec.Struct):
    """Where a table is after a request."""

    epoch: int
    ply: int
    actor: str | None
    over: bool


class Choice(msgspec.Struct):
    """A legal action."""

    words: str
    title: str


class Choices(msgspec.Struct):
    """The legal actions of the seat to act, if it is the asker's."""

    epoch: int
    ply: int
    actor: str | None
    actions: list[Choice]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a new table is to be. A seat is `me`, `open` or `bot:` and a bot's name."""

    game: Word
    seats: Annotated[list[Word], Meta(min_length=1, max_length=8)]
    start: Annotated[str, Meta(pattern="^(lot|[A-H])$")] = "lot"
    layout: Annotated[str, Meta(max_length=48_000, pattern=NO_NUL)] | None = None
    layout_id: Annotated[str, Meta(max_length=32, pattern=NO_NUL)] | None = None  # instead of `layout`
    is_public: bool = False
    may_undo: bool = True
    may_talk: bool = True
    pace: Number = 0
    reserve: Number = 0  # instead of `pace`, with `increment`
    increment: Number = 0
    promise: Annotated[str, Meta(max_length=80, pattern=NO_NUL)] = ""  # see GET /api/dice
    number: Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")] = ""  # what the seat of `me` adds to the dice


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat to take: of an invitation, or any free one of a public table."""

    invitation: Annotated[str, Meta(max_length=32, pattern=NO_NUL)] | None = None


class Play(msgspec.Struct, forbid_unknown_fields=True):
    """An action in notation, and the position it is meant for."""

    words: Annotated[str, Meta(max_length=500, pattern=NO_NUL)]
    ply: Number
    epoch: Number | None = None
    seat: Letter | None = None  # needed only by who has several seats


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """The position whose last decision is taken back."""

    ply: Number
    epoch: Number | None = None
    seat: Letter | None = None


def game_info(game: Game) -> GameInfo:
    """A game that can be played here."""
    return GameInfo(
        id=game.id,
        titles=dict(game.titles),
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        minutes=game.minutes,
        difficulty=game.difficulty,
        rules_version=game.rules_version,
        has_secrets=game.has_secrets,
        bots=bots_of(game),
        end_reasons=list(game.end_reasons),
    )


def letter_or_none(seat: int) -> str | None:
    """The letter of a seat; none for nobody."""
    return seat_letter(seat) if seat >= 0 else None


def position_of(table: Table) -> Position:
    """Where a table is."""
    return Position(*table.at, letter_or_none(table.actor), table.match.over)


def table_info(table: TableSummary, guest_id: str | None) -> TableInfo:
    """A table as a guest (None: anyone) may know it."""
    own = table.seats_of(guest_id)
    known_points: list[int | None] = [None] * len(table.seats)
    if table.points is not None:
        known_points[:] = table.points
    seats = [
        SeatInfo(
            seat=seat_letter(seat.number),
            name=seat.name,
            kind="bot" if seat.bot else "open" if seat.is_open else "person",
            bot=seat.bot,
            deputy=seat.deputy,
            time_left=seat.time_left,
            points=points,
            yours=seat.number in own,
            invitation=seat.invitation if own and seat.is_open else None,
        )
        for seat, points in zip(table.seats, known_points, strict=True)
    ]
    start = table.terms.start
    return TableInfo(
        id=table.id,
        game=table.game.id,
        epoch=table.epoch,
        ply=table.ply,
        actor=letter_or_none(table.actor),
        over=table.is_over,
        end_reason=table.end_reason,
        seats=seats,
        start="lot" if start == LOT else seat_letter(start),
        pace=table.terms.pace,
        reserve=table.terms.reserve,
        increment=table.terms.increment,
        may_undo=table.terms.may_undo,
        is_public=table.terms.is_public,
        deadline=deadline_of(table),
        commitment=table.commitment,
        secret=table.secret,
        dealer=table.dealing,
        numbers=[None if number == NO_NUMBER else number for number in table.numbers],
    )
