"""The deals of a day, the results of one, and the form that begins or continues it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.game_parts import is_drawn
from citywright.server.clock import today
from citywright.server.deals.deal import FIRST_DAY, Deal, check_day, commitments, day_after, day_before
from citywright.server.pages.requests import AnyRequest, guest_named, page
from citywright.server.services import Services, TheServices
from citywright.server.tables.bot_choices import bot_title
from citywright.server.tables.terms import game_or_refuse


def _games() -> list[Game]:
    return sorted(games().values(), key=lambda game: game.difficulty)


@get("/deals")
async def deals_today(request: AnyRequest, services: TheServices) -> Response[str]:
    """The deals of today, one's own history, and what is promised for the coming days."""
    return await _day_page(request, services, today())


@get("/deals/{name:str}")  # one address: what is read there is a day, what is begun there a game
async def deals_of_day(
    request: AnyRequest, services: TheServices, name: FromPath[str]
) -> Response[str] | Redirect:
    """The deals of an earlier day."""
    if check_day(name) == today():
        return Redirect("/deals", status_code=303)
    return await _day_page(request, services, name)


async def _day_page(request: AnyRequest, services: Services, day: str) -> Response[str]:
    guest = await services.guests.guest_of(request)
    listed = _games()
    tries, streak = await services.deals.history(guest.id) if guest else ([], 0)
    return page(
        request,
        "deals.html",
        day=day,
        is_today=day == today(),
        before=day_before(day) if day > FIRST_DAY else "",
        after="" if day == today() else day_after(day),
        games=listed,
        is_drawn=is_drawn,
        guest=guest,
        own={one.game: one for one in tries if one.day == day},
        counts=await services.deals.counts(day),
        history=[one for one in tries if one.day < today() or one.is_finished],
        titles={game.id: game.titles for game in listed},
        streak=streak,
        commitments=commitments(services.promises, [game.id for game in listed]) if day == today() else [],
    )


@post("/deals/{name:str}")
async def begin(request: AnyRequest, services: TheServices, name: FromPath[str]) -> Redirect:
    """Begin today's deal of a game, or go on with it."""
    game = game_or_refuse(name)
    services.limits.spend("make a table", request)
    form = await request.form()
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    table_id = await services.deals.begin(game, guest.id)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


@get("/deals/{day:str}/{game_id:str}")
async def results(
    request: AnyRequest, services: TheServices, day: FromPath[str], game_id: FromPath[str]
) -> Response[str]:
    """Who reached what; of today only for those who have finished their own."""
    deal, guest_id = await _asked(request, services, day, game_id)
    values: dict[str, Any] = {
        "deal": deal,
        "game": deal.game,
        "results": await services.deals.results(deal, guest_id),
        "guest_id": guest_id,
        "own": await services.deals.own(deal, guest_id),
        "count": (await services.deals.counts(deal.day)).get(deal.game.id, 0),
        "bot_title": bot_title,
    }
    return page(request, "deal.html", **values)


@get("/deals/{day:str}/{game_id:str}/master")
async def master(
    request: AnyRequest, services: TheServices, day: FromPath[str], game_id: FromPath[str]
) -> Response[str]:
    """The record of the master's game."""
    deal, guest_id = await _asked(request, services, day, game_id)
    text = await services.deals.master_record(deal, guest_id)
    headers = {
        "Content-Disposition": f'attachment; filename="{deal.day}-{deal.game.id}-master.txt"',
        "Cache-Control": "no-store",
    }
    return Response(text, media_type=MediaType.TEXT, headers=headers)


async def _asked(request: AnyRequest, services: Services, day: str, game_id: str) -> tuple[Deal, str | None]:
    game = game_or_refuse(game_id)
    guest = await services.guests.guest_of(request)
    return await services.deals.deal(check_day(day), game), guest.id if guest else None


HANDLERS = [deals_today, deals_of_day, begin, results, master]
