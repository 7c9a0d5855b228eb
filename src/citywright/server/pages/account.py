"""The pages of an account: registering, logging in, changing, exporting all own data, deleting."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from litestar.response import Redirect, Stream

from citywright.server.errors import Refusal
from citywright.server.pages.requests import (
    AnyRequest,
    guest_named,
    guest_or_refuse,
    page,
    preferred,
    shown_again,
    told_at_form,
)
from citywright.server.players.accounts import login_of
from citywright.server.players.guests import COOKIE
from citywright.server.services import Services, TheServices


@get("/account")
async def account_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """The account, or the forms to get one."""
    return await _forms(request, services)


async def _forms(
    request: AnyRequest, services: Services, form: str = "", refusal: Refusal | None = None, name: str = ""
) -> Response[str]:
    """The page; if one of its forms was refused, with the reason there and the name that was typed."""
    problem = told_at_form(request, refusal) if refusal else ""
    guest = await services.guests.guest_of(request)
    return page(
        request,
        "account.html",
        200 if refusal is None else refusal.status,
        guest=guest,
        login=await services.accounts.login_name(guest.id) if guest else None,
        done=request.query_params.get("done", ""),
        refused_form=form,
        problem=problem,
        typed=shown_again(name),
    )


@post("/account/register")
async def register(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Keep my games by a name and a password."""
    form = await request.form()
    name = str(form.get("name", ""))
    try:
        await services.tries.spend("make an account", request)
        guest, _ = await guest_named(request, services, "", newcomer=name)
        cookie = await services.accounts.register(guest, name, str(form.get("password", "")))
    except Refusal as refusal:
        return await _forms(request, services, "register", refusal, name)
    return Redirect("/account?done=made", status_code=303, cookies=[cookie])


@post("/account/login")
async def log_in(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Log in to an account in this browser."""
    form = await request.form()
    name = str(form.get("name", ""))
    try:
        await services.tries.spend("try a password", request, f"login {login_of(name)}")
        now = await services.guests.guest_of(request)
        cookie = await services.accounts.log_in(name, str(form.get("password", "")), now, preferred(request))
    except Refusal as refusal:
        return await _forms(request, services, "login", refusal, name)
    return Redirect("/account?done=in", status_code=303, cookies=[cookie])


@post("/account/logout")
async def log_out(request: AnyRequest, services: TheServices) -> Redirect:
    """End this session."""
    await services.guests.end_session(request)
    return Redirect("/account?done=out", status_code=303, cookies=[_no_cookie()])


@post("/account/end-sessions")
async def end_sessions(request: AnyRequest, services: TheServices) -> Redirect:
    """End every session and token, here and everywhere."""
    guest = await guest_or_refuse(request, services)
    await services.accounts.end_sessions(guest.id)
    return Redirect("/account?done=everywhere", status_code=303, cookies=[_no_cookie()])


@post("/account/change")
async def change(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Another name or password; with a new password every other session ends."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    try:
        await services.tries.spend("try a password", request, f"guest {guest.id}")
        await services.accounts.check(guest, str(form.get("old", "")))
        cookie = await services.accounts.change(guest, name, password)
    except Refusal as refusal:
        return await _forms(request, services, "change", refusal, name)
    return Redirect("/account?done=changed", status_code=303, cookies=[] if cookie is None else [cookie])


@post("/account/delete")
async def delete_account(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Delete all my data; my seats stay in their games without a name."""
    form = await request.form()
    guest = await guest_or_refuse(request, services)
    try:
        if await services.accounts.login_name(guest.id) is not None:
            await services.tries.spend("try a password", request, f"guest {guest.id}")
            await services.accounts.check(guest, str(form.get("old", "")))
        await services.accounts.delete(guest.id)
    except Refusal as refusal:
        return await _forms(request, services, "delete", refusal)
    return Redirect("/account?done=deleted", status_code=303, cookies=[_no_cookie()])


def _no_cookie() -> Cookie:
    return Cookie(COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax")


@get("/account/export", media_type=MediaType.JSON)
async def export(request: AnyRequest, services: TheServices) -> Stream:
    """Everything that is kept about me, as JSON, without hashes and keys."""
    guest = await guest_or_refuse(request, services)
    services.limits.spend("download your data", request, f"guest {guest.id}")
    headers = {"Content-Disposition": 'attachment; filename="citywright.json"', "Cache-Control": "no-store"}
    text = services.own_data.as_json(guest.id)
    if not guest.is_suspended:  # whose live connections end at once, but not this
        text = services.endings.until_ended(guest.digest, text)
    return Stream(text, headers=headers)


HANDLERS = [account_page, register, log_in, log_out, end_sessions, change, delete_account, export]
