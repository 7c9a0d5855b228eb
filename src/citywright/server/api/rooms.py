"""Rooms over the API: making, listing, joining, getting ready, leaving."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from citywright.engine.view import SEAT_LETTERS
from citywright.server.api.requests import COMMON, PROBLEMS, Asker, known
from citywright.server.api.room_types import JoinRoom, NewRoom, Ready, RoomInfo, room_info, started_info
from citywright.server.api.tables import terms_from
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.http.requests import AnyRequest
from citywright.server.players.guests import Guest
from citywright.server.rooms.options import options_of
from citywright.server.services import Services, TheServices
from citywright.server.tables.new_rows import BOT
from citywright.server.tables.terms import game_or_refuse


async def _told(services: Services, room_id: str, asker: Guest | None) -> RoomInfo:
    """A room, or what has become of it."""
    guest_id = asker.id if asker else None
    room = await services.rooms.find_if_any(room_id)
    if room is None:
        return started_info(await services.tables.find(room_id), guest_id)
    if guest_id is not None and room.place_of(guest_id) is not None:
        await services.presence.touch(room_id, guest_id)
    return room_info(room, guest_id)


@get("/rooms", responses=COMMON, tags=["rooms"])
async def list_rooms(services: TheServices, asker: Asker) -> list[RoomInfo]:
    """The rooms where the asker sits, then public ones."""
    own = await services.rooms.rooms_of(asker.id) if asker else []
    ids = {room.id for room in own}
    others = [room for room in await services.rooms.listed(asker.id if asker else None) if room.id not in ids]
    return [room_info(room, asker.id if asker else None) for room in [*own, *others]]


@post("/rooms", responses=PROBLEMS, tags=["rooms"])
async def create_room(
    request: AnyRequest, services: TheServices, asker: Asker, data: JSONBody[NewRoom]
) -> RoomInfo:
    """Make a room; its game starts when every seat is a bot's or a ready player's."""
    guest = known(asker)
    services.limits.spend("make a table", request, f"guest {guest.id}")
    game = game_or_refuse(data.game)
    if data.seats.count("me") != 1:
        raise Refusal(MALFORMED, "one seat is `me`")
    terms = await terms_from(services, game, data)
    bots = [kind.removeprefix(BOT) if kind.startswith(BOT) else "" for kind in data.seats]
    room_id = await services.rooms.make_with(
        game, guest.id, options_of(game, terms, bots), terms.layout, seat=data.seats.index("me")
    )
    return await _told(services, room_id, guest)


@get("/rooms/{room_id:str}", responses=PROBLEMS, tags=["rooms"])
async def show_room(services: TheServices, asker: Asker, room_id: FromPath[str]) -> RoomInfo:
    """A room; once it has `started` there is a table with its id. Who asks now and then keeps the seat."""
    return await _told(services, room_id, asker)


@post("/rooms/{room_id:str}/join", status_code=200, responses=PROBLEMS, tags=["rooms"])
async def join_room(
    request: AnyRequest,
    services: TheServices,
    asker: Asker,
    room_id: FromPath[str],
    data: JSONBody[JoinRoom],
) -> RoomInfo:
    """Take a free seat."""
    guest = known(asker)
    services.limits.spend("take a seat", request, f"guest {guest.id}")
    seat = None if data.seat is None else SEAT_LETTERS.index(data.seat)
    return room_info(await services.rooms.sit(room_id, guest.id, seat), guest.id)


@post("/rooms/{room_id:str}/ready", status_code=200, responses=PROBLEMS, tags=["rooms"])
async def be_ready(
    services: TheServices, asker: Asker, room_id: FromPath[str], data: JSONBody[Ready]
) -> RoomInfo:
    """Agree to the options of an edition; if all have, the game has started when this is answered."""
    guest = known(asker)
    room = await services.rooms.ready(room_id, guest.id, data.edition, data.number)
    return room_info(room, guest.id, started=room.is_claimed)


@post("/rooms/{room_id:str}/unready", status_code=200, responses=PROBLEMS, tags=["rooms"])
async def be_unready(services: TheServices, asker: Asker, room_id: FromPath[str]) -> RoomInfo:
    """Be not ready after all."""
    guest = known(asker)
    return room_info(await services.rooms.unready(room_id, guest.id), guest.id)


@post("/rooms/{room_id:str}/leave", status_code=200, responses=PROBLEMS, tags=["rooms"])
async def leave_room(services: TheServices, asker: Asker, room_id: FromPath[str]) -> RoomInfo:
    """Give the seat free."""
    guest = known(asker)
    return room_info(await services.rooms.leave(room_id, guest.id), guest.id)


HANDLERS = [list_rooms, create_room, show_room, join_room, be_ready, be_unready, leave_room]
