"""A page without a browser: makes tables, sits down, follows a table live and acts. For load and for tests.

It learns what it may do the way a person does: from the elements it is sent.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections import deque
from html import unescape
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from citywright.draw.panel import filled

_PART = re.compile(
    r'<g id="([^"]+)">|class="board-place can[^"]*" data-action="([^"]*)"|data-action="([^"]*)"'
    r'|<svg xmlns="[^"]*" id="([^"]+)"|data-place="([^"]*)"'
)
NOWHERE = (-1, -1)  # where a page is before its first frame
OFFERED = "offered: "  # before a panel: the actions at its places


class Frame(msgspec.Struct):
    """Any frame a table sends."""

    is_: str = msgspec.field(name="is")
    at: tuple[int, int] | None = None
    since: tuple[int, int] | None = None
    fresh: bool = False
    set: dict[str, Any] = {}  # when received: every element as it looks
    drop: list[str] = []
    put: list[tuple[str, str, list[str]]] = []
    offers: dict[str, list[tuple[list[int], str, str, str]]] = {}
    log: list[str] = []
    keep: int = 0
    yours: bool = False
    over: bool = False
    forced: str = ""
    traces: dict[int, list[str]] = {}
    title: str = ""
    parts: dict[str, list[str]] = {}
    id: int = 0
    code: str = ""
    reason: str = ""


_frames = msgspec.json.Decoder(Frame)


class Answer(msgspec.Struct):
    """What a page request brought."""

    status: int
    location: str
    cookie: str
    text: str


class Guest:
    """Somebody with a cookie, or about to get one."""

    def __init__(self, base: str, cookie: str = "") -> None:
        self.base = base
        self.cookie = cookie

    def request(
        self, method: str, path: str, form: list[tuple[str, str]] | None = None, **headers: str
    ) -> Answer:
        """One page request, its path sent as it is written; a new cookie is kept."""
        sent = {"Accept-Encoding": "identity"} | ({"Cookie": self.cookie} if self.cookie else {})
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = None
        if form is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            content = urlencode(form)
        target = {"target": path.encode("ascii")}  # else httpx resolves `..`
        trusted = self.base.startswith("https:") and ssl.create_default_context()
        with httpx.Client(verify=trusted, trust_env=False, timeout=60) as client:
            response = client.request(method, self.base, content=content, headers=sent, extensions=target)
        cookie = response.headers.get("Set-Cookie", "").partition(";")[0]
        if cookie.startswith("citywright_guest="):
            self.cookie = cookie
        location = response.headers.get("Location", "")
        return Answer(response.status_code, location, cookie, response.content.decode())

    def make_table(self, game: str, *who: str, name: str = "") -> str:
        """Make a table; returns its id."""
        form = [("game", game), ("name", name), *[("who", kind) for kind in who]]
        return self._made(self.request("POST", "/tables", form))

    def rematch(self, table_id: str) -> str:
        """Play again with the same people after a game; returns the id of the new table."""
        return self._made(self.request("POST", f"/t/{table_id}/rematch", []))

    def _made(self, answer: Answer) -> str:
        if answer.status != 303:
            raise RuntimeError(f"no table was made: {answer.status} {answer.text}")
        return answer.location.rpartition("/")[2]

    def invitations(self, table_id: str) -> list[str]:
        """The addresses of the open seats, in the order of the seats."""
        seats = re.split(r'id="seat-card-(\d+)"', self.request("GET", f"/t/{table_id}").text)[1:]
        links = {
            int(seat): re.findall(r'data-copy="([^"]+)"', html)
            for seat, html in zip(seats[::2], seats[1::2], strict=True)
        }
        return [link for seat in sorted(links) for link in links[seat]]

    def sit(self, invitation: str, name: str = "") -> Answer:
        """Take an open seat."""
        return self.request("POST", invitation, [("name", name)])

    def follow(self, table_id: str, lang: str = "en", **options: Any) -> Page:
        """Open a table; use with `async with`."""
        return Page(self, table_id, lang, options)


class Page:
    """An open table page."""

    def __init__(self, guest: Guest, table_id: str, lang: str, options: dict[str, Any]) -> None:
        self.address = f"{guest.base.replace('http', 'ws', 1)}/t/{table_id}/live?lang={lang}&lines=yes"
        self._cookie = guest.cookie
        self._options = options
        self._socket: ClientConnection
        self._actions: dict[str, dict[str, list[str]]] = {}  # role -> part -> actions
        self._places: dict[str, list[str]] = {}  # panel -> names of its places
        self._roles: dict[str, str] = {}  # panel -> role
        self._sent: list[str] = []  # every element in the order of its coming, until the page must forget
        self._lines: deque[bytes] = deque()  # frames that came and were not looked at
        self._number = 0
        self.lengths: list[int] = []  # of every change after the first, in bytes
        self.at = NOWHERE
        self.yours = False
        self.over = False
        self.forced = ""  # the only action there is

    async def __aenter__(self) -> Self:
        headers = {"Cookie": self._cookie} if self._cookie else {}
        self._socket = await connect(
            self.address,
            additional_headers=headers,
            compression=None,
            proxy=None,
            max_size=None,
            **self._options,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()

    def choices(self) -> list[str]:
        """The actions that can be clicked now, in the order of the page."""
        return [action for role in self._actions.values() for part in role.values() for action in part]

    async def receive(self) -> Frame:
        """The next frame; changes are taken in."""
        if not self._lines:
            self._lines.extend((await self._socket.recv(decode=False)).split(b"\n"))
        data = self._lines.popleft()
        frame = _frames.decode(data)
        self.note(data, frame)
        if frame.is_ == "change" and frame.at is not None:
            if self.at != NOWHERE:
                self.lengths.append(len(data))
            self.at, self.yours, self.over, self.forced = frame.at, frame.yours, frame.over, frame.forced
            self._take_in(frame)
        return frame

    def note(self, data: bytes, frame: Frame) -> None:
        """A frame has come: for those who keep a record of all that a page is sent."""

    def _take_in(self, frame: Frame) -> None:
        """Change the page as a frame says."""
        if frame.fresh:
            self._sent.clear()
        for id_, html in frame.set.items():
            if isinstance(html, int):
                frame.set[id_] = self._sent[html]
            else:
                self._sent.append(html)
        for parts in self._actions.values():
            for id_ in frame.drop:
                parts.pop(id_, None)
        for panel, _, ids in frame.put:
            self._actions[self._roles[panel]] |= {id_: [] for id_ in ids}
        for id_, html in frame.set.items():
            self._read(id_, html)
        for panel, offers in frame.offers.items():
            places = self._places[panel]
            at = {n: filled(action, places[n]) for numbers, _, action, _ in offers if action for n in numbers}
            self._actions[self._roles[panel]][OFFERED + panel] = [at[number] for number in sorted(at)]

    async def until_yours(self, seconds: float = 60.0) -> None:
        """Wait until it is this seat's turn or the game is over."""
        async with asyncio.timeout(seconds):
            while not (self.yours or self.over):
                await self.receive()

    async def send(self, message: str | bytes) -> None:
        """Send anything."""
        await self._socket.send(message)

    async def ask(self, do: str, **fields: object) -> Frame:
        """Send a request and wait for its answer."""
        self._number += 1
        await self._socket.send(msgspec.json.encode({"do": do, "id": self._number, **fields}).decode())
        return await self.answer(self._number)

    async def answer(self, number: int) -> Frame:
        """The answer to a request; changes that come before it are taken in."""
        while True:
            frame = await self.receive()
            if frame.is_ != "change" and frame.id == number:
                return frame

    async def play(self, words: str, at: tuple[int, int] | None = None) -> Frame:
        """Act, at the position the page shows or another one."""
        epoch, ply = self.at if at is None else at
        return await self.ask("play", words=words, ply=ply, epoch=epoch)

    async def undo(self) -> Frame:
        """Take back the last decision."""
        return await self.ask("undo", ply=self.at[1], epoch=self.at[0])

    def _read(self, id_: str, html: str) -> None:
        """Remember what can be clicked in an element."""
        if id_.startswith("role-") or id_ == "choices" or html.startswith("<svg"):
            parts = self._actions[id_] = {}
            part = ""
            panel = ""
            for name, offered, action, new_panel, place in _PART.findall(html):
                if offered:
                    parts.setdefault(OFFERED + panel, []).append(unescape(offered))
                elif new_panel:
                    panel = new_panel
                    self._roles[panel], self._places[panel] = id_, []
                elif place:
                    self._places[panel].append(unescape(place))
                elif name:
                    part = name
                    parts.setdefault(part, [])
                else:
                    parts.setdefault(part, []).append(unescape(action))
            return
        for parts in self._actions.values():
            if id_ in parts:
                parts[id_] = [unescape(found[2]) for found in _PART.findall(html) if found[2]]
