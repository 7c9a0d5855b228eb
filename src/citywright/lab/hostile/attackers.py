"""Those who attack, in a process of their own: each sends one odd thing after the other.

They come from addresses of the loopback network, so to the server each is a client of its own, and the limits
per client hold for each. What made the server fail is noted byte for byte.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections import Counter
from contextlib import suppress

import msgspec

from citywright.lab.hostile.layouts import bad_layout, bad_record, default_layouts
from citywright.lab.hostile.oddities import HOSTS, KINDS, Oddities
from citywright.lab.hostile.sockets import disturb, handshake

PATIENCE = 20.0  # seconds an answer may take before it counts as none
HALF_OPEN = 40  # requests an attacker leaves unfinished at the same time
NO_ANSWER = 0  # the connection was closed, or nothing came
MOST_FAILURES = 20


class Failure(msgspec.Struct):
    """A request that made the server fail."""

    status: int
    seed: int
    number: int
    request: str


class Outcome(msgspec.Struct):
    """What the attackers have seen."""

    answers: dict[int, int] = {}  # by status
    slowest_ms: float = 0.0
    slowest: str = ""
    failures: list[Failure] = []
    sockets: int = 0
    unanswered: int = 0


class Target(msgspec.Struct):
    """The server, its addresses, and things that exist there for each attacker to point at."""

    port: int
    addresses: list[tuple[str, str]]  # method and pattern
    values: dict[str, str]  # by the name of a part of an address
    cookie: str
    token: str
    record: str


class Attacker:
    """One of them."""

    def __init__(self, target: Target, seed: int, outcome: Outcome) -> None:
        self._target = target
        self._seed = seed
        self._outcome = outcome
        self.rng = random.Random(seed)
        self._odd = Oddities(self.rng)
        self._layouts = default_layouts()
        self._open: list[asyncio.StreamWriter] = []
        self._answers: Counter[int] = Counter()
        self._number = 0

    async def attack(self, until: float, pause: float) -> None:
        """Go on until it is time."""
        ways = [self._ask] * 12 + [self._upload] * 5 + [self._live] * 3 + [self._leave_half_open, self._flood]
        while time.monotonic() < until:
            self._number += 1
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                await self.rng.choice(ways)()
            await asyncio.sleep(pause)
        for writer in self._open:
            writer.close()
        for status, times in self._answers.items():
            self._outcome.answers[status] = self._outcome.answers.get(status, 0) + times

    # --- ways to attack ---------------------------------------------------------------

    async def _ask(self) -> None:
        """A request for any address, odd in one or several of its parts."""
        rng, odd = self.rng, self._odd
        method, pattern = rng.choice(self._target.addresses)
        path = self._filled(pattern, odd_one=rng.random() < 0.3)
        if rng.random() < 0.4:
            path += b"?" + odd.query()
        kind, body = "", b""
        if method not in ("GET", "HEAD"):
            kind = rng.choice(KINDS)
            make = odd.json if "json" in kind else odd.multipart if "multipart" in kind else odd.form
            body = make()
        headers = [odd.header() for _ in range(rng.choice((0, 0, 1, 3, 120)))]
        host = rng.choice(HOSTS) if rng.random() < 0.05 else b""
        verb = (
            method if rng.random() < 0.97 else rng.choice(("BREW", "X" * 3000, "OPTIONS", "TRACE", "CONNECT"))
        )
        await self._send(verb, path, kind, body, headers, host)

    async def _upload(self) -> None:
        """A layout or a record that is wrong, or chat, a name, a move for a table that is there."""
        rng, odd = self.rng, self._odd
        way = rng.randrange(6)
        edge = "multipart/form-data; boundary=edge"
        if way == 0 and self._layouts:
            game, source = rng.choice(list(self._layouts.items()))
            layout = bad_layout(rng, source).encode("utf-8", "surrogatepass")
            fields = {"game": game.encode(), "who": b"me", "name": b"x", "layout": layout}
            body = odd.multipart(fields).replace(
                b'name="who"',
                b'name="who"\r\n\r\nopen\r\n--edge\r\nContent-Disposition: form-data; name="who"',
                1,
            )
            await self._send("POST", b"/tables", edge, body)
        elif way == 1:
            await self._send(
                "POST", b"/look", edge, odd.multipart({"record": bad_record(rng, self._target.record)})
            )
        elif way == 2 and self._layouts:
            game, source = rng.choice(list(self._layouts.items()))
            text = bad_layout(rng, source).encode("utf-8", "replace").decode("utf-8", "replace")
            body = msgspec.json.encode({"game": game, "seats": ["me", "open"], "layout": text})
            await self._send("POST", b"/api/tables", "application/json", body)
        elif way in (3, 4) and self._layouts:
            await self._save_layout(*rng.choice(list(self._layouts.items())))
        else:
            path = self._filled(rng.choice(("/t/{table_id}/say", "/t/{table_id}/play", "/t/{table_id}/undo")))
            await self._send("POST", path, KINDS[0], odd.form())

    async def _save_layout(self, game: str, source: str) -> None:
        """A layout for the shelf, by its page or by the API; now and then a sound one."""
        rng, origin = self.rng, self._target.values["layout_id"]
        text = source if rng.random() < 0.1 else bad_layout(rng, source)
        raw = text.encode("utf-8", "surrogatepass")
        if rng.random() < 0.5:
            fields = {"game": game.encode(), "origin": origin.encode(), "public": b"yes", "file": raw}
            edge = "multipart/form-data; boundary=edge"
            await self._send("POST", b"/layouts", edge, self._odd.multipart(fields))
        else:
            body = {"game": game, "text": raw.decode("utf-8", "replace"), "origin": origin}
            await self._send("POST", b"/api/layouts", "application/json", msgspec.json.encode(body))

    async def _live(self) -> None:
        """A live connection, to a table or to nowhere, that sends junk."""
        rng = self.rng
        path = self._filled("/t/{table_id}/live", odd_one=rng.random() < 0.1)
        if rng.random() < 0.5:
            path += b"?" + self._odd.query()[:8000]
        reader, writer = await self._connect()
        try:
            cookie = self._target.cookie if rng.random() < 0.7 else ""
            writer.write(handshake(path.decode("latin-1"), self._target.port, cookie))
            async with asyncio.timeout(PATIENCE):
                head = await reader.readline()
                self._note(_status(head), b"a live connection to " + path)
                if b" 101 " in head:
                    self._outcome.sockets += 1
                    await disturb(reader, writer, rng, self._odd)
        finally:
            writer.close()

    async def _leave_half_open(self) -> None:
        """Begin a request and leave it there; of those left before some are given another byte, or up."""
        _, writer = await self._connect()
        begun = (
            b"GET / HT",
            b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\na",
            b"G",
            b"",
        )
        writer.write(self.rng.choice(begun))
        self._open.append(writer)
        self._open = [other for other in self._open if not other.is_closing()]
        for other in self._open[: len(self._open) // 2]:
            other.write(b"x")
        while len(self._open) > HALF_OPEN:
            self._open.pop(0).close()

    async def _flood(self) -> None:
        """Many small requests at once, all from one address: its limits must hold."""
        address = f"127.77.{self._seed % 200}.1"
        request = f"GET /mine HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self._target.cookie}\r\n\r\n".encode()
        reader, writer = await self._connect(address)
        try:
            writer.write(request * 60)  # one after the other over one connection
            async with asyncio.timeout(PATIENCE):
                head = await reader.readline()
                self._note(_status(head), b"a flood of /mine")
                for _ in range(20):
                    if not await reader.read(65_536):
                        break
        finally:
            writer.close()

    # --- sending ----------------------------------------------------------------------

    def _filled(self, pattern: str, *, odd_one: bool = False) -> bytes:
        """An address with its parts filled, by what exists or by something odd."""

        def fill(found: re.Match[str]) -> str:
            return self._odd.filling() if odd_one else self._target.values.get(found[1], "x")

        return re.sub(r"\{(\w+)[^}]*\}", fill, pattern).encode("latin-1", "replace")

    async def _connect(self, address: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        rng = self.rng
        own = address or f"127.{rng.randrange(80, 240)}.{rng.randrange(256)}.{rng.randrange(1, 255)}"
        return await asyncio.open_connection("127.0.0.1", self._target.port, local_addr=(own, 0))

    async def _send(
        self,
        method: str,
        path: bytes,
        kind: str,
        body: bytes,
        headers: list[bytes] | None = None,
        host: bytes = b"",
    ) -> None:
        rng, target = self.rng, self._target
        lines = [
            method.encode() + b" " + path + b" HTTP/1.1",
            b"Host: " + (host or b"127.0.0.1:%d" % target.port),
        ]
        lines.append(b"Connection: close")
        if rng.random() < 0.7:
            lines.append(b"Cookie: " + target.cookie.encode())
        if path.startswith(b"/api") and rng.random() < 0.8:
            lines.append(b"Authorization: Bearer " + target.token.encode())
        if method != "GET":
            lines.append(b"Content-Type: " + kind.encode("latin-1"))
            wrong = rng.random() < 0.02
            lines.append(b"Content-Length: %d" % (len(body) + 7 if wrong else len(body)))
        lines += headers or []
        request = b"\r\n".join(lines) + b"\r\n\r\n" + (body if method != "GET" else b"")
        reader, writer = await self._connect()
        began, status, ms = time.perf_counter(), NO_ANSWER, 0.0
        try:
            writer.write(request)
            async with asyncio.timeout(PATIENCE):
                status = _status(await reader.readline())
            ms = 1000 * (time.perf_counter() - began)
            async with asyncio.timeout(1.0):  # streams have no end
                while rng.random() < 0.9 and await reader.read(65_536):
                    pass
        except (OSError, TimeoutError):
            self._outcome.unanswered += status == NO_ANSWER
        finally:
            writer.close()
            self._note(status, request, ms)

    def _note(self, status: int, request: bytes, ms: float = 0.0) -> None:
        self._answers[status] += 1
        outcome = self._outcome
        if ms > outcome.slowest_ms and status != NO_ANSWER:
            outcome.slowest_ms, outcome.slowest = ms, request[:300].decode("latin-1")
        if status >= 500 and len(outcome.failures) < MOST_FAILURES:
            shown = request[:3000].decode("latin-1") + (
                f" … {len(request)} bytes" if len(request) > 3000 else ""
            )
            outcome.failures.append(Failure(status, self._seed, self._number, shown))


def _status(line: bytes) -> int:
    found = re.match(rb"HTTP/1\.\d (\d{3})", line)
    return int(found[1]) if found else NO_ANSWER


def attack(target: Target, seed: int, attackers: int, seconds: float, rate: float) -> Outcome:
    """In the process of the attackers: all of them, for so long, so many requests a second at most."""
    outcome = Outcome(answers={}, failures=[])
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # that connections are closed is expected

    async def together() -> None:
        until = time.monotonic() + seconds
        pause = attackers / rate if rate else 0.0
        everybody = [Attacker(target, 1000 * seed + number, outcome) for number in range(attackers)]
        await asyncio.gather(*(attacker.attack(until, pause) for attacker in everybody))

    asyncio.run(together())
    return outcome
