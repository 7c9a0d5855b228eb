"""The page where tokens for programs are made, shown once and deleted."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.server.pages.requests import AnyRequest, guest_named, page
from citywright.server.services import TheServices


@get("/programs")
async def programs(request: AnyRequest, services: TheServices) -> Response[str]:
    """What programs can do, and the tokens of whoever asks."""
    guest = await services.guests.guest_of(request)
    own = await services.tokens.of(guest.id) if guest else []
    return page(request, "tokens.html", guest=guest, tokens=own, fresh="")


@post("/programs")
async def new_token(request: AnyRequest, services: TheServices) -> Response[str]:
    """Make a token and show it, this once."""
    form = await request.form()
    guest, cookies = await guest_named(request, services, str(form.get("owner", "")))
    services.limits.spend("make a token", request, f"guest {guest.id}")
    token = await services.tokens.make(guest, str(form.get("name", "")))
    own = await services.tokens.of(guest.id)
    response = page(request, "tokens.html", guest=guest, tokens=own, fresh=token)
    response.cookies.extend(cookies)
    return response


@post("/programs/{handle:str}/delete")
async def delete_token(request: AnyRequest, services: TheServices, handle: FromPath[str]) -> Redirect:
    """Delete a token: it works no more."""
    await services.tokens.delete(await services.guests.guest_of(request), handle)
    return Redirect("/programs", status_code=303)


HANDLERS = [programs, new_token, delete_token]
