"""Guests, recognised by a signed cookie. The database has only the SHA-256 of a cookie's token."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from litestar.datastructures import Cookie
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.server.clock import now_ms
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.http.requests import AnyConnection
from citywright.server.players.endings import Endings, check_session
from citywright.server.players.preferences import Preferences, from_json, with_choice, with_lessons
from citywright.server.storage.database import Database
from citywright.server.storage.desk_marks import desk_marks
from citywright.server.storage.sanctions import refuse_suspended
from citywright.server.storage.schema import guests, house, sessions
from citywright.server.tables.messages import is_visible

COOKIE = "citywright_guest"
COOKIE_KEY = "cookie key"  # the row of the key that signs cookies
COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
NAME_LENGTH = 40
KNOWN = "guest"  # where a request has the guest that was recognised
# Where somebody goes who may not play for now: to their data, to the desk, and away.
WHILE_SUSPENDED = (
    *("/account/delete", "/account/end-sessions", "/account/export", "/account/logout", "/archive/records"),
    *("/house-rules", "/letters", "/preferences", "/suspended"),
)


class Guest(msgspec.Struct, frozen=True):
    """A person with a name."""

    id: str
    name: str
    digest: str | None = None  # of the session or token it was recognised by
    preferences: Preferences | None = None  # None: nothing was ever chosen
    role: str = ""  # at the host's desk
    open_reports: int = 0  # that wait there for somebody with this role
    letters: int = 0  # of the host, which are not read yet
    is_suspended: bool = False  # they may not play for now, and see only what is about that


class Guests:
    """Recognises guests by their cookies."""

    def __init__(self, database: Database, endings: Endings, *, https: bool = False) -> None:
        self._database = database
        self._endings = endings
        self._https = https
        self._signer: URLSafeSerializer
        self.on_seen: list[Callable[[str], None]] = []  # a guest has asked for something

    async def start(self) -> None:
        """Read the key that signs cookies; the first process to serve a database makes it."""
        query = select(house.c.value).where(house.c.name == COOKIE_KEY)
        async with self._database.write() as connection:
            made = {"name": COOKIE_KEY, "value": secrets.token_hex(32)}
            await connection.execute(self._database.insert_if_absent(house).values(made))
            key = (await connection.execute(query)).scalar_one()
        self._signer = URLSafeSerializer(key, salt="guest")

    async def guest_of(self, connection: AnyConnection) -> Guest | None:
        """The guest whose cookie came with a request, if there is one; see also `known_guest`.

        Refused for those who are suspended, but for where they may go.
        """
        session = self.session_of(connection)
        if session is None:
            return None
        query = (
            select(guests.c.id, guests.c.name, guests.c.preferences, *desk_marks())
            .join(sessions, sessions.c.guest_id == guests.c.id)
            .where(sessions.c.digest == session)
        )
        row = await self._database.ask(lambda reading: reading.execute(query).one_or_none())
        if row is None:
            return None
        if row.is_suspended and connection.scope["path"] not in WHILE_SUSPENDED:
            await self._database.ask(partial(refuse_suspended, guest_id=row.id))
        marks = row.role, row.open_reports, row.letters, row.is_suspended
        guest = Guest(row.id, row.name, session, from_json(row.preferences), *marks)
        connection.scope.setdefault("state", {})[KNOWN] = guest
        for listener in self.on_seen:
            listener(guest.id)
        return guest

    def session_of(self, connection: AnyConnection) -> str | None:
        """The digest of the session whose cookie came with a request; it may have ended."""
        token = self._token_of(connection)
        return None if token is None else digest(token)

    async def welcome(self, name: str, preferences: Preferences | None = None) -> tuple[Guest, Cookie]:
        """A new guest and its cookie; what it has preferred so far is kept for it."""
        guest_id = secrets.token_urlsafe(12)
        row = {"id": guest_id, "name": name, "created": now_ms()}
        row["preferences"] = None if preferences is None else preferences.as_json()
        async with self._database.write() as connection:
            await connection.execute(insert(guests).values(row))
            session, cookie = await self.new_session(connection, guest_id)
        return Guest(guest_id, name, session, preferences), cookie

    async def prefer(self, guest: Guest, chosen: Mapping[str, Any], otherwise: Preferences) -> Preferences:
        """Keep what a guest has chosen, some preferences by name; returns all it prefers now.

        `otherwise` is what it has preferred so far, if nothing is kept of that.
        """
        return await self._change(guest, otherwise, lambda preferences: with_choice(preferences, chosen))

    async def learn(self, guest: Guest, finished: str, otherwise: Preferences) -> Preferences:
        """Keep that a guest has finished a lesson, given by its name; returns all that is kept now."""
        return await self._change(guest, otherwise, lambda preferences: with_lessons(preferences, finished))

    async def _change(
        self, guest: Guest, otherwise: Preferences, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Change what a guest prefers; `otherwise` is changed if nothing is kept yet."""
        own = guests.c.id == guest.id
        query = select(guests.c.preferences).where(own).with_for_update(key_share=True)
        async with self._database.write() as connection:
            await check_session(connection, guest.digest)
            kept = from_json((await connection.execute(query)).scalar_one())
            preferences = change(kept or otherwise)
            if preferences != kept:
                await connection.execute(update(guests).where(own).values(preferences=preferences.as_json()))
        return preferences

    async def new_session(self, connection: AsyncConnection, guest_id: str) -> tuple[str, Cookie]:
        """Begin a session of a guest, within a transaction: its digest and its cookie."""
        token = secrets.token_urlsafe(24)
        row = {"digest": digest(token), "guest_id": guest_id, "created": now_ms()}
        await connection.execute(insert(sessions).values(row))
        cookie = Cookie(
            COOKIE,
            path="/",
            value=str(self._signer.dumps(token)),
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="lax",
            secure=self._https,
        )
        return digest(token), cookie

    async def end_session(self, connection: AnyConnection) -> None:
        """End the session whose cookie came with a request."""
        session = self.session_of(connection)
        if session is not None:
            async with self._endings.transaction() as ending:
                await ending.session(session)

    def _token_of(self, connection: AnyConnection) -> str | None:
        """The token in the cookie, if this server has signed it."""
        cookie = connection.cookies.get(COOKIE)
        if not cookie or len(cookie) > 200:
            return None
        try:
            return str(self._signer.loads(cookie))
        except BadSignature:
            return None


def known_guest(connection: AnyConnection) -> Guest | None:
    """The guest of a request, if it was looked up already."""
    return connection.scope.get("state", {}).get(KNOWN)


def digest(token: str) -> str:
    """The SHA-256 of a token, which is all the database keeps of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str, otherwise: str) -> str:
    """A name fit to be shown: printable, of one line, not too long."""
    if len(name) > 10 * NAME_LENGTH:
        raise Refusal(MALFORMED, "a name has at most {most} characters", most=NAME_LENGTH)
    visible = "".join(char for char in unicodedata.normalize("NFC", name) if char.isprintable())
    line = " ".join(visible.split())[:NAME_LENGTH].strip()
    return line if is_visible(line) else otherwise
