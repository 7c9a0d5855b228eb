"""Looking into a database behind the back of the servers."""

from __future__ import annotations

import asyncio
from typing import Any

from citywright.server.settings import async_url
from citywright.server.storage.database import Database


def rows(database: str, query: Any) -> list[Any]:
    """What a query finds."""

    async def read() -> list[Any]:
        store = Database(async_url(database))
        async with store.read() as connection:
            found = list(await connection.execute(query))
        await store.close()
        return found

    return asyncio.run(read())
