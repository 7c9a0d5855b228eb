"""Reporting somebody: the form, reached from chats, seats, profiles and tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from citywright.server.desk import reports
from citywright.server.desk.reports import LONGEST, REASONS, Target
from citywright.server.errors import FORBIDDEN, UNKNOWN, Refusal
from citywright.server.pages.desk.asking import whole_number
from citywright.server.pages.requests import AnyRequest, guest_named, page
from citywright.server.pages.table import table_or_room
from citywright.server.players.guests import Guest
from citywright.server.rooms.room import Room
from citywright.server.services import Services, TheServices

PLACES = ("table", "room", "person", "event")


@get("/report")
async def report_form(request: AnyRequest, services: TheServices) -> Response[str]:
    """Say what happened."""
    guest = await services.guests.guest_of(request)
    target = await _target(services, guest, request.query_params)
    if guest is not None and target.about_id == guest.id:
        raise Refusal(FORBIDDEN, "you cannot report yourself")
    named = {
        name: request.query_params[name]
        for name in (*PLACES, "seat", "message")
        if name in request.query_params
    }
    return page(
        request,
        "report.html",
        target=target,
        named=named,
        back=_back(target),
        reasons=REASONS,
        longest=LONGEST,
    )


@post("/report")
async def report(request: AnyRequest, services: TheServices) -> Redirect:
    """Send it to the host."""
    form = await request.form()
    services.limits.spend("report somebody", request)
    known = await services.guests.guest_of(request)
    target = await _target(services, known, form)
    guest, cookies = await guest_named(request, services, "")
    await services.desk.reports.make(
        guest.id, target, str(form.get("reason", "")), str(form.get("words", ""))
    )
    return Redirect(f"/report/sent?back={_back(target)}", status_code=303, cookies=cookies)


@get("/report/sent")
async def sent(request: AnyRequest, services: TheServices) -> Response[str]:
    """What happens next."""
    await services.guests.guest_of(request)
    back = request.query_params.get("back", "/")
    is_ours = back.startswith(("/t/", "/people/", "/events/")) and back.isascii() and len(back) < 60
    return page(request, "report_sent.html", back=back if is_ours else "/")


def _back(target: Target) -> str:
    """The page a report was made from."""
    at = {"profile": "/people/", "event": "/events/"}.get(target.place, "/t/")
    return f"{at}{target.place_id}"


async def _target(services: Services, guest: Guest | None, asked: Mapping[str, Any]) -> Target:
    """Whom a report is about, by the fields of an address or a form."""
    guest_id = guest.id if guest else None
    place = next((name for name in PLACES if asked.get(name)), "")
    key = str(asked.get(place, ""))[:60]
    seat = whole_number(asked, "seat") if asked.get("seat") else None
    message = whole_number(asked, "message") if asked.get("message") else None
    if place in ("table", "room"):
        found = await table_or_room(services, key)
        if isinstance(found, Room):
            return reports.in_room(found, seat, message)
        table = await services.table_for(key, guest_id)
        return reports.at_table(table, seat, message if place == "table" else None, guest_id)
    if place == "person":
        person = await services.people.find(key)
        return Target(reports.PROFILE, person.guest_id, person.guest_id, person.name)
    if place == "event":
        return reports.at_event(await services.events.find(key))
    raise Refusal(UNKNOWN, "there is nobody here whom you could report")


HANDLERS = [report_form, report, sent]
