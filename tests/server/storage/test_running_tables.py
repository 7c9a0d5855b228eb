"""Looking for tables that wait costs what is running: finished games are not read, however many there are."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, Select, select, text
from sqlalchemy.dialects import postgresql

from citywright.server.storage import queries
from citywright.server.storage.database import Database
from citywright.server.storage.retention import MOST_LOOKED_AT, STILL, Walk, still_tables
from citywright.server.storage.schema import tables

pytestmark = pytest.mark.anyio

FINISHED, MOVES, RUNNING = 20_000, 10, 2
MOST_PAGES = 150  # of the database, 8 kB each: any one of the tables as a whole has more

MANY_GAMES = (
    """INSERT INTO guests (id, name, created) VALUES ('anke', 'Anke', 1)""",
    f"""INSERT INTO tables (id, game, rules_version, start, secret, epoch, created, ended, is_public)
        SELECT 'table ' || n, 'saint-malo', 1, -1, '', 0, n, CASE WHEN n > {RUNNING} THEN n END, true
        FROM generate_series(1, {RUNNING + FINISHED}) n""",
    f"""INSERT INTO seats (table_id, seat, bot, guest_id, invitation, ended)
        SELECT 'table ' || n, seat, CASE seat WHEN 0 THEN 'random' END,
               CASE WHEN seat = 1 AND n % 50 = 1 THEN 'anke' END, n || ' ' || seat,
               CASE WHEN n > {RUNNING} THEN n END
        FROM generate_series(1, {RUNNING + FINISHED}) n, generate_series(0, 1) seat""",
    f"""INSERT INTO moves (table_id, ply, actor, notation, awaits, time)
        SELECT 'table ' || n, ply, 0, 'stop', 0, ply
        FROM generate_series(1, {RUNNING + FINISHED}) n, generate_series(0, {MOVES - 1}) ply""",
)


def pages_read(connection: Connection, query: Select[Any]) -> tuple[int, int]:
    """How many rows a query has, and how many pages PostgreSQL looks at for it."""
    words = query.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})
    explained = connection.execute(text(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {words}"))
    plan = explained.scalar_one()[0]["Plan"]
    return plan["Actual Rows"], plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]


@pytest.mark.postgres
async def test_what_looks_for_waiting_tables_reads_no_finished_games(postgres_url: str) -> None:
    store = Database(postgres_url)
    await store.upgrade()
    async with store.write_for_long() as connection:  # on a busy machine it takes more than five seconds
        for statement in MANY_GAMES:
            await connection.execute(text(statement))
        await connection.execute(text("ANALYZE"))
    async with store.read() as connection:
        for query, rows in (
            (queries.waiting_for_bots(), RUNNING),
            (queries.waiting_for_people(), 0),
            (queries.public_tables(12), RUNNING),
            (queries.running_tables_of("anke", 30), 1),
            (queries.finished_tables_of("anke", 5), 5),
            (queries.finished_tables_of("anke", 5, (FINISHED // 2, "")), 5),
            (queries.finished_tables_of("anke", 5, (60, "")), 1),
            (select(tables.c.id).where(*still_tables(FINISHED + STILL)), RUNNING),
            (Walk(tables.c.ended, tables.c.id).next_rows(FINISHED), MOST_LOOKED_AT),
            (queries.marks_of(["table 1", "table 2"]), 2),
        ):
            found, pages = await connection.run_sync(pages_read, query)
            assert found == rows
            assert pages < MOST_PAGES, query
    await store.close()
