"""Limits that hold exactly, however many processes there are: tries of a password, new accounts, mails.

They are counted in the database, by one statement each. Whom a row counts is not to be read from it.
"""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import Float, case, cast, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from citywright.server.clock import now_ms
from citywright.server.errors import Refusal
from citywright.server.http.limits import COUNTED_IN_DATABASE, Limits, client_of, too_often
from citywright.server.http.requests import AnyConnection
from citywright.server.storage.database import Database
from citywright.server.storage.schema import tries

KEPT = 3600 * 1000  # milliseconds: by then every bucket is full again


class Tries:
    """Counts in the database what was counted, and may have been refused, in memory before."""

    def __init__(self, database: Database, limits: Limits) -> None:
        self._database = database
        self._limits = limits

    async def spend(self, what: str, connection: AnyConnection, *also: str) -> None:
        """Count one use by the client and by each of `also` (a guest, a login name); refuse if too many."""
        assert what in COUNTED_IN_DATABASE
        everybody = [f"client {client_of(connection)}", *also]
        for who in everybody:
            self._limits.spend_for(what, who)
        if not self._limits.allowed(what)[0]:
            return
        refusal: Refusal | None = None
        async with self._database.write() as database:
            for who in everybody:
                if (await database.execute(self._spending(what, who))).one_or_none() is None:
                    query = select(tries.c.remaining).where(tries.c.key == _key(what, who))
                    left = (await database.execute(query)).scalar_one()
                    refusal = too_often(what, left, self._limits.allowed(what)[1])
                    break
        if refusal is not None:  # what was counted before stays counted
            raise refusal

    def _spending(self, what: str, who: str) -> Any:
        """A statement that takes one use from a bucket; it returns no row if there is none to take."""
        most, per_minute = self._limits.allowed(what)
        now = now_ms()
        passed = case((tries.c.time < now, cast(now - tries.c.time, Float)), else_=0.0)
        filled = tries.c.remaining + passed * (per_minute / 60_000)
        left = case((filled < most, filled), else_=most)
        kind: Any = sqlite if self._database.is_sqlite else postgresql
        first = kind.insert(tries).values(key=_key(what, who), remaining=most - 1, time=now)
        again = first.on_conflict_do_update(
            index_elements=[tries.c.key], set_={"remaining": left - 1, "time": now}, where=left >= 1
        )
        return again.returning(tries.c.remaining)


def forgotten_tries(now: int) -> Any:
    """A statement that deletes what counts no more."""
    return delete(tries).where(tries.c.time < now - KEPT)


def _key(what: str, who: str) -> str:
    return hashlib.sha256(f"{what} {who}".encode()).hexdigest()
