"""Accounts are optional: a name and a password by which a guest keeps its games, and nothing else.

A login with an unknown name takes as long as one with a wrong password.
"""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from argon2.low_level import ARGON2_VERSION
from litestar.datastructures import Cookie
from sqlalchemy import Connection, case, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from citywright.server.clock import now_ms
from citywright.server.errors import FORBIDDEN, MALFORMED, Refusal
from citywright.server.events.people import leave_events, move_events
from citywright.server.friends.people import leave_friends, move_friends
from citywright.server.players.at_the_desk import forget_desk_rows, move_desk_rows
from citywright.server.players.belongings import delete_saved, stop_looking, take_along, take_results
from citywright.server.players.endings import Endings, check_session
from citywright.server.players.guests import NAME_LENGTH, Guest, Guests, clean_name
from citywright.server.players.preferences import Preferences, from_json, with_lessons
from citywright.server.players.told import forget, keep_devices, take_over
from citywright.server.rooms.people import leave_rooms, move_rooms
from citywright.server.rooms.service import Rooms
from citywright.server.storage.database import Database
from citywright.server.storage.host_settings import NEW_ACCOUNTS, read_setting
from citywright.server.storage.queries import ids_naming, lock_tables, running_ids_naming
from citywright.server.storage.schema import (
    accounts,
    guests,
    moves,
    order_moves,
    orders,
    seats,
)
from citywright.server.tables.player_actions import PlayerActions
from citywright.server.tables.review import Reviews
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

SHORTEST, LONGEST = 8, 200  # characters of a password
ANONYMOUS = "–"
MOST_ANNOUNCED = 30  # running tables where a new name is shown at once

Also = Callable[[Connection], None]  # writes more in the same transaction, and may refuse all of it

_hasher = PasswordHasher()


def _nothing(_: Connection) -> None:
    pass


def _hash_of_nothing() -> str:
    """A hash that no password has, as long to check as any; to make a real one takes a while."""
    salt, value = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (_hasher.salt_len, _hasher.hash_len)
    )
    costs = f"m={_hasher.memory_cost},t={_hasher.time_cost},p={_hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${value}"


_no_hash = _hash_of_nothing()  # checked where there is no account


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
    """Registering, logging in and out, changing, deleting.

    Transactions touch accounts before sessions: two that wait for each other would both fail.
    """

    def __init__(
        self,
        database: Database,
        identity: Guests,
        endings: Endings,
        tables: TableService,
        actions: PlayerActions,
        reviews: Reviews,
        rooms: Rooms,
    ) -> None:
        self._database = database
        self._identity = identity
        self._endings = endings
        self._tables = tables
        self._actions = actions
        self._reviews = reviews
        self._rooms = rooms
        self._one_at_a_time = asyncio.Semaphore(1)  # a hash takes 64 MB and a core

    async def login_name(self, guest_id: str) -> str | None:
        """The name of a guest's account, if it has one."""
        query = select(accounts.c.login).where(accounts.c.guest_id == guest_id)
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def register(self, guest: Guest, name: str, password: str) -> Cookie:
        """Let a guest keep its games by a name and a password.

        Whoever has the cookie, or a token, from before shall not own the account: a new session is returned.
        """
        login = login_of(name)
        if not login:
            raise Refusal(MALFORMED, "an account needs a name")
        hashed = await self._hash(check_password(password))
        row = {"guest_id": guest.id, "login": login, "password": hashed, "created": now_ms()}
        try:
            async with self._endings.transaction() as ending:
                if not await ending.connection.run_sync(read_setting, NEW_ACCOUNTS):
                    raise Refusal(FORBIDDEN, "this server takes no new accounts at the moment")
                await ending.connection.execute(insert(accounts).values(row))
                await check_session(ending.connection, guest.digest)
                await self._set_name(ending.connection, guest.id, clean_name(name, guest.name))
                await ending.everything_of(guest.id)
                session, cookie = await self._identity.new_session(ending.connection, guest.id)
                await keep_devices(ending.connection, guest.digest, session, guest.id)
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "this name is taken, or you have an account already") from error
        await self._show_name(guest.id)
        return cookie

    async def log_in(
        self, name: str, password: str, now: Guest | None, preferred: Preferences | None = None
    ) -> Cookie:
        """A new session of the account in place of the one before.

        What was done before, as a guest without an account, becomes its own: seats, events, layouts, boards,
        people followed and blocked. So does what was `preferred` unless the account has preferences already;
        lessons finished before stay finished.
        """
        query = select(accounts).where(accounts.c.login == login_of(name))
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        is_right = await self._verify(row.password if row else _no_hash, password[:LONGEST])
        if not is_right or row is None:
            raise _wrong_password()
        moved: list[str] = []
        rooms: list[str] = []
        if now is not None:
            await self._rooms.finish_starting(now.id)
        unchanged = (accounts.c.guest_id == row.guest_id) & (accounts.c.password == row.password)
        async with self._endings.transaction() as ending:
            connection = ending.connection
            still = select(accounts.c.guest_id).where(unchanged).with_for_update(read=True)
            if (await connection.execute(still)).scalar_one_or_none() is None:
                raise _wrong_password()  # it was changed while this one was checked
            if now is not None and now.digest is not None:
                await ending.session(now.digest)
            if now is None or not await self._has_account(connection, now.id):
                if now is not None:
                    await take_along(connection, now.id, row.guest_id)
                    rooms = await connection.run_sync(move_rooms, now.id, row.guest_id)
                    rooms += await connection.run_sync(move_friends, now.id, row.guest_id)
                    await connection.run_sync(move_events, now.id, row.guest_id)
                    moved = await self._move_seats(connection, now.id, row.guest_id)
                    await take_results(connection, now.id, row.guest_id)
                    await take_over(connection, now.id, row.guest_id)
                    await connection.run_sync(move_desk_rows, now.id, row.guest_id)
                await self._take_preferences(connection, row.guest_id, preferred)
            session, cookie = await self._identity.new_session(connection, row.guest_id)
            await keep_devices(connection, now.digest if now else None, session, row.guest_id)
        for table_id in moved:
            await self._reload(table_id)
        for room_id in dict.fromkeys(rooms):
            self._rooms.announce(room_id)
        return cookie

    async def _has_account(self, connection: AsyncConnection, guest_id: str) -> bool:
        query = select(accounts.c.guest_id).where(accounts.c.guest_id == guest_id)
        return (await connection.execute(query)).scalar_one_or_none() is not None

    async def _move_seats(self, connection: AsyncConnection, old: str, new: str) -> list[str]:
        """Give one guest's seats to another, except at tables where the other sits already. A game that has
        begun is rated as the one who began it.
        """
        there = select(seats.c.table_id).where(seats.c.guest_id == new)
        condition = (seats.c.guest_id == old) & seats.c.table_id.not_in(there)
        rows = await connection.execute(select(seats.c.table_id).where(condition))
        moved = list(dict.fromkeys(rows.scalars()))
        await lock_tables(connection, moved)
        own = (seats.c.guest_id == old) & seats.c.table_id.in_(moved)
        acted = exists().where(moves.c.table_id == seats.c.table_id, moves.c.actor == seats.c.seat)
        begun = case((acted, func.coalesce(seats.c.rated_as, old)), else_=None)
        await connection.execute(update(seats).where(own).values(guest_id=new, rated_as=begun))
        for of_seats in (orders, order_moves):
            theirs = (of_seats.c.guest_id == old) & of_seats.c.table_id.in_(moved)
            await connection.execute(update(of_seats).where(theirs).values(guest_id=new))
        return moved

    async def _take_preferences(
        self, connection: AsyncConnection, guest_id: str, preferred: Preferences | None
    ) -> None:
        """Keep preferences for a guest who has none; for one who has, only which lessons were finished."""
        if preferred is None:
            return
        own = guests.c.id == guest_id
        query = select(guests.c.preferences).where(own).with_for_update(key_share=True)
        kept = from_json((await connection.execute(query)).scalar_one())
        taken = preferred if kept is None else with_lessons(kept, *preferred.lessons)
        if taken != kept:
            await connection.execute(update(guests).where(own).values(preferences=taken.as_json()))

    async def check(self, guest: Guest, password: str) -> None:
        """Is this really the owner? For what cannot be undone."""
        query = select(accounts.c.password).where(accounts.c.guest_id == guest.id)
        async with self._database.read() as connection:
            hashed = (await connection.execute(query)).scalar_one_or_none()
        if not await self._verify(hashed or _no_hash, password[:LONGEST]) or hashed is None:
            raise Refusal(FORBIDDEN, "this is not your password")

    async def change(self, guest: Guest, name: str, password: str) -> Cookie | None:
        """Another name, another password, or both; a new password ends all sessions and begins a new one."""
        values: dict[str, str] = {}
        if name:
            values["login"] = login_of(name)
        if password:
            values["password"] = await self._hash(check_password(password))
        if not all(values.values()) or not values:
            raise Refusal(MALFORMED, "enter a new name, a new password or both")
        cookie: Cookie | None = None
        try:
            async with self._endings.transaction() as ending:
                connection, own = ending.connection, accounts.c.guest_id == guest.id
                await connection.execute(update(accounts).where(own).values(values))
                await check_session(connection, guest.digest)
                if name:
                    await self._set_name(connection, guest.id, clean_name(name, guest.name))
                if password:
                    await ending.everything_of(guest.id)
                    session, cookie = await self._identity.new_session(connection, guest.id)
                    await keep_devices(connection, guest.digest, session, guest.id)
        except IntegrityError as error:
            raise Refusal(FORBIDDEN, "this name is taken") from error
        if name:
            await self._show_name(guest.id)
        return cookie

    # --- names ------------------------------------------------------------------------

    async def rename(self, guest_id: str, name: str, also: Also = _nothing) -> None:
        """Give a guest another name; `also` writes what belongs to it, in the same transaction."""
        async with self._database.write() as connection:
            await connection.run_sync(also)
            await self._set_name(connection, guest_id, name)
        await self._show_name(guest_id)

    async def _set_name(self, connection: AsyncConnection, guest_id: str, name: str) -> None:
        await connection.execute(update(guests).where(guests.c.id == guest_id).values(name=name))

    async def _show_name(self, guest_id: str) -> None:
        """Show a guest's new name at the newest running tables that name it, and where anybody watches.

        Other tables in memory are read again when somebody asks for them.
        """
        async with self._database.read() as connection:
            newest = set((await connection.execute(running_ids_naming(guest_id, MOST_ANNOUNCED))).scalars())
            named = list((await connection.execute(ids_naming(guest_id))).scalars())
        for table_id in named:
            table = self._tables.cached(table_id)
            if table_id in newest or self._tables.is_watched(table_id):
                await self._reload(table_id)
            elif table is not None:
                table.is_stale = True
        await self._rooms.announce_all_of(guest_id)

    async def _reload(self, table_id: str) -> Table | None:
        """Read a table again and announce it; None if this server does not know its game, or its rules."""
        try:
            table = await self._tables.find(table_id)
            await self._tables.reload_and_announce(table)
        except Refusal:
            return None
        return table

    # --- ending -----------------------------------------------------------------------

    async def end_sessions(self, guest_id: str, also: Also = _nothing) -> None:
        """End every session and void every token: every browser must log in again."""
        async with self._endings.transaction() as ending:
            await ending.connection.run_sync(also)
            await ending.everything_of(guest_id)

    async def delete(self, guest_id: str, also: Also = _nothing) -> None:
        """Delete all data of a guest. Its name becomes a dash, and bots play its running games to the end;
        the layouts it has made public stay, as nobody's. `also` goes first, in the same transaction.
        """
        await self._rooms.finish_starting(guest_id)
        async with self._endings.transaction() as ending:
            connection = ending.connection
            await connection.run_sync(also)
            await stop_looking(connection, guest_id)
            rooms = await connection.run_sync(leave_rooms, guest_id)
            rooms += await connection.run_sync(leave_friends, guest_id)
            await connection.run_sync(leave_events, guest_id)
            running = set((await connection.execute(running_ids_naming(guest_id))).scalars())
            named = list((await connection.execute(ids_naming(guest_id))).scalars())
            uploaded = await delete_saved(connection, guest_id)
            await forget(connection, guest_id)
            await connection.run_sync(forget_desk_rows, guest_id)
            await ending.everything_of(guest_id)
            await lock_tables(connection, named)
            own = update(seats).where(seats.c.guest_id == guest_id)
            await connection.execute(own.values(label=None))
            await connection.execute(own.where(seats.c.ended.is_(None)).values(deputy=None))
            forgotten = {"name": ANONYMOUS, "preferences": None}
            await connection.execute(update(guests).where(guests.c.id == guest_id).values(forgotten))
        for room_id in rooms:
            self._rooms.announce(room_id)
        for record_id in uploaded:
            self._reviews.forget(f"r/{record_id}")
        for table_id in named:
            self._reviews.forget(table_id)
            if table_id not in running and self._tables.cached(table_id) is None:
                continue
            table = await self._reload(table_id)
            if table is not None and not table.match.over and not table.terms.deal:
                for seat in table.seats_of(guest_id):
                    await self._actions.leave(table, seat)

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


def _wrong_password() -> Refusal:
    return Refusal(FORBIDDEN, "this name or this password is wrong")


def _is_right(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
