"""Tokens for programs: made in the page, shown once, kept as SHA-256.

A token speaks for its owner's seats only: it cannot make tokens, nor touch the account.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import delete, func, insert, select

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, Refusal
from citywright.server.pages.new_table import guest_named
from citywright.server.pages.table import page
from citywright.server.players.guests import Guest, clean_name, digest
from citywright.server.services import Services, TheServices
from citywright.server.storage.schema import guests, tokens

AnyRequest = Request[Any, Any, Any]
PREFIX = "cw_"
MOST_TOKENS = 20


class Token(msgspec.Struct, frozen=True):
    """A token as its owner sees it later: without the token."""

    handle: str  # the beginning of the digest, to name it by
    name: str
    created: int


async def make_token(services: Services, guest_id: str, name: str) -> str:
    """A new token; the only moment it is known."""
    token = PREFIX + secrets.token_urlsafe(24)
    async with services.database.write() as connection:
        query = select(func.count()).select_from(tokens).where(tokens.c.guest_id == guest_id)
        if (await connection.execute(query)).scalar_one() >= MOST_TOKENS:
            raise Refusal(FORBIDDEN, "you have {most} tokens already; delete one first", most=MOST_TOKENS)
        row = {"digest": digest(token), "guest_id": guest_id, "name": name, "created": now_ms()}
        await connection.execute(insert(tokens).values(row))
    return token


async def tokens_of(services: Services, guest_id: str) -> list[Token]:
    """The tokens of a guest."""
    query = select(tokens).where(tokens.c.guest_id == guest_id).order_by(tokens.c.created)
    async with services.database.read() as connection:
        return [Token(row.digest[:16], row.name, row.created) for row in await connection.execute(query)]


async def owner_of(services: Services, authorization: str | None) -> Guest | None:
    """Whose token came with a request; None without one, refused if it is not valid."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.startswith(PREFIX) or len(token) > 100:
        raise Refusal(FORBIDDEN, "the Authorization header is `Bearer` and a token made in the page")
    query = (
        select(guests.c.id, guests.c.name)
        .join(tokens, tokens.c.guest_id == guests.c.id)
        .where(tokens.c.digest == digest(token))
    )
    async with services.database.read() as connection:
        row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise Refusal(FORBIDDEN, "this token is not known; it may have been deleted")
    return Guest(row.id, row.name)


# --- the page --------------------------------------------------------------------------


@get("/programs")
async def programs(request: AnyRequest, services: TheServices) -> Response[str]:
    """What programs can do, and the tokens of whoever asks."""
    guest = await services.guests.guest_of(request)
    own = await tokens_of(services, guest.id) if guest else []
    return page(request, "programs.html", guest=guest, tokens=own, fresh="")


@post("/programs")
async def new_token(request: AnyRequest, services: TheServices) -> Response[str]:
    """Make a token and show it, this once."""
    form = await request.form()
    guest, cookies = await guest_named(request, services, str(form.get("owner", "")))
    services.limits.spend("make a token", request, f"guest {guest.id}")
    name = clean_name(str(form.get("name", "")), "")
    if not name:
        raise Refusal(MALFORMED, "a token needs a name, so that you know later what it is for")
    fresh = await make_token(services, guest.id, name)
    own = await tokens_of(services, guest.id)
    response = page(request, "programs.html", guest=guest, tokens=own, fresh=fresh)
    response.cookies.extend(cookies)
    return response


@post("/programs/{handle:str}/delete")
async def delete_token(request: AnyRequest, services: TheServices, handle: FromPath[str]) -> Redirect:
    """A token that works no more."""
    guest = await services.guests.guest_of(request)
    if guest is None or len(handle) != 16 or not handle.isalnum():
        raise Refusal(FORBIDDEN, "only its owner can delete a token")
    async with services.database.write() as connection:
        condition = (tokens.c.guest_id == guest.id) & tokens.c.digest.startswith(handle)
        await connection.execute(delete(tokens).where(condition))
    return Redirect("/programs", status_code=303)


HANDLERS = [programs, new_token, delete_token]
