"""The first page: the games, my tables (those that wait for me first), open tables to join or watch."""

from __future__ import annotations

from litestar import Response, get

from citywright.catalogue import games
from citywright.game_parts import is_drawn
from citywright.lessons.reader import course_of
from citywright.server.pages.requests import AnyRequest, page
from citywright.server.pages.rooms.shown import summary
from citywright.server.services import TheServices
from citywright.server.tables.bot_choices import bots_to_choose, usual_bot
from citywright.server.tables.deadlines import deadline_of


@get("/")
async def first_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """All games, each one click away."""
    guest = await services.guests.guest_of(request)
    guest_id = guest.id if guest else None
    running = await services.lists.running_of(guest.id) if guest else []
    own = {table.id for table in running}
    rooms = await services.rooms.rooms_of(guest.id) if guest else []
    entered = {room.id for room in rooms}
    return page(
        request,
        "lobby.html",
        games=sorted(games().values(), key=lambda game: game.difficulty),
        guest=guest,
        running=running,
        invitations=await services.invitations.of(guest.id) if guest else [],
        rooms=rooms,
        open_rooms=[room for room in await services.rooms.listed(guest_id) if room.id not in entered],
        room_summary=summary,
        others=[table for table in await services.lists.public(guest_id) if table.id not in own],
        bots_to_choose=bots_to_choose,
        usual_bot=usual_bot,
        is_drawn=is_drawn,
        deadline_of=deadline_of,
        has_lessons=lambda game: bool(course_of(game).lesson),
    )


HANDLERS = [first_page]
