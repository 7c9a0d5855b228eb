"""Making an event: the page with all its options, and the form it sends."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from citywright.catalogue import games
from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.events.options import KINDS, LONGEST_TITLE, SWISS, Options
from citywright.server.language import words_of
from citywright.server.pages.events import words
from citywright.server.pages.requests import AnyRequest, guest_or_refuse, lang_of, page, told_at_form
from citywright.server.services import TheServices
from citywright.server.tables.terms import game_or_refuse

DAY = 24 * 3600_000  # milliseconds
ENTERING = 7  # days, unless somebody says something else


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """What the form says, or would say if nothing was changed."""

    title: str = ""
    game: str = ""
    kind: str = SWISS
    seats: str = "2"
    rounds: str = "5"
    days: str = "14"
    clock: str = "172800+0+0"
    opens: str = ""
    closes: str = ""
    least: str = "4"
    most: str = "32"
    final: str = "no"
    watch: str = "yes"
    public: str = "yes"
    division: str = "6"
    moving: str = "1"


def _first_entered(game: str) -> Entered:
    today = datetime.fromtimestamp(now_ms() / 1000, UTC).date()
    return Entered(game=game, opens=f"{today}", closes=f"{today + timedelta(days=ENTERING)}")


@get("/events/new")
async def form_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """Asks for all that is agreed before people enter; `game` chooses a game."""
    wanted = request.query_params.get("game", "")
    guest = await services.guests.guest_of(request)
    has_account = guest is not None and await services.accounts.login_name(guest.id) is not None
    return _form(
        request, _first_entered(game_or_refuse(wanted).id if wanted else ""), has_account=has_account
    )


def _form(
    request: AnyRequest, entered: Entered, refusal: Refusal | None = None, *, has_account: bool = True
) -> Response[str]:
    t = words_of(lang_of(request))
    return page(
        request,
        "new_event.html",
        200 if refusal is None else refusal.status,
        entered=entered,
        games=sorted(games().values(), key=lambda game: game.difficulty),
        kinds=[(kind, words.kind_name(kind, t)) for kind in KINDS],
        clocks=words.clock_choices(t),
        most_seats=max(game.max_seats for game in games().values()),
        longest_title=LONGEST_TITLE,
        problem=told_at_form(request, refusal) if refusal else "",
        has_account=has_account,
    )


@post("/events")
async def make(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Make an event and go to its page; if it is refused the form comes back as it was, with the reason."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    entered = Entered(**{name: str(form.get(name, "")) for name in Entered.__struct_fields__})
    try:
        services.limits.spend("make an event", request, f"guest {guest.id}")
        now = now_ms()
        event_id = await services.events.make(
            game_or_refuse(entered.game),
            guest.id,
            entered.title,
            _options(msgspec.structs.asdict(entered)),
            opens=_moment(entered.opens, now),
            closes=_moment(entered.closes, now) + DAY,  # the whole day
            is_public=entered.public == "yes",
        )
    except Refusal as refusal:
        return _form(request, entered, refusal)
    return Redirect(f"/events/{event_id}?done=made", status_code=303)


def _options(entered: Mapping[str, Any]) -> Options:
    pace, reserve, increment = (_number(word) for word in [*entered["clock"].split("+"), "", ""][:3])
    return Options(
        kind=entered["kind"],
        seats=_number(entered["seats"]),
        rounds=_number(entered["rounds"]),
        days=_number(entered["days"]),
        pace=pace,
        reserve=reserve,
        increment=increment,
        least=_number(entered["least"]),
        most=_number(entered["most"]),
        has_final=entered["final"] == "yes" and entered["kind"] != "league",
        may_watch=entered["watch"] == "yes",
        division=_number(entered["division"]),
        moving=_number(entered["moving"]),
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refusal(MALFORMED, "{given!r} is not a number", given=text[:20])
    return int(text)


def _moment(text: str, now: int) -> int:
    """The beginning of a day; of today if none is named."""
    if not text:
        return now - now % DAY
    try:
        chosen = date.fromisoformat(text)
    except ValueError as error:
        raise Refusal(MALFORMED, "{given!r} is not a day", given=text[:20]) from error
    return int(datetime(chosen.year, chosen.month, chosen.day, tzinfo=UTC).timestamp() * 1000)


HANDLERS = [form_page, make]
