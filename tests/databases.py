"""Databases for the tests: each has one of its own, most often a copy of one that was migrated once."""

from __future__ import annotations

import asyncio
import uuid
from urllib.parse import urlsplit


def new_postgres(server: str, template: str = "") -> str:
    """Create a database, empty or a copy of another; its URL, for SQLAlchemy's async engine."""
    name = f"citywright_test_{uuid.uuid4().hex}"
    _execute(server, f"CREATE DATABASE {name}" + (f" TEMPLATE {_name_in(template)}" if template else ""))
    return urlsplit(server)._replace(scheme="postgresql+asyncpg", path=f"/{name}").geturl()


def drop_postgres(server: str, url: str) -> None:
    """Drop a database, whoever is connected to it."""
    _execute(server, f"DROP DATABASE {_name_in(url)} WITH (FORCE)")


def migrate(url: str) -> None:
    """Make all tables in a database."""
    from citywright.server.storage.database import Database

    async def upgrade() -> None:
        store = Database(url)
        await store.upgrade()
        await store.close()

    asyncio.run(upgrade())


def _name_in(url: str) -> str:
    return urlsplit(url).path[1:]


def _execute(server: str, statement: str) -> None:
    import asyncpg

    async def execute() -> None:
        connection = await asyncpg.connect(server)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(execute())
