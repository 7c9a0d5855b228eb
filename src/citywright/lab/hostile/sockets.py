"""Live connections that send junk: frames as they should not be, and messages no page would send."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct

from citywright.lab.hostile.oddities import Oddities

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def handshake(path: str, port: int, cookie: str) -> bytes:
    """The request that opens a live connection."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


def frame(kind: int, content: bytes, *, last: bool = True, mask: bytes = b"abcd") -> bytes:
    """One frame of a client."""
    head = bytes([(0x80 if last else 0) | kind])
    if len(content) < 126:
        head += bytes([0x80 | len(content)])
    elif len(content) < 65_536:
        head += bytes([0x80 | 126]) + struct.pack("!H", len(content))
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", len(content))
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(content[:5000]))
    return head + mask + hidden + content[5000:]


def odd_frames(rng: random.Random, odd: Oddities) -> bytes:
    """Something to send over an open connection."""
    way = rng.randrange(9)
    if way == 0:
        return rng.randbytes(rng.randrange(1, 3000))
    if way == 1:
        return frame(TEXT, odd.raw(odd.text())[:70_000])
    if way == 2:
        return frame(TEXT, b"x", last=False) + frame(TEXT, b"y")  # a message begun within another
    if way == 3:
        return bytes([0x81, 0xFF]) + struct.pack("!Q", 2**62) + b"abcd"  # as long as nobody can send
    if way == 4:
        return frame(PING, b"p" * 125) * rng.randrange(1, 200)
    if way == 5:
        return frame(CLOSE, struct.pack("!H", rng.choice((0, 999, 1005, 4999, 65_535))) + b"\xff")
    if way == 6:
        return frame(TEXT, b"[" * 1900) + frame(BINARY, rng.randbytes(500))
    do = rng.choice(("play", "undo", "resync", "ping", odd.text()[:50]))
    message = {
        "do": do,
        "id": odd.value(3),
        "words": odd.value(3),
        "ply": odd.value(3),
        "epoch": odd.value(3),
    }
    kept = {name: message[name] for name in rng.sample(list(message), rng.randrange(1, 6))} | {"do": do}
    return frame(TEXT, json.dumps(kept).encode()[:3000])


async def disturb(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rng: random.Random, odd: Oddities
) -> None:
    """Send some junk over an open connection and take whatever comes."""
    for _ in range(rng.randrange(1, 12)):
        writer.write(odd_frames(rng, odd))
        await writer.drain()
        try:
            async with asyncio.timeout(0.05):
                await reader.read(65_536)
        except TimeoutError:
            continue
