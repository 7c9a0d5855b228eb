"""The page of a room and what its forms do. It has the address of the table that follows."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import structs

from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.friends.service import Around
from citywright.server.http.requests import AnyConnection
from citywright.server.language import words_of
from citywright.server.pages.layouts import words
from citywright.server.pages.requests import AnyRequest, address_of, guest_named, lang_of, page
from citywright.server.pages.rooms.shown import AS_IT_IS, NOBODY, Boards, Reader, room_html
from citywright.server.pages.seats import qr_code
from citywright.server.pages.times import Time, check_time
from citywright.server.players.guests import Guest, clean_name
from citywright.server.rooms.options import Options, bot_at, options_of
from citywright.server.rooms.room import PERSON, Room
from citywright.server.services import Services, TheServices
from citywright.server.tables.chat import clean_text
from citywright.server.tables.terms import Terms, check_start


async def room_page(request: AnyRequest, services: Services, room: Room) -> Response[str]:
    """The room, as whoever asks sees it."""
    guest = await services.guests.guest_of(request)
    lang = lang_of(request)
    if guest is not None and room.place_of(guest.id) is not None:
        await services.presence.touch(room.id, guest.id)
    reader = reader_of(request, services, guest, room.id, lang)
    boards = await boards_for(services, room, reader.guest_id, lang)
    return page(
        request,
        "room.html",
        room=room,
        html=room_html(room, reader, boards, await around_of(services, room, reader.guest_id)),
        base=address_of(request, services),
    )


def reader_of(
    connection: AnyConnection, services: Services, guest: Guest | None, room_id: str, lang: str
) -> Reader:
    """Whoever looks at a room over a connection."""
    link = f"{address_of(connection, services)}/t/{room_id}"
    if guest is None:
        return Reader(None, "", lang, link, qr_code(link))
    return Reader(guest.id, guest.name, lang, link, qr_code(link))


async def boards_for(services: Services, room: Room, guest_id: str | None, lang: str) -> Boards:
    """The boards somebody may choose from: their own and public ones; none for who does not sit here."""
    if room.place_of(guest_id) is None:
        return []
    t = words_of(lang)
    groups = await services.layouts.to_choose(room.game, guest_id)
    return [[(one.id, words.title_of(one, t)) for one in group] for group in groups]


async def around_of(services: Services, room: Room, guest_id: str | None) -> Around:
    """Whom somebody who sits here follows and has blocked."""
    if guest_id is None or room.place_of(guest_id) is None:
        return NOBODY
    return await services.friends.around(guest_id)


# --- forms ----------------------------------------------------------------------------


@post("/rooms/{room_id:str}/sit")
async def sit(request: AnyRequest, services: TheServices, room_id: FromPath[str]) -> Redirect:
    """Take a seat, under a name."""
    services.limits.spend("take a seat", request)
    form = await request.form()
    room = await services.rooms.find_if_any(room_id)
    if room is None:
        await services.tables.find(room_id)  # its game has begun, or there is nothing
        return _to(room_id)
    if not room.open_seats and await services.guests.guest_of(request) is None:
        raise Refusal(FORBIDDEN, "every seat in this room is taken")
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    await services.rooms.sit(room_id, guest.id, _seat(form) if "seat" in form else None)
    return _to(room_id, cookies)


@post("/rooms/{room_id:str}/{verb:str}")
async def act(
    request: AnyRequest, services: TheServices, room_id: FromPath[str], verb: FromPath[str]
) -> Redirect:
    """What those who sit in a room do there."""
    if verb not in VERBS:
        raise Refusal(UNKNOWN, "nothing in a room is called {verb!r}", verb=verb[:20])
    services.limits.spend("do something in a room", request)
    form = await request.form()
    guest = await services.guests.guest_of(request)
    room = await services.rooms.find_if_any(room_id)
    if room is None:
        await services.tables.find(room_id)  # its game has begun, or there is nothing
        return _to(room_id)
    if guest is None:
        raise Refusal(FORBIDDEN, "only those who sit in this room can do that")
    await VERBS[verb](services, room, guest, form)
    return _to(room_id)


def _to(room_id: str, cookies: list[Cookie] | None = None) -> Redirect:
    return Redirect(f"/t/{room_id}", status_code=303, cookies=cookies)


async def _ready(services: Services, room: Room, guest: Guest, form: Any) -> None:
    await services.rooms.ready(room.id, guest.id, _number(form, "edition"), _random(form))


async def _unready(services: Services, room: Room, guest: Guest, _: Any) -> None:
    await services.rooms.unready(room.id, guest.id)


async def _leave(services: Services, room: Room, guest: Guest, _: Any) -> None:
    await services.rooms.leave(room.id, guest.id)


async def _rename(services: Services, _: Room, guest: Guest, form: Any) -> None:
    name = clean_name(str(form.get("name", "")), guest.name)
    if name != guest.name:
        services.limits.spend_for("change your name", f"guest {guest.id}")
        await services.accounts.rename(guest.id, name)


async def _say(services: Services, room: Room, guest: Guest, form: Any) -> None:
    text = clean_text(str(form.get("text", "")))
    services.limits.spend_for("say something", f"guest {guest.id}")
    await services.rooms.say(room.id, guest.id, text)


async def _free(services: Services, room: Room, guest: Guest, form: Any) -> None:
    await services.rooms.free_seat(room.id, guest.id, _seat(form))


async def _fill(services: Services, room: Room, guest: Guest, form: Any) -> None:
    await services.rooms.fill_with_bots(room.id, guest.id, str(form.get("bot", ""))[:60], _random(form))


async def _change(services: Services, room: Room, guest: Guest, form: Any) -> None:
    """The host changes the options; others propose that."""
    options, layout = await options_from(services, room, form)
    if room.is_host(guest.id):
        if options.is_public and not room.options.is_public:
            services.limits.spend_for("make a table", f"guest {guest.id}")
        await services.rooms.change_options(room.id, guest.id, options, layout, _random(form))
    else:
        await services.rooms.propose(room.id, guest.id, options, layout)


async def _answer(services: Services, room: Room, guest: Guest, form: Any) -> None:
    seat, accepts = _seat(form), form.get("accepts") == "yes"
    whose = next((place.guest_id for place in room.people if place.number == seat), None) or ""
    await services.rooms.answer_wish(room.id, guest.id, whose, accepts=accepts, number=_random(form))


async def _invite(services: Services, room: Room, guest: Guest, form: Any) -> None:
    services.limits.spend_for("invite somebody", f"guest {guest.id}")
    other = await services.whom.meant(str(form.get("who", "")))
    await services.invitations.invite(room.id, guest.id, other)


async def _uninvite(services: Services, room: Room, guest: Guest, form: Any) -> None:
    await services.invitations.withdraw(room.id, guest.id, str(form.get("who", ""))[:32])


VERBS = {
    "ready": _ready,
    "unready": _unready,
    "leave": _leave,
    "rename": _rename,
    "say": _say,
    "free": _free,
    "fill": _fill,
    "change": _change,
    "answer": _answer,
    "invite": _invite,
    "uninvite": _uninvite,
}


async def options_from(services: Services, room: Room, form: Any) -> tuple[Options, str | None]:
    """The options a form asks for, and the text of their layout; what it does not name stays as it is."""
    now = room.options
    seats = _number(form, "seats") if "seats" in form else now.seats
    if not room.game.min_seats <= seats <= room.game.max_seats:
        raise Refusal(MALFORMED, "there is no such number of seats")
    people = {place.number for place in room.places if place.kind == PERSON}
    bots = [
        "" if seat in people else str(form.get(f"bot-{seat}", bot_at(now, seat)))[:60]
        for seat in range(seats)
    ]
    usual_start = "lot" if now.start < 0 else "ABCDEFGH"[now.start]
    time = check_time(str(form.get("time", Time(now.pace, now.reserve, now.increment).value)))
    terms = Terms(
        start=check_start(str(form.get("start", usual_start)), seats),
        may_undo=_yes(form, "undo", now.may_undo),
        may_talk=_yes(form, "talk", now.may_talk),
        is_public=_yes(form, "public", now.is_public),
        **time._asdict(),
    )
    board = str(form.get("board", AS_IT_IS))[:32]
    if board == AS_IT_IS:
        return structs.replace(options_of(room.game, terms, bots), board=now.board, layout=now.layout), None
    text = await services.layouts.text_for(room.game, board)
    terms = structs.replace(terms, layout=await services.uploads.check_layout(room.game, text))
    return options_of(room.game, terms, bots), terms.layout


def _yes(form: Any, name: str, otherwise: bool) -> bool:
    return bool(form.get(name, "yes" if otherwise else "no") == "yes")


def _number(form: Any, name: str) -> int:
    text = str(form.get(name, ""))
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Refusal(MALFORMED, "this must be a number, not {given!r}", given=text[:20])
    return int(text)


def _seat(form: Any) -> int:
    return _number(form, "seat")


def _random(form: Any) -> str:
    """The number that somebody's browser has drawn."""
    return str(form.get("number", ""))[:64]


HANDLERS = [sit, act]
