"""Accounts are optional: a name and a password by which a guest keeps its games, and nothing else.

A login with an unknown name takes as long as one with a wrong password.
"""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from litestar.datastructures import Cookie
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from citywright.match.record import format_record
from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, Refusal
from citywright.server.players.guests import NAME_LENGTH, Guest, Guests, clean_name
from citywright.server.storage.database import Database
from citywright.server.storage.queries import rows_about
from citywright.server.storage.schema import (
    accounts,
    guests,
    messages,
    notices,
    seats,
    sessions,
    tables,
    tokens,
)
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.review import Reviews
from citywright.server.tables.service import TableService

SHORTEST, LONGEST = 8, 200  # characters of a password
ANONYMOUS = "–"

_hasher = PasswordHasher()
_no_hash = _hasher.hash(secrets.token_hex(16))  # checked where there is no account


def login_of(name: str) -> str:
    """The login for a name: the same for names that differ only in case, width or outer spaces."""
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
    """Registering, logging in and out, changing, exporting, deleting."""

    def __init__(
        self,
        database: Database,
        identity: Guests,
        tables: TableService,
        actions: PlayerActions,
        reviews: Reviews,
    ) -> None:
        self._database = database
        self._identity = identity
        self._tables = tables
        self._actions = actions
        self._reviews = reviews
        self._one_at_a_time = asyncio.Semaphore(1)  # a hash takes 64 MB and a core

    async def login_name(self, guest_id: str) -> str | None:
        """The name of a guest's account, if it has one."""
        query = select(accounts.c.login).where(accounts.c.guest_id == guest_id)
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def register(self, guest: Guest, name: str, password: str) -> None:
        """Let a guest keep its games by a name and a password."""
        login = login_of(name)
        if not login:
            raise Refusal(MALFORMED, "an account needs a name")
        hashed = await self._hash(check_password(password))
        row = {"guest_id": guest.id, "login": login, "password": hashed, "created": now_ms()}
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(accounts).values(row))
                shown = clean_name(name, guest.name)
                await connection.execute(update(guests).where(guests.c.id == guest.id).values(name=shown))
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "this name is taken, or you have an account already") from error

    async def log_in(self, name: str, password: str, now: Guest | None) -> Cookie:
        """A new session of the account. Seats taken before, as a guest without an account, become its own."""
        query = select(accounts).where(accounts.c.login == login_of(name[: 10 * NAME_LENGTH]))
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if not await self._verify(row.password if row else _no_hash, password[:LONGEST]) or row is None:
            raise Refusal(FORBIDDEN, "this name and this password do not belong together")
        if now is not None and now.id != row.guest_id and await self.login_name(now.id) is None:
            await self._move_seats(now.id, row.guest_id)
        return await self._identity.new_session(row.guest_id)

    async def _move_seats(self, old: str, new: str) -> None:
        """Give one guest's seats to another, except at tables where the other sits already."""
        async with self._database.write() as connection:
            there = select(seats.c.table_id).where(seats.c.guest_id == new)
            condition = (seats.c.guest_id == old) & seats.c.table_id.not_in(there)
            rows = await connection.execute(select(seats.c.table_id).where(condition))
            moved = list(dict.fromkeys(rows.scalars()))
            await connection.execute(
                update(seats).where(seats.c.guest_id == old, seats.c.table_id.in_(moved)).values(guest_id=new)
            )
        await self._tables.reload_by_id(moved)

    async def check(self, guest: Guest, password: str) -> None:
        """Is this really the owner? For what cannot be undone."""
        query = select(accounts.c.password).where(accounts.c.guest_id == guest.id)
        async with self._database.read() as connection:
            hashed = (await connection.execute(query)).scalar_one_or_none()
        if not await self._verify(hashed or _no_hash, password[:LONGEST]) or hashed is None:
            raise Refusal(FORBIDDEN, "this is not your password")

    async def change(self, guest: Guest, name: str, password: str) -> None:
        """Another name, another password, or both; a new password ends all sessions."""
        values: dict[str, str] = {}
        if name:
            values["login"] = login_of(name)
        if password:
            values["password"] = await self._hash(check_password(password))
        if not all(values.values()) or not values:
            raise Refusal(MALFORMED, "say what is to change: the name, the password or both")
        try:
            async with self._database.write() as connection:
                await connection.execute(
                    update(accounts).where(accounts.c.guest_id == guest.id).values(values)
                )
                if name:
                    shown = clean_name(name, guest.name)
                    await connection.execute(update(guests).where(guests.c.id == guest.id).values(name=shown))
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "this name is taken") from error
        await self._tables.reload_by_id(await self._running_tables(guest.id))
        if password:
            await self.end_sessions(guest.id)

    async def _running_tables(self, guest_id: str) -> list[str]:
        query = (
            select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.guest_id == guest_id, tables.c.ended.is_(None))
        )
        async with self._database.read() as connection:
            return list(dict.fromkeys((await connection.execute(query)).scalars()))

    async def end_sessions(self, guest_id: str) -> None:
        """End every session and void every token: every browser must log in again."""
        async with self._database.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.guest_id == guest_id))
            await connection.execute(delete(tokens).where(tokens.c.guest_id == guest_id))

    async def delete(self, guest_id: str) -> None:
        """Delete all data of a guest. Its name becomes a dash, and bots play its running games to the end."""
        async with self._database.write() as connection:
            rows = await connection.execute(select(seats.c.table_id).where(seats.c.guest_id == guest_id))
            table_ids = list(dict.fromkeys(rows.scalars()))
            for owned in (sessions, tokens, accounts, notices):
                await connection.execute(delete(owned).where(owned.c.guest_id == guest_id))
            await connection.execute(delete(messages).where(messages.c.guest_id == guest_id))
            await connection.execute(
                update(seats).where(seats.c.guest_id == guest_id).values(label=None, deputy=None)
            )
            await connection.execute(update(guests).where(guests.c.id == guest_id).values(name=ANONYMOUS))
        for table_id in table_ids:
            self._reviews.forget(table_id)
            table = await self._tables.find(table_id)
            await self._tables.reload(table)
            if not table.match.over:
                for seat in table.seats_of(guest_id):
                    await self._actions.leave(table, seat)

    async def own_data(self, guest_id: str) -> dict[str, Any]:
        """Everything that is kept about a guest, with the records of its games."""
        data: dict[str, Any] = {}
        async with self._database.read() as connection:
            for name, query in rows_about(guest_id).items():
                data[name] = [dict(row) for row in (await connection.execute(query)).mappings()]
        data["games"] = {}
        for seat in data["seats"]:
            table = await self._tables.find(seat["table_id"])
            data["games"][table.id] = format_record(table.match, seat["seat"])
        return data

    async def count(self) -> int:
        """How many accounts there are."""
        async with self._database.read() as connection:
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
