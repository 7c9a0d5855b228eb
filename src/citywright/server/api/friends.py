"""Following, inviting and blocking people over the API. The services are those of the pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from citywright.engine.view import SEAT_LETTERS
from citywright.server.api.requests import COMMON, PROBLEMS, Asker, known
from citywright.server.api.room_types import RoomInfo, room_info
from citywright.server.api.types import NO_NUL, Letter
from citywright.server.friends.service import Known
from citywright.server.http.requests import AnyRequest
from citywright.server.players.guests import Guest
from citywright.server.services import Services, TheServices

Text = Annotated[str, Meta(max_length=60, pattern=NO_NUL)]


class Whom(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody by name or id, or whoever has a seat at a table or in a room."""

    who: Text = ""
    at: Text = ""  # the id of the table or the room
    seat: Letter | None = None


class KnownInfo(msgspec.Struct):
    """Somebody, as others may know them."""

    id: str
    name: str
    has_profile: bool


class FollowedInfo(msgspec.Struct):
    """Somebody the asker follows, and what is open to everyone where they sit."""

    person: KnownInfo
    is_about: bool
    rooms: list[str]
    tables: list[str]


class InvitationInfo(msgspec.Struct):
    """Who asks the asker into which room."""

    room: RoomInfo
    by: str  # their name


class FriendsInfo(msgspec.Struct):
    """Whom the asker follows and has blocked, and where they are invited."""

    following: list[FollowedInfo]
    blocked: list[KnownInfo]
    invitations: list[InvitationInfo]


def _info(person: Known) -> KnownInfo:
    return KnownInfo(person.guest_id, person.name, person.has_account)


async def _meant(services: Services, data: Whom) -> str:
    seat = -1 if data.seat is None else SEAT_LETTERS.index(data.seat)
    return await services.whom.meant(data.who, data.at, seat)


@get("/friends", responses=COMMON, tags=["people"])
async def friends(services: TheServices, asker: Asker) -> FriendsInfo:
    """Whom the asker follows, with where to meet them; whom they have blocked; their open invitations."""
    return await _friends_of(services, known(asker))


async def _friends_of(services: Services, guest: Guest) -> FriendsInfo:
    return FriendsInfo(
        [
            FollowedInfo(
                _info(one.person),
                one.is_about,
                [room.id for room in one.rooms],
                [table.id for table in one.tables],
            )
            for one in await services.friends.circle_of(guest.id)
        ],
        [_info(person) for person in await services.friends.blocked_by(guest.id)],
        [
            InvitationInfo(room_info(one.room, guest.id), one.by_name)
            for one in await services.invitations.of(guest.id)
        ],
    )


async def _do(
    request: AnyRequest,
    services: Services,
    asker: Guest | None,
    data: Whom,
    act: Callable[[str, str], Awaitable[Known]],
    limit: str,
) -> KnownInfo:
    guest = known(asker)
    services.limits.spend(limit, request, f"guest {guest.id}")
    return _info(await act(guest.id, await _meant(services, data)))


@post("/friends/follow", status_code=200, responses=PROBLEMS, tags=["people"])
async def follow(request: AnyRequest, services: TheServices, asker: Asker, data: JSONBody[Whom]) -> KnownInfo:
    """Follow somebody from now on."""
    return await _do(request, services, asker, data, services.friends.follow, "follow somebody")


@post("/friends/unfollow", status_code=200, responses=PROBLEMS, tags=["people"])
async def unfollow(
    request: AnyRequest, services: TheServices, asker: Asker, data: JSONBody[Whom]
) -> KnownInfo:
    """Follow somebody no more."""
    return await _do(request, services, asker, data, services.friends.unfollow, "follow somebody")


@post("/friends/block", status_code=200, responses=PROBLEMS, tags=["people"])
async def block(request: AnyRequest, services: TheServices, asker: Asker, data: JSONBody[Whom]) -> KnownInfo:
    """Block somebody; nobody tells them."""
    return await _do(request, services, asker, data, services.friends.block, "block somebody")


@post("/friends/unblock", status_code=200, responses=PROBLEMS, tags=["people"])
async def unblock(
    request: AnyRequest, services: TheServices, asker: Asker, data: JSONBody[Whom]
) -> KnownInfo:
    """Block somebody no more."""
    return await _do(request, services, asker, data, services.friends.unblock, "block somebody")


@post("/rooms/{room_id:str}/invite", status_code=200, responses=PROBLEMS, tags=["rooms"])
async def invite(
    request: AnyRequest, services: TheServices, asker: Asker, room_id: FromPath[str], data: JSONBody[Whom]
) -> RoomInfo:
    """Ask somebody into a room where the asker sits."""
    guest = known(asker)
    services.limits.spend("invite somebody", request, f"guest {guest.id}")
    other = await _meant(services, data)
    return room_info(await services.invitations.invite(room_id, guest.id, other), guest.id)


@post("/rooms/{room_id:str}/decline", responses=PROBLEMS, tags=["rooms"], status_code=200)
async def decline(
    request: AnyRequest, services: TheServices, asker: Asker, room_id: FromPath[str]
) -> FriendsInfo:
    """Do not come to a room the asker is invited to; the answer has what is left."""
    guest = known(asker)
    services.limits.spend("do something in a room", request, f"guest {guest.id}")
    await services.invitations.decline(room_id, guest.id)
    return await _friends_of(services, guest)


HANDLERS = [friends, follow, unfollow, block, unblock, invite, decline]
