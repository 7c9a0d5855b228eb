"""What changes in the rows of a room, within a transaction that holds it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from citywright.engine.game import Game
from citywright.match.dealer import SECRET_BYTES
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, Refusal
from citywright.server.rooms.options import Options, check_options, rebased
from citywright.server.rooms.room import Room, Wish, member_or_refuse
from citywright.server.storage.host_settings import ROOMS, read_setting
from citywright.server.storage.schema import invitations, room_seats, room_wishes, rooms
from citywright.server.storage.seat_numbers import refuse_used
from citywright.server.tables.new_rows import new_id


def option_columns(options: Options, layout: str | None) -> dict[str, object]:
    """The columns of a room that its options decide."""
    terms = options.terms(layout)
    return {
        "options": options.as_json(),
        "layout": layout,
        "is_public": options.is_public,
        "is_over_days": terms.is_over_days,
    }


def insert_room(
    connection: Connection,
    game: Game,
    places: Mapping[int, str],
    options: Options,
    layout: str | None,
    lang: str,
) -> str:
    """Write a new room with guests on these seats; returns its id."""
    room_id, now = new_id(), now_ms()
    row = {
        "id": room_id,
        "game": game.id,
        "secret": secrets.token_bytes(SECRET_BYTES),
        "lang": lang,
        "edition": 0,
        "created": now,
        "changed": now,
        **option_columns(options, layout),
    }
    connection.execute(insert(rooms).values(row))
    for seat, guest_id in places.items():
        sit_down(connection, room_id, seat, guest_id, options)
    return room_id


def check_rooms(connection: Connection, guest_id: str) -> None:
    """Refuse another room to whoever sits in as many as the host allows."""
    most = read_setting(connection, ROOMS)
    own = select(func.count()).select_from(room_seats).where(room_seats.c.guest_id == guest_id)
    if connection.execute(own).scalar_one() >= most:
        raise Refusal(FORBIDDEN, "you sit in as many rooms as you may ({n}); leave one of them first", n=most)


def sit_down(connection: Connection, room_id: str, seat: int, guest_id: str, options: Options) -> None:
    """Somebody takes a seat that is open."""
    now = now_ms()
    row = {"room_id": room_id, "seat": seat, "guest_id": guest_id, "since": now, "seen": now}
    connection.execute(insert(room_seats).values(row | {"agreed": options.as_json()}))
    own = (invitations.c.room_id == room_id) & (invitations.c.guest_id == guest_id)
    connection.execute(delete(invitations).where(own))


def stand_up(connection: Connection, room: Room, guest_id: str) -> None:
    """Somebody gives their seat free, and wishes nothing any more."""
    member_or_refuse(room, guest_id)
    for kind in (room_seats, room_wishes):
        connection.execute(delete(kind).where(kind.c.room_id == room.id, kind.c.guest_id == guest_id))


def refuse_used_number(connection: Connection, room_id: str, guest_id: str, number: str) -> None:
    """Refuse a number that a table has, or that somebody has sent to a room: else no game could start."""
    if not number:
        return
    refuse_used(connection, [number])
    if connection.execute(others_with(number, room_id, guest_id)).first() is not None:
        raise Refusal(MALFORMED, "this number for the dice was used before; each must be new")


def others_with(number: str, room_id: str, guest_id: str) -> Select[Any]:
    """The seats of others, in any room, that have sent a number."""
    own = (room_seats.c.room_id == room_id) & (room_seats.c.guest_id == guest_id)
    return select(room_seats.c.seat).where(room_seats.c.number == number, ~own)


def update_own(connection: Connection, room_id: str, guest_id: str, values: Mapping[str, object]) -> None:
    """Change the row of a member, who is here."""
    refuse_used_number(connection, room_id, guest_id, str(values.get("number") or ""))
    own = (room_seats.c.room_id == room_id) & (room_seats.c.guest_id == guest_id)
    connection.execute(update(room_seats).where(own).values({**values, "seen": now_ms()}))


def check_seat(room: Room, seat: int) -> None:
    """Refuse a seat that the room does not have."""
    if not 0 <= seat < len(room.places):
        raise Refusal(MALFORMED, "there is no such seat")


def set_options(
    connection: Connection,
    room: Room,
    host: str,
    options: Options,
    layout: str | None,
    number: str,
) -> None:
    """Write new options; `layout` is read only if they name another one. Nobody but the host is ready for
    them yet.
    """
    check_options(room.game, options)
    if options == room.options:
        if number:  # that was sent last is the one that counts: whoever sent it compares it later
            update_own(connection, room.id, host, {"number": number})
        return
    places = _seated_anew(room, options)
    columns = option_columns(options, layout)
    if options.layout == room.options.layout:
        del columns["layout"]
    columns["edition"] = room.edition + 1
    own = room_seats.c.room_id == room.id
    connection.execute(update(rooms).where(rooms.c.id == room.id).values(columns))
    connection.execute(update(room_seats).where(own, room_seats.c.guest_id != host).values(is_ready=False))
    connection.execute(update(room_seats).where(own).values(number=None))
    for guest_id, seat in places:  # each to a seat that is free by then
        connection.execute(update(room_seats).where(own, room_seats.c.guest_id == guest_id).values(seat=seat))
    for wish in room.wishes:
        _keep_wish(connection, room, wish, options)
    update_own(connection, room.id, host, {"number": number or None, "agreed": options.as_json()})


def _keep_wish(connection: Connection, room: Room, wish: Wish, options: Options) -> None:
    """What somebody wishes stays what it is when something else is changed; it goes when it is fulfilled."""
    own = (room_wishes.c.room_id == room.id) & (room_wishes.c.guest_id == wish.guest_id)
    wished = rebased(wish.options, room.options, options)
    if wished == options:
        connection.execute(delete(room_wishes).where(own))
    else:
        connection.execute(update(room_wishes).where(own).values(options=wished.as_json()))


def _seated_anew(room: Room, options: Options) -> list[tuple[str, int]]:
    """Who moves to which seat, in an order in which each is free; refused if there are not enough seats."""
    free = [seat for seat, bot in enumerate(options.bots) if not bot]
    if len(room.people) > len(free):
        raise Refusal(
            ILLEGAL, "{n} people sit here: give a seat free before you take it away", n=len(room.people)
        )
    staying = {place.number for place in room.people} & set(free)
    left = [seat for seat in free if seat not in staying]
    movers = [place for place in room.people if place.number not in staying]
    return [(str(place.guest_id), seat) for place, seat in zip(movers, left, strict=False)]
