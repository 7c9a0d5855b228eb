"""What may be done to people at the desk. Each act, its line in the log, the report it answers and the
letters about it are one transaction; who may do it is checked within that.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from citywright.server.clock import now_ms
from citywright.server.desk.audit import write_down
from citywright.server.desk.letters import Letters, Post
from citywright.server.desk.roles import check_over, check_role, give_role, role_of
from citywright.server.errors import ILLEGAL, MALFORMED, UNKNOWN, Refusal
from citywright.server.players.accounts import Accounts
from citywright.server.players.endings import Endings
from citywright.server.rooms.service import Rooms
from citywright.server.storage.database import Database
from citywright.server.storage.desk_marks import ADMINISTRATOR, MODERATOR
from citywright.server.storage.sanctions import MUTE, SUSPENSION, stands, until_words
from citywright.server.storage.schema import (
    guests,
    is_gathering,
    is_open,
    reports,
    room_seats,
    room_wishes,
    rooms,
    sanctions,
    searches,
)
from citywright.text import mark

NOTHING, WARN, UNMUTE, UNSUSPEND = "nothing", "warn", "unmute", "unsuspend"
RENAME, SESSIONS, ROLE, DELETE = "rename", "sessions", "role", "delete"
LONGEST_REASON = 300  # characters
HOURS: Final = (1, 24, 3 * 24, 7 * 24, 30 * 24, 365 * 24, 0)  # how long a sanction may last; 0: for good
HOUR = 3600_000
WITH_REASON: Final = (WARN, MUTE, SUSPENSION, RENAME, DELETE)
APPEAL = "appeal"

WARNED = mark("The host asks you to mind the house rules: {reason}")
MUTED = mark("Until {until} you cannot write in the chat: {reason}")
MUTED_FOR_GOOD = mark("You cannot write in the chat any more: {reason}")
UNMUTED = mark("You can write in the chat again.")
SUSPENDED = mark("Until {until} you cannot play here: {reason}")
SUSPENDED_FOR_GOOD = mark("You cannot play here any more: {reason}")
UNSUSPENDED = mark("You can play here again.")
RENAMED = mark("The host has changed your name to {name}: {reason} You can choose another in your account.")
HANDLED = mark("Your report has been looked at, and something was done. Thank you.")
DISMISSED = mark("Your report has been looked at. Nothing had to be done this time. Thank you.")
ANSWERED = mark("The host has read what you wrote.")


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody at the desk wants done."""

    act: str
    subject_id: str
    reason: str = ""
    hours: int = 0  # 0: for good
    role: str = ""
    report: int | None = None  # the report that is answered by it

    @property
    def until(self) -> int | None:
        """When a sanction ends that begins now."""
        return now_ms() + self.hours * HOUR if self.hours else None


def check_reason(text: str, *, is_needed: bool) -> str:
    """The reason of an act: one printable line."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text[:4000]).split())
    if is_needed and not line:
        raise Refusal(MALFORMED, "this needs a reason: it is told to whom it concerns, and kept in the log")
    if len(line) > LONGEST_REASON:
        raise Refusal(
            MALFORMED, "a reason has at most {most} characters, not {n}", most=LONGEST_REASON, n=len(line)
        )
    return line


def neutral_name() -> str:
    """A name that says nothing."""
    return f"Player {secrets.randbelow(9000) + 1000}"


class Acts:
    """Carries out orders."""

    def __init__(
        self, database: Database, endings: Endings, accounts: Accounts, rooms_: Rooms, letters: Letters
    ) -> None:
        self._database = database
        self._endings = endings
        self._accounts = accounts
        self._rooms = rooms_
        self._letters = letters
        self._carry_out: dict[str, Callable[[str, Order], Awaitable[None]]] = {
            NOTHING: self._dismiss,
            WARN: self._warn,
            MUTE: self._mute,
            UNMUTE: self._lift,
            SUSPENSION: self._suspend,
            UNSUSPEND: self._lift,
            RENAME: self._rename,
            SESSIONS: self._end_sessions,
            ROLE: self._give_role,
            DELETE: self._delete,
        }

    async def do(self, actor_id: str, order: Order) -> None:
        """Carry out an order of somebody at the desk, or refuse it."""
        carry_out = self._carry_out.get(order.act)
        if carry_out is None:
            raise Refusal(UNKNOWN, "nothing at the desk is called {act!r}", act=order.act[:20])
        if order.hours not in HOURS:
            raise Refusal(MALFORMED, "choose how long it is to last")
        reason = check_reason(order.reason, is_needed=order.act in WITH_REASON)
        await carry_out(actor_id, msgspec.structs.replace(order, reason=reason))

    # --- what all acts write ----------------------------------------------------------

    def _begun(
        self, connection: Connection, actor_id: str, order: Order, post: Post, *, least: str = MODERATOR
    ) -> None:
        """Check who acts against whom, and settle the report that is answered."""
        check_role(connection, actor_id, least)
        held = select(guests.c.id).where(guests.c.id == order.subject_id)
        row = held.with_for_update(key_share=True)  # others may go on naming the person
        if connection.execute(row).first() is None:
            raise Refusal(UNKNOWN, "there is no such person")
        check_over(connection, actor_id, order.subject_id)
        settle_report(connection, actor_id, order, post)

    def _noted(self, connection: Connection, actor_id: str, order: Order, detail: str = "") -> None:
        place = f"report {order.report}" if order.report is not None else ""
        write_down(
            connection,
            actor_id,
            order.act,
            order.subject_id,
            place=place,
            reason=order.reason,
            detail=detail,
        )

    # --- acts -------------------------------------------------------------------------

    async def _dismiss(self, actor_id: str, order: Order) -> None:
        """A report needs nothing to be done. Administrators may say so of each other, and of themselves."""
        if order.report is None:
            raise Refusal(MALFORMED, "only a report can be closed without doing anything")
        post = Post()

        def write(connection: Connection) -> None:
            if check_role(connection, actor_id) != ADMINISTRATOR:
                check_over(connection, actor_id, order.subject_id)
            settle_report(connection, actor_id, order, post)
            self._noted(connection, actor_id, order)

        await self._database.transact(write)
        await self._letters.send(post)

    async def _warn(self, actor_id: str, order: Order) -> None:
        post = Post()

        def write(connection: Connection) -> None:
            self._begun(connection, actor_id, order, post)
            post.write(connection, order.subject_id, WARNED, reason=order.reason)
            self._noted(connection, actor_id, order)

        await self._database.transact(write)
        await self._letters.send(post)

    async def _mute(self, actor_id: str, order: Order) -> None:
        post = Post()

        def write(connection: Connection) -> None:
            self._begun(connection, actor_id, order, post)
            self._sanction(connection, actor_id, order, post, (MUTED, MUTED_FOR_GOOD))

        await self._database.transact(write)
        await self._letters.send(post)

    async def _suspend(self, actor_id: str, order: Order) -> None:
        """Live pages and streams end at once, everywhere; places in rooms and searches are given up."""
        await self._rooms.finish_starting(order.subject_id)
        post = Post()

        def write(connection: Connection) -> list[str]:
            self._begun(connection, actor_id, order, post)
            self._sanction(connection, actor_id, order, post, (SUSPENDED, SUSPENDED_FOR_GOOD))
            return leave_waiting(connection, order.subject_id)

        async with self._endings.transaction() as ending:
            left = await ending.connection.run_sync(write)
            await ending.suspend(order.subject_id)
        for room_id in left:
            self._rooms.announce(room_id)
        await self._letters.send(post)

    def _sanction(
        self, connection: Connection, actor_id: str, order: Order, post: Post, words: tuple[str, str]
    ) -> None:
        """Write down a sanction in place of one of its kind that stands."""
        now, until = now_ms(), order.until
        own = sanctions.c.guest_id == order.subject_id, sanctions.c.kind == order.act
        connection.execute(update(sanctions).where(*own, stands(now)).values(lifted=now))
        row = {"guest_id": order.subject_id, "kind": order.act, "reason": order.reason}
        connection.execute(insert(sanctions).values(row | {"since": now, "until": until}))
        limited, for_good = words
        if until is None:
            post.write(connection, order.subject_id, for_good, reason=order.reason)
        else:
            parts = {"until": until_words(until), "reason": order.reason}
            post.write(connection, order.subject_id, limited, **parts)
        self._noted(connection, actor_id, order, until_words(until) if until else "for good")

    async def _lift(self, actor_id: str, order: Order) -> None:
        """Take back a mute or a suspension that stands."""
        post, is_mute = Post(), order.act == UNMUTE

        def write(connection: Connection) -> None:
            self._begun(connection, actor_id, order, post)
            now, kind = now_ms(), MUTE if is_mute else SUSPENSION
            own = sanctions.c.guest_id == order.subject_id, sanctions.c.kind == kind
            lifted = update(sanctions).where(*own, stands(now)).values(lifted=now)
            if not connection.execute(lifted).rowcount:
                raise Refusal(ILLEGAL, "there is nothing to take back any more")
            post.write(connection, order.subject_id, UNMUTED if is_mute else UNSUSPENDED)
            self._noted(connection, actor_id, order)

        await self._database.transact(write)
        await self._letters.send(post)

    async def _rename(self, actor_id: str, order: Order) -> None:
        """Another name is shown; the one to log in by stays."""
        post, name = Post(), neutral_name()

        def write(connection: Connection) -> None:
            self._begun(connection, actor_id, order, post)
            query = select(guests.c.name).where(guests.c.id == order.subject_id)
            before = connection.execute(query).scalar_one()
            post.write(connection, order.subject_id, RENAMED, name=name, reason=_ended(order.reason))
            self._noted(connection, actor_id, order, f"{before} → {name}")

        await self._accounts.rename(order.subject_id, name, write)
        await self._letters.send(post)

    async def _end_sessions(self, actor_id: str, order: Order) -> None:
        post = Post()

        def write(connection: Connection) -> None:
            self._begun(connection, actor_id, order, post)
            self._noted(connection, actor_id, order)

        await self._accounts.end_sessions(order.subject_id, write)
        await self._letters.send(post)

    async def _give_role(self, actor_id: str, order: Order) -> None:
        def write(connection: Connection) -> None:
            before = role_of(connection, order.subject_id)
            give_role(connection, actor_id, order.subject_id, order.role)
            self._noted(connection, actor_id, order, f"{before or 'none'} → {order.role or 'none'}")

        await self._database.transact(write)

    async def _delete(self, actor_id: str, order: Order) -> None:
        """The same as when somebody deletes all their data themselves."""
        post = Post()

        def write(connection: Connection) -> None:
            self._begun(connection, actor_id, order, post, least=ADMINISTRATOR)
            self._noted(connection, actor_id, order)

        await self._accounts.delete(order.subject_id, write)
        await self._letters.send(post)


def _ended(sentence: str) -> str:
    """A reason as a sentence, where another one follows."""
    return sentence if sentence[-1:] in ".!?…" else sentence + "."


def settle_report(connection: Connection, actor_id: str, order: Order, post: Post) -> None:
    """Note what became of a report, and write to whoever has sent it; refused if somebody else was first."""
    if order.report is None:
        return
    own = reports.c.id == order.report, reports.c.about_id == order.subject_id
    row = connection.execute(select(reports).where(*own)).one_or_none()
    if row is None:
        raise Refusal(UNKNOWN, "there is no such report")
    values = {"handled": now_ms(), "handled_by": actor_id, "decision": order.act}
    if not connection.execute(update(reports).where(*own, is_open).values(values)).rowcount:
        raise Refusal(ILLEGAL, "somebody else has looked at this report already")
    if row.reporter_id is None or (order.act == DELETE and row.reporter_id == order.subject_id):
        return
    answer = DISMISSED if order.act == NOTHING else HANDLED
    post.write(connection, row.reporter_id, ANSWERED if row.place == APPEAL else answer)


def leave_waiting(connection: Connection, guest_id: str) -> list[str]:
    """Somebody waits nowhere any more: not in rooms, and not for people; returns the rooms."""
    connection.execute(delete(searches).where(searches.c.guest_id == guest_id))
    own_rooms = select(room_seats.c.room_id).where(room_seats.c.guest_id == guest_id)
    held = select(rooms.c.id).where(rooms.c.id.in_(own_rooms)).order_by(rooms.c.id)
    connection.execute(held.with_for_update(key_share=True))  # none of them may start a game meanwhile
    gathering = select(rooms.c.id).where(is_gathering)
    for kind in (room_wishes, room_seats):
        own = delete(kind).where(kind.c.guest_id == guest_id, kind.c.room_id.in_(gathering))
        left = list(connection.execute(own.returning(kind.c.room_id)).scalars())
    return left
