"""What the API takes and answers about rooms. These names are its contract: docs/api.md."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from citywright.engine.state import LOT
from citywright.engine.view import seat_letter
from citywright.server.api.types import Letter, NewTable, Number
from citywright.server.rooms.options import SHARED, Options
from citywright.server.rooms.room import Room
from citywright.server.tables.table import Table
from citywright.server.tables.terms import Terms


class RoomSeatInfo(msgspec.Struct):
    """A seat in a room."""

    seat: str
    name: str
    kind: str  # person, bot or open
    bot: str | None
    is_ready: bool
    is_here: bool  # they have the page of the room open
    yours: bool


class RoomInfo(msgspec.Struct, kw_only=True):
    """A room as whoever asks may know it. Its table has the same id."""

    id: str
    game: str
    seats: list[RoomSeatInfo]
    host: str | None  # the seat of who may change the options
    edition: int  # how often they were changed
    start: str
    pace: int
    reserve: int
    increment: int
    may_undo: bool
    may_talk: bool
    is_public: bool
    board: str  # what a layout of its own is called; empty: the usual board, or it has started
    commitment: str
    lang: str  # of who made it; empty: it has started
    started: bool  # there is a table now


class NewRoom(NewTable, forbid_unknown_fields=True):
    """What a new room is to be: the same as of a table. One seat is `me`."""


class JoinRoom(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat to take; none: any free one."""

    seat: Letter | None = None


class Ready(msgspec.Struct, forbid_unknown_fields=True):
    """The options that are agreed to, and 16 random bytes for the dice."""

    edition: Number
    number: Annotated[str, Meta(pattern="^([0-9a-f]{32})?$", max_length=32)] = ""


def _shared(agreed: Options | Terms) -> dict[str, Any]:
    """What options and terms both have, as the API tells it."""
    named: dict[str, Any] = {name: getattr(agreed, name) for name in SHARED}
    return named | {"start": "lot" if agreed.start == LOT else seat_letter(agreed.start)}


def room_info(room: Room, guest_id: str | None, *, started: bool = False) -> RoomInfo:
    """A room as a guest (None: anyone) may know it."""
    own = room.place_of(guest_id)
    seats = [
        RoomSeatInfo(
            seat=seat_letter(place.number),
            name=place.name,
            kind=place.kind,
            bot=place.bot or None,
            is_ready=place.is_ready,
            is_here=place.is_here and (place.guest_id, guest_id) not in room.blocks,
            yours=own is not None and place.number == own.number,
        )
        for place in room.places
    ]
    return RoomInfo(
        id=room.id,
        game=room.game.id,
        seats=seats,
        host=None if room.host is None else seat_letter(room.host.number),
        edition=room.edition,
        board=room.options.board,
        commitment=room.commitment,
        lang=room.lang,
        started=started,
        **_shared(room.options),
    )


def started_info(table: Table, guest_id: str | None) -> RoomInfo:
    """What has become of a room."""
    own, here = table.seats_of(guest_id), table.present()
    seats = [
        RoomSeatInfo(
            seat=seat_letter(seat.number),
            name=seat.name,
            kind="bot" if seat.bot else "open" if seat.is_open else "person",
            bot=seat.bot,
            is_ready=True,
            is_here=seat.number in here,
            yours=seat.number in own,
        )
        for seat in table.seats
    ]
    return RoomInfo(
        id=table.id,
        game=table.game.id,
        seats=seats,
        host=None,
        edition=0,
        board="",
        commitment=table.match.dealer.commitment if table.match.dealer else "",
        lang="",
        started=True,
        **_shared(table.terms),
    )
