"""Making a table: the page with all its options, and the form it sends."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.engine.view import seat_letter
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.pages.requests import AnyRequest, guest_named, lang_of, page
from citywright.server.players.guests import NAME_LENGTH, clean_name
from citywright.server.services import TheServices
from citywright.server.tables.bot_choices import bots_to_choose, usual_bot
from citywright.server.tables.service import BOT, GUEST, OPEN
from citywright.server.tables.terms import (
    DAY,
    PACES,
    Terms,
    check_pace,
    check_start,
    game_or_refuse,
)
from citywright.text import Words

ME = "me"
WITH = ("bots", "friends", "screen")


def pace_name(pace: int, t: Words) -> str:
    """How long each decision may take, in words."""
    if not pace:
        return t("no limit")
    if pace < DAY:
        return t.plural("{n} minute", "{n} minutes", pace // 60)
    return t.plural("{n} day", "{n} days", pace // DAY)


@get("/new/{game_id:str}")
async def new_table(request: AnyRequest, services: TheServices, game_id: FromPath[str]) -> Response[str]:
    """Everything that can be agreed before a game."""
    game = game_or_refuse(game_id)
    company = request.query_params.get("with", "friends")
    return page(
        request,
        "new_table.html",
        game=game,
        company=company if company in WITH else "friends",
        guest=await services.guests.guest_of(request),
        bots=bots_to_choose(game, lang_of(request)),
        usual_bot=usual_bot(game),
        paces=[(pace, pace_name(pace, words_of(lang_of(request)))) for pace in PACES],
    )


@post("/tables")
async def make_table(request: AnyRequest, services: TheServices) -> Redirect:
    """Make a table and go there. `who` says for each seat `me`, `open` or `bot:` and a name, or nothing."""
    form = await request.form()
    game = game_or_refuse(str(form.get("game", "")))
    services.limits.spend("make a table", request)
    places = [str(kind) for kind in form.getall("who", [])]
    labels = [str(label) for label in form.getall("label", [])]
    who = [kind for kind in places if kind != ""]
    one_screen = form.get("one_screen") == "yes"
    if who.count(ME) != 1 and not (one_screen and ME in who):
        raise Refusal(MALFORMED, "you can take one seat, not {n}", n=who.count(ME))
    if any(kind not in (ME, OPEN) and not kind.startswith(BOT) for kind in who):
        raise Refusal(MALFORMED, "a seat is yours, open or a bot's")
    terms = Terms(
        start=check_start(str(form.get("start", "")), len(who)),
        layout=await services.uploads.check_layout(game, await _text_of(form.get("layout"))),
        labels=_labels(places, labels) if one_screen else (),
        is_public=form.get("public") == "yes",
        may_undo=form.get("undo", "yes") == "yes",
        may_talk=form.get("talk", "yes") == "yes",
        pace=check_pace(_number(form.get("pace", "0"))),
        one_screen=one_screen,
    )
    newcomer = terms.labels[0] if terms.labels else ""
    guest, cookies = await guest_named(request, services, str(form.get("name", "")), newcomer)
    kinds = [GUEST + guest.id if kind == ME else kind for kind in who]
    table_id = await services.tables.make(game, kinds, terms=terms)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


def _labels(places: list[str], labels: list[str]) -> tuple[str, ...]:
    """The names of the people at one screen, in the order of the seats that are taken."""
    padded = labels + [""] * len(places)
    taken = [name for kind, name in zip(places, padded, strict=False) if kind != ""]
    return tuple(clean_name(name, seat_letter(seat))[:NAME_LENGTH] for seat, name in enumerate(taken))


def _number(value: object) -> int:
    text = str(value)
    if not text.isdecimal() or len(text) > 9:
        raise Refusal(MALFORMED, "this must be a number, not {given!r}", given=text[:20])
    return int(text)


async def _text_of(field: object) -> str | None:
    """A text field, or the text of an uploaded file; its name is never used."""
    if isinstance(field, UploadFile):
        try:
            return (await field.read()).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Refusal(MALFORMED, "the file is not UTF-8 text") from error
    return None if field is None else str(field)


HANDLERS = [new_table, make_table]
