"""The fixtures for databases and Redis give each test an empty place of its own."""

from __future__ import annotations

import pytest
import redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from citywright.server.storage.schema import metadata


async def counted(url: str, *statements: str) -> int:
    """Execute these, and count what the last one has found."""
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            found = [await connection.execute(text(statement)) for statement in statements]
            return int(found[-1].scalar_one())
    finally:
        await engine.dispose()


@pytest.mark.postgres
@pytest.mark.anyio
@pytest.mark.parametrize("run", ["first", "second"])
async def test_postgres_database_is_empty(empty_postgres_url: str, run: str) -> None:
    made = "CREATE TABLE moves (ply int)"  # refused where there is one
    assert await counted(empty_postgres_url, made, "SELECT count(*) FROM moves") == 0


@pytest.mark.postgres
@pytest.mark.anyio
@pytest.mark.parametrize("run", ["first", "second"])
async def test_postgres_database_has_all_tables_and_no_rows(postgres_url: str, run: str) -> None:
    written = "INSERT INTO guests (id, name, created) VALUES ('anke', 'Anke', 1)"
    assert await counted(postgres_url, written, "SELECT count(*) FROM guests") == 1
    for table in metadata.sorted_tables:
        if table.name != "guests":
            assert await counted(postgres_url, f"SELECT count(*) FROM {table.name}") == 0, table.name


@pytest.mark.redis
@pytest.mark.parametrize("run", ["first", "second"])
def test_redis_database_is_empty(redis_url: str, run: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.get("table") is None
        client.set("table", run)
