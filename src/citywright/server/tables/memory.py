"""The tables this process has in memory: one object for each table as long as anybody holds it.

Where other processes write too, a table is compared with its rows before it is used, unless that was done a
moment ago; only if they differ is it read again.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Row

from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.storage.database import Database
from citywright.server.storage.queries import marks_of
from citywright.server.tables.table import Seat, Table, read_seats, read_table

MOST_AT_ONCE = 300  # tables compared by one query


def _marks_and_seats(
    connection: Connection, table_ids: list[str]
) -> tuple[Sequence[Row[Any]], dict[str, list[Seat]]]:
    return connection.execute(marks_of(table_ids)).all(), read_seats(connection, table_ids)


class TableMemory:
    """Finds tables in memory or in the database. `on_change` hears of those that were read again."""

    def __init__(self, database: Database, most_unused: int, on_change: Callable[[Table], None]) -> None:
        self._database = database
        self._most_unused = most_unused
        self._on_change = on_change
        self.on_gone: list[Callable[[Table, Refusal], None]] = []  # a table was deleted, or closed: why
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._last_used: OrderedDict[str, Table] = OrderedDict()  # these stay though nobody holds them
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._elsewhere: dict[str, frozenset[int]] = {}
        # For how many seconds a table is believed to be as its rows are; for ever where nobody else writes.
        self.trust = math.inf

    # --- finding ----------------------------------------------------------------------

    async def find(self, table_id: str) -> Table:
        """The table with this id, as it is in the database."""
        table = self._tables.get(table_id)
        if table is None:
            table = await self._load(table_id)
        elif not self._is_trusted(table):
            await self._confirm(table)
        self._last_used[table_id] = table
        self._last_used.move_to_end(table_id)
        if len(self._last_used) > self._most_unused:
            self._last_used.popitem(last=False)
        return table

    def cached(self, table_id: str) -> Table | None:
        """The table if it is in memory."""
        return self._tables.get(table_id)

    def forget(self, table_id: str) -> None:
        """The table is not in the database any more."""
        self._tables.pop(table_id, None)
        self._last_used.pop(table_id, None)

    def all(self) -> list[Table]:
        """Every table in memory."""
        return list(self._tables.values())

    async def _load(self, table_id: str) -> Table:
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            table = self._tables.get(table_id)
            if table is None:
                table = self._tables[table_id] = await self._read(table_id)
                table.elsewhere = self._elsewhere.get(table_id, frozenset())
            return table

    async def _read(self, table_id: str) -> Table:
        started = time.monotonic()
        table = await self._database.ask(lambda connection: read_table(connection, table_id))
        table.compared = started
        return table

    # --- comparing with the rows ------------------------------------------------------

    def _is_trusted(self, table: Table) -> bool:
        return not table.is_stale and time.monotonic() - table.compared <= self.trust

    async def _confirm(self, table: Table) -> None:
        """Read a table again if it has changed. If not, nobody waits for its lock: while a change waits for
        its commit the table is what the rows say.
        """
        if not await self.unchanged([table]):
            async with table.lock:
                await self.refresh(table)

    async def refresh(self, table: Table) -> None:
        """Read a table again if it has changed; the caller holds its lock."""
        if self._is_trusted(table) or await self.unchanged([table]):
            return
        table.is_stale = False  # before reading: what is announced meanwhile is news
        try:
            table.adopt(await self._read(table.id))
        except BaseException as error:
            table.is_stale = True
            if isinstance(error, Refusal) and error.code == UNKNOWN:
                self.forget(table.id)
                for listener in self.on_gone:
                    listener(table, error)
            raise
        self.announce(table)

    def announce(self, table: Table) -> None:
        """Tell those in this process who want to hear of it that a table was changed elsewhere."""
        self._on_change(table)

    async def unchanged(self, compared: Sequence[Table]) -> set[str]:
        """The ids of those tables whose rows are what is in memory; they are trusted for a while again."""
        unchanged = set()
        tables = [table for table in compared if not table.is_stale]
        for first in range(0, len(tables), MOST_AT_ONCE):
            some = {table.id: table for table in tables[first : first + MOST_AT_ONCE]}
            started = time.monotonic()
            rows, seats = await self._database.ask(partial(_marks_and_seats, table_ids=list(some)))
            for row in rows:
                table = some[row.id]
                if not table.is_stale and table.is_as_in(row, seats[row.id]):
                    table.compared = started
                    unchanged.add(row.id)
        return unchanged

    # --- people connected to other processes ------------------------------------------

    def set_elsewhere(self, table_id: str, seats: frozenset[int]) -> None:
        """Note at which seats of a table people are connected through other processes."""
        if seats:
            self._elsewhere[table_id] = seats
        else:
            self._elsewhere.pop(table_id, None)
        table = self._tables.get(table_id)
        if table is not None and table.elsewhere != seats:
            table.elsewhere = seats
            self._on_change(table)
