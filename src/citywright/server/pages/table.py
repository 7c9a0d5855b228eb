"""The table page, what its forms do, and the record of the game."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.match.record import format_record
from citywright.server.errors import FORBIDDEN, MALFORMED, UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.live import fragments
from citywright.server.live.open_pages import TheOpenPages
from citywright.server.live.seat_controls import next_seat_at_screen
from citywright.server.live.seat_page import ROLES
from citywright.server.notices.watch import is_told_of
from citywright.server.pages.dice.adding import added_in
from citywright.server.pages.layouts.played import played_board
from citywright.server.pages.orders.page import own_orders
from citywright.server.pages.people.asking import ratings_of_seats
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.pages.rooms.page import room_page
from citywright.server.rooms.room import Room
from citywright.server.services import Services, TheServices
from citywright.server.tables.table import Table


async def table_or_room(services: Services, table_id: str) -> Table | Room:
    """The table with this id, or the room that becomes one."""
    try:
        return await services.tables.find(table_id)
    except Refusal as refusal:
        if refusal.code != UNKNOWN:
            raise
    room = await services.rooms.find_if_any(table_id)
    return await services.tables.find(table_id) if room is None else room  # it may have become one just now


@get("/t/{table_id:str}")
async def table_page(
    request: AnyRequest, services: TheServices, open_pages: TheOpenPages, table_id: FromPath[str]
) -> Response[str] | Redirect:
    """The table, as the seat of whoever asks sees it; before the game begins, the room."""
    found = await table_or_room(services, table_id)
    if isinstance(found, Room):
        return await room_page(request, services, found)
    guest = await services.guests.guest_of(request)
    table = await services.table_for(table_id, guest.id if guest else None)
    asked_seat = request.query_params.get("seat", "")
    seat = table.seat_for(guest.id if guest else None, asked_seat)
    if (
        guest is not None
        and table.terms.one_screen
        and seat >= 0
        and asked_seat != str(seat)
        and not table.match.over
    ):
        to = "/curtain" if table.game.has_secrets else f"?seat={next_seat_at_screen(table, guest.id)}"
        return Redirect(f"/t/{table_id}{to}", status_code=303)
    lang = lang_of(request)
    seat_page = open_pages.page_of(table, seat, lang)
    dealer = table.match.dealer
    hear = ""  # how much is wanted to be heard of the table; nothing: there is no choice
    if guest is not None and seat >= 0 and is_told_of(table):
        hear = await services.notices.addresses.of_table(guest.id, table.id)
    return page(
        request,
        "table.html",
        table=table,
        seat_page=seat_page,
        elements=seat_page.whole_elements(),
        roles=ROLES,
        seat=seat_page.seat,
        choices=fragments.choices(table.game, table.match.view(seat), words_of(lang)),
        commitment=dealer.commitment if dealer else "",
        hear=hear,
        played_on=await played_board(services, table.match),
        own_orders=await own_orders(services, table, seat),
        known_ratings=await ratings_of_seats(request, services, table),
    )


@post("/t/{table_id:str}/{verb:str}")
async def act(
    request: AnyRequest, services: TheServices, table_id: FromPath[str], verb: FromPath[str]
) -> Redirect:
    """Play, undo or ask for a rematch by a form, without the live connection."""
    if verb not in ("play", "undo", "rematch"):
        raise Refusal(
            UNKNOWN, "at a table you can play, undo or ask for a rematch, not {verb!r}", verb=verb[:20]
        )
    guest = await services.guests.guest_of(request)
    table = await services.tables.find(table_id)
    own = table.seats_of(guest.id if guest else None)
    if guest is None or not own:
        raise Refusal(FORBIDDEN, "only players at this table can make moves")
    if verb == "rematch":
        await services.friends.check_rematch(table)
        added = added_in(services, await request.form(), own[0])
        return Redirect(f"/t/{await services.tables.rematch(table, guest.id, **added)}", status_code=303)
    form = await request.form()
    seat = table.seat_for(guest.id, str(form.get("seat", "")))
    try:
        ply, epoch = int(str(form.get("ply"))), int(str(form.get("epoch")))
    except ValueError:
        raise Refusal(MALFORMED, "an action needs the ply and epoch it is meant for") from None
    if verb == "play":
        await services.actions.play(table, seat, str(form.get("words", ""))[:500], ply, epoch)
    else:
        await services.actions.undo(table, seat, ply, epoch)
    return Redirect(f"/t/{table_id}", status_code=303)


@get("/t/{table_id:str}/record")
async def record(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """The record so far, as the seat of whoever asks may know it."""
    guest = await services.guests.guest_of(request)
    table = await services.table_for(table_id, guest.id if guest else None)
    seat = table.seat_for(guest.id if guest else None, request.query_params.get("seat", ""))
    text = format_record(table.match, seat)
    headers = {
        "Content-Disposition": f'attachment; filename="{table.id}.txt"',
        "Cache-Control": "no-store",
    }
    return Response(text, media_type=MediaType.TEXT, headers=headers)


HANDLERS = [table_page, act, record]
