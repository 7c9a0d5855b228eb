"""Those who play and look: pages, programs, streams and plain requests. Each writes down what it is told.

A client goes on whatever happens: when its connection is lost it tries again, at the next node if there is
one. What it was told before stays on record, so that nobody may show it less.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from citywright.lab.faults.history import (
    DONE,
    GLANCE,
    PAGE,
    PLAY,
    RECORD,
    REFUSED,
    SPECTATOR,
    STREAM,
    UNDO,
    At,
    Attempt,
    Seen,
)
from citywright.lab.faults.scene import PATIENCE, UNAVAILABLE, Scene, web_client
from citywright.server.load.page_client import Frame, Guest, Page

LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
_ACTION = re.compile(r"^[A-H*] .+$", re.MULTILINE)
_AT = re.compile(r'data-at="(\d+)\.(\d+)"')
_IS_OVER = re.compile(r'<main id="content" class="table over')


class Client:
    """Somebody at a table, with a name in the history."""

    kind: ClassVar[str]

    def __init__(
        self, scene: Scene, table: str, number: str, node: int, viewpoint: int = SPECTATOR, key: str = ""
    ) -> None:
        """`key` is what it is known by: a cookie or a token; empty: nobody knows it."""
        self.key = key
        self.scene = scene
        self.table = table
        self.name = f"{self.kind} {number}"
        self.node = node
        self.viewpoint = viewpoint
        self.rng = scene.rng(f"{table} {self.name}")
        self.connection = 0
        self.at: At | None = None  # what it was shown last
        self.is_over = False

    @property
    def base(self) -> str:
        """The node it talks to."""
        return self.scene.bases[self.node]

    async def run(self) -> None:
        """Go on until the round is closed."""
        while self.scene.is_open and not self.is_over:
            self.connection += 1
            try:
                await self.live()
            except LOST:
                self.node = (self.node + 1) % len(self.scene.bases)
                await asyncio.sleep(self.rng.uniform(0.02, 0.1))

    async def live(self) -> None:
        """One connection, until it is lost or there is nothing more to do."""
        raise NotImplementedError

    def saw(
        self,
        way: str,
        epoch: int | None,
        ply: int,
        called: float,
        *,
        asked: bool = True,
        over: bool = False,
        since: int = 0,
        plies: list[str] | None = None,
    ) -> None:
        """It was shown a position."""
        if epoch is not None:
            self.at = (epoch, ply)
        self.scene.see(
            Seen(
                self.name,
                self.connection,
                self.node,
                self.table,
                way,
                self.viewpoint,
                epoch,
                ply,
                called,
                self.scene.now(),
                asked,
                over,
                since,
                plies or [],
            )
        )

    async def try_to(
        self, do: str, at: At, words: str, send: Callable[[], Awaitable[tuple[str, str, At | None]]]
    ) -> str:
        """Try a change and write down what was answered; if nothing was, that too."""
        scene = self.scene
        attempt = scene.begin(
            Attempt(self.name, self.node, self.table, self.viewpoint, do, at, words, scene.now())
        )
        scene.under_way += 1
        try:
            outcome, code, after = await send()
        finally:
            scene.under_way -= 1
        scene.end(attempt, outcome, code, after)
        return outcome

    async def think(self) -> None:
        """Wait a little, as people do."""
        await asyncio.sleep(self.rng.expovariate(1 / self.scene.pace) if self.scene.pace else 0)


class LivePage(Page):
    """A page that reports every frame it is sent."""

    def __init__(self, owner: PageClient, guest: Guest) -> None:
        super().__init__(guest, owner.table, "en", {"open_timeout": PATIENCE, "close_timeout": 0.5})
        self._owner = owner
        self._opened = owner.scene.now()
        self._log: dict[int, str] = {}
        self._epoch = -1

    def note(self, data: bytes, frame: Frame) -> None:
        """Report what the frame tells of the log."""
        owner = self._owner
        owner.scene.look_through(owner.name, owner.table, data)
        if frame.is_ != "change" or frame.at is None:
            return
        epoch, ply = frame.at
        since = ply - len(frame.log)
        for gone in [number for number in self._log if number >= since]:
            del self._log[gone]
        fresh = [hashlib.blake2b(line.encode(), digest_size=6).hexdigest() for line in frame.log]
        self._log |= dict(enumerate(fresh, since))
        is_first = self._epoch < 0
        if epoch != self._epoch:  # all of it is told of the new epoch
            self._epoch = epoch
            since = min(self._log, default=ply)
        told = [self._log.get(number, "") for number in range(since, ply)]
        owner.saw(PAGE, epoch, ply, self._opened, asked=is_first, over=frame.over, since=since, plies=told)


class PageClient(Client):
    """A live page; with a seat, its person acts whenever it is their turn."""

    kind = "page"

    async def live(self) -> None:
        async with LivePage(self, Guest(self.base, self.key)) as page:
            async with asyncio.timeout(PATIENCE):
                await page.receive()
            while not page.over and self.scene.is_open:
                if page.yours and self.scene.is_playing and self.viewpoint >= 0:
                    await self.act(page)
                else:
                    try:
                        async with asyncio.timeout(0.1):
                            await page.receive()
                    except TimeoutError:
                        pass
            self.is_over = page.over

    async def act(self, page: LivePage) -> None:
        """Decide something, or take the last decision back."""
        await self.think()
        if not page.yours:
            return
        choices = page.choices()
        if self.rng.random() < self.scene.undos or not choices:
            await self.try_to(UNDO, page.at, "", lambda: answer_of(page.undo()))
        else:
            words = self.rng.choice(choices)
            await self.try_to(PLAY, page.at, words, lambda: answer_of(page.play(words)))


async def answer_of(asked: Awaitable[Frame]) -> tuple[str, str, At | None]:
    """What a page was answered: the outcome, the code of a refusal, the position."""
    async with asyncio.timeout(PATIENCE):
        frame = await asked
    return (DONE if frame.is_ == "done" else REFUSED), frame.code, frame.at


class ProgramClient(Client):
    """A program with a token that asks what it may do, and does it."""

    kind = "program"

    async def live(self) -> None:
        async with web_client(self.base, Authorization=f"Bearer {self.key}") as web:
            while self.scene.is_open and not self.is_over:
                called = self.scene.now()
                found = await self._get(web, "actions")
                at = int(found["epoch"]), int(found["ply"])
                self.saw(GLANCE, *at, called)
                self.is_over = found["actor"] is None
                if found["actions"] and self.scene.is_playing:
                    await self.think()
                    await self._act(web, at, [choice["words"] for choice in found["actions"]])
                else:
                    await asyncio.sleep(self.rng.uniform(0.03, 0.08))

    async def _get(self, web: httpx.AsyncClient, what: str) -> dict[str, Any]:
        response = await web.get(f"/api/tables/{self.table}/{what}")
        self.scene.look_through(self.name, self.table, response.content)
        self.scene.check_status(self.name, self.table, response)
        return dict(response.json())

    async def _act(self, web: httpx.AsyncClient, at: At, choices: list[str]) -> None:
        do = UNDO if self.rng.random() < self.scene.undos else PLAY
        words = self.rng.choice(choices) if do == PLAY else ""
        if await self.try_to(do, at, words, lambda: self.send(web, do, at, words)) == REFUSED:
            await asyncio.sleep(0.02)

    async def send(self, web: httpx.AsyncClient, do: str, at: At, words: str) -> tuple[str, str, At | None]:
        """Ask for a change: the outcome, the code of a refusal, the position."""
        asked = {"epoch": at[0], "ply": at[1]} | ({"words": words} if do == PLAY else {})
        response = await web.post(f"/api/tables/{self.table}/{do}", json=asked)
        if response.status_code == 200:
            answer = response.json()
            return DONE, "", (answer["epoch"], answer["ply"])
        if response.status_code >= 500 and response.status_code != UNAVAILABLE:
            self.scene.check_status(self.name, self.table, response)
        return REFUSED, str(response.json()["code"]), None


class StreamClient(Client):
    """A program that follows the table."""

    kind = "stream"

    async def live(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        opened, is_first = self.scene.now(), True
        timeout = httpx.Timeout(PATIENCE, read=None)
        async with (
            web_client(self.base, **headers) as web,
            web.stream("GET", f"/api/tables/{self.table}/stream", timeout=timeout) as response,
        ):
            self.scene.check_status(self.name, self.table, response)
            async for line in response.aiter_lines():
                if not self.scene.is_open:
                    return
                if not line.startswith("data:"):
                    continue
                self.scene.look_through(self.name, self.table, line.encode())
                change = msgspec.json.decode(line[5:].strip())
                self.saw(
                    STREAM,
                    change["epoch"],
                    change["ply"],
                    opened,
                    asked=is_first,
                    over=change["over"],
                    since=change["since"],
                    plies=change["plies"],
                )
                is_first, self.is_over = False, bool(change["over"])
        if not self.is_over:
            raise ConnectionError("the stream has ended")


class Reader(Client):
    """Somebody who loads pages, records and tables again and again."""

    kind = "reader"

    async def live(self) -> None:
        headers = {"Cookie": self.key} if self.key else {}
        async with web_client(self.base, **headers) as web:
            while self.scene.is_open and not self.is_over:
                await self.look(web)
                await asyncio.sleep(self.rng.uniform(0.03, 0.1))

    async def look(self, web: httpx.AsyncClient) -> None:
        """One request, of any kind."""
        kind = self.rng.choice(("page", "record", "table"))
        address = {
            "page": f"/t/{self.table}",
            "record": f"/t/{self.table}/record",
            "table": f"/api/tables/{self.table}",
        }[kind]
        called = self.scene.now()
        response = await web.get(address)
        self.scene.look_through(self.name, self.table, response.content)
        self.scene.check_status(self.name, self.table, response)
        if kind == "record":
            plies = _ACTION.findall(response.text)
            over = '[end "' in response.text
            self.saw(RECORD, None, len(plies), called, over=over, plies=plies)
        elif kind == "table":
            found = response.json()
            self.saw(GLANCE, found["epoch"], found["ply"], called, over=found["over"])
            self.is_over = bool(found["over"])
        elif (at := _AT.search(response.text)) is not None:
            over = _IS_OVER.search(response.text) is not None
            self.saw(GLANCE, int(at[1]), int(at[2]), called, over=over)
