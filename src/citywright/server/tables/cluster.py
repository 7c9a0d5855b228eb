"""Several server processes on one database: they tell each other which tables have changed, where their bots
think, who is connected to them, and what clients have used of their limits.

Nothing depends on a message: a table is compared with its rows every few seconds as well, and before every
use while the link is down. Messages make that quick.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import aclosing, suppress

from citywright.server.http.limits import Limits
from citywright.server.links.link import LONGEST, Link, LinkLost
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.reading_again import Move, ReadingAgain, last_move
from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

START_PATIENCE = 10.0  # seconds until the link is open; without it everything goes by the database
BEAT = 0.5  # seconds between two signs of life
TRUST = 3.0  # seconds a table is believed to be as its rows are while the link is up
LINK_SILENCE = 4.0  # seconds without the own signs of life after which the link is taken for dead
GATHERING = 0.02  # seconds between two sendings: what happens meanwhile goes together
MOST_AT_ONCE = 500  # messages

# A message is VERSION, the name of its sender, a kind, and what belongs to it. Processes that speak another
# version are not understood: they share the database, which is enough for a while.
VERSION = "2"
BETWEEN = "\t"
TO_NOBODY = ("beat", "hello")  # sent though no other process is known

log = logging.getLogger(__name__)

Fields = tuple[str, ...]


class Cluster:
    """This process's part in the cluster. Its link is open, if it can be, before a request is served."""

    def __init__(self, tables: TableService, nodes: Nodes, limits: Limits, link: Link) -> None:
        self._tables = tables
        self._memory = tables.memory
        self._reading_again = ReadingAgain(tables)
        self._nodes = nodes
        self._limits = limits
        self._link = link
        self._outgoing: asyncio.Queue[Fields] = asyncio.Queue()
        self._told_present: dict[str, frozenset[int]] = {}
        self._told_open: dict[str, int] = {}
        self._must_tell_all = True  # others may not know what they were told
        self._is_open = asyncio.Event()
        self.heard: dict[str, Callable[..., None]] = {}  # by kind: what other parts are told by their likes
        self._tasks: set[asyncio.Task[None]] = set()
        nodes.is_alone = False
        limits.is_shared, limits.open_elsewhere = True, nodes.opened
        self._set_linked(False)

    async def start(self) -> None:
        """Open the link, then begin to send."""
        for work in (self._listen(), self._send(), self._beat(), self._reading_again.compare()):
            self._begin(work)
        try:
            async with asyncio.timeout(START_PATIENCE):
                await self._is_open.wait()
        except TimeoutError:
            log.warning("the other processes cannot be heard: what they change is looked up at every use")
        self._tables.on_move.append(self._changed)

    async def stop(self) -> None:
        """Say goodbye and end the link."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._reading_again.stop()
        with suppress(LinkLost):  # then the others will notice
            await self._link.send([self._message("gone")])
        await self._link.close()

    @property
    def waiting(self) -> int:
        """How many messages to the others are not sent yet."""
        return self._outgoing.qsize()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- sending ----------------------------------------------------------------------

    def _is_alone(self) -> bool:
        """Is it known that no other process listens?"""
        return self._nodes.is_linked and not self._nodes.names()

    def _changed(self, table: Table) -> None:
        if self._is_alone():
            return
        move = last_move(table)
        if move is None:
            self._say("change", table.id)
        else:
            self._say("move", table.id, *map(str, move))

    def tell(self, kind: str, *details: str) -> None:
        """Tell all other processes something that those in `heard` there understand."""
        if not self._is_alone():
            self._say(kind, *details)

    def _say(self, kind: str, *details: str) -> None:
        self._outgoing.put_nowait((kind, *details))

    def _message(self, kind: str, *details: str) -> str:
        return BETWEEN.join((VERSION, self._nodes.name, kind, *details))

    async def _send(self) -> None:
        are_lost = False
        while True:
            await asyncio.sleep(GATHERING)
            waiting = [await self._outgoing.get()]
            while len(waiting) < MOST_AT_ONCE and not self._outgoing.empty():
                waiting.append(self._outgoing.get_nowait())
            is_alone = self._is_alone()
            sent = [say for say in waiting if say[0] in TO_NOBODY or not is_alone]
            messages = [self._message(*self._with_bot(say)) for say in sent]
            try:
                if are_lost:  # the others forget what they know of this process, and are told anew
                    await self._link.send([self._message("gone")])
                    are_lost = False
                if messages:
                    await self._link.send(messages)
            except LinkLost as error:
                if not are_lost:
                    log.warning("messages to the other processes are lost: %s", error)
                are_lost = self._must_tell_all = True
                while not self._outgoing.empty():  # these would be lost too, and hold up later ones
                    self._outgoing.get_nowait()

    def _with_bot(self, say: Fields) -> Fields:
        """Say as well where a bot of this process thinks now at a table that has changed."""
        if say[0] not in ("change", "move"):
            return say
        kind, table_id, *rest = say
        at = self._nodes.attending.get(table_id)
        return kind, table_id, "" if at is None else f"{at[0]}.{at[1]}", *rest

    async def _beat(self) -> None:
        """Show that this process is alive, and forget others that are not."""
        while True:
            thinking = (f"{id_}:{epoch}.{ply}" for id_, (epoch, ply) in self._nodes.attending.items())
            for kind, entries in zip(_first_and("beat", "think"), _in_parts(thinking), strict=False):
                self._say(kind, *entries)
            self._tell_present()
            self._tell_limits()
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
                self._say("here", table_id, ",".join(map(str, sorted(seats))))
        self._told_present = here

    def _tell_limits(self) -> None:
        """Tell what clients have used of their limits since it was told last, and what they hold open."""
        spent = [f"{times}:{what}:{who}" for what, who, times in self._limits.to_tell()]
        for entries in _in_parts(spent) if spent else ():
            self._say("spent", *entries)
        held = self._limits.held_open()
        if held != self._told_open or self._must_tell_all:
            opened = (f"{number}:{who}" for who, number in held.items())
            for kind, entries in zip(_first_and("open", "opened"), _in_parts(opened), strict=False):
                self._say(kind, *entries)
        self._told_open, self._must_tell_all = held, False

    # --- receiving --------------------------------------------------------------------

    async def _listen(self) -> None:
        pause = 0.2
        while True:
            try:
                async with aclosing(self._link.messages()) as messages:
                    while True:
                        async with asyncio.timeout(LINK_SILENCE):  # the own signs of life are heard as well
                            message = await anext(messages)
                        if not message:
                            self._say("hello")
                            continue
                        pause = 0.2
                        try:
                            self._receive(*message.split(BETWEEN))
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
        self._nodes.is_linked, self._nodes.linked_at = is_linked, time.monotonic()
        self._memory.trust = TRUST if is_linked else 0.0
        if is_linked:
            for name in self._nodes.names():  # what they said meanwhile was missed
                self._lose(name)
            self._must_tell_all = True
            self._is_open.set()

    def _receive(self, version: str, sender: str, kind: str, *details: str) -> None:
        """One message; a kind that only newer versions know is left alone."""
        if version != VERSION:
            return
        if sender == self._nodes.name:
            if not self._nodes.is_linked:  # whoever hears itself is heard by the others
                self._set_linked(True)
            return
        if kind == "gone":
            self._lose(sender)
            return
        node, is_new = self._nodes.hear(sender)
        if is_new or kind == "hello":
            self._must_tell_all = True
        if kind in ("beat", "think"):
            thinking = dict(_thinking(entry) for entry in details)
            node.attending = thinking if kind == "beat" else node.attending | thinking
        elif kind in ("change", "move"):
            table_id, bot_at, *rest = details
            node.attending.pop(table_id, None)
            if bot_at:
                node.attending[table_id] = _at(bot_at)
            move = _move(rest) if kind == "move" else None
            self._reading_again.note_change(table_id, move)
        elif kind == "here":
            table_id, seats = details
            node.present[table_id] = frozenset(map(int, filter(None, seats.split(","))))
            self._memory.set_elsewhere(table_id, self._nodes.present(table_id))
        elif kind == "spent":
            for entry in details:
                times, what, who = entry.split(":", 2)
                self._limits.spent_elsewhere(what, who, int(times))
        elif kind in ("open", "opened"):
            opened = {who: int(number) for number, _, who in (entry.partition(":") for entry in details)}
            node.open = opened if kind == "open" else node.open | opened
        elif kind in self.heard:
            self.heard[kind](*details)

    def _lose(self, name: str) -> None:
        for table_id in self._nodes.lose(name):
            self._memory.set_elsewhere(table_id, self._nodes.present(table_id))


def _at(text: str) -> tuple[int, int]:
    epoch, _, ply = text.partition(".")
    return int(epoch), int(ply)


def _thinking(entry: str) -> tuple[str, tuple[int, int]]:
    table_id, _, at = entry.partition(":")
    return table_id, _at(at)


def _move(fields: list[str]) -> Move:
    epoch, since, ply, time, seat, words = fields
    return Move(int(epoch), int(since), int(ply), int(time), int(seat), words)


def _first_and(first: str, others: str) -> Iterator[str]:
    """The kind of the first of several messages, and that of all that go on with it."""
    yield first
    while True:
        yield others


def _in_parts(entries: Iterable[str]) -> Iterator[list[str]]:
    """The entries of as many messages as are needed: one at least, none of them too long."""
    part: list[str] = []
    length = 0
    for entry in entries:
        length += len(entry.encode()) + 1
        if length > LONGEST - 100:
            yield part
            part, length = [], len(entry.encode()) + 1
        part.append(entry)
    yield part
