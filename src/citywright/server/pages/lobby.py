"""The first page: the games, my tables (those that wait for me first), open tables to join or watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from litestar import Response, get

from citywright.catalogue import games
from citywright.game_parts import is_drawn
from citywright.lessons.reader import course_of
from citywright.ratings import shown
from citywright.server.pages.people.asking import asker_of
from citywright.server.pages.requests import AnyRequest, page
from citywright.server.pages.rooms.shown import summary
from citywright.server.pages.times import Time, time_name
from citywright.server.rooms.room import Room
from citywright.server.services import Services, TheServices
from citywright.server.tables.bot_choices import bots_to_choose, usual_bot
from citywright.server.tables.deadlines import deadline_of
from citywright.text import NAMES, Words


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
        about_room=partial(_about_room, await _levels(request, services)),
        time_of=lambda table, t: time_name(Time(*(getattr(table.terms, part) for part in Time._fields)), t),
        has_lessons=lambda game: bool(course_of(game).lesson),
    )


async def _levels(request: AnyRequest, services: Services) -> dict[str, list[int]]:
    """The ratings, as people are shown them, of those who sit in open rooms."""
    found = await services.people.ratings_in_open_rooms(await asker_of(request, services))
    return {room_id: sorted(map(shown, strengths)) for room_id, strengths in found.items()}


def _about_room(levels: Mapping[str, Sequence[int]], room: Room, t: Words) -> str:
    """Seats and time of an open room, how strong those are who sit there, and their language."""
    parts = [summary(room, t)]
    if numbers := levels.get(room.id):
        low, high = numbers[0], numbers[-1]
        words = t("rated {n}", n=low) if low == high else t("rated {low} to {high}", low=low, high=high)
        parts.append(words)
    return " · ".join([*parts, NAMES.get(room.lang, room.lang)])


HANDLERS = [first_page]
