"""The shelf: all layouts by game, and the form that puts one there."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.response import Redirect

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.server.errors import MALFORMED, TOO_LARGE, Refusal
from citywright.server.layouts.entry import Entry, usual_layout
from citywright.server.layouts.shelf import Page
from citywright.server.pages.layouts import words
from citywright.server.pages.requests import AnyRequest, guest_named, lang_of, page, sentence_of
from citywright.server.services import Services, TheServices
from citywright.server.tables.terms import game_or_refuse
from citywright.server.uploads.uploads import Fault, LayoutRefused

LARGEST_FORM = 220_000  # bytes: a layout whose characters have four each, and the rest of the form
FIRST_OWN = 12  # on the first page; a page of their own has all


@get("/layouts")
async def shelf(request: AnyRequest, services: TheServices) -> Response[str]:
    """Own layouts first, then those of the public shelf; `game` and `mine` choose some of them."""
    query = request.query_params
    game = game_or_refuse(query["game"]) if query.get("game") else None
    game_id, before, is_mine = game.id if game else "", query.get("before", ""), query.get("mine") == "yes"
    guest = await services.guests.guest_of(request)
    own, public = Page([]), Page([])
    if guest and (is_mine or not before):
        most = {} if is_mine else {"most": FIRST_OWN}
        own = await services.layouts.own(guest.id, game_id, before if is_mine else "", **most)
    if not is_mine:
        but_of = guest.id if guest else None
        public = await services.layouts.public(game_id, before, but_of=but_of)
    is_first = not before and not is_mine
    return page(
        request,
        "layouts.html",
        game=game,
        games=_games_in_order(),
        guest=guest,
        own=own,
        public=public,
        usual=usual_boards(game) if is_first else [],
        is_mine=is_mine,
        is_first=is_first,
        words=words,
        balance=services.balance,
    )


def _games_in_order() -> list[Game]:
    return sorted(games().values(), key=lambda game: game.difficulty)


def usual_boards(game: Game | None) -> list[Entry]:
    """The usual boards of all games, or of one."""
    found: list[Entry] = []
    for one in [game] if game else _games_in_order():
        if isinstance(getattr(one.default_layout, "source", None), str):
            found.append(usual_layout(one.id))
    return found


@get("/layouts/new")
async def form_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """Asks for a layout, by `game`."""
    wanted = request.query_params.get("game", "")
    game = game_or_refuse(wanted) if wanted else None
    await services.guests.guest_of(request)
    return _form(request, game_id=game.id if game else "", text="", is_public=False)


def _form(request: AnyRequest, refusal: Refusal | None = None, **entered: Any) -> Response[str]:
    told = told_refusal(refusal, lang_of(request))
    status = 200 if refusal is None else refusal.status
    return page(request, "new_layout.html", status, games=_games_in_order(), told=told, **entered)


@post("/layouts", request_max_body_size=LARGEST_FORM)
async def save(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Keep a layout and go to its page; if it is refused the form comes back as it was, with the reasons.

    `origin` is the layout it was made from. If that is one's own it is replaced, unless `copy` says yes.
    """
    services.limits.spend("save a layout", request)
    form = await request.form()
    game_id, is_public = str(form.get("game", "")), form.get("public") == "yes"
    text = ""
    try:
        text = await text_of(form.get("file")) or str(form.get("text", ""))
        game = game_or_refuse(game_id)
        layout_id, cookies = await _save(request, services, game, text, form, is_public=is_public)
    except Refusal as refusal:
        if refusal.code not in (MALFORMED, TOO_LARGE):
            raise
        return _form(request, refusal, game_id=game_id, text=text, is_public=is_public)
    return Redirect(f"/layouts/{layout_id}", status_code=303, cookies=cookies)


async def _save(
    request: AnyRequest, services: Services, game: Game, text: str, form: Any, *, is_public: bool
) -> tuple[str, list[Any]]:
    """Check it before anybody is welcomed for it, and save it."""
    if not text.strip():
        raise Refusal(MALFORMED, "choose a file, or enter the text of a layout")
    await services.uploads.sound_layout(game, text)
    guest, cookies = await guest_named(request, services, "")
    layout_id = await services.layouts.save(
        game,
        text,
        guest.id,
        is_public=is_public,
        origin_id=str(form.get("origin", ""))[:32] or None,
        as_copy=form.get("copy") == "yes",
    )
    if is_public:
        services.balance.ask(await services.layouts.find(layout_id))
    return layout_id, cookies


class ToldRefusal(msgspec.Struct, frozen=True):
    """What a form says about a layout that was refused: one sentence, or all its problems."""

    problem: str = ""
    faults: list[Fault] = []
    more: int = 0  # problems that are not told


def told_refusal(refusal: Refusal | None, lang: str) -> ToldRefusal:
    """The same in the reader's language; nothing if nothing was refused."""
    if refusal is None:
        return ToldRefusal()
    if isinstance(refusal, LayoutRefused):
        faults = refusal.faults(lang)
        return ToldRefusal(faults=faults, more=refusal.total - len(faults))
    return ToldRefusal(sentence_of(refusal, lang))


async def text_of(field: object) -> str:
    """The text of an uploaded file, empty if there is none; its name is never used."""
    if not isinstance(field, UploadFile):
        return ""
    try:
        return (await field.read()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(MALFORMED, "the file is not UTF-8 text") from error


HANDLERS = [shelf, form_page, save]
