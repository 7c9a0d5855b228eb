"""Subscriptions of programs to a table: every change, with what their seat may know of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import msgspec

from citywright.engine.view import seat_letter
from citywright.server.errors import Refusal
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

KEEP_ALIVE = 15.0  # seconds without a change until a sign of life is sent


class Change(msgspec.Struct):
    """The data of one event: the plies from `since` on, as the subscriber's seat may know them."""

    epoch: int
    ply: int
    since: int
    plies: list[str]
    actor: str | None
    over: bool


class Subscriptions:
    """Wakes the subscribers of a table when it has changed."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._is_ending = False

    def wake(self, table: Table) -> None:
        """A table has changed."""
        for event in self._waiting.get(table.id, ()):
            event.set()

    def end(self) -> None:
        """End all subscriptions, because this process ends."""
        self._is_ending = True
        for events in self._waiting.values():
            for event in events:
                event.set()

    async def changes(
        self, tables: TableService, table: Table, seat: int, since: int
    ) -> AsyncGenerator[Change | None, None]:
        """Every change, beginning with the position now; None as a sign of life."""
        event = asyncio.Event()
        self._waiting.setdefault(table.id, set()).add(event)
        table.streams += 1  # so changes in other processes are read at once
        epoch, ply = -1, since
        try:
            while not self._is_ending:
                try:
                    await tables.find(table.id)
                except Refusal:  # it was closed, or deleted
                    return
                if table.epoch != epoch and epoch >= 0:
                    ply = min(ply, table.match.undo_floor())  # what was taken back is sent again
                if table.at != (epoch, ply) or epoch < 0:
                    change = change_of(table, seat, min(ply, table.match.ply))
                    epoch, ply = change.epoch, change.ply  # while it is sent the table may go on
                    yield change
                if table.match.over and table.at == (epoch, ply):
                    return
                try:
                    async with asyncio.timeout(KEEP_ALIVE):
                        await event.wait()
                except TimeoutError:
                    yield None
                event.clear()
        finally:
            table.streams -= 1
            waiting = self._waiting.get(table.id, set())
            waiting.discard(event)
            if not waiting:
                self._waiting.pop(table.id, None)


def change_of(table: Table, seat: int, since: int) -> Change:
    """What happened from a ply on."""
    match = table.match
    plies = [
        f"{seat_letter(match.plies[ply].actor)} {match.game.format_action(match.seen_code(ply, seat))}"
        for ply in range(since, match.ply)
    ]
    actor = seat_letter(match.actor) if match.actor >= 0 else None
    return Change(table.epoch, match.ply, since, plies, actor, match.over)
