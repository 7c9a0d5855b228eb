"""Short messages between server processes by LISTEN and NOTIFY of the PostgreSQL server they all use.

A connection of its own, beside those that read and write: whoever listens must be reachable all the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import asyncpg
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.engine import make_url

from citywright.server.links.link import LinkLost

TIMEOUT = 4.0  # seconds PostgreSQL may take to answer
LONGEST_CHANNEL = 63  # bytes: a name in PostgreSQL

_OURS = ("prepared_statement_cache_size", "prepared_statement_name_func")  # SQLAlchemy's own options
_FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)


class PostgresLink:
    """The link of one process. A lost connection is told, never mended in secret: messages were missed."""

    def __init__(self, url: str, channel: str) -> None:
        self._options = _options_of(url)
        self._channel = channel.encode()[:LONGEST_CHANNEL].decode(errors="ignore")
        self._connection: Any = None  # the one that is listening; it sends as well
        self._turn = asyncio.Lock()  # a connection does one thing at a time

    async def send(self, messages: Sequence[str]) -> None:
        """Send messages to all processes, this one included."""
        try:
            async with self._turn:
                if self._connection is None:
                    raise LinkLost("there is no connection to PostgreSQL")
                await self._connection.execute(
                    "SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message",
                    self._channel,
                    list(messages),
                )
        except _FAILURES as error:
            raise LinkLost(type(error).__name__) from error

    async def messages(self) -> AsyncGenerator[str, None]:
        """Every message from now on; the first is empty and says that they are being received."""
        self._drop()
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        try:
            connection = await asyncpg.connect(**self._options)
            connection.add_termination_listener(lambda _: heard.put_nowait(None))
            self._connection = connection
            async with self._turn:
                await connection.add_listener(self._channel, lambda *heard_: heard.put_nowait(heard_[-1]))
        except _FAILURES as error:
            raise LinkLost(type(error).__name__) from error
        yield ""
        while (message := await heard.get()) is not None:
            yield message
        raise LinkLost("the connection to PostgreSQL has ended")

    async def close(self) -> None:
        """End the connection."""
        self._drop()

    def _drop(self) -> None:
        """Leave a connection at once: the server may not answer any more."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _options_of(url: str) -> dict[str, Any]:
    """How asyncpg connects to the database of a URL.

    What is sent is no data: it need not be on a disk before the next message goes.
    """
    dialect: Any = PGDialect_asyncpg  # untyped
    options: dict[str, Any] = dialect().create_connect_args(make_url(url))[1]
    for name in _OURS:
        options.pop(name, None)
    settings = dict(options.pop("server_settings", None) or {}) | {"synchronous_commit": "off"}
    return options | {"timeout": TIMEOUT, "command_timeout": TIMEOUT, "server_settings": settings}
