"""People one follows and where to meet them, invitations, who is blocked, and what one lets others do."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.friends.choices import INVITED_BY, check_choices
from citywright.server.friends.service import Followed, Known
from citywright.server.language import words_of
from citywright.server.pages.preferences import own_place
from citywright.server.pages.requests import AnyRequest, guest_or_refuse, lang_of, page
from citywright.server.pages.rooms.shown import summary
from citywright.server.pages.times import check_time, times_to_choose
from citywright.server.services import Services, TheServices
from citywright.server.tables.terms import Terms, game_or_refuse
from citywright.server.templates import render

LIMITS = {"block": "block somebody", "unblock": "block somebody"}  # the others: follow somebody


class Shown(msgspec.Struct):
    """Somebody one follows, as the page tells it."""

    followed: Followed
    looks_for: list[str]  # titles of games


@get("/friends")
async def friends_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """Everybody I follow; `name` finds somebody, `done` and `who` tell what was just done to whom."""
    guest = await services.guests.guest_of(request)
    if guest is None:
        return page(request, "friends.html", guest=None)
    asked, done = (request.query_params.get(key, "") for key in ("name", "done"))
    found = await _found(request, services, guest.id, asked) if asked else None
    lang = lang_of(request)
    choices = await services.friends.choices(guest.id)
    return page(
        request,
        "friends.html",
        guest=guest,
        circle=await _circle(services, guest.id, lang),
        blocked=await services.friends.blocked_by(guest.id),
        invitations=await services.invitations.of(guest.id),
        asked=asked[:60],
        found=found,
        stance=await services.friends.stance(guest.id, found.guest_id) if found else None,
        done=done,
        whom=await _named(services, request.query_params.get("who", "")) if done else None,
        choices=choices,
        invited_by=INVITED_BY,
        room_summary=summary,
        **inviting(lang),
    )


async def _circle(services: Services, guest_id: str, lang: str) -> list[Shown]:
    circle = await services.friends.circle_of(guest_id)
    wishes = {seeker.guest_id: seeker.wishes for seeker in await services.matching.seekers(guest_id)}
    shown = []
    for followed in circle:
        wanted = {game for game, *_ in wishes.get(followed.person.guest_id, ())}
        titles = [game.titles[lang] for game in _games() if game.id in wanted]
        shown.append(Shown(followed, titles))
    return shown


async def _found(request: AnyRequest, services: Services, guest_id: str, name: str) -> Known | None:
    """Somebody with this name and an account."""
    services.limits.spend("search the archive", request, f"guest {guest_id}")
    try:
        person = await services.people.find(name[:60])
    except Refusal as refusal:
        if refusal.code != UNKNOWN:
            raise
        return None
    return Known(person.guest_id, person.name, has_account=True)


async def _named(services: Services, guest_id: str) -> Known | None:
    try:
        return await services.friends.find(guest_id[:32])
    except Refusal:
        return None


def inviting(lang: str) -> dict[str, Any]:
    """What is chosen from where somebody is invited to a new room."""
    return {"invite_games": _games(), "invite_times": times_to_choose(words_of(lang))}


def _games() -> list[Game]:
    return sorted(games().values(), key=lambda game: game.difficulty)


@get("/friends/invitations")
async def open_invitations(request: AnyRequest, services: TheServices) -> Response[str]:
    """The open invitations of whoever asks, as a part of a page."""
    guest = await services.guests.guest_of(request)
    services.limits.spend("ask for something", request)
    found = await services.invitations.of(guest.id) if guest else []
    html = render("fragments/invitations.html", lang_of(request), invitations=found, room_summary=summary)
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})


async def meant_by(services: Services, form: Any) -> str:
    """The id of the person a form names: `who` is an id or name, or `at` and `seat` say where they sit."""
    who, at, seat = (str(form.get(name, "")) for name in ("who", "at", "seat"))
    return await services.whom.meant(who, at, int(seat) if seat.isdecimal() and len(seat) < 3 else -1)


# --- forms ----------------------------------------------------------------------------


@post("/friends/{verb:str}")
async def act(request: AnyRequest, services: TheServices, verb: FromPath[str]) -> Redirect:
    """Follow, unfollow, block or unblock somebody; `next` is the page to return to."""
    friends = services.friends
    verbs = {
        "follow": friends.follow,
        "unfollow": friends.unfollow,
        "block": friends.block,
        "unblock": friends.unblock,
    }
    if verb not in verbs:
        raise Refusal(UNKNOWN, "nothing can be done to people that is called {verb!r}", verb=verb[:20])
    guest = await guest_or_refuse(request, services)
    services.limits.spend(LIMITS.get(verb, "follow somebody"), request, f"guest {guest.id}")
    form = await request.form()
    other = await meant_by(services, form)
    await verbs[verb](guest.id, other)
    place = str(form.get("next", ""))
    return Redirect(own_place(place) if place else f"/friends?done={verb}&who={other}", status_code=303)


@post("/friends/choices")
async def choose(request: AnyRequest, services: TheServices) -> Redirect:
    """Choose what others may do."""
    guest = await guest_or_refuse(request, services)
    services.limits.spend("change your preferences", request, f"guest {guest.id}")
    form = await request.form()
    await services.friends.choose(guest.id, check_choices({name: form[name] for name in form}))
    return Redirect("/friends?done=chosen", status_code=303)


@post("/friends/invite")
async def invite(request: AnyRequest, services: TheServices) -> Redirect:
    """Make a room for a game and invite somebody there."""
    guest = await guest_or_refuse(request, services)
    form = await request.form()
    services.limits.spend("invite somebody", request, f"guest {guest.id}")
    services.limits.spend("make a table", request)
    game = game_or_refuse(str(form.get("game", "")))
    terms = Terms(**check_time(str(form.get("time", "0")))._asdict())
    other = await meant_by(services, form)
    room_id = await services.invitations.invite_to_new(
        guest.id, other, game, seats=game.min_seats, terms=terms, lang=lang_of(request)
    )
    return Redirect(f"/t/{room_id}", status_code=303)


@post("/friends/decline")
async def decline(request: AnyRequest, services: TheServices) -> Redirect:
    """Do not come to a room one is invited to."""
    guest = await guest_or_refuse(request, services)
    services.limits.spend("do something in a room", request)
    form = await request.form()
    await services.invitations.decline(str(form.get("room", ""))[:32], guest.id)
    return Redirect(own_place(str(form.get("next", "/"))), status_code=303)


HANDLERS = [friends_page, open_invitations, choose, invite, decline, act]
