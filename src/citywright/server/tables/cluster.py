"""Several server processes on one database: they tell each other which tables have changed, where their bots
think and who is connected to them.

Nothing depends on a message: a table is compared with its rows every few seconds as well, and before every
use while the link is down. Messages make that quick.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing, suppress
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from citywright.server.errors import Refusal
from citywright.server.tables.nodes import SILENCE, Nodes
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

START_PATIENCE = 30.0  # seconds until the link is open
BEAT = 0.5  # seconds between two signs of life
COMPARING = 2.0  # seconds between two comparisons of the watched tables with their rows
TRUST = 3.0  # seconds a table is believed to be as its rows are while the link is up

log = logging.getLogger(__name__)


class LinkLost(Exception):
    """Messages cannot be sent, or may have been missed."""


class Link(Protocol):
    """How messages of one line reach all processes."""

    async def send(self, message: str) -> None:
        """Send a message to all processes, this one included; LinkLost if that failed."""

    def messages(self) -> AsyncGenerator[str, None]:
        """Every message from now on; the first is empty. LinkLost when some may be missed."""

    async def close(self) -> None:
        """End the link."""


class Cluster:
    """This process's part in the cluster. Its link is open before the first request is served."""

    def __init__(self, tables: TableService, nodes: Nodes, link: Link) -> None:
        self._tables = tables
        self._memory = tables.memory
        self._nodes = nodes
        self._link = link
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._told_present: dict[str, frozenset[int]] = {}
        self._must_tell_all = True  # others may not know what they were told
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading: set[str] = set()  # tables that are read again for those who watch them
        nodes.is_alone = False
        self._set_linked(False)

    async def start(self) -> None:
        """Open the link, then begin to send."""
        is_open = asyncio.Event()
        for work in (self._listen(is_open), self._send(), self._beat(), self._compare()):
            self._begin(work)
        async with asyncio.timeout(START_PATIENCE):
            await is_open.wait()
        self._tables.on_move.append(self._changed)

    async def stop(self) -> None:
        """Say goodbye and end the link."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(LinkLost):  # then the others will notice
            await self._link.send(f"{self._nodes.name} gone")
        await self._link.close()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- sending ----------------------------------------------------------------------

    def _changed(self, table: Table) -> None:
        self._outgoing.put_nowait(f"change {table.id}")

    async def _send(self) -> None:
        are_lost = False
        while True:
            message = await self._outgoing.get()
            if message.startswith("change "):
                message = self._with_bot(message)
            try:
                if are_lost:  # the others forget what they know of this process, and are told anew
                    await self._link.send(f"{self._nodes.name} gone")
                    are_lost = False
                await self._link.send(f"{self._nodes.name} {message}")
            except LinkLost as error:
                if not are_lost:
                    log.warning("messages to the other processes are lost: %s", error)
                are_lost = self._must_tell_all = True
                while not self._outgoing.empty():  # these would be lost too, and hold up later ones
                    self._outgoing.get_nowait()

    def _with_bot(self, message: str) -> str:
        """Say as well where a bot of this process thinks now."""
        at = self._nodes.attending.get(message.partition(" ")[2])
        return message if at is None else f"{message} {at[0]}.{at[1]}"

    async def _beat(self) -> None:
        """Show that this process is alive, and forget others that are not."""
        while True:
            thinking = (f"{id_}:{epoch}.{ply}" for id_, (epoch, ply) in self._nodes.attending.items())
            self._outgoing.put_nowait(" ".join(["beat", *thinking]))
            self._tell_present()
            for name in self._nodes.silent():
                self._lose(name)
            await asyncio.sleep(BEAT)

    def _tell_present(self) -> None:
        """Tell who came and went since it was told last."""
        here = {table.id: frozenset(table.present_here()) for table in self._tables.watched()}
        here = {table_id: seats for table_id, seats in here.items() if seats}
        for table_id in here.keys() | self._told_present.keys():
            seats = here.get(table_id, frozenset())
            if self._must_tell_all or seats != self._told_present.get(table_id):
                self._outgoing.put_nowait(f"here {table_id} {','.join(map(str, sorted(seats)))}")
        self._told_present, self._must_tell_all = here, False

    # --- receiving --------------------------------------------------------------------

    async def _listen(self, is_open: asyncio.Event) -> None:
        pause = 0.2
        while True:
            try:
                async with aclosing(self._link.messages()) as messages:
                    while True:
                        async with asyncio.timeout(SILENCE):  # the own signs of life are heard as well
                            message = await anext(messages)
                        pause = 0.2
                        if not message:
                            self._set_linked(True)
                            is_open.set()
                            continue
                        try:
                            self._receive(*message.split(" "))
                        except (TypeError, ValueError, IndexError):
                            log.warning("a message of another process cannot be read")
            except (LinkLost, TimeoutError, StopAsyncIteration) as error:
                if self._nodes.is_linked:
                    log.warning(
                        "the link to the other processes is down: %s", str(error) or "no sign of life"
                    )
                self._set_linked(False)
            await asyncio.sleep(pause)
            pause = min(2.0, 2 * pause)

    def _set_linked(self, is_linked: bool) -> None:
        self._nodes.is_linked = is_linked
        self._memory.trust = TRUST if is_linked else 0.0
        if is_linked:
            for name in self._nodes.names():  # what they said meanwhile was missed
                self._lose(name)
            self._outgoing.put_nowait("hello")

    def _receive(self, sender: str, kind: str, *details: str) -> None:
        """One message; a kind that only newer versions know is left alone."""
        if sender == self._nodes.name:
            return
        if kind == "gone":
            self._lose(sender)
            return
        node, is_new = self._nodes.hear(sender)
        if is_new or kind == "hello":
            self._must_tell_all = True
        if kind == "beat":
            node.attending = dict(_thinking(entry) for entry in details)
        elif kind == "change":
            table_id = details[0]
            node.attending.pop(table_id, None)
            if len(details) > 1:
                node.attending[table_id] = _at(details[1])
            self._note_change(table_id)
        elif kind == "here":
            table_id, seats = details
            node.present[table_id] = frozenset(map(int, filter(None, seats.split(","))))
            self._memory.set_elsewhere(table_id, self._nodes.present(table_id))

    def _lose(self, name: str) -> None:
        for table_id in self._nodes.lose(name):
            self._memory.set_elsewhere(table_id, self._nodes.present(table_id))

    # --- reading again ----------------------------------------------------------------

    def _note_change(self, table_id: str) -> None:
        """A table was changed elsewhere: who watches it sees that at once, others when they ask."""
        table = self._memory.cached(table_id)
        if table is not None:
            table.is_stale = True
            self._read_if_watched(table)

    def _read_if_watched(self, table: Table) -> None:
        if table.is_watched and table.id not in self._reading:
            self._reading.add(table.id)
            self._begin(self._read(table))

    async def _read(self, table: Table) -> None:
        try:
            is_first = True
            while is_first or table.is_stale:
                is_first = False
                async with table.lock:
                    await self._memory.refresh(table)
        except (Refusal, SQLAlchemyError, OSError) as error:
            log.warning("a table that was changed elsewhere could not be read: %s", error)
        finally:
            self._reading.discard(table.id)

    async def _compare(self) -> None:
        """Now and then compare all watched tables with their rows: a message may have been lost."""
        while True:
            await asyncio.sleep(COMPARING)
            watched = self._tables.watched()
            try:
                unchanged = await self._memory.unchanged(watched)
            except (SQLAlchemyError, OSError) as error:
                log.warning("the tables could not be compared with the database: %s", error)
                continue
            for table in watched:
                if table.id not in unchanged:
                    table.compared = -math.inf
                    self._read_if_watched(table)


def _at(text: str) -> tuple[int, int]:
    epoch, _, ply = text.partition(".")
    return int(epoch), int(ply)


def _thinking(entry: str) -> tuple[str, tuple[int, int]]:
    table_id, _, at = entry.partition(":")
    return table_id, _at(at)
