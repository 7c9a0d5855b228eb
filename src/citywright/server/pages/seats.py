"""Taking a seat and leaving it: invitations with a QR code, sitting down, leaving, returning, and the page
between two people at one screen.
"""

from __future__ import annotations

import segno
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import names_of
from citywright.server.live.seat_controls import next_seat_at_screen
from citywright.server.pages.requests import AnyRequest, address_of, guest_named, lang_of, page, seated
from citywright.server.services import TheServices

# --- taking a seat ---------------------------------------------------------------------------


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
    """Ask whoever follows an invitation link for a name; following the link alone takes no seat."""
    table, seat = await services.tables.invitation(key)
    guest = await services.guests.guest_of(request)
    if guest is not None and table.seats[seat].guest_id == guest.id:
        return Redirect(f"/t/{table.id}", status_code=303)
    others = [place.name for place in table.seats if place.guest_id is not None]
    is_free = table.seats[seat].is_open
    return page(
        request,
        "accept_invitation.html",
        table=table,
        action=f"/sit/{key}",
        guest=guest,
        others=others,
        is_free=is_free,
        base=address_of(request, services),
    )


@post("/sit/{key:str}")
async def sit(request: AnyRequest, services: TheServices, key: FromPath[str]) -> Redirect:
    """Take the seat."""
    form = await request.form()
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    table = await services.tables.sit(key, guest.id)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=cookies)


@get("/t/{table_id:str}/join")
async def ask_to_join(
    request: AnyRequest, services: TheServices, table_id: FromPath[str]
) -> Response[str] | Redirect:
    """Ask whoever wants to join a table from a list for a name."""
    if await services.rooms.find_if_any(table_id) is not None:
        return Redirect(f"/t/{table_id}", status_code=303)  # it asks itself
    table = await services.tables.find(table_id)
    guest = await services.guests.guest_of(request)
    if guest is not None and table.seats_of(guest.id):
        return Redirect(f"/t/{table_id}", status_code=303)
    return page(
        request,
        "accept_invitation.html",
        table=table,
        action=f"/t/{table_id}/join",
        guest=guest,
        others=[place.name for place in table.seats if place.guest_id is not None],
        is_free=table.terms.is_public and any(place.is_open for place in table.seats),
        base=address_of(request, services),
    )


@post("/t/{table_id:str}/join")
async def join(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Take a free seat of a table that is open to anyone."""
    if await services.rooms.find_if_any(table_id) is not None:
        return Redirect(f"/t/{table_id}", status_code=303)
    table = await services.tables.find(table_id)
    form = await request.form()
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    await services.friends.check_join(table, guest.id)
    await services.tables.join(table, guest.id)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


# --- leaving and returning ------------------------------------------------------------


@post("/t/{table_id:str}/leave")
async def leave(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """A bot plays the seat from now on; its player can come back at any time."""
    table, guest = await seated(request, services, table_id)
    for seat in table.seats_of(guest.id):
        await services.actions.leave(table, seat)
    return Redirect("/", status_code=303)


@post("/t/{table_id:str}/return")
async def come_back(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Take the own seat over from the bot."""
    table, guest = await seated(request, services, table_id)
    for seat in table.seats_of(guest.id):
        await services.actions.come_back(table, seat)
    return Redirect(f"/t/{table_id}", status_code=303)


@post("/t/{table_id:str}/call")
async def call_deputy(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Let a bot act for somebody who is to act and not there."""
    table, _ = await seated(request, services, table_id)
    await services.actions.call_deputy(table)
    return Redirect(f"/t/{table_id}", status_code=303)


@post("/t/{table_id:str}/delete")
async def delete_practice(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Give up a game against bots: it is gone."""
    table, _ = await seated(request, services, table_id)
    await services.settling.before_delete(table)
    await services.tables.delete_practice(table)
    return Redirect("/", status_code=303)


# --- several people at one screen -----------------------------------------------------


@get("/t/{table_id:str}/curtain")
async def curtain(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """Hide every hand until the next person is at the screen."""
    table, guest = await seated(request, services, table_id)
    if not table.terms.one_screen:
        raise Refusal(UNKNOWN, "at this table every player has their own device")
    seat = next_seat_at_screen(table, guest.id)
    names = names_of(table, words_of(lang_of(request)))
    return page(request, "curtain.html", table=table, seat=seat, name=names[seat])


HANDLERS = [
    invite,
    invitation,
    sit,
    ask_to_join,
    join,
    leave,
    come_back,
    call_deputy,
    delete_practice,
    curtain,
]
