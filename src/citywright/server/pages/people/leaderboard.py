"""The leaderboard of a game and a kind of pace."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.catalogue import games
from citywright.ratings import ACTIVE_DAYS, KINDS, LEAST_GAMES, LEAST_PEOPLE, TURNS, shown
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.pages.people.asking import asker_of, bot_name, pace_name
from citywright.server.pages.people.curve import interval
from citywright.server.pages.requests import AnyRequest, page
from citywright.server.services import TheServices
from citywright.server.tables.terms import game_or_refuse


def check_pace(pace: str) -> str:
    """A kind of pace that there is."""
    if pace not in KINDS:
        raise Refusal(MALFORMED, "a pace is {known}, not {given!r}", known=", ".join(KINDS), given=pace[:20])
    return pace


@get("/leaderboard")
async def first_leaderboard() -> Redirect:
    """The leaderboard of the first game."""
    return Redirect(f"/leaderboard/{next(iter(games()))}", status_code=303)


@get("/leaderboard/{game_id:str}")
async def leaderboard(request: AnyRequest, services: TheServices, game_id: FromPath[str]) -> Response[str]:
    """One page of it; `own` asks for the page one is on oneself."""
    query = request.query_params
    game, pace = game_or_refuse(game_id), check_pace(query.get("pace", "") or TURNS)
    services.limits.spend("search the archive", request)
    asker = await asker_of(request, services)
    begin = query.get("from", "")[:80]
    board = await services.leaderboards.page(game.id, pace, asker, begin, own=query.get("own") == "yes")
    return page(
        request,
        "leaderboard.html",
        game=game,
        games=list(games().values()),
        pace=pace,
        paces=KINDS,
        board=board,
        asker=asker,
        shown=shown,
        interval=interval,
        pace_name=pace_name,
        bot_name=bot_name,
        least_games=LEAST_GAMES,
        least_people=LEAST_PEOPLE,
        active_days=ACTIVE_DAYS,
    )


HANDLERS = [first_leaderboard, leaderboard]
