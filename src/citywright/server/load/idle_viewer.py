"""An open page that costs next to nothing: a WebSocket that counts what it is sent and looks at answers only.

Twenty thousand of them fit into one process, which a browser, or a client that reads pages, would not.
"""

from __future__ import annotations

import asyncio
import base64
import os
from typing import Any, cast

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # kinds of frames
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)  # a client has to mask what it sends; with zeros it stays as it is
ANSWERS = (b'{"is":"done"', b'{"is":"refused"')


class Answer(msgspec.Struct):
    """The answer to a request."""

    is_: str = msgspec.field(name="is")
    id: int = 0
    code: str = ""
    reason: str = ""


_answers = msgspec.json.Decoder(Answer)


class IdleViewer(asyncio.Protocol):
    """One live connection to a table."""

    def __init__(self, path: str, host: str, cookie: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: http://{host}\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        )
        self._transport: asyncio.Transport
        self._received = bytearray()
        self._is_open = False
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # and greeted
        self.frames = 0
        self.length = 0  # of all frames but the first
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the live connection."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request.encode())

    def connection_lost(self, _: Exception | None) -> None:
        """Whoever waits for something waits no more."""
        self.is_lost = True
        waiting: list[asyncio.Future[Any]] = [self.opened, *self._asked.values()]
        for future in waiting:
            if not future.done():
                future.set_exception(ConnectionError("the server has closed a live connection"))

    def data_received(self, data: bytes) -> None:
        """Take frames out of what comes."""
        self._received += data
        if not self._is_open:
            head, end, rest = bytes(self._received).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._transport.abort()
                return
            self._is_open = True
            self._received = bytearray(rest)
        while (size := self._frame_size()) is not None:
            start, end_ = size
            self._take(self._received[0] & 0x0F, bytes(self._received[start:end_]))
            del self._received[:end_]
        if not self._received:
            self._received = bytearray()  # the old one keeps the room of the largest frame

    def _frame_size(self) -> tuple[int, int] | None:
        """Where the first frame's content begins and ends; None until it is there as a whole."""
        have = self._received
        if len(have) < 2:
            return None
        length, start = have[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(have) < start:
                return None
            length = int.from_bytes(have[2:start], "big")
        return (start, start + length) if len(have) >= start + length else None

    def _take(self, kind: int, content: bytes) -> None:
        if kind == PING:
            self._send(PONG, content)
        elif kind == CLOSE:
            self._transport.close()
        elif kind == TEXT and content.startswith(ANSWERS):
            answer = _answers.decode(content)
            waiting = self._asked.pop(answer.id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
        elif kind == TEXT:
            self.frames += 1
            if self.frames == 1:
                self.opened.set_result(None)
            else:
                self.length += len(content)

    def _send(self, kind: int, content: bytes) -> None:
        length = len(content)
        head = bytes((FINAL | kind, MASKED | length)) if length < 126 else bytes((FINAL | kind, MASKED | 126))
        size = b"" if length < 126 else length.to_bytes(2, "big")
        self._transport.write(head + size + NO_MASK + content)

    async def play(self, words: str, ply: int, number: int) -> Answer:
        """Act; the answer comes when the move is durable."""
        waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[number] = waiting
        request = {"do": "play", "words": words, "ply": ply, "epoch": 0, "id": number}
        self._send(TEXT, msgspec.json.encode(request))
        return await waiting

    def close(self) -> None:
        """Leave without a word."""
        self._transport.abort()
