"""Accounts are optional: a name and a password by which a guest keeps its games, and nothing else.

An unknown name costs as much time as a wrong password.
"""

from __future__ import annotations

import asyncio
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from litestar.datastructures import Cookie
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, Refusal
from citywright.server.players.guests import NAME_LENGTH, Guest, Guests, clean_name
from citywright.server.storage.database import Database
from citywright.server.storage.schema import accounts, guests, messages, notices, seats, sessions, tokens

SHORTEST, LONGEST = 8, 200  # characters of a password
ANONYMOUS = "–"

_hasher = PasswordHasher()
_no_hash = _hasher.hash(secrets.token_hex(16))  # checked where there is no account


def login_of(name: str) -> str:
    """Names that look alike are one: without case, width and spaces at the ends."""
    return unicodedata.normalize("NFKC", clean_name(name, "")).casefold()[: NAME_LENGTH + 20]


def check_password(password: str) -> str:
    """A password that may be used."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal(
            MALFORMED,
            "a password has {least} to {most} characters, not {n}",
            least=SHORTEST,
            most=LONGEST,
            n=len(password),
        )
    return password


class Accounts:
    """Registering, logging in and out, changing, deleting."""

    def __init__(self, store: Database, identity: Guests) -> None:
        self._store = store
        self._identity = identity
        self._one_at_a_time = asyncio.Semaphore(1)  # a hash takes 64 MB and a core

    async def login_name(self, guest_id: str) -> str | None:
        """The name of a guest's account, if it has one."""
        query = select(accounts.c.login).where(accounts.c.guest_id == guest_id)
        async with self._store.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def register(self, guest: Guest, name: str, password: str) -> None:
        """Let a guest keep its games by a name and a password."""
        login = login_of(name)
        if not login:
            raise Refusal(MALFORMED, "an account needs a name")
        hashed = await self._hash(check_password(password))
        row = {"guest_id": guest.id, "login": login, "password": hashed, "created": now_ms()}
        try:
            async with self._store.write() as connection:
                await connection.execute(insert(accounts).values(row))
                shown = clean_name(name, guest.name)
                await connection.execute(update(guests).where(guests.c.id == guest.id).values(name=shown))
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "this name is taken, or you have an account already") from error

    async def log_in(self, name: str, password: str, now: Guest | None) -> tuple[Cookie, list[str]]:
        """A new session of the account; the seats of a guest without one, at these tables, go over to it."""
        query = select(accounts).where(accounts.c.login == login_of(name[: 10 * NAME_LENGTH]))
        async with self._store.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if not await self._verify(row.password if row else _no_hash, password[:LONGEST]) or row is None:
            raise Refusal(FORBIDDEN, "this name and this password do not belong together")
        moved: list[str] = []
        if now is not None and now.id != row.guest_id and await self.login_name(now.id) is None:
            moved = await self._take_over(now.id, row.guest_id)
        return await self._identity.new_session(row.guest_id), moved

    async def _take_over(self, old: str, new: str) -> list[str]:
        """What a guest played before it logged in stays with it; returns the tables."""
        async with self._store.write() as connection:
            there = select(seats.c.table_id).where(seats.c.guest_id == new)
            condition = (seats.c.guest_id == old) & seats.c.table_id.not_in(there)
            found = await connection.execute(select(seats.c.table_id).where(condition))
            moved = list(dict.fromkeys(found.scalars()))
            await connection.execute(
                update(seats).where(seats.c.guest_id == old, seats.c.table_id.in_(moved)).values(guest_id=new)
            )
        return moved

    async def check(self, guest: Guest, password: str) -> None:
        """Is this really the owner? For what cannot be undone."""
        query = select(accounts.c.password).where(accounts.c.guest_id == guest.id)
        async with self._store.read() as connection:
            hashed = (await connection.execute(query)).scalar_one_or_none()
        if not await self._verify(hashed or _no_hash, password[:LONGEST]) or hashed is None:
            raise Refusal(FORBIDDEN, "this is not your password")

    async def change(self, guest: Guest, name: str, password: str) -> None:
        """Another name, another password, or both; other sessions end when the password changes."""
        values: dict[str, str] = {}
        if name:
            values["login"] = login_of(name)
        if password:
            values["password"] = await self._hash(check_password(password))
        if not all(values.values()) or not values:
            raise Refusal(MALFORMED, "say what is to change: the name, the password or both")
        try:
            async with self._store.write() as connection:
                await connection.execute(
                    update(accounts).where(accounts.c.guest_id == guest.id).values(values)
                )
                if name:
                    shown = clean_name(name, guest.name)
                    await connection.execute(update(guests).where(guests.c.id == guest.id).values(name=shown))
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "this name is taken") from error

    async def end_sessions(self, guest_id: str) -> None:
        """Everywhere: every browser must log in again, and every token is void."""
        async with self._store.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.guest_id == guest_id))
            await connection.execute(delete(tokens).where(tokens.c.guest_id == guest_id))

    async def delete(self, guest_id: str) -> list[str]:
        """Forget a guest: its name in old games becomes a dash. Returns the tables where it sat."""
        async with self._store.write() as connection:
            found = await connection.execute(select(seats.c.table_id).where(seats.c.guest_id == guest_id))
            tables = list(dict.fromkeys(found.scalars()))
            for table in (sessions, tokens, accounts, notices):
                await connection.execute(delete(table).where(table.c.guest_id == guest_id))
            await connection.execute(delete(messages).where(messages.c.guest_id == guest_id))
            await connection.execute(
                update(seats).where(seats.c.guest_id == guest_id).values(label=None, deputy=None)
            )
            await connection.execute(update(guests).where(guests.c.id == guest_id).values(name=ANONYMOUS))
        return tables

    async def count(self) -> int:
        """How many accounts there are."""
        async with self._store.read() as connection:
            return int((await connection.execute(select(func.count()).select_from(accounts))).scalar_one())

    async def _hash(self, password: str) -> str:
        async with self._one_at_a_time:
            return await asyncio.to_thread(_hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._one_at_a_time:
            return await asyncio.to_thread(_is_right, hashed, password)


def _is_right(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
