"""Short messages between server processes of one parent, through the hub that it keeps (hub.py)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress

from citywright.server.links.link import LONGEST, LinkLost

TIMEOUT = 2.0  # seconds the parent may take to read
LIMIT = 16 * LONGEST


class HubLink:
    """The link of one process. It lasts as long as its parent: what ended is not opened again."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._opening = asyncio.Lock()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with self._opening:
            if self._streams is None:
                self._streams = await asyncio.open_unix_connection(sock=self._line, limit=LIMIT)
        return self._streams

    async def send(self, messages: Sequence[str]) -> None:
        """Send messages to all processes, this one included."""
        try:
            reader, writer = await self._open()
            if reader.at_eof() or writer.is_closing():
                raise LinkLost("the parent has ended")
            writer.write("".join(f"{message}\n" for message in messages).encode())
            async with asyncio.timeout(TIMEOUT):
                await writer.drain()
        except (OSError, TimeoutError) as error:
            raise LinkLost(str(error) or "the parent does not read") from error

    async def messages(self) -> AsyncGenerator[str, None]:
        """Every message from now on; the first is empty and says that they are being received."""
        try:
            reader, _ = await self._open()
            yield ""
            while line := await reader.readline():
                yield line.decode().rstrip("\n")
        except (OSError, ValueError) as error:
            raise LinkLost(str(error)) from error
        raise LinkLost("the parent has ended")

    async def close(self) -> None:
        """End the link."""
        if self._streams is not None:
            self._streams[1].close()
            with suppress(OSError):
                await self._streams[1].wait_closed()
