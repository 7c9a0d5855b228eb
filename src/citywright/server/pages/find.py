"""Finding people: what one looks for, who else looks for it, and where one was seated."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.http.requests import AnyRequest
from citywright.server.language import words_of
from citywright.server.matching.paces import LIVE, PACES
from citywright.server.matching.service import Looking, Seeker, Wish
from citywright.server.pages.requests import (
    guest_named,
    guest_or_refuse,
    lang_of,
    page,
    shown_again,
    told_at_form,
)
from citywright.server.rooms.room import Room
from citywright.server.services import Services, TheServices
from citywright.server.tables.bot_choices import usual_bot
from citywright.text import Words


class Entered(msgspec.Struct, frozen=True):
    """What somebody has put into the form."""

    wishes: frozenset[Wish]
    paces: frozenset[str] = frozenset()
    name: str = ""


class Found(msgspec.Struct):
    """The room where somebody was seated."""

    address: str
    game: str
    names: list[str]


class News(msgspec.Struct):
    """What a page that waits for people is told."""

    is_looking: bool
    games: list[str]  # the titles of what is looked for
    people: int  # others who look for one of these games
    found: Found | None = None


@get("/find")
async def find_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """What can be looked for; `game` is chosen already."""
    return await _form(request, services, Entered(_usual(request.query_params.get("game", ""))))


async def _form(
    request: AnyRequest, services: Services, entered: Entered, refusal: Refusal | None = None
) -> Response[str]:
    """The page. After a refusal it has what was entered, else what is looked for, if anything is."""
    guest = await services.guests.guest_of(request)
    looking = await services.matching.looking(guest.id) if guest else Looking()
    guest_id = guest.id if guest else None
    seekers = await services.matching.seekers(guest_id)
    wished = {search.wanted for search in looking.wishes}
    others = [seeker for seeker in seekers if guest is None or seeker.guest_id != guest.id]
    shown = entered.wishes if refusal or not wished else wished
    return page(
        request,
        "find.html",
        200 if refusal is None else refusal.status,
        problem=told_at_form(request, refusal) if refusal else "",
        guest=guest,
        name=entered.name or (guest.name if guest else ""),
        games=_games(),
        chosen=shown,
        paces=entered.paces or {pace for *_, pace in shown} or {LIVE},
        others=[(seeker, _titles(seeker.wishes, lang_of(request))) for seeker in others],
        counts={game.id: _how_many(others, game, words_of(lang_of(request))) for game in _games()},
        is_looking=bool(wished),
        room=await _room_of(services, looking),
        rooms=[room for room in await services.rooms.listed(guest_id) if room.open_seats],
        usual_bot=usual_bot,
    )


@post("/find")
async def look_for(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Look for people: `wish` has a game and a number of seats, `pace` one or more paces."""
    form = await request.form()
    services.limits.spend("look for people", request)
    name = str(form.get("name", ""))
    paces = [str(pace) for pace in form.getall("pace", [])][: len(PACES)]
    wishes: list[Wish] = []
    try:
        wishes = [_wish(str(text), pace) for text in form.getall("wish", [])[:40] for pace in paces or [LIVE]]
        if not wishes:
            raise Refusal(MALFORMED, "choose at least one game and how many play")
        if not paces:
            raise Refusal(MALFORMED, "choose how fast you would like to play")
        guest, cookies = await guest_named(request, services, name)
        looking = await services.matching.look_for(guest.id, wishes, lang_of(request))
    except Refusal as refusal:
        entered = Entered(frozenset(wishes), frozenset(paces), shown_again(name))
        return await _form(request, services, entered, refusal)
    return Redirect(_where(looking), status_code=303, cookies=cookies)


@post("/find/stop")
async def stop_looking(request: AnyRequest, services: TheServices) -> Redirect:
    """Look for nobody any more."""
    guest = await guest_or_refuse(request, services)
    return Redirect(_where(await services.matching.stop_looking(guest.id)), status_code=303)


@post("/find/news")
async def news(request: AnyRequest, services: TheServices) -> News:
    """Is somebody found? Whoever asks is here; `arrived` is the room they have gone to."""
    guest = await guest_or_refuse(request, services)
    services.limits.spend("ask for something", request)
    arrived = request.query_params.get("arrived", "")
    if arrived:
        await services.matching.arrived(guest.id, arrived[:32])
    looking = await services.matching.still_here(guest.id)
    lang = lang_of(request)
    wanted = {search.game for search in looking.wishes}
    others = [
        seeker
        for seeker in (await services.matching.seekers(guest.id) if wanted else [])
        if seeker.guest_id != guest.id and any(game in wanted for game, *_ in seeker.wishes)
    ]
    room = await _room_of(services, looking)
    found = None
    if room is not None:
        names = [place.name for place in room.people if place.guest_id != guest.id]
        found = Found(f"/t/{room.id}?found=yes", room.game.titles[lang], names)
    titles = [game.titles[lang] for game in _games() if game.id in wanted]
    return News(bool(looking.wishes), titles, len(others), found)


def _games() -> list[Game]:
    return sorted(games().values(), key=lambda game: game.difficulty)


def _usual(game_id: str) -> frozenset[Wish]:
    """What is chosen at first: any number of seats of the game that was asked for."""
    game = games().get(game_id)
    if game is None:
        return frozenset()
    return frozenset((game.id, seats, LIVE) for seats in range(game.min_seats, game.max_seats + 1))


def _wish(text: str, pace: str) -> Wish:
    game, _, seats = text.partition(" ")
    if not seats.isdecimal() or len(seats) > 2:
        raise Refusal(MALFORMED, "choose at least one game and how many play")
    return game[:60], int(seats), pace


def _where(looking: Looking) -> str:
    return f"/t/{looking.room_id}?found=yes" if looking.room_id else "/find"


def _how_many(seekers: list[Seeker], game: Game, t: Words) -> str:
    """How many people look for a game, in words; nothing if nobody does."""
    number = sum(any(wished == game.id for wished, *_ in seeker.wishes) for seeker in seekers)
    return t.plural("{n} person is looking", "{n} people are looking", number) if number else ""


def _titles(wishes: tuple[Wish, ...], lang: str) -> list[str]:
    wanted = {game for game, *_ in wishes}
    return [game.titles[lang] for game in _games() if game.id in wanted]


async def _room_of(services: Services, looking: Looking) -> Room | None:
    return await services.rooms.find_if_any(looking.room_id) if looking.room_id else None


HANDLERS: list[Any] = [find_page, look_for, stop_looking, news]
