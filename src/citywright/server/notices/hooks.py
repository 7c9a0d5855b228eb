"""Outgoing webhooks: what somebody is told as JSON, to an address of their own, signed by Standard Webhooks.

`webhook-signature` is HMAC-SHA256 over id, timestamp and body, by a secret that is shown on the page.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import delete, select, update

from citywright.server.clock import now_ms
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.notices.outgoing import Outgoing, Unreachable, check_reachable
from citywright.server.storage.database import Database
from citywright.server.storage.schema import webhooks
from citywright.text import Words, mark

PREFIX = "whsec_"


class Hook(msgspec.Struct, frozen=True):
    """The webhook of a guest."""

    guest_id: str
    address: str
    secret: str
    created: int
    problem: str | None
    is_resting: bool


def new_secret() -> str:
    """A secret of 32 bytes, written as the standard has it."""
    return PREFIX + b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """What `webhook-signature` says of a message."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, sha256).digest()
    return f"v1,{b64encode(signed).decode()}"


class Hooks:
    """Keeps the webhooks of guests, and calls them."""

    def __init__(self, database: Database, outgoing: Outgoing) -> None:
        self._database = database
        self._outgoing = outgoing

    async def of(self, guest_id: str) -> Hook | None:
        """The webhook of a guest, if it has one."""
        query = select(webhooks).where(webhooks.c.guest_id == guest_id)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Hook(**row._mapping)

    async def set(self, guest_id: str, address: str) -> None:
        """Call this address from now on, with a new secret."""
        await check_reachable(address, inner=self._outgoing.inner)
        row = {"guest_id": guest_id, "address": address, "secret": new_secret(), "created": now_ms()}
        async with self._database.write() as connection:
            await connection.execute(delete(webhooks).where(webhooks.c.guest_id == guest_id))
            await connection.execute(self._database.insert_if_absent(webhooks).values(row))

    async def remove(self, guest_id: str) -> None:
        """Call nothing any more."""
        async with self._database.write() as connection:
            await connection.execute(delete(webhooks).where(webhooks.c.guest_id == guest_id))

    async def call(self, hook: Hook, message_id: str, message: Any) -> str:
        """Send a message; why it failed, or nothing."""
        body = msgspec.json.encode(message)
        timestamp = now_ms() // 1000
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Citywright",
            "webhook-id": message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": signature(hook.secret, message_id, timestamp, body),
        }
        try:
            status = await self._outgoing.post(hook.address, headers, body)
        except Unreachable as error:
            return str(error)
        return "" if 200 <= status < 300 else str(status)

    async def note(self, hook: Hook, problem: str, *, gives_up: bool = False) -> None:
        """Keep how a call went. One that has failed for a day rests, until a test succeeds."""
        same = (webhooks.c.guest_id == hook.guest_id) & (webhooks.c.created == hook.created)
        values = {"problem": problem or None, "is_resting": bool(problem) and (gives_up or hook.is_resting)}
        if values != {"problem": hook.problem, "is_resting": hook.is_resting}:
            async with self._database.write() as connection:
                await connection.execute(update(webhooks).where(same).values(values))

    async def test(self, guest_id: str, message: Any) -> str:
        """Send a test; why it failed, or nothing. A webhook that rested is used again if it succeeds."""
        hook = await self.of(guest_id)
        if hook is None:
            raise Refusal(UNKNOWN, "you have no webhook")
        problem = await self.call(hook, f"test_{secrets.token_hex(8)}", message)
        await self.note(hook, problem)
        return problem


# Why a call failed, as `call` says it; else that is the status of the answer.
PROBLEMS = (
    mark("it did not answer in time"),
    mark("it cannot be reached"),
    mark("its name is not known"),
    mark("it lies in a private network"),
)


def problem_words(problem: str, t: Words) -> str:
    """Why a call failed, for people."""
    return t("it answered with status {status}", status=problem) if problem.isdecimal() else t(problem)
