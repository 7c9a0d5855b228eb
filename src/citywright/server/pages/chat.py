"""Saying something at a table, and not wanting to hear somebody."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import delete, insert

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, UNKNOWN, Refusal
from citywright.server.pages.new_table import guest_named
from citywright.server.pages.seats import seated
from citywright.server.services import TheServices
from citywright.server.storage.schema import messages, mutes
from citywright.server.tables.chat import clean_text

AnyRequest = Request[Any, Any, Any]


@post("/t/{table_id:str}/say")
async def say(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Say something to those at the table."""
    form = await request.form()
    table = await services.tables.find(table_id)
    if not table.terms.may_talk:
        raise Refusal(FORBIDDEN, "at this table nobody talks: that was agreed")
    text = clean_text(str(form.get("text", "")))
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    services.limits.spend("say something", request, f"guest {guest.id}")
    seat = table.seat_for(guest.id, str(form.get("seat", "")))
    row = {"table_id": table_id, "seat": seat, "guest_id": guest.id, "text": text, "time": now_ms()}
    async with services.database.write() as connection:
        await connection.execute(insert(messages).values(row))
    await services.tables.reload(table)
    services.tables.announce(table)
    return Redirect(f"/t/{table_id}", status_code=303, cookies=cookies)


@post("/t/{table_id:str}/mute")
async def mute(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Do not show me any more what the author of a message says here."""
    form = await request.form()
    table, guest = await seated(request, services, table_id)
    number = str(form.get("message", ""))
    author = next((said.guest_id for said in table.talk.messages if str(said.number) == number), None)
    if author is None or author == guest.id:
        raise Refusal(UNKNOWN, "there is no such message of somebody else here")
    row = {"table_id": table_id, "guest_id": guest.id, "muted_id": author}
    async with services.database.write() as connection:
        if (guest.id, author) not in table.talk.mutes:
            await connection.execute(insert(mutes).values(row))
    await services.tables.reload(table)
    services.tables.announce(table)
    return Redirect(f"/t/{table_id}", status_code=303)


@post("/t/{table_id:str}/unmute")
async def unmute(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Hear everybody again."""
    table, guest = await seated(request, services, table_id)
    async with services.database.write() as connection:
        mine = (mutes.c.table_id == table_id) & (mutes.c.guest_id == guest.id)
        await connection.execute(delete(mutes).where(mine))
    await services.tables.reload(table)
    services.tables.announce(table)
    return Redirect(f"/t/{table_id}", status_code=303)


HANDLERS = [say, mute, unmute]
