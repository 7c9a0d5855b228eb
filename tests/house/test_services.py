"""The fixtures for PostgreSQL and Redis give each test an empty place of its own."""

from __future__ import annotations

import pytest
import redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine


@pytest.mark.postgres
@pytest.mark.anyio
@pytest.mark.parametrize("run", ["first", "second"])
async def test_postgres_database_is_empty(postgres_url: str, run: str) -> None:
    engine = create_async_engine(postgres_url)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE moves (ply int)"))
        count = await connection.scalar(text("SELECT count(*) FROM moves"))
    await engine.dispose()
    assert count == 0


@pytest.mark.redis
@pytest.mark.parametrize("run", ["first", "second"])
def test_redis_database_is_empty(redis_url: str, run: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.get("table") is None
        client.set("table", run)
