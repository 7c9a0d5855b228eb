"""Promises of a secret: its fingerprint is told before a browser adds its number, and the table follows.

Nothing is kept of a promise before it is used: secret and table id follow from its text and a key of the
house. It can be used once, whatever becomes of its table, and for an hour.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from citywright.match.dealer import commitment_of
from citywright.server.clock import now_ms
from citywright.server.errors import ILLEGAL, MALFORMED, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.schema import house, used_promises

KEY = "dice key"  # its row in `house`
VALID_MS = 3_600_000
LONGEST = 80  # characters of a promise


class Promise(msgspec.Struct, frozen=True):
    """What is told before a table is made: the table's id, and the fingerprint of its secret."""

    promise: str  # to be sent back with the number
    table: str
    commitment: str


class Promised(msgspec.Struct, frozen=True):
    """What a promise stands for."""

    table_id: str
    secret: bytes


class Promises:
    """Gives promises and takes them back. Every process on one database knows those of the others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._key = b""

    async def start(self) -> None:
        """Read the key; the first process to serve a database makes it."""
        query = select(house.c.value).where(house.c.name == KEY)
        made = {"name": KEY, "value": secrets.token_hex(32)}
        async with self._database.write() as connection:
            await connection.execute(self._database.insert_if_absent(house).values(made))
            self._key = bytes.fromhex((await connection.execute(query)).scalar_one())

    def derive(self, purpose: str, about: str) -> bytes:
        """32 bytes that follow from the key of the house, another for every purpose and text."""
        return hmac.digest(self._key, f"{purpose}\n{about}".encode(), "sha256")

    def give(self) -> Promise:
        """A new promise."""
        text = f"{now_ms()}.{secrets.token_urlsafe(12)}"
        promised = self._promised(text)
        return Promise(f"{text}.{self._seal(text)}", promised.table_id, commitment_of(promised.secret))

    def take(self, promise: str) -> Promised:
        """What a promise stands for; refused if it is none, or too old."""
        text, _, seal = promise.rpartition(".")
        is_own = len(promise) <= LONGEST and promise.isascii() and hmac.compare_digest(seal, self._seal(text))
        if not text or not is_own:
            raise Refusal(MALFORMED, "this server never promised these dice")
        if int(text.partition(".")[0]) < now_ms() - VALID_MS:
            raise Refusal(ILLEGAL, "the promise of these dice is too old; load the page again")
        return self._promised(text)

    def added(self, promise: str, number: str, seat: int) -> dict[str, Any]:
        """What `TableService.make` is told where whoever sits at `seat` adds a number to a promise.

        Nothing, if neither was sent: then the table says that nobody added a number.
        """
        if not promise:
            if number:
                raise Refusal(MALFORMED, "a number for the dice needs the promise it is added to")
            return {}
        promised = self.take(promise)
        numbers = [""] * seat + [number] if number else []
        return {
            "table_id": promised.table_id,
            "secret": promised.secret,
            "numbers": numbers,
            "also": partial(_use, table_id=promised.table_id),
        }

    def _seal(self, text: str) -> str:
        return _letters(self.derive("seal of a promise", text))

    def _promised(self, text: str) -> Promised:
        table_id = _letters(self.derive("table of a promise", text))
        return Promised(table_id, self.derive("secret of a promise", text))


def _use(connection: Connection, table_id: str) -> None:
    """Note that a table is made of a promise: the database takes it once.

    Without that, somebody could play, read the secret, delete the table and have its dice again.
    """
    connection.execute(insert(used_promises).values(table_id=table_id, used=now_ms()))


def _letters(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest[:12]).decode()
