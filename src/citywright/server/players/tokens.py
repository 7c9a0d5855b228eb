"""Tokens for programs, kept as SHA-256. A token acts for its owner's seats only: it can neither make tokens
nor touch the account.
"""

from __future__ import annotations

import secrets
from functools import partial

import msgspec
from sqlalchemy import func, insert, select

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, Refusal
from citywright.server.players.endings import Endings, check_session
from citywright.server.players.guests import Guest, clean_name, digest
from citywright.server.storage.database import Database
from citywright.server.storage.sanctions import is_suspended, refuse_suspended
from citywright.server.storage.schema import guests, tokens

PREFIX = "cw_"
MOST_TOKENS = 20
HANDLE_LENGTH = 16


class Token(msgspec.Struct, frozen=True):
    """A token as its owner sees it later: without the token itself."""

    handle: str  # the beginning of the digest, to name it by
    name: str
    created: int


class Tokens:
    """Makes, lists and deletes tokens, and knows whose a token is."""

    def __init__(self, database: Database, endings: Endings) -> None:
        self._database = database
        self._endings = endings

    async def make(self, guest: Guest, name: str) -> str:
        """A new token. It is returned only here: the database has its digest."""
        name = clean_name(name, "")
        if not name:
            raise Refusal(MALFORMED, "a token needs a name, so that you know later what it is for")
        token = PREFIX + secrets.token_urlsafe(24)
        async with self._database.write() as connection:
            await check_session(connection, guest.digest)
            query = select(func.count()).select_from(tokens).where(tokens.c.guest_id == guest.id)
            if (await connection.execute(query)).scalar_one() >= MOST_TOKENS:
                raise Refusal(FORBIDDEN, "you have {most} tokens already; delete one first", most=MOST_TOKENS)
            row = {"digest": digest(token), "guest_id": guest.id, "name": name, "created": now_ms()}
            await connection.execute(insert(tokens).values(row))
        return token

    async def of(self, guest_id: str) -> list[Token]:
        """The tokens of a guest."""
        query = select(tokens).where(tokens.c.guest_id == guest_id).order_by(tokens.c.created)
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return [Token(row.digest[:HANDLE_LENGTH], row.name, row.created) for row in rows]

    async def delete(self, guest: Guest | None, handle: str) -> None:
        """A token that works no more."""
        if guest is None or len(handle) != HANDLE_LENGTH or not handle.isalnum():
            raise Refusal(FORBIDDEN, "only its owner can delete a token")
        async with self._endings.transaction() as ending:
            await ending.token(guest.id, handle)

    async def owner_of(self, authorization: str | None) -> Guest | None:
        """Whose token is in an Authorization header; None without one, refused if it is not valid."""
        if authorization is None:
            return None
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.startswith(PREFIX) or len(token) > 100:
            raise Refusal(FORBIDDEN, "the Authorization header is `Bearer` and a token made in the page")
        query = (
            select(guests.c.id, guests.c.name, is_suspended(guests.c.id).label("is_suspended"))
            .join(tokens, tokens.c.guest_id == guests.c.id)
            .where(tokens.c.digest == digest(token))
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Refusal(FORBIDDEN, "this token is not known; it may have been deleted")
        if row.is_suspended:
            await self._database.ask(partial(refuse_suspended, guest_id=row.id))
        return Guest(row.id, row.name, digest(token))
