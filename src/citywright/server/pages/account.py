"""The pages of an account: making one, logging in, changing, taking all own data along, deleting."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from litestar.response import Redirect
from sqlalchemy import select

from citywright.match.record import format_record
from citywright.server.errors import FORBIDDEN, Refusal
from citywright.server.pages.new_table import guest_named
from citywright.server.pages.table import page
from citywright.server.players.guests import COOKIE, Guest
from citywright.server.services import Services, TheServices
from citywright.server.storage.schema import (
    accounts,
    guests,
    messages,
    notices,
    records,
    seats,
    sessions,
    tokens,
)

AnyRequest = Request[Any, Any, Any]


async def me(request: AnyRequest, services: Services) -> Guest:
    """Who asks; refused for strangers."""
    guest = await services.guests.guest_of(request)
    if guest is None:
        raise Refusal(FORBIDDEN, "nobody is logged in here")
    return guest


@get("/account")
async def account_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """Who I am here, and what can be done about it."""
    guest = await services.guests.guest_of(request)
    login = await services.accounts.login_name(guest.id) if guest else None
    return page(request, "account.html", guest=guest, login=login, done=request.query_params.get("done", ""))


@post("/account/register")
async def register(request: AnyRequest, services: TheServices) -> Redirect:
    """Keep my games by a name and a password."""
    form = await request.form()
    services.limits.spend("make an account", request)
    guest, cookies = await guest_named(request, services, str(form.get("name", "")))
    await services.accounts.register(guest, str(form.get("name", "")), str(form.get("password", "")))
    return Redirect("/account?done=made", status_code=303, cookies=cookies)


@post("/account/login")
async def log_in(request: AnyRequest, services: TheServices) -> Redirect:
    """Be that account in this browser."""
    form = await request.form()
    name = str(form.get("name", ""))
    services.limits.spend("try a password", request, f"login {name[:100].casefold()}")
    now = await services.guests.guest_of(request)
    cookie, moved = await services.accounts.log_in(name, str(form.get("password", "")), now)
    await _read_again(services, moved)
    return Redirect("/account?done=in", status_code=303, cookies=[cookie])


@post("/account/logout")
async def log_out(request: AnyRequest, services: TheServices) -> Redirect:
    """End this session."""
    await services.guests.end_session(request)
    return Redirect("/account?done=out", status_code=303, cookies=[_no_cookie()])


@post("/account/end-sessions")
async def end_sessions(request: AnyRequest, services: TheServices) -> Redirect:
    """End every session and token, here and everywhere."""
    guest = await me(request, services)
    await services.accounts.end_sessions(guest.id)
    await services.close_sockets(guest.id)
    return Redirect("/account?done=everywhere", status_code=303, cookies=[_no_cookie()])


@post("/account/change")
async def change(request: AnyRequest, services: TheServices) -> Redirect:
    """Another name or password; with a new password every other session ends."""
    form = await request.form()
    guest = await me(request, services)
    services.limits.spend("try a password", request, f"guest {guest.id}")
    await services.accounts.check(guest, str(form.get("old", "")))
    password = str(form.get("password", ""))
    await services.accounts.change(guest, str(form.get("name", "")), password)
    await _read_again(services, [table.id for table in await services.tables.tables_of(guest.id)])
    if not password:
        return Redirect("/account?done=changed", status_code=303)
    await services.accounts.end_sessions(guest.id)
    await services.close_sockets(guest.id)
    cookie = await services.guests.new_session(guest.id)
    return Redirect("/account?done=changed", status_code=303, cookies=[cookie])


@post("/account/delete")
async def delete_account(request: AnyRequest, services: TheServices) -> Redirect:
    """Forget me; my seats stay in their games without a name."""
    form = await request.form()
    guest = await me(request, services)
    if await services.accounts.login_name(guest.id) is not None:
        services.limits.spend("try a password", request, f"guest {guest.id}")
        await services.accounts.check(guest, str(form.get("old", "")))
    for table_id in await services.accounts.delete(guest.id):
        services.shelf.forget(table_id)
        table = await services.tables.find(table_id)
        await services.tables.reload(table)
        if not table.match.over:  # those who play on do not wait for somebody who is gone
            for seat in table.seats_of(guest.id):
                await services.deadlines.leave(table, seat)
    await services.close_sockets(guest.id)
    return Redirect("/account?done=deleted", status_code=303, cookies=[_no_cookie()])


async def _read_again(services: Services, table_ids: list[str]) -> None:
    """Tables where a name, or whose seat it is, has changed."""
    for table_id in table_ids:
        table = await services.tables.find(table_id)
        await services.tables.reload(table)
        services.tables.announce(table)


def _no_cookie() -> Cookie:
    return Cookie(COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax")


# --- all own data as a file -----------------------------------------------------------


@get("/account/export")
async def export(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """Everything that is kept of me, as JSON; hashes and secrets of others are not mine."""
    guest = await me(request, services)
    data = await own_data(services, guest)
    headers = {"Content-Disposition": 'attachment; filename="citywright.json"', "Cache-Control": "no-store"}
    text = msgspec.json.format(msgspec.json.encode(data), indent=2)
    return Response(text, media_type=MediaType.JSON, headers=headers)


async def own_data(services: Services, guest: Guest) -> dict[str, Any]:
    """All rows that belong to a guest."""
    wanted: dict[str, Any] = {
        "guest": select(guests.c.id, guests.c.name, guests.c.created).where(guests.c.id == guest.id),
        "account": select(accounts.c.login, accounts.c.created).where(accounts.c.guest_id == guest.id),
        "sessions": select(sessions.c.created).where(sessions.c.guest_id == guest.id),
        "tokens": select(tokens.c.name, tokens.c.created).where(tokens.c.guest_id == guest.id),
        "notices": select(notices.c.mail, notices.c.is_confirmed).where(notices.c.guest_id == guest.id),
        "messages": select(messages.c.table_id, messages.c.text, messages.c.time).where(
            messages.c.guest_id == guest.id
        ),
        "records": select(records.c.id, records.c.game, records.c.text, records.c.created).where(
            records.c.guest_id == guest.id
        ),
        "seats": select(seats.c.table_id, seats.c.seat).where(seats.c.guest_id == guest.id),
    }
    data: dict[str, Any] = {}
    async with services.database.read() as connection:
        for name, query in wanted.items():
            data[name] = [dict(row) for row in (await connection.execute(query)).mappings()]
    data["games"] = {}
    for seat in data["seats"]:
        table = await services.tables.find(seat["table_id"])
        data["games"][table.id] = format_record(table.match, seat["seat"])
    return data


HANDLERS = [account_page, register, log_in, log_out, end_sessions, change, delete_account, export]
