"""Clients nobody wants: they read a byte a second, never read at all, or stop in the middle of a request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

OF_EACH = 8  # of every kind at every table
_UPGRADE = (
    "GET /t/{table}/live?lang=en HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_REQUESTS = {
    "slow page": "GET /t/{table} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "mute page": _UPGRADE,
    "slow live page": _UPGRADE,
    "mute stream": "GET /api/tables/{table}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "half a request": "GET /t/{table} HTTP/1.1\r\nHost: {host}\r\nCookie: citywright_gu",
    "half a body": "POST /tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5000\r\n\r\ngame=",
}


@asynccontextmanager
async def bad_clients(base: str, tables: Sequence[str]) -> AsyncIterator[None]:
    """Some of every kind at each of the tables, until the end of the block."""
    address = urlsplit(base)
    host, port = str(address.hostname), int(address.port or 80)
    tasks = [
        asyncio.create_task(_misbehave(kind, request.format(table=table, host=f"{host}:{port}"), host, port))
        for table in tables
        for kind, request in _REQUESTS.items()
        for _ in range(OF_EACH)
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read_slowly(reader: asyncio.StreamReader) -> None:
    while await reader.read(1):  # noqa: ASYNC110 - it is to be slow
        await asyncio.sleep(1)


async def _misbehave(kind: str, request: str, host: str, port: int) -> None:
    """Ask, and then take the answer badly; come back when thrown out."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port, limit=1)
            try:
                writer.write(request.encode())
                if kind.startswith("slow"):
                    await _read_slowly(reader)
                else:
                    await asyncio.sleep(3600)
            finally:
                writer.transport.abort()
        await asyncio.sleep(0.5)
