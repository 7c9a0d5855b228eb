"""Changing rows behind the back of the servers."""

from __future__ import annotations

import asyncio
from typing import Any

from citywright.server.settings import async_url
from citywright.server.storage.database import Database


def changed(database: str, statement: Any) -> int:
    """Carry out a statement on a database; returns how many rows it changed."""

    async def change() -> int:
        store = Database(async_url(database))
        async with store.write() as connection:
            count = (await connection.execute(statement)).rowcount
        await store.close()
        return int(count)

    return asyncio.run(change())
