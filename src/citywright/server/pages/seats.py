"""Coming to a table and going: invitations with a QR code, sitting down, leaving, returning, the curtain."""

from __future__ import annotations

from typing import Any

import segno
from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.errors import FORBIDDEN, UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import names_of
from citywright.server.live.seat_controls import next_here
from citywright.server.pages.new_table import guest_named
from citywright.server.pages.table import lang_of, page
from citywright.server.players.guests import Guest
from citywright.server.services import Services, TheServices
from citywright.server.tables.table import Table

AnyRequest = Request[Any, Any, Any]


def address_of(request: AnyRequest, services: Services) -> str:
    """Where people reach this server, without a slash at the end."""
    return (services.settings.address or str(request.base_url)).rstrip("/")


async def seated(request: AnyRequest, services: Services, table_id: str) -> tuple[Table, Guest]:
    """The table, and the guest who asks and sits at it."""
    table = await services.tables.find(table_id)
    guest = await services.guests.guest_of(request)
    if guest is None or not table.seats_of(guest.id):
        raise Refusal(FORBIDDEN, "only who sits at this table can do that")
    return table, guest


# --- coming ---------------------------------------------------------------------------


@get("/t/{table_id:str}/invite")
async def invite(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """The links of the open seats, to copy and to scan."""
    table, _ = await seated(request, services, table_id)
    base = address_of(request, services)
    links = [(seat.number, f"{base}/sit/{seat.invitation}") for seat in table.seats if seat.is_open]
    codes = [(number, link, qr_code(link)) for number, link in links]
    return page(request, "invite.html", table=table, codes=codes)


def qr_code(link: str) -> str:
    """A link as an SVG to scan."""
    code = segno.make(link, error="m", micro=False)
    return str(code.svg_inline(scale=4, border=3, dark="#33271b", light="#fff", omitsize=True, svgclass="qr"))


@get("/sit/{key:str}")
async def invitation(
    request: AnyRequest, services: TheServices, key: FromPath[str]
) -> Response[str] | Redirect:
    """Asks whoever follows an invitation link for a name; nothing is taken by following a link."""
    table, seat = await services.tables.invitation(key)
    guest = await services.guests.guest_of(request)
    if guest is not None and table.seats[seat].guest_id == guest.id:
        return Redirect(f"/t/{table.id}", status_code=303)
    others = [place.name for place in table.seats if place.guest_id is not None]
    is_free = table.seats[seat].is_open
    return page(request, "sit.html", table=table, key=key, guest=guest, others=others, is_free=is_free)


@post("/sit/{key:str}")
async def sit(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Redirect:
    """Take the seat."""
    form = await request.form()
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    table = await services.tables.sit(key, guest.id)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=cookies)


@post("/t/{table_id:str}/join")
async def join(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Take a free seat of a table that is open to anyone."""
    table = await services.tables.find(table_id)
    form = await request.form()
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    await join_public(services, table, guest)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


async def join_public(services: Services, table: Table, guest: Guest) -> int:
    """Sit down at a table that is open to anyone; returns the seat."""
    own = table.seats_of(guest.id)
    if own:
        return own[0]
    if not table.terms.is_public:
        raise Refusal(FORBIDDEN, "this table is private: a seat is taken by its invitation link")
    for seat in [seat for seat in table.seats if seat.is_open]:
        try:
            await services.tables.sit(seat.invitation, guest.id)
        except Refusal as refusal:
            if refusal.code != FORBIDDEN:
                raise
        else:
            return seat.number
    raise Refusal(FORBIDDEN, "every seat at this table is taken")


# --- going and coming back ------------------------------------------------------------


@post("/t/{table_id:str}/leave")
async def leave(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """A bot plays the seat from now on; its player can come back at any time."""
    table, guest = await seated(request, services, table_id)
    for seat in table.seats_of(guest.id):
        await services.deadlines.leave(table, seat)
    return Redirect("/", status_code=303)


@post("/t/{table_id:str}/return")
async def come_back(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Take the own seat over from the bot."""
    table, guest = await seated(request, services, table_id)
    for seat in table.seats_of(guest.id):
        await services.deadlines.come_back(table, seat)
    return Redirect(f"/t/{table_id}", status_code=303)


@post("/t/{table_id:str}/call")
async def call_deputy(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Let a bot act for somebody who is to act and not there."""
    table, _ = await seated(request, services, table_id)
    await services.deadlines.call_deputy(table)
    return Redirect(f"/t/{table_id}", status_code=303)


# --- several people at one screen -----------------------------------------------------


@get("/t/{table_id:str}/curtain")
async def curtain(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """Hides every hand until the right person sits before the screen."""
    table, guest = await seated(request, services, table_id)
    if not table.terms.one_screen:
        raise Refusal(UNKNOWN, "at this table everybody has a screen of their own")
    seat = next_here(table, guest.id)
    names = names_of(table, words_of(lang_of(request)))
    return page(request, "curtain.html", table=table, seat=seat, name=names[seat])


HANDLERS = [invite, invitation, sit, join, leave, come_back, call_deputy, curtain]
