"""A wire between browser and server that can be cut and mended, as networks are."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from tests.server.server_process import free_port


class Wire:
    """Forwards a port. Cut: all connections end, new ones end at once."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._port = free_port()
        self.base = f"http://127.0.0.1:{self._port}"
        self._is_cut = False
        self._ends: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self._port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._server.close()

    def cut(self) -> None:
        self._is_cut = True
        for end in list(self._ends):
            end.transport.abort()

    def mend(self) -> None:
        self._is_cut = False

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
        if self._is_cut:  # meanwhile
            writer.transport.abort()
            there_writer.transport.abort()
            return
        ends = {writer, there_writer}
        self._ends |= ends
        await asyncio.gather(self._pump(reader, there_writer), self._pump(there_reader, writer))
        self._ends -= ends

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
