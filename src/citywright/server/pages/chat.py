"""Posting a chat message at a table, and muting its author for oneself."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.pages.requests import AnyRequest, guest_named, seated
from citywright.server.services import TheServices
from citywright.server.tables.chat import check_chat, clean_text


@post("/t/{table_id:str}/say")
async def say(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Post a message to everybody at the table."""
    form = await request.form()
    table = await services.tables.find(table_id)
    check_chat(table)
    text = clean_text(str(form.get("text", "")))
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    services.limits.spend("say something", request, f"guest {guest.id}")
    seat = table.seat_for(guest.id, str(form.get("seat", "")))
    await services.chat.post(table, guest.id, seat, text)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


@post("/t/{table_id:str}/mute")
async def mute(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Hide what the author of a message writes at this table."""
    form = await request.form()
    table, guest = await seated(request, services, table_id)
    await services.chat.mute(table, guest.id, str(form.get("message", "")))
    return Redirect(f"/t/{table_id}", status_code=303)


@post("/t/{table_id:str}/unmute")
async def unmute(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Show everybody's messages again."""
    table, guest = await seated(request, services, table_id)
    await services.chat.unmute_all(table, guest.id)
    return Redirect(f"/t/{table_id}", status_code=303)


HANDLERS = [say, mute, unmute]
