"""The tables of one round and everybody at them: they play until they are stopped, then all must agree."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, ParamSpec, TypeVar

from citywright.catalogue import games
from citywright.lab.faults.checker import HEALED_IN, LATE, Violation
from citywright.lab.faults.clients import (
    LOST,
    Client,
    PageClient,
    ProgramClient,
    Reader,
    StreamClient,
)
from citywright.lab.faults.history import At, Closing, Truth
from citywright.lab.faults.scene import Scene, until, web_client
from citywright.lab.faults.truth import Ledger
from citywright.server.load.page_client import Guest

BEGINNING = 30.0  # seconds to make a table
STOPPING = 40.0  # seconds until every attempt is answered or given up
RECOVERING = 30.0  # seconds after which a table is taken for stuck
NEVER = float("inf")
P = ParamSpec("P")
T = TypeVar("T")
_TOKEN = re.compile(r'value="(cw_[^"]+)"')


class People(NamedTuple):
    """Who sits at a table, and by what the server knows them."""

    table: str
    cookies: tuple[str, str]
    tokens: list[str]


class Party:
    """One table, who sits there and who looks."""

    def __init__(self, table: str, clients: Sequence[Client]) -> None:
        self.table = table
        self.clients = clients
        self.tasks = [asyncio.create_task(client.run()) for client in clients]

    @property
    def is_over(self) -> bool:
        """Has somebody seen the end of the game?"""
        return any(client.is_over for client in self.clients)

    async def close(self) -> None:
        """Send everybody home; whoever has failed for another reason than a fault is reported."""
        for task in self.tasks:
            task.cancel()
        for ended in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


class Crowd:
    """The tables of one round. In each slot one game follows the other."""

    def __init__(self, scene: Scene, ledger: Ledger, slots: int, *, with_bot: bool = False) -> None:
        self.scene = scene
        self.ledger = ledger
        self._with_bot = with_bot
        self._slots = slots
        self._made = 0
        self.parties: dict[int, Party | None] = dict.fromkeys(range(slots))
        self._finished: list[Party] = []
        self._truths: dict[str, Truth] = {}  # of the tables where play has stopped
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Return when every table has seen its first decisions."""
        self._tasks = [asyncio.create_task(self._fill(slot)) for slot in range(self._slots)]
        await self.recovered(self.scene.now())

    async def _fill(self, slot: int) -> None:
        """One game after the other."""
        while self.scene.is_playing:
            try:
                party = await self._open(slot)
            except LOST:
                await asyncio.sleep(0.1)
                continue
            self.parties[slot] = party
            await until(partial(self._is_ended, party), NEVER)
            if party.is_over:
                await self._agree(party)
                self._finished.append(party)
                self.parties[slot] = None

    def _is_ended(self, party: Party) -> bool:
        return party.is_over or not self.scene.is_playing

    async def _open(self, slot: int) -> Party:
        """A table with a page in the first seat and a program in the second, and those who look."""
        scene, number = self.scene, self._made
        self._made += 1
        game = sorted(games())[(slot + number) % len(games())]
        node = number % len(scene.bases)
        other = (node + 1) % len(scene.bases)
        bots = ["bot:random"] if self._with_bot and slot == 0 else []
        people = await seat_people(scene, game, number, bots)
        table, (anke, ben), token = people.table, people.cookies, people.tokens[-1]
        scene.guard(table, await self.ledger.secret(table))
        return Party(
            table,
            [
                PageClient(scene, table, f"{number}A", node, 0, anke),
                ProgramClient(scene, table, f"{number}B", other, 1, token),
                StreamClient(scene, table, f"{number}B", node, 1, token),
                StreamClient(scene, table, f"{number}x", other),
                PageClient(scene, table, f"{number}x", other),
                PageClient(scene, table, f"{number}B", other, 1, ben),
                Reader(scene, table, f"{number}A", other, 0, anke),
                Reader(scene, table, f"{number}x", node),
            ],
        )

    # --- faults -----------------------------------------------------------------------

    async def recovered(self, since: float, *, only_running: bool = False) -> tuple[float, list[Violation]]:
        """Wait until at every table something asked for since then was acknowledged; how long that took.

        With `only_running` nobody waits for the next game where one is over: its people need every node.
        """
        waiting = set(self.parties)
        while waiting:
            for slot in list(waiting):
                party = self.parties[slot]
                if party is None:
                    if only_running:
                        waiting.discard(slot)
                    continue
                if party.is_over or self.scene.last_done.get(party.table, 0.0) >= since:
                    waiting.discard(slot)
            for task in self._tasks:
                if task.done():
                    task.result()
            seconds = self.scene.now() - since
            if seconds > RECOVERING:
                names = [party.table if (party := self.parties[slot]) else "no table" for slot in waiting]
                return seconds, [
                    Violation(LATE, name, f"nothing was acknowledged for {seconds:.0f} s", since)
                    for name in names
                ]
            await asyncio.sleep(0.005)
        return self.scene.now() - since, []

    # --- the end ----------------------------------------------------------------------

    async def finish(self) -> None:
        """Stop playing, wait until all agree or had the time to, and read what was committed."""
        scene = self.scene
        scene.is_playing = False
        await asyncio.gather(*self._tasks)
        await until(lambda: not scene.under_way, STOPPING)
        running = [party for party in self.parties.values() if party is not None]
        await asyncio.gather(*(self._agree(party) for party in running))
        scene.is_open = False
        everybody = [*self._finished, *running]
        for party in everybody:
            await party.close()
        scene.history.truths = [self._truths[party.table] for party in everybody]
        ended = {
            truth.table: truth.versions[-1].written
            for truth, party in zip(scene.history.truths, everybody, strict=True)
            if party.is_over
        }
        scene.note_leaks(ended)

    async def close(self) -> None:
        """End everything, whatever state it is in."""
        self.scene.is_playing = self.scene.is_open = False
        parties = [*self._finished, *filter(None, self.parties.values())]
        for task in [*self._tasks, *(task for party in parties for task in party.tasks)]:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    async def _agree(self, party: Party) -> None:
        """Wait until everybody at a table is shown what the database has, and note what they are shown.

        A bot may still act, and a move whose answer was lost may still be written: then it begins anew. What
        was noted of the changes may disagree with the table for good: then something was lost, and is judged.
        """
        at: At | None = None
        started = self.scene.now()
        while True:
            now_at = await self.ledger.at(party.table)
            if now_at != at:
                at, started = now_at, self.scene.now()
            seconds = self.scene.now() - started
            if all(client.at == at for client in party.clients) or seconds > HEALED_IN:
                closing = [Closing(each.name, party.table, each.at, seconds) for each in party.clients]
                truth = self._truths[party.table] = await self.ledger.truth(party.table)
                if truth.versions[-1].at == at or truth.problem or seconds > 2 * HEALED_IN:
                    break
            await asyncio.sleep(0.02)
        self.scene.history.closing += closing


async def seat_people(
    scene: Scene, game: str, number: int, bots: Sequence[str] = (), *, programs_for_both: bool = False
) -> People:
    """A new table with Anke and Ben; the last of the tokens is Ben's."""
    bases = scene.bases
    anke, ben = Guest(bases[number % len(bases)]), Guest(bases[(number + 1) % len(bases)])
    table = await _aside(anke.make_table, game, "me", "open", *bots, name="Anke")
    links = await _aside(anke.invitations, table)
    if not links or (await _aside(ben.sit, links[0], "Ben")).status != 303:
        raise ConnectionError("nobody could sit down")
    tokens = []
    for guest in (anke, ben) if programs_for_both else (ben,):
        page = await _aside(guest.request, "POST", "/programs", [("name", "bench")])
        made = _TOKEN.search(page.text)
        if made is None:
            raise ConnectionError("no token was made")
        tokens.append(made[1])
    for base in bases:
        await _until_known(base, table, tokens[-1])
    return People(table, (anke.cookie, ben.cookie), tokens)


async def _until_known(base: str, table: str, token: str) -> None:
    """Wait until a node knows who sits at a table: who comes earlier is a spectator there."""
    ends = time.monotonic() + BEGINNING
    async with web_client(base, Authorization=f"Bearer {token}") as web:
        while time.monotonic() < ends:
            answer = await web.get(f"/api/tables/{table}")
            if answer.status_code == 200 and answer.json()["seats"][1]["yours"]:
                return
            await asyncio.sleep(0.02)
    raise ConnectionError("a node does not know who sits at a table")


async def _aside(call: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """A call that waits for the server, in a thread of its own; ConnectionError if it is refused."""
    try:
        async with asyncio.timeout(BEGINNING):
            return await asyncio.to_thread(call, *arguments, **named)
    except RuntimeError as error:  # the server cannot make a table now
        raise ConnectionError(str(error)) from error
