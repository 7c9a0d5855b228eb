"""Making a table: the page with all its options, and the form it sends."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.engine.game import Game
from citywright.engine.view import seat_letter
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.language import words_of
from citywright.server.pages.dice import adding
from citywright.server.pages.layouts import words
from citywright.server.pages.layouts.shelf import text_of, told_refusal
from citywright.server.pages.requests import AnyRequest, guest_named, lang_of, page
from citywright.server.pages.times import check_time, times_to_choose
from citywright.server.players.guests import NAME_LENGTH, clean_name
from citywright.server.rooms.options import options_of
from citywright.server.services import Services, TheServices
from citywright.server.tables.bot_choices import bots_to_choose, usual_bot
from citywright.server.tables.new_rows import BOT, GUEST, OPEN
from citywright.server.tables.terms import Terms, check_start, game_or_refuse

ME = "me"
WITH = ("bots", "friends", "screen")


class Entered(msgspec.Struct, frozen=True):
    """What the form says, or would say if nothing was changed."""

    company: str
    name: str | None = None  # None: what the guest is called
    who: list[str] = []
    labels: list[str] = []
    start: str = "lot"
    pace: str = "0"
    public: str = "no"
    talk: str = "yes"
    undo: str = "yes"
    board: str = ""  # the id of a layout; empty: the usual board
    layout: str = ""  # the text of a layout of one's own

    @property
    def is_changed(self) -> bool:
        """Has anybody looked at the form before? Then the options are shown."""
        return bool(self.who or self.board)


class LayoutFailed(Exception):
    """The layout of a new table was refused: the form is to be shown again."""

    def __init__(self, refusal: Refusal, text: str) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.text = text


@get("/new/{game_id:str}")
async def new_table(request: AnyRequest, services: TheServices, game_id: FromPath[str]) -> Response[str]:
    """Everything that can be agreed before a game; `layout` chooses a board of the shelf."""
    company = request.query_params.get("with", "friends")
    board = request.query_params.get("layout", "")[:32]
    entered = Entered(company if company in WITH else "friends", board=board)
    return await _form(request, services, game_or_refuse(game_id), entered)


async def _form(
    request: AnyRequest, services: Services, game: Game, entered: Entered, refusal: Refusal | None = None
) -> Response[str]:
    lang = lang_of(request)
    guest = await services.guests.guest_of(request)
    own, others = await services.layouts.to_choose(game, guest.id if guest else None)
    if entered.board not in ("", game.id, *(entry.id for entry in [*own, *others])):
        with suppress(Refusal) if refusal is not None else nullcontext():
            chosen = await services.layouts.find(entered.board)  # known by its link
            own = [*own, chosen] if chosen.game.id == game.id else own
    return page(
        request,
        "new_table.html",
        200 if refusal is None else refusal.status,
        game=game,
        entered=entered,
        guest=guest,
        bots=bots_to_choose(game, lang),
        usual_bot=usual_bot(game),
        times=times_to_choose(words_of(lang)),
        boards=[[(one.id, words.title_of(one, words_of(lang))) for one in group] for group in (own, others)],
        told=told_refusal(refusal, lang),
    )


@post("/tables")
async def make_table(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Make a table and go there. `who` says for each seat `me`, `open` or `bot:` and a name, or nothing.

    With open seats the page (`with`) makes a room, where people gather before the game begins. If the layout
    is refused, and the form came from its page, it is shown again as it was.
    """
    form = await request.form()
    game = game_or_refuse(str(form.get("game", "")))
    services.limits.spend("make a table", request)
    try:
        return await _make(request, services, game, form)
    except LayoutFailed as failed:
        if form.get("with") not in WITH:
            raise failed.refusal from failed
        return await _form(request, services, game, _entered(form, failed.text), failed.refusal)


async def _make(request: AnyRequest, services: Services, game: Game, form: Any) -> Redirect:
    places = [str(kind) for kind in form.getall("who", [])] + _bots(form)
    labels = [str(label) for label in form.getall("label", [])]
    who = [kind for kind in places if kind != ""]
    one_screen = form.get("one_screen") == "yes"
    if who.count(ME) != 1 and not (one_screen and ME in who):
        raise Refusal(MALFORMED, "you can take one seat, not {n}", n=who.count(ME))
    if any(kind not in (ME, OPEN) and not kind.startswith(BOT) for kind in who):
        raise Refusal(MALFORMED, "a seat is yours, open or a bot's")
    terms = Terms(
        start=check_start(str(form.get("start", "")), len(who)),
        layout=await _layout(services, game, form),
        labels=_labels(places, labels) if one_screen else (),
        is_public=form.get("public") == "yes",
        may_undo=form.get("undo", "yes") == "yes",
        may_talk=form.get("talk", "yes") == "yes",
        one_screen=one_screen,
        **check_time(str(form.get("pace", "0")))._asdict(),
    )
    newcomer = terms.labels[0] if terms.labels else ""
    guest, cookies = await guest_named(request, services, str(form.get("name", "")), newcomer)
    if OPEN in who and form.get("with") in WITH and not one_screen:
        bots = [kind.removeprefix(BOT) if kind.startswith(BOT) else "" for kind in who]
        options, lang = options_of(game, terms, bots), lang_of(request)
        table_id = await services.rooms.make_with(
            game, guest.id, options, terms.layout, seat=who.index(ME), lang=lang
        )
    else:
        kinds = [GUEST + guest.id if kind == ME else kind for kind in who]
        table_id = await adding.make_table(services, game, kinds, guest.id, form, terms=terms)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


def _bots(form: Any) -> list[str]:
    """So many bots of one level, as the first page asks for them."""
    if "level" not in form:
        return []
    number = str(form.get("bots", "1"))
    if not number.isdecimal() or len(number) > 2:
        raise Refusal(MALFORMED, "this must be a number, not {given!r}", given=number[:20])
    return [BOT + str(form["level"])] * int(number)


async def _layout(services: Services, game: Game, form: Any) -> str | None:
    """The text of the layout: of a file, of a field, or of one on the shelf; None: the usual board."""
    text = ""
    try:
        field = form.get("layout")
        text = field if isinstance(field, str) else await text_of(field)
        text = text or str(form.get("layout_text", ""))
        chosen = text or await services.layouts.text_for(game, str(form.get("board", ""))[:32])
        return await services.uploads.check_layout(game, chosen)
    except Refusal as refusal:
        raise LayoutFailed(refusal, text) from refusal


def _entered(form: Any, layout: str) -> Entered:
    def texts(name: str) -> list[str]:
        return [str(value)[:200] for value in form.getall(name, [])][:8]

    def text(name: str, otherwise: str) -> str:
        return str(form.get(name, otherwise))[:200]

    return Entered(
        str(form.get("with")),
        name=text("name", ""),
        who=texts("who"),
        labels=texts("label"),
        start=text("start", "lot"),
        pace=text("pace", "0"),
        public=text("public", "no"),
        talk=text("talk", "yes"),
        undo=text("undo", "yes"),
        board=text("board", "")[:32],
        layout=layout,
    )


def _labels(places: list[str], labels: list[str]) -> tuple[str, ...]:
    """The names of the people at one screen, in the order of the seats that are taken."""
    padded = labels + [""] * len(places)
    taken = [name for kind, name in zip(places, padded, strict=False) if kind != ""]
    return tuple(clean_name(name, seat_letter(seat))[:NAME_LENGTH] for seat, name in enumerate(taken))


HANDLERS = [new_table, make_table]
