"""The pages: first page, making a table, sitting down, the table, its record, the rules."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.game import Game
from citywright.match.record import format_record
from citywright.match.replay import no_such_game
from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.language import choose_language, words_of
from citywright.server.live import fragments
from citywright.server.live.seat_controls import next_here
from citywright.server.live.seat_page import ROLES, eyes_of
from citywright.server.pages.rules import rulebook
from citywright.server.services import TheServices
from citywright.server.templates import render
from citywright.text import LANGUAGES

AnyRequest = Request[Any, Any, Any]
THEMES = ("light", "dark")
PREFERENCE_AGE = 400 * 24 * 3600


def lang_of(request: AnyRequest) -> str:
    """The language of a request: from the link, the preference or the browser."""
    chosen = request.query_params.get("lang") or request.cookies.get("lang")
    return choose_language(chosen, request.headers.get("accept-language", ""))


def page(request: AnyRequest, template: str, status: int = 200, **values: object) -> Response[str]:
    """A page from a template."""
    theme = request.cookies.get("theme")
    html = render(
        template,
        lang_of(request),
        theme=theme if theme in THEMES else "auto",
        path=request.url.path,
        **values,
    )
    headers = {"Vary": "Cookie, Accept-Language", "Cache-Control": "no-store"}
    return Response(html, media_type=MediaType.HTML, status_code=status, headers=headers)


def game_or_refuse(game_id: str) -> Game:
    """The game with this id."""
    try:
        return find_game(game_id)
    except UnknownGame as error:
        raise Refusal(UNKNOWN, no_such_game(game_id)) from error


@get("/t/{table_id:str}")
async def table_page(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[str] | Redirect:
    """The table, as the seat of whoever asks sees it."""
    table = await services.tables.find(table_id)
    guest = await services.guests.guest_of(request)
    wanted = request.query_params.get("seat", "")
    seat = table.seat_for(guest.id if guest else None, wanted)
    if (
        guest is not None
        and table.terms.one_screen
        and seat >= 0
        and wanted != str(seat)
        and not table.match.over
    ):
        to = "/curtain" if table.game.has_secrets else f"?seat={next_here(table, guest.id)}"
        return Redirect(f"/t/{table_id}{to}", status_code=303)
    lang = lang_of(request)
    eyes = eyes_of(table, seat, lang)
    rules_lang, rules = rulebook(table.game, lang)
    dealer = table.match.dealer
    return page(
        request,
        "table.html",
        table=table,
        eyes=eyes,
        elements=dict(eyes.elements()),
        roles=ROLES,
        seat=eyes.seat,
        choices=fragments.choices(table.game, eyes.view, words_of(lang)),
        rules=rules,
        rules_lang=rules_lang,
        commitment=dealer.commitment if dealer else "",
    )


@post("/t/{table_id:str}/{verb:str}")
async def act(
    request: AnyRequest, services: TheServices, table_id: FromPath[str], verb: FromPath[str]
) -> Redirect:
    """Play, undo or ask for a rematch by a form: the same as over the live connection."""
    if verb not in ("play", "undo", "rematch"):
        raise Refusal(
            UNKNOWN, "at a table you can play, undo or ask for a rematch, not {verb!r}", verb=verb[:20]
        )
    guest = await services.guests.guest_of(request)
    table = await services.tables.find(table_id)
    own = table.seats_of(guest.id if guest else None)
    if guest is None or not own:
        raise Refusal(FORBIDDEN, "only who sits at this table can act")
    if verb == "rematch":
        return Redirect(f"/t/{await services.tables.rematch(table, guest.id)}", status_code=303)
    form = await request.form()
    seat = table.seat_for(guest.id, str(form.get("seat", "")))
    await services.deadlines.player_acts(table, seat)
    try:
        ply, epoch = int(str(form.get("ply"))), int(str(form.get("epoch")))
    except ValueError:
        raise Refusal(MALFORMED, "an action needs the ply and epoch it is meant for") from None
    if verb == "play":
        await services.tables.play(table, seat, str(form.get("words", ""))[:500], ply, epoch)
    else:
        await services.tables.undo(table, seat, ply, epoch)
    return Redirect(f"/t/{table_id}", status_code=303)


@get("/t/{table_id:str}/record")
async def record(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """The record so far, as the seat of whoever asks may know it."""
    table = await services.tables.find(table_id)
    guest = await services.guests.guest_of(request)
    seat = table.seat_for(guest.id if guest else None, request.query_params.get("seat", ""))
    text = format_record(table.match, seat)
    headers = {
        "Content-Disposition": f'attachment; filename="{table.id}.txt"',
        "Cache-Control": "no-store",
    }
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get("/rules/{game_id:str}")
async def rules_page(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
    """The rules of a game."""
    game = game_or_refuse(game_id)
    rules_lang, rules = rulebook(game, lang_of(request))
    return page(request, "rules.html", game=game, rules=rules, rules_lang=rules_lang)


@post("/preferences")
async def preferences(request: AnyRequest) -> Redirect:
    """Remember language and theme."""
    form = await request.form()
    to = str(form.get("next", "/"))
    response = Redirect(to if to.startswith("/") and to[1:2] not in ("/", "\\") else "/", status_code=303)
    for name, possible in (("lang", LANGUAGES), ("theme", (*THEMES, "auto"))):
        value = form.get(name)
        if value in possible:
            response.set_cookie(name, value, path="/", max_age=PREFERENCE_AGE, samesite="lax")
    return response


HANDLERS = [
    table_page,
    act,
    record,
    rules_page,
    preferences,
]
